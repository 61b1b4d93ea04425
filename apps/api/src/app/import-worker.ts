import { parentPort } from 'node:worker_threads'
import { type ReadOptions, readStatement } from '@plumbline/importers'

/** Reads statement files in a worker, so that no file can block or crash the server. */
parentPort?.on('message', async ({ bytes, options }: { bytes: Uint8Array; options: ReadOptions }) => {
  parentPort?.postMessage(await readStatement(bytes, options))
})
