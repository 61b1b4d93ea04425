import { parentPort } from 'node:worker_threads'

let counted = 0

/** A thread that does what the name of a question says: `hang` for ever, `throw`, `die`, `count` its questions, or tell its own number. A load takes as many milliseconds as its last day says. */
parentPort?.on('message', message => {
  if (message.kind === 'load') {
    setTimeout(() => parentPort?.postMessage({ kind: 'loaded', job: message.job }), message.lastDay)
    return
  }
  if (message.kind !== 'ask') return
  if (message.name === 'hang') for (;;);
  if (message.name === 'die') process.exit(3)
  if (message.name === 'throw') {
    parentPort?.postMessage({ kind: 'failed', job: message.job, message: 'thrown' })
    return
  }
  if (message.name === 'count') counted += 1
  const bytes = new TextEncoder().encode(message.name === 'count' ? String(counted) : message.key)
  parentPort?.postMessage({ kind: 'answered', job: message.job, bytes }, [bytes.buffer])
})
