import { type RawBuilder, sql } from 'kysely'
import { opening } from './copied.ts'
import { lineForm, type TextRow } from './copy-lines.ts'
import { type BinaryRow, byteForm } from './copy-out.ts'
import type { Scoped } from './database.ts'

/**
 * Asks for rows as bytes. Columns of thousands of figures come as they are stored; in the usual form they would be
 * text of twice the length, which both ends would have to write and read. Such a question takes no parameters.
 */
export async function binaryRows(tx: Scoped, question: RawBuilder<unknown>): Promise<BinaryRow[]> {
  return copied<BinaryRow>(tx, question, byteForm)
}

/** Asks for many rows of many fields as text, where '' and null mean the same. Such a question takes no parameters. */
export async function textRows(tx: Scoped, question: RawBuilder<unknown>): Promise<TextRow[]> {
  return copied<TextRow>(tx, question, lineForm)
}

async function copied<Row>(tx: Scoped, question: RawBuilder<unknown>, form: string): Promise<Row[]> {
  const { rows } = await sql<Row>`${sql.raw(opening)}${question}) ${sql.raw(form)}`.execute(tx)
  return rows
}
