import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** How many rows are built before other work of this thread gets a turn. */
const yieldEveryRows = 250

/**
 * Writes many rows in batches. While the database writes one batch the next is built, so that both are busy. Batches
 * are written in order, and none after one that fails.
 */
export async function writeInBatches<From, Row>(
  from: readonly From[],
  size: number,
  build: (one: From) => Row,
  write: (rows: readonly Row[], end: number) => Promise<unknown>,
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve()
  try {
    for (let start = 0; start < from.length; start += size) {
      const rows: Row[] = []
      for (const one of from.slice(start, start + size)) {
        rows.push(build(one))
        if (rows.length % yieldEveryRows === 0) await yieldToEventLoop()
      }
      await writing
      writing = write(rows, start + rows.length)
      // The next `await writing` throws the error; until then it must not count as unhandled.
      writing.catch(() => undefined)
      await yieldToEventLoop()
    }
  } finally {
    // The caller may end the transaction, so no write may still be running.
    await writing
  }
}
