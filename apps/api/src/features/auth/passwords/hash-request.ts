import { hashSync, type Options, verifySync } from '@node-rs/argon2'

export type HashRequest =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'compare'; password: string; hash: string }

/** The result, and the CPU time it took. */
export type HashResponse = ({ value: string | boolean } | { error: string }) & { cpuMs: number }

/** Blocks its worker for tens of milliseconds. */
export function handleHashRequest(request: HashRequest): HashResponse {
  const started = process.threadCpuUsage()
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
  try {
    const value =
      request.kind === 'hash'
        ? hashSync(request.password, request.options)
        : verifySync(request.hash, request.password)
    return { value, cpuMs: cpuMs() }
  } catch (error) {
    return { error: String(error), cpuMs: cpuMs() }
  }
}
