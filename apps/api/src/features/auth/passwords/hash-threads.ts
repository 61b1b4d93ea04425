import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createSemaphore } from '../../../platform/concurrency/concurrency-limit.ts'
import type { Hashed, HashOrder } from './hash-order.ts'

export interface HashThreads {
  carryOut(order: HashOrder): Promise<string | boolean>
  /** How many orders wait for a thread. */
  waiting(): number
}

const opened = new Map<string, HashThreads>()

/**
 * While others wait a thread rests for half as long as it was busy: yielding is not enough, since hashing empties the
 * caches that everyone works with.
 */
const rest = 0.5

/** Half as many as there are cores, opened when they are first needed, once for a process. */
export function hashThreads(entry: URL): HashThreads {
  const known = opened.get(entry.href)
  if (known) return known
  const threads = openThreads(entry, Math.max(1, Math.floor(availableParallelism() / 2)))
  opened.set(entry.href, threads)
  return threads
}

function openThreads(entry: URL, count: number): HashThreads {
  const semaphore = createSemaphore(count)
  const idle: Worker[] = []
  const ended = new WeakSet<Worker>()
  const open = (): Worker => {
    const worker = new Worker(entry)
    // A process that has nothing else to do may end.
    worker.unref()
    // One that ends while nobody asks is missed by nobody; unheard, its error would end the server.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      ended.add(worker)
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
    })
    return worker
  }
  const askThis = async (worker: Worker, order: HashOrder): Promise<Hashed> => {
    const hashed = await ask(worker, order)
    if (!ended.has(worker)) idle.push(worker)
    return hashed
  }
  /** One that was idle may be about to end: then another one is asked. */
  const askIdle = async (order: HashOrder): Promise<Hashed | null> => {
    const worker = idle.pop()
    return worker ? askThis(worker, order).catch(() => null) : null
  }
  return {
    waiting: semaphore.waitingCount,
    carryOut: order =>
      new Promise((resolve, reject) => {
        const work = async () => {
          const hashed = (await askIdle(order)) ?? (await askThis(open(), order))
          if ('error' in hashed) reject(new Error(hashed.error))
          else resolve(hashed.value)
          if (semaphore.waitingCount() > 0) await sleep(rest * hashed.coreMs)
        }
        semaphore.run(work).catch(reject)
      }),
  }
}

/**
 * One order, one answer; a thread that ends instead is not asked again. An error alone says nothing: it comes by another
 * way than the answer, and may overtake it. When a thread has ended, all that it had to say has been heard.
 */
function ask(worker: Worker, order: HashOrder): Promise<Hashed> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    const leave = () => worker.off('message', succeed).off('error', fail).off('exit', end)
    const succeed = (hashed: Hashed) => {
      leave()
      resolve(hashed)
    }
    const fail = (error: unknown) => {
      failure = error
    }
    const end = (code: number) => {
      leave()
      reject(failure ?? new Error(`The thread that hashes passwords ended with ${code}.`))
    }
    worker.on('message', succeed).on('error', fail).on('exit', end)
    worker.postMessage(order)
  })
}
