import { sql } from 'kysely'
import type { Scoped } from '../database.ts'

/** Adds a line about what is in no column of the instrument. A trigger logs those of columns. */
export async function noteChange(
  tx: Scoped,
  instrumentId: string,
  field: string,
  old: string | null,
  now: string | null,
): Promise<void> {
  await sql`
    insert into instrument_change (instrument_id, changed_by, field, old, new)
    values (${instrumentId}, scope_user(), ${field}, left(${old}, 400), left(${now}, 400))`.execute(tx)
}
