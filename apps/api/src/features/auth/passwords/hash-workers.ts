import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createSemaphore } from '../../../platform/concurrency/concurrency-limit.ts'
import type { HashRequest, HashResponse } from './hash-request.ts'

export interface HashWorkers {
  run(request: HashRequest): Promise<string | boolean>
  /** How many requests wait for a worker. */
  queued(): number
}

const pools = new Map<string, HashWorkers>()

/**
 * While requests are queued, a worker rests for half of its CPU time. A low priority is not enough: hashing evicts the
 * CPU caches that all threads share.
 */
const restRatio = 0.5

/** One pool per process and entry file, with half as many workers as cores. Workers start on demand. */
export function hashWorkers(entry: URL): HashWorkers {
  const known = pools.get(entry.href)
  if (known) return known
  const workers = createWorkers(entry, Math.max(1, Math.floor(availableParallelism() / 2)))
  pools.set(entry.href, workers)
  return workers
}

function createWorkers(entry: URL, count: number): HashWorkers {
  const semaphore = createSemaphore(count)
  const idle: Worker[] = []
  const exited = new WeakSet<Worker>()
  const start = (): Worker => {
    const worker = new Worker(entry)
    // An idle worker must not keep the process alive.
    worker.unref()
    // Without a listener, an error in an idle worker would end the server.
    worker.on('error', () => undefined)
    worker.on('exit', () => {
      exited.add(worker)
      const index = idle.indexOf(worker)
      if (index >= 0) idle.splice(index, 1)
    })
    return worker
  }
  const runOn = async (worker: Worker, request: HashRequest): Promise<HashResponse> => {
    const response = await send(worker, request)
    if (!exited.has(worker)) idle.push(worker)
    return response
  }
  /** An idle worker may be about to exit; null then, so that the caller starts another one. */
  const runOnIdle = async (request: HashRequest): Promise<HashResponse | null> => {
    const worker = idle.pop()
    return worker ? runOn(worker, request).catch(() => null) : null
  }
  return {
    queued: semaphore.waitingCount,
    run: request =>
      new Promise((resolve, reject) => {
        const work = async () => {
          const response = (await runOnIdle(request)) ?? (await runOn(start(), request))
          if ('error' in response) reject(new Error(response.error))
          else resolve(response.value)
          if (semaphore.waitingCount() > 0) await sleep(restRatio * response.cpuMs)
        }
        semaphore.run(work).catch(reject)
      }),
  }
}

/**
 * Sends one request and waits for its response, or for the exit of the worker. An error event alone settles nothing:
 * it can overtake a response that was already sent, while an exit comes after both.
 */
function send(worker: Worker, request: HashRequest): Promise<HashResponse> {
  return new Promise((resolve, reject) => {
    let failure: unknown = null
    const stopListening = () => worker.off('message', succeed).off('error', fail).off('exit', exit)
    const succeed = (response: HashResponse) => {
      stopListening()
      resolve(response)
    }
    const fail = (error: unknown) => {
      failure = error
    }
    const exit = (code: number) => {
      stopListening()
      reject(failure ?? new Error(`The password worker ended with ${code}.`))
    }
    worker.on('message', succeed).on('error', fail).on('exit', exit)
    worker.postMessage(request)
  })
}
