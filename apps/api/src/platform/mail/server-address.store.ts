import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Notes the address that links of this server begin with, for commands that run beside it. */
export async function noteServerAddress(database: Database, url: string): Promise<void> {
  await database.within('system', tx =>
    tx
      .insertInto('server_address')
      .values({ url })
      .onConflict(conflict =>
        conflict.column('is_only_row').doUpdateSet({ url, noted_at: sql`present_moment()` }),
      )
      .execute(),
  )
}

/** The address of the server that started last; null if none has started since addresses are noted. */
export async function findServerAddress(database: Database): Promise<string | null> {
  const row = await database.within('system', tx =>
    tx.selectFrom('server_address').select('url').executeTakeFirst(),
  )
  return row?.url ?? null
}
