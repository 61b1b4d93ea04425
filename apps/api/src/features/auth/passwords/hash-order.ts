import { hashSync, type Options, verifySync } from '@node-rs/argon2'

/** What a thread is asked to do: hash a password, or compare it with a hash. */
export type HashOrder =
  | { kind: 'hash'; password: string; options: Options }
  | { kind: 'compare'; password: string; hash: string }

/** What became of it, and how long a core was busy with it. */
export type Hashed = ({ value: string | boolean } | { error: string }) & { coreMs: number }

/** Takes tens of milliseconds in which its thread does nothing else. */
export function carryOut(order: HashOrder): Hashed {
  const started = process.threadCpuUsage()
  const coreMs = () => {
    const { user, system } = process.threadCpuUsage(started)
    return (user + system) / 1000
  }
  try {
    const value =
      order.kind === 'hash' ? hashSync(order.password, order.options) : verifySync(order.hash, order.password)
    return { value, coreMs: coreMs() }
  } catch (error) {
    return { error: String(error), coreMs: coreMs() }
  }
}
