import { parentPort } from 'node:worker_threads'
import { type PrintOrder, print } from '../features/reports/print/print.ts'

/** Renders reports in a worker, one after the other. */
parentPort?.on('message', async (order: PrintOrder) => {
  try {
    parentPort?.postMessage(await print(order))
  } catch (error) {
    parentPort?.postMessage({ error: error instanceof Error ? error.message : String(error) })
  }
})
