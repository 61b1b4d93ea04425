import { parentPort } from 'node:worker_threads'
import { type ReadOptions, readFile } from '@plumbline/importers'

/** The thread that reads files, one after the other: whatever is in them, the server goes on. */
parentPort?.on('message', ({ bytes, options }: { bytes: Uint8Array; options: ReadOptions }) => {
  parentPort?.postMessage(readFile(bytes, options))
})
