import { setImmediate as breathe } from 'node:timers/promises'

/** How many rows are made before other work of this thread has its turn. */
const breathEvery = 250

/**
 * Writes many rows piece by piece. While the database takes one piece in, the next is made, so that both are busy;
 * in between the thread does what else is waiting. Pieces are written in order, and nothing after one that fails.
 */
export async function writeInPieces<From, Row>(
  from: readonly From[],
  size: number,
  make: (one: From) => Row,
  write: (rows: readonly Row[], end: number) => Promise<unknown>,
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve()
  try {
    for (let start = 0; start < from.length; start += size) {
      const rows: Row[] = []
      for (const one of from.slice(start, start + size)) {
        rows.push(make(one))
        if (rows.length % breathEvery === 0) await breathe()
      }
      await writing
      writing = write(rows, start + rows.length)
      // Whoever waits for it next is told; meanwhile it is not an error that nobody has seen.
      writing.catch(() => undefined)
      await breathe()
    }
  } finally {
    // Nothing is under way any more when the caller is told, who may end the transaction.
    await writing
  }
}
