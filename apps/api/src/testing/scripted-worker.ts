import { parentPort } from 'node:worker_threads'

let counted = 0
const held = new Set<string>()
const cpuTimes: Record<string, number> = { expensive: 10_000 }

/**
 * A worker whose behaviour follows from the name of the query: `hang`, `wait` 200 ms, `throw`, `die`, `count` its queries or `list`
 * the snapshots it holds. Any other name returns the key of the snapshot; `expensive` reports ten seconds of CPU time. A
 * load takes as many milliseconds as its last day says.
 */
parentPort?.on('message', message => {
  if (message.kind === 'load') {
    const loaded = { kind: 'loaded', job: message.job, cpuMs: 400 }
    setTimeout(() => parentPort?.postMessage(loaded), message.today)
    return
  }
  if (message.kind === 'keep') held.add(message.snapshot.key)
  if (message.kind === 'join') held.add(`${message.parts.join('+')}=${message.key}`)
  if (message.kind === 'drop') held.delete(message.key)
  if (message.kind !== 'query') return
  if (message.name === 'hang') for (;;);
  if (message.name === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  if (message.name === 'die') process.exit(3)
  if (message.name === 'throw') {
    parentPort?.postMessage({ kind: 'failed', job: message.job, message: 'thrown' })
    return
  }
  if (message.name === 'count') counted += 1
  const texts: Record<string, string> = { count: String(counted), list: [...held].join() }
  const bytes = new TextEncoder().encode(texts[message.name] ?? message.key)
  const cpuMs = cpuTimes[message.name] ?? 1
  parentPort?.postMessage({ kind: 'result', job: message.job, bytes, cpuMs }, [bytes.buffer])
})
