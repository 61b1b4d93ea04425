/**
 * Loaded into every thread of a server that is watched. Asked over the line to whoever started the server, all threads
 * collect their garbage and the server tells what is left, in bytes: what the collector has not come round to is no
 * leak, and the resident set cannot tell the two apart.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

export interface LiveMemory {
  /** How many threads have told theirs: one that is busy for long is missing. */
  threads: number
  bytes: number
}

const answerWithinMs = 1_000
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const channel = new BroadcastChannel('live memory')
channel.unref()

function live(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

if (isMainThread)
  process.on('message', async message => {
    if (message !== 'live memory?') return
    const told: LiveMemory = { threads: 1, bytes: 0 }
    channel.onmessage = event => {
      told.threads += 1
      told.bytes += Number(event.data)
    }
    channel.unref()
    channel.postMessage('?')
    await sleep(answerWithinMs)
    told.bytes += live()
    process.send?.(told)
  })
else {
  channel.onmessage = event => {
    if (event.data === '?') channel.postMessage(live())
  }
  channel.unref()
}
