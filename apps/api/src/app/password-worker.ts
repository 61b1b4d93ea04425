import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { carryOut, type HashOrder } from '../features/auth/passwords/hash-order.ts'

/** A third of the core beside a busy thread: people who are signed in go before strangers who guess passwords. */
const niceStep = 5
const highestNice = 19

/** Linux has a nice value per thread, which an ordinary user may raise; elsewhere it would be that of the process. */
function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(highestNice, getPriority(thread) + niceStep))
  } catch {
    // Not Linux: passwords are hashed all the same.
  }
}

lowerThreadPriority()
parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(carryOut(order)))
