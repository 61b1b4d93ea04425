import { Worker } from 'node:worker_threads'
import type { Printed, PrintOrder } from './print.ts'

export interface Printer {
  /** Rejects with the reason of `signal` when it aborts; typesetting that has begun is ended. */
  print(order: PrintOrder, signal?: AbortSignal): Promise<Printed>
  close(): Promise<void>
}

/** More than the longest report needs; a worker beyond it fails alone. */
const maxMegabytes = 400
/** Loading the typesetter takes longer than a short report, so the worker waits for the next one. */
const idleMs = 60_000

interface Waiting {
  order: PrintOrder
  resolve(printed: Printed): void
  reject(error: Error): void
}

const printers = new Map<string, Printer>()

/**
 * One printer per process and entry file, which outlives a server: tests start many in one process. Its worker keeps
 * no process alive, and a job that is handed back aborts its printing.
 */
export function processPrinter(entry: URL): Printer {
  const known = printers.get(entry.href) ?? createPrinter(entry)
  printers.set(entry.href, known)
  return known
}

/** Prints one report at a time in a worker: typesetting takes about a second, which must not block requests. */
export function createPrinter(entry: URL): Printer {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: Waiting | null = null
  let idle: NodeJS.Timeout | undefined

  const end = (error: Error) => {
    worker = null
    current?.reject(error)
    current = null
    next()
  }
  const open = (): Worker => {
    const opened = new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: maxMegabytes } })
    opened.unref()
    opened.on('message', (printed: Printed | { error: string }) => {
      const done = current
      current = null
      if ('error' in printed) done?.reject(new Error(printed.error))
      else done?.resolve(printed)
      next()
    })
    opened.on(
      'error',
      error => worker === opened && end(error instanceof Error ? error : new Error(String(error))),
    )
    opened.on('exit', code => worker === opened && end(new Error(`The printer ended with ${code}.`)))
    return opened
  }
  const rest = () => {
    const resting = worker
    worker = null
    void resting?.terminate()
  }
  const next = () => {
    clearTimeout(idle)
    if (current) return
    current = waiting.shift() ?? null
    if (!current) {
      idle = setTimeout(rest, idleMs).unref()
      return
    }
    worker ??= open()
    worker.postMessage(current.order)
  }

  /** A worker that typesets for ever cannot be asked to stop, so it is replaced. */
  const abandon = (entry: Waiting, reason: unknown) => {
    const place = waiting.indexOf(entry)
    if (place >= 0) waiting.splice(place, 1)
    entry.reject(reason instanceof Error ? reason : new Error(String(reason)))
    if (current !== entry) return
    current = null
    rest()
    next()
  }

  return {
    print: (order, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const entry = { order, resolve, reject }
        signal?.addEventListener('abort', () => abandon(entry, signal.reason), { once: true })
        waiting.push(entry)
        next()
      }),
    async close() {
      clearTimeout(idle)
      const closing = worker
      worker = null
      await closing?.terminate()
    },
  }
}
