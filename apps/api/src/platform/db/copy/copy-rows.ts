import { type RawBuilder, sql } from 'kysely'
import type { Scoped } from '../database.ts'
import { type BinaryRow, binaryFormat } from './copy-binary.ts'
import { copyPrefix } from './copy-query.ts'
import { type TextRow, textFormat } from './copy-text.ts'

/**
 * Reads rows in binary form. Columns of thousands of figures arrive as stored; the default text form would be twice
 * as long and both ends would have to convert it. COPY takes no parameters.
 */
export async function queryBinaryRows(tx: Scoped, query: RawBuilder<unknown>): Promise<BinaryRow[]> {
  return copyRows<BinaryRow>(tx, query, binaryFormat)
}

/** Reads many rows of many fields as text, in which null is ''. COPY takes no parameters. */
export async function queryTextRows(tx: Scoped, query: RawBuilder<unknown>): Promise<TextRow[]> {
  return copyRows<TextRow>(tx, query, textFormat)
}

async function copyRows<Row>(tx: Scoped, query: RawBuilder<unknown>, format: string): Promise<Row[]> {
  const { rows } = await sql<Row>`${sql.raw(copyPrefix)}${query}) ${sql.raw(format)}`.execute(tx)
  return rows
}
