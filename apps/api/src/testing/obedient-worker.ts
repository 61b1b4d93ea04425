import { parentPort, workerData } from 'node:worker_threads'

let counted = 0
let loads = 0
const held = new Set<string>()
const costs: Record<string, number> = { dear: 10_000, costly: 400 }

if (workerData.isPatient) parentPort?.postMessage({ kind: 'begun', tid: 7 })

/** A thread that does what the name of a question says: `hang` for ever, take a `long` time, `throw`, `die`, `count` its questions, tell its `loads`, `list` the books it holds, say of what `kind` it is, or tell which book it is asked about, as if that were `dear` or `costly`. A load takes as many milliseconds as its last day says. */
parentPort?.on('message', message => {
  if (message.kind === 'load') {
    loads += 1
    setTimeout(() => parentPort?.postMessage({ kind: 'loaded', job: message.job }), message.lastDay)
    return
  }
  if (message.kind === 'keep') held.add(message.shelved.key)
  if (message.kind === 'drop') held.delete(message.key)
  if (message.kind !== 'ask') return
  if (message.name === 'hang') for (;;);
  if (message.name === 'long') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300)
  if (message.name === 'die') process.exit(3)
  if (message.name === 'throw') {
    parentPort?.postMessage({ kind: 'failed', job: message.job, message: 'thrown' })
    return
  }
  if (message.name === 'count') counted += 1
  const words: Record<string, string> = {
    count: String(counted),
    loads: String(loads),
    list: [...held].join(),
    kind: workerData.isPatient ? 'patient' : 'ordinary',
  }
  const bytes = new TextEncoder().encode(words[message.name] ?? message.key)
  const spentMs = costs[message.name] ?? 1
  parentPort?.postMessage({ kind: 'answered', job: message.job, bytes, spentMs }, [bytes.buffer])
})
