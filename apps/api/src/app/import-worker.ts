import { parentPort } from 'node:worker_threads'
import { type ReadOptions, readFile } from '@plumbline/importers'

/** Reads statement files in a worker, so that no file can block or crash the server. */
parentPort?.on('message', ({ bytes, options }: { bytes: Uint8Array; options: ReadOptions }) => {
  parentPort?.postMessage(readFile(bytes, options))
})
