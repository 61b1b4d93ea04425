import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts'
import type { PrintOrder } from './print.ts'
import { createPrinter, type Printer } from './printer.ts'

let printer: Printer

/** A worker that never ends with an order in the format xlsx. */
const worker = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ format }) => {
    if (format === 'xlsx') for (;;) {}
    parentPort.postMessage({ bytes: new Uint8Array([1]), pages: 1 })
  })`

beforeEach(() => {
  const entry = path.join(makeTemporaryFolder('printer'), 'worker.mjs')
  writeFileSync(entry, worker)
  printer = createPrinter(pathToFileURL(entry))
})
afterEach(() => printer.close())

// The worker looks at nothing but the format.
const order = (format: 'pdf' | 'xlsx') => ({ format }) as PrintOrder

describe('a report that takes too long to typeset', () => {
  it('is ended at the time limit, and the next one is printed', async () => {
    const endless = printer.print(order('xlsx'), AbortSignal.timeout(300))
    const next = printer.print(order('pdf'))
    await expect(endless).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(await next).toMatchObject({ pages: 1 })
  })

  it('does not wait for its turn once it is too late', async () => {
    const first = new AbortController()
    const endless = printer.print(order('xlsx'), first.signal)
    await expect(printer.print(order('pdf'), AbortSignal.timeout(50))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
    await expect(printer.print(order('pdf'), AbortSignal.abort())).rejects.toMatchObject({
      name: 'AbortError',
    })
    first.abort()
    await expect(endless).rejects.toMatchObject({ name: 'AbortError' })
  })
})
