/**
 * Loaded into every thread of a server under observation. On request over IPC, all threads collect garbage and the
 * server reports the bytes that are left. The resident set cannot tell a leak from garbage that is not collected yet.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

export interface LiveMemory {
  /** How many threads have replied; one that is busy for too long is missing. */
  threads: number
  bytes: number
}

const answerWithinMs = 1_000
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const channel = new BroadcastChannel('live memory')
channel.unref()

function measureLiveBytes(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

if (isMainThread)
  process.on('message', async message => {
    if (message !== 'live memory?') return
    const total: LiveMemory = { threads: 1, bytes: 0 }
    channel.onmessage = event => {
      total.threads += 1
      total.bytes += Number(event.data)
    }
    channel.unref()
    channel.postMessage('?')
    await sleep(answerWithinMs)
    total.bytes += measureLiveBytes()
    process.send?.(total)
  })
else {
  channel.onmessage = event => {
    if (event.data === '?') channel.postMessage(measureLiveBytes())
  }
  channel.unref()
}
