import { type RawBuilder, sql } from 'kysely'
import { type BinaryRow, opening } from './copy-out.ts'
import type { Scoped } from './database.ts'

/**
 * Asks for rows as bytes. Columns of thousands of figures come as they are stored; in the usual form they would be
 * text of twice the length, which both ends would have to write and read. Such a question takes no parameters.
 */
export async function binaryRows(tx: Scoped, question: RawBuilder<unknown>): Promise<BinaryRow[]> {
  const { rows } = await sql<BinaryRow>`${sql.raw(opening)}${question}) to stdout (format binary)`.execute(tx)
  return rows
}
