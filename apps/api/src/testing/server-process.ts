import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { bareEnvironment, serverFile } from './bare-environment.ts'

/** The real server in a process of its own. */
export interface ServerProcess {
  child: ChildProcess
  /** What it has printed so far. */
  output(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number | null>
  /** Waits for the address that it prints when it is ready. */
  ready(): Promise<string>
  /** Ends it with SIGTERM, unless it has ended. */
  stop(): Promise<void>
}

export function startServerProcess(env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [serverFile()], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { ...bareEnvironment(), PORT: '0', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', bytes => {
      output += bytes
    })
  const ended = new Promise<number | null>(resolve => child.once('exit', code => resolve(code)))
  return {
    child,
    output: () => output,
    ended,
    async ready() {
      for (;;) {
        const address = /ready at (\S+)/.exec(output)?.[1]
        if (address) return address
        if (child.exitCode !== null) throw new Error(`it ended: ${output}`)
        await sleep(20)
      }
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
