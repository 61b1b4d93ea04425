import { type ManualTypeSlug, manualCustodian, manualTypeSlugs } from '@plumbline/contract'
import { sql } from 'kysely'
import { reviseTransaction } from '../../ledger/ledger.store.ts'
import type { Scoped } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { AssetKind, PostedFacts } from './asset-facts.ts'
import { type AssetPlan, PlanError, planAsset } from './asset-plan.ts'
import { applyElsewhere, restoreOrphans, voidOrphans } from './paid-elsewhere.store.ts'
import { planElsewhere } from './paid-elsewhere.ts'

const follows = 'Follows from another entry of the asset.'

export async function revisePlanned(
  tx: Scoped,
  actorId: string,
  familyId: string,
  revise: AssetPlan['revise'],
): Promise<void> {
  for (const { posted, facts, isConsequence } of revise)
    await reviseTransaction(tx, familyId, posted.root_id, posted.revision, {
      facts: { ...pickFacts(facts), net: null },
      status: 'booked',
      createdBy: actorId,
      ...(isConsequence ? { reason: follows } : {}),
    })
}

/** Drops the fields that a stored transaction has beyond its facts. */
function pickFacts({
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

/** The transactions in force of some assets, by day. `familyIds` narrow the search. */
export async function readAssetTransactions(
  tx: Scoped,
  familyIds: readonly string[],
  instrumentIds: readonly string[],
): Promise<(PostedFacts & { instrument_id: string; account_id: string })[]> {
  const { rows } = await sql<PostedFacts & { instrument_id: string; account_id: string }>`
    select root_id, revision, source, account_id, instrument_id, transaction_type, date, quantity::text, price::text,
      amount::text, accrued::text, fees::text, taxes::text, numerator::text, denominator::text, note, (
        select jsonb_build_object('root_id', c.root_id, 'revision', c.revision,
            'transaction_type', c.transaction_type, 'date', c.date, 'amount', c.amount::text) from transaction c
        where c.family_id = b.family_id and c.account_id = b.account_id
          and c.source_key = 'elsewhere:' || b.root_id and c.superseded_by is null and c.status <> 'void') as elsewhere
    from transaction b
    where family_id = any(${familyIds}::uuid[]) and instrument_id = any(${instrumentIds}::uuid[])
      and superseded_by is null and status <> 'void'
    order by date, sequence, root_id`.execute(tx)
  return rows
}

/**
 * Recomputes the derived entries of an asset after one of its transactions was changed elsewhere: valuations state a
 * total, and capital calls buy units at the carrying value. Does nothing for an instrument that is not a manual
 * asset. Rejects the date of the change when a later entry no longer fits.
 */
export async function restateAsset(tx: Scoped, actorId: string, instrumentId: string): Promise<void> {
  const { rows } = await sql<{
    family_id: string
    type: ManualTypeSlug
    side: 'lent' | 'borrowed' | null
    size: string
    name: string
    currency: string
  }>`
    select family_id, instrument_type as type, terms ->> 'side' as side, contract_size as size, name, currency
    from instrument
    where id = ${instrumentId} and family_id is not null and deleted_at is null
      and instrument_type = any(${manualTypeSlugs}::text[]) for update`.execute(tx)
  const asset = rows[0]
  if (!asset) return
  const kind = { type: asset.type, side: asset.side, contractSize: Number(asset.size) }
  const manual = await sql<{ id: string; tracks_cash: boolean }>`
    select id, cash = 'tracked' as tracks_cash from account where family_id = ${asset.family_id} and custodian_id = ${manualCustodian}`.execute(
    tx,
  )
  const accounts = new Map(manual.rows.map(({ id, tracks_cash }) => [id, tracks_cash]))
  await restoreOrphans(tx, actorId, asset.family_id, instrumentId)
  const transactions = Map.groupBy(
    await readAssetTransactions(tx, [asset.family_id], [instrumentId]),
    row => row.account_id,
  )
  for (const [accountId, posted] of transactions) {
    const tracksCash = accounts.get(accountId)
    if (tracksCash === undefined) continue
    const plan = planRestatement(kind, posted)
    await revisePlanned(tx, actorId, asset.family_id, plan.revise)
    const paid = { ...asset, id: instrumentId, account_id: accountId, kind, tracksCash }
    await applyElsewhere(tx, actorId, asset.family_id, planElsewhere(paid, plan), [])
  }
  await voidOrphans(tx, actorId, asset.family_id, instrumentId)
}

function planRestatement(kind: AssetKind, posted: readonly PostedFacts[]): AssetPlan {
  try {
    return planAsset(kind, posted, [])
  } catch (error) {
    if (error instanceof PlanError)
      throw new AppError('invalid_field', { field: 'date', message: error.message })
    throw error
  }
}
