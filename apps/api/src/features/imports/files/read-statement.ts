import { Worker } from 'node:worker_threads'
import { type FileReading, isPdf, problemSentence, type ReadOptions } from '@plumbline/importers'
import { AppError } from '../../../platform/errors/app-error.ts'

export interface StatementReader {
  read(bytes: Uint8Array, options?: ReadOptions): Promise<FileReading>
  close(): Promise<void>
}

/** More than the largest file needs; a worker beyond it fails alone. */
const maxMegabytes = 1200
const timeoutMs = 60_000
/** Far more than a statement needs. Only the whole thread can be stopped while it unpacks or draws a PDF. */
const standardPdfLimits = { timeoutMs: 20_000, megabytes: 800 }
const pollMs = 200
const maxConcurrent = 2
const maxQueued = 40
/** Loading the readers takes longer than most files, so a worker waits for the next one. */
const idleMs = 60_000

interface ReadRequest {
  bytes: Uint8Array
  options: ReadOptions
  resolve(reading: FileReading): void
  reject(error: Error): void
}

/**
 * Reads files in workers: fifty megabytes take seconds, which must not block other requests. Memory and time
 * are limited; a file beyond the limits counts as unreadable, and its worker is terminated.
 */
export function createStatementReader(
  entry: URL,
  onError: (message: string) => void,
  pdfLimits = standardPdfLimits,
): StatementReader {
  const waiting: ReadRequest[] = []
  const idle = new Map<Worker, NodeJS.Timeout>()
  const busy = new Set<Worker>()
  let isClosed = false

  const start = (): Worker => {
    const worker = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } })
    worker.unref()
    return worker
  }
  const release = (worker: Worker): void => {
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
    const request = busy.size < maxConcurrent ? waiting.shift() : undefined
    if (!request) return
    const worker = idle.keys().next().value ?? start()
    clearTimeout(idle.get(worker))
    idle.delete(worker)
    busy.add(worker)
    run(worker, request)
  }
  const run = (worker: Worker, { bytes, options, resolve, reject }: ReadRequest): void => {
    const isOfPdf = isPdf(bytes)
    let isSettled = false
    const fail = (why: string): void => {
      if (isSettled) return
      stopListening()
      onError(`Reading a file: ${why}`)
      end(worker)
      if (isOfPdf) resolve(tooComplex)
      else reject(new AppError('unreadable_file'))
      next()
    }
    const succeed = (reading: FileReading): void => {
      stopListening()
      resolve(reading)
      release(worker)
    }
    const onFailure = (error: unknown) => fail(error instanceof Error ? error.message : String(error))
    const onExit = (code: number) => fail(`its worker ended with ${code}`)
    const timer = setTimeout(() => fail('it takes too long'), isOfPdf ? pdfLimits.timeoutMs : timeoutMs)
    const watch = isOfPdf
      ? watchMemory(worker, pdfLimits.megabytes, () => fail('it takes too much memory'))
      : undefined
    const stopListening = (): void => {
      isSettled = true
      clearTimeout(timer)
      clearInterval(watch)
      worker.off('message', succeed).off('error', onFailure).off('exit', onExit)
    }
    worker.on('message', succeed).on('error', onFailure).on('exit', onExit)
    worker.postMessage({ bytes, options })
  }

  return {
    read: (bytes, options = {}) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= maxQueued) {
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

const tooComplex: FileReading = {
  state: 'unreadable',
  format: 'pdf',
  code: 'pdf_too_complex',
  line: 1,
  message: problemSentence('pdf_too_complex'),
  details: {},
}

/** The limits of a worker cover objects only, not the buffers that compressed data is unpacked to. */
function watchMemory(worker: Worker, megabytes: number, onTooMuch: () => void): NodeJS.Timeout {
  const check = async (): Promise<void> => {
    // Rejected if the worker has ended, which is noticed by its exit.
    const used = await worker.getHeapStatistics().catch(() => null)
    if (used && used.used_heap_size + used.external_memory > megabytes * 1024 * 1024) onTooMuch()
  }
  return setInterval(() => void check(), pollMs)
}
