import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export type InstrumentHistoryStore = ReturnType<typeof instrumentHistoryStore>

export interface ChangeRow {
  id: string
  changed_at: Date
  changed_by: { id: string; name: string } | null
  field: string
  old: string | null
  new: string | null
}

/** Changes of instruments, newest first. A trigger writes those of columns. */
export function instrumentHistoryStore(database: () => Database) {
  return {
    list(
      adminId: string,
      instrumentId: string,
      { limit, offset }: { limit: number; offset: number },
    ): Promise<{ rows: ChangeRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<ChangeRow>`
          select c.id::text, c.changed_at, c.field, c.old, c.new,
            case when c.changed_by is not null then
              jsonb_build_object('id', c.changed_by, 'name', name_of_user(c.changed_by)) end as changed_by
          from instrument_change c where c.instrument_id = ${instrumentId}
          order by c.id desc limit ${limit} offset ${offset}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from instrument_change where instrument_id = ${instrumentId}`.execute(
          tx,
        )
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },
  }
}
