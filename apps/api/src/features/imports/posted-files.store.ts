import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { openImports } from './open-imports.store.ts'

/** Amounts of two documents may be rounded differently. */
export const toleranceOfAmounts = 0.05

/** Files of one layout state the same row in the same way, so its keys are equal. */
export const layout = sql`coalesce(f.preset, f.signature, f.format, '')`

/** The ISIN of a row. */
export const rowSecurity = sql`coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'isin'`

/** A transaction of the ledger, by its root. */
export interface Posted {
  other: string
  import_id: string | null
  account_id: string
  source_key: string | null
}

/** The files that posted some transactions. Those of an import that the user may not see are missing. */
export async function readPostedFiles(
  tx: Scoped,
  some: readonly Posted[],
): Promise<ReadonlyMap<string, { layout: string; name: string }>> {
  const imported = new Map(some.filter(({ import_id }) => import_id !== null).map(each => [each.other, each]))
  if (imported.size === 0) return new Map()
  const wanted = [...imported.values()].map(({ other, import_id, account_id, source_key }) => ({
    other,
    import_id,
    account_id,
    source_key,
  }))
  const importIds = wanted.map(({ import_id }) => import_id).filter(id => id !== null)
  await openImports(tx, [...new Set(importIds)], { keepsOpened: true })
  const { rows } = await sql<{ other: string; layout: string; name: string }>`
    select distinct on (w.other) w.other, ${layout} as layout, f.name
    from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb)
      as w (other text, import_id uuid, account_id uuid, source_key text)
    join import_row o on o.import_id = w.import_id and o.key = w.source_key
    join import_file f on f.id = o.file_id and f.family_id = o.family_id and f.account_id = w.account_id
    order by w.other, o.state = 'new' desc, f.position, o.number`.execute(tx)
  return new Map(rows.map(({ other, ...file }) => [other, file]))
}
