import { hasValidCheckDigit } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { noteChange } from '../../platform/db/market/instrument-changes.ts'
import { type InstrumentRow, readInstrument } from './instruments.store.ts'
import { type Moved, moveRecords, moveRecordsBack } from './merged-records.store.ts'

export type InstrumentMergesStore = ReturnType<typeof instrumentMergesStore>

/** Why two instruments are not one. */
export type MergeRefusal = 'same' | 'currency' | 'family' | 'terms' | 'underlying'

/**
 * Merges duplicates. The ledger only grows, so transactions keep the instrument they were posted with and are redirected
 * to the kept one when they are loaded. Everything else that can move moves, and is recorded so that the merge can be undone.
 */
export function instrumentMergesStore(database: () => Database) {
  /** Watchlists belong to their users, so the work needs the system's scope; history names the caller. */
  const withinSystem = <Result>(actor: Actor, work: (tx: Scoped) => Promise<Result>) =>
    database().within('system', async tx => {
      await sql`select set_scope('user', ${actor.id})`.execute(tx)
      return work(tx)
    })

  return {
    merge(
      actor: Actor,
      keptId: string,
      mergedId: string,
      { mayDiffer }: { mayDiffer: boolean },
    ): Promise<
      InstrumentRow | 'none' | 'no_duplicate' | { refused: MergeRefusal } | { different: InstrumentRow[] }
    > {
      return withinSystem(actor, async tx => {
        await lockInstruments(tx, [keptId, mergedId])
        const kept = await readInstrument(tx, keptId)
        if (!kept) return 'none'
        const merged = await readInstrument(tx, mergedId)
        if (!merged) return 'no_duplicate'
        const refused = findRefusal(kept, merged)
        if (refused) return { refused }
        if (!mayDiffer && areDifferent(kept, merged)) return { different: [merged, kept] }
        await sql`update instrument set deleted_at = present_moment(), version = version + 1
          where id = ${mergedId}`.execute(tx)
        const moved = await moveRecords(tx, keptId, mergedId)
        await sql`insert into instrument_merge (merged_id, kept_id, merged_by, moved)
          values (${mergedId}, ${keptId}, ${actor.id}, ${JSON.stringify(moved)}::jsonb)`.execute(tx)
        await noteChange(tx, keptId, 'merged', null, describe(merged))
        await noteChange(tx, mergedId, 'merged_into', null, describe(kept))
        return finish(tx, actor, [keptId, mergedId], keptId, 'instruments_merged')
      })
    },

    /** Undoes a merge: the duplicate is an instrument of its own again, with what it had. */
    split(actor: Actor, mergedId: string): Promise<InstrumentRow | 'none' | 'merged_on'> {
      return withinSystem(actor, async tx => {
        const { rows } = await sql<{ kept_id: string; moved: Moved; is_merged_on: boolean }>`
          select kept_id, moved, exists (select from instrument_merge k where k.merged_id = m.kept_id) as is_merged_on
          from instrument_merge m where merged_id = ${mergedId} for update`.execute(tx)
        const merge = rows[0]
        if (!merge) return 'none'
        // What it had has moved on with the second merge.
        if (merge.is_merged_on) return 'merged_on'
        const { kept_id: keptId, moved } = merge
        await lockInstruments(tx, [keptId, mergedId])
        await sql`delete from instrument_merge where merged_id = ${mergedId}`.execute(tx)
        await moveRecordsBack(tx, keptId, mergedId, moved)
        await sql`update instrument set deleted_at = null, version = version + 1
          where id = ${mergedId}`.execute(tx)
        const merged = requireRow(await readInstrument(tx, mergedId))
        await noteChange(tx, keptId, 'merged', describe(merged), null)
        await noteChange(tx, mergedId, 'merged_into', keptId, null)
        return finish(tx, actor, [keptId, mergedId], mergedId, 'instruments_split')
      })
    },
  }
}

const describe = ({ name, isin }: InstrumentRow) => (isin === null ? name : `${name}, ${isin}`)

/** In a fixed order, so that two merges of the same instruments cannot deadlock. */
async function lockInstruments(tx: Scoped, ids: readonly string[]): Promise<void> {
  await sql`select from instrument where id = any(${ids}::uuid[]) order by id for update`.execute(tx)
}

/** Amounts of two currencies, contracts of two sizes or terms cannot be one position. */
function findRefusal(kept: InstrumentRow, merged: InstrumentRow): MergeRefusal | null {
  if (kept.id === merged.id) return 'same'
  if (kept.currency !== merged.currency) return 'currency'
  if (kept.family !== null && kept.family.id !== merged.family?.id) return 'family'
  if (kept.underlying?.id === merged.id || merged.underlying?.id === kept.id) return 'underlying'
  const terms = ['strike', 'option_right', 'base_currency', 'coupon'] as const
  const differ = terms.some(name => String(kept.terms[name] ?? '') !== String(merged.terms[name] ?? ''))
  const isOtherContract =
    Number(kept.contract_size) !== Number(merged.contract_size) ||
    kept.contract_expiration !== merged.contract_expiration
  return differ || isOtherContract ? 'terms' : null
}

/** Whether they look like two securities. An ISIN with a wrong check digit says nothing. */
function areDifferent(kept: InstrumentRow, merged: InstrumentRow): boolean {
  const isins = [kept.isin, merged.isin].filter(isin => isin !== null && hasValidCheckDigit(isin))
  return (isins.length === 2 && isins[0] !== isins[1]) || kept.instrument_type !== merged.instrument_type
}

/** Increments the versions of the families whose figures change, and writes the audit line. */
async function finish(
  tx: Scoped,
  actor: Actor,
  changed: readonly string[],
  shownId: string,
  action: string,
): Promise<InstrumentRow> {
  await sql`
    select bump_family_version(family_id) from (
      select distinct b.family_id from transaction b
      where b.instrument_id = any(${changed}::uuid[])
        or b.instrument_id in (select merged_id from instrument_redirect where kept_id = any(${changed}::uuid[]))
        or b.instrument_id in (select id from instrument where underlying_id = any(${changed}::uuid[]))
      order by 1) f`.execute(tx)
  const row = requireRow(await readInstrument(tx, shownId))
  await writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: row.name,
    details: { kind: 'instrument', id: shownId },
    address: actor.address,
  })
  return row
}
