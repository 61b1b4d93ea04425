import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, it } from 'vitest'
import { createUrgency } from './urgency.ts'

/** A thread that does nothing but tell what the operating system calls it. */
const worker = new Worker(
  `const { readlinkSync } = require('node:fs')
   const { parentPort } = require('node:worker_threads')
   parentPort.on('message', () => {})
   parentPort.postMessage(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))`,
  { eval: true },
)
afterAll(() => worker.terminate())

/** 0 for ordinary threads, 5 for those of idle times. */
function policyOf(tid: number): number {
  const stat = readFileSync(`/proc/self/task/${tid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[38])
}

describe.runIf(process.platform === 'linux')('the urgency of a thread', () => {
  it('is that of idle times until it has to hurry, and leaves all others alone', async () => {
    const tid = await new Promise<number>(resolve => worker.once('message', resolve))
    const urgency = createUrgency()
    expect(policyOf(tid)).toBe(0)
    // One that is gone is no reason to stop.
    urgency.yieldToAll(2 ** 22 - 1)
    urgency.yieldToAll(tid)
    await expect.poll(() => policyOf(tid)).toBe(5)
    expect(policyOf(process.pid)).toBe(0)
    urgency.hurry(tid)
    await expect.poll(() => policyOf(tid)).toBe(0)
  })
})
