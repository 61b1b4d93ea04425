import { type RawBuilder, sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { ArchiveTable } from './archive-tables.ts'

const rowsAtOnce = 5000

/** Writes rows with `known` values replaced. Returns the number of written rows. */
export async function writeRows(
  tx: Scoped,
  table: ArchiveTable,
  rows: readonly string[],
  known: ReturnType<typeof sql>,
  skipExisting = false,
): Promise<number> {
  const into = sql.table(table)
  const conflict = skipExisting ? sql`on conflict do nothing` : sql``
  const names = await listColumns(tx, table)
  const columns = sql.join(names.map(name => sql.ref(name)))
  const chosen = sql.join(names.map(name => computed[table]?.[name] ?? sql.ref(name)))
  let written = 0
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = `[${rows.slice(from, from + rowsAtOnce).join(',')}]`
    const { numAffectedRows } = await sql`
      insert into ${into} (${columns})
      select ${chosen} from jsonb_array_elements(${some}::jsonb) as each (row),
        jsonb_populate_record(null::${into}, ${JSON.stringify(addedLater[table] ?? {})}::jsonb || each.row || ${known})
      ${conflict}`.execute(tx)
    written += Number(numAffectedRows ?? 0)
  }
  return written
}

/** Values of columns that archives of earlier versions do not have. */
const addedLater: Partial<Record<ArchiveTable, object>> = {
  account_statement: { scope: 'account', further_numbers: [] },
}

/** Columns that depend on the rows that are there. */
const computed: Partial<Record<ArchiveTable, Record<string, RawBuilder<unknown>>>> = {
  account: { name_copy: sql`free_name_copy(family_id, name, id)` },
}

/** Row versions count changes in this installation, so they start anew. */
async function listColumns(tx: Scoped, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> 'version' order by attnum`.execute(tx)
  return rows.map(({ name }) => name)
}
