import { parentPort } from 'node:worker_threads'

let counted = 0
const held = new Set<string>()
const cpuTimes: Record<string, number> = { dear: 10_000 }

/** A worker that does what the name of a query says: `hang` for ever, `wait` a while, `throw`, `die`, `count` its queries, `list` the snapshots it holds, or tell which snapshot it is asked about, as if that were `dear`. A load takes as many milliseconds as its last day says. */
parentPort?.on('message', message => {
  if (message.kind === 'load') {
    const loaded = { kind: 'loaded', job: message.job, cpuMs: 400 }
    setTimeout(() => parentPort?.postMessage(loaded), message.lastDay)
    return
  }
  if (message.kind === 'keep') held.add(message.cached.key)
  if (message.kind === 'drop') held.delete(message.key)
  if (message.kind !== 'ask') return
  if (message.name === 'hang') for (;;);
  if (message.name === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  if (message.name === 'die') process.exit(3)
  if (message.name === 'throw') {
    parentPort?.postMessage({ kind: 'failed', job: message.job, message: 'thrown' })
    return
  }
  if (message.name === 'count') counted += 1
  const words: Record<string, string> = { count: String(counted), list: [...held].join() }
  const bytes = new TextEncoder().encode(words[message.name] ?? message.key)
  const cpuMs = cpuTimes[message.name] ?? 1
  parentPort?.postMessage({ kind: 'answered', job: message.job, bytes, cpuMs }, [bytes.buffer])
})
