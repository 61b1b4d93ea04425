import { Worker } from 'node:worker_threads'
import type { FileReading, ReadOptions } from '@plumbline/importers'
import { AppError } from '../../platform/errors/app-error.ts'

export interface StatementReader {
  read(bytes: Uint8Array, options?: ReadOptions): Promise<FileReading>
  close(): Promise<void>
}

/** More than the largest file needs; a thread beyond it ends alone. */
const mostMegabytes = 1200
const patienceMs = 60_000
const mostAtOnce = 2
const mostWaiting = 40
/** Loading the readers takes longer than most files, so a thread waits a while for the next one. */
const idleMs = 60_000

interface Order {
  bytes: Uint8Array
  options: ReadOptions
  resolve(reading: FileReading): void
  reject(error: Error): void
}

/**
 * Reads files in threads of their own: fifty megabytes take seconds that no other request should wait for, and
 * what a file makes of memory or time is bounded. A file that is beyond both is unreadable, and its thread ends.
 */
export function createStatementReader(entry: URL, onError: (message: string) => void): StatementReader {
  const waiting: Order[] = []
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Set<Worker>()
  let isClosed = false

  const open = (): Worker => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: mostMegabytes } })
    worker.unref()
    return worker
  }
  const rest = (worker: Worker): void => {
    busy.delete(worker)
    if (isClosed) void worker.terminate()
    else idle.set(worker, setTimeout(() => end(worker), idleMs).unref())
    next()
  }
  const end = (worker: Worker): void => {
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    busy.delete(worker)
    void worker.terminate()
  }
  const next = (): void => {
    const order = busy.size < mostAtOnce ? waiting.shift() : undefined
    if (!order) return
    const worker = idle.keys().next().value ?? open()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    busy.add(worker)
    run(worker, order)
  }
  const run = (worker: Worker, { bytes, options, resolve, reject }: Order): void => {
    const fail = (why: string): void => {
      leave()
      onError(`Reading a file: ${why}`)
      end(worker)
      reject(new AppError('unreadable_file'))
      next()
    }
    const succeed = (reading: FileReading): void => {
      leave()
      resolve(reading)
      rest(worker)
    }
    const onFailure = (error: unknown) => fail(error instanceof Error ? error.message : String(error))
    const onExit = (code: number) => fail(`its thread ended with ${code}`)
    const timer = setTimeout(() => fail('it takes too long'), patienceMs)
    const leave = (): void => {
      clearTimeout(timer)
      worker.off('message', succeed).off('error', onFailure).off('exit', onExit)
    }
    worker.on('message', succeed).on('error', onFailure).on('exit', onExit)
    worker.postMessage({ bytes, options })
  }

  return {
    read: (bytes, options = {}) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new AppError('overloaded', { retryAfterSeconds: 5 }))
          return
        }
        waiting.push({ bytes, options, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      await Promise.all([...idle.keys(), ...busy].map(worker => worker.terminate()))
      for (const timer of idle.values()) clearTimeout(timer)
    },
  }
}
