import { type ManualTypeSlug, manualCustodian, manualTypeSlugs } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Scoped } from '../platform/db/database.ts'
import type { PostedFacts } from './asset-facts.ts'
import { type AssetPlan, planAsset } from './asset-plan.ts'
import { reviseTransaction } from './ledger.store.ts'

const follows = 'Follows from another entry of the asset.'

/** Revises what a plan says has changed. */
export async function revisePlanned(
  tx: Scoped,
  actorId: string,
  familyId: string,
  revise: AssetPlan['revise'],
): Promise<void> {
  for (const { posted, facts, isConsequence } of revise)
    await reviseTransaction(tx, familyId, posted.root_id, posted.revision, {
      facts: { ...factsAlone(facts), net: null },
      status: 'booked',
      createdBy: actorId,
      ...(isConsequence ? { reason: follows } : {}),
    })
}

/** A transaction that was read says more about itself than what is posted. */
function factsAlone({
  transaction_type,
  date,
  quantity,
  price,
  amount,
  accrued,
  fees,
  taxes,
  numerator,
  denominator,
  note,
}: AssetPlan['revise'][number]['facts']) {
  return {
    transaction_type,
    date,
    quantity,
    price,
    amount,
    accrued,
    fees,
    taxes,
    numerator,
    denominator,
    note,
  }
}

/** The transactions in force of some assets, by day. Families narrow down where to look. */
export async function readAssetTransactions(
  tx: Scoped,
  familyIds: readonly string[],
  instrumentIds: readonly string[],
): Promise<(PostedFacts & { instrument_id: string; account_id: string })[]> {
  const { rows } = await sql<PostedFacts & { instrument_id: string; account_id: string }>`
    select root_id, revision, source, account_id, instrument_id, transaction_type, date, quantity::text, price::text,
      amount::text, accrued::text, fees::text, taxes::text, numerator::text, denominator::text, note
    from transaction
    where family_id = any(${familyIds}::uuid[]) and instrument_id = any(${instrumentIds}::uuid[])
      and superseded_by is null and status <> 'void'
    order by date, sequence, root_id`.execute(tx)
  return rows
}

/**
 * Brings the entries of an asset in line after one of them was changed elsewhere: valuations state a whole, and
 * calls buy units at the value carried. Does nothing for what is not kept by hand. Throws a PlanError when an entry
 * would not fit any more.
 */
export async function restateAsset(tx: Scoped, actorId: string, instrumentId: string): Promise<void> {
  const { rows } = await sql<{
    family_id: string
    type: ManualTypeSlug
    side: 'lent' | 'borrowed' | null
    size: string
  }>`
    select family_id, instrument_type as type, terms ->> 'side' as side, contract_size as size
    from instrument
    where id = ${instrumentId} and family_id is not null and deleted_at is null
      and instrument_type = any(${manualTypeSlugs}::text[]) for update`.execute(tx)
  const asset = rows[0]
  if (!asset) return
  const kind = { type: asset.type, side: asset.side, contractSize: Number(asset.size) }
  const manual = await sql<{ id: string }>`
    select id from account where family_id = ${asset.family_id} and custodian_id = ${manualCustodian}`.execute(
    tx,
  )
  const accounts = new Set(manual.rows.map(({ id }) => id))
  const transactions = Map.groupBy(
    await readAssetTransactions(tx, [asset.family_id], [instrumentId]),
    row => row.account_id,
  )
  for (const [accountId, posted] of transactions)
    if (accounts.has(accountId))
      await revisePlanned(tx, actorId, asset.family_id, planAsset(kind, posted, []).revise)
}
