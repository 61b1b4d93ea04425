import { randomUUID } from 'node:crypto'
import type { PlannedWrite, StatedEntry } from '../../figures/plausibility/check-plausibility.ts'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import type { InstrumentRow } from '../../snapshots/facts.store.ts'
import type { AssetFields } from './asset-changes.store.ts'
import { type AssetFacts, isValuation, type PostedFacts } from './asset-facts.ts'
import type { AssetPlan } from './asset-plan.ts'
import { type AssetPlace, ledgerFacts } from './ledger-facts.ts'
import { type PaidAsset, planElsewhere } from './paid-elsewhere.ts'

/** A plan as the plausibility check reads it. `instrument` is set for an asset that is not stored yet. */
export function plannedWrite(place: PaidAsset, plan: AssetPlan, instrument?: InstrumentRow): PlannedWrite {
  const row = (id: string, facts: AssetFacts) => ({
    rootId: id,
    transaction: { ...ledgerFacts(place, facts), id, lots: null, takes: null },
    ...(instrument ? { instrument } : {}),
  })
  const entries = [
    ...plan.add.filter(({ isPar }) => !isPar).map(entry => statedEntry(place, entry)),
    ...plan.revise.filter(({ isConsequence }) => !isConsequence).map(entry => statedEntry(place, entry)),
  ]
  return {
    familyId: place.family_id,
    entries,
    draft: [
      ...plan.add.map(({ facts }) => row(randomUUID(), facts)),
      ...plan.revise.map(({ posted, facts }) => row(posted.root_id, facts)),
      ...plan.void.map(({ root_id }) => ({ rootId: root_id, transaction: null })),
      ...draftCounterparts(place, plan),
    ],
    valueField: entries.length === 1 ? entries[0]?.fields.price : undefined,
    isAddition: false,
  }
}

/** The deposits and withdrawals of entries that are paid elsewhere. */
function draftCounterparts(place: PaidAsset, plan: AssetPlan): PlannedWrite['draft'] {
  const row = (id: string, facts: TransactionFacts) => ({
    rootId: id,
    transaction: { ...facts, id, lots: null, takes: null },
  })
  const { add, revise, void: voided } = planElsewhere(place, plan)
  return [
    ...add.map(({ facts }) => row(randomUUID(), facts)),
    ...revise.map(({ root_id, facts }) => row(root_id, facts)),
    ...voided.map(({ root_id }) => ({ rootId: root_id, transaction: null })),
  ]
}

/** Of a corrected entry only what changes is asked about. */
function statedEntry(
  place: AssetPlace,
  { path, facts, posted }: { path: string; facts: AssetFacts; posted?: PostedFacts },
): StatedEntry {
  const isPriceKept =
    posted !== undefined &&
    (['price', 'amount', 'quantity'] as const).every(field => sameDecimal(posted[field], facts[field]))
  return {
    facts: ledgerFacts(place, facts),
    fields: {
      ...(posted?.date === facts.date ? {} : { date: `${path}.date` }),
      ...(isPriceKept ? {} : { price: `${path}.${isValuation(facts) ? 'value' : 'price'}` }),
    },
  }
}

function sameDecimal(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && Number(a) === Number(b))
}

/** The instrument of an asset that is not stored yet, as a snapshot reads it. */
export function draftInstrument(id: string, type: string, fields: AssetFields): InstrumentRow {
  return {
    id,
    name: fields.name,
    long_name: null,
    symbol: null,
    isin: fields.isin,
    instrument_type: type,
    currency: fields.currency,
    country: fields.country,
    sector: fields.sector,
    contract_size: String(fields.contractSize),
    contract_expiration: fields.terms.maturity ?? null,
    underlying_id: null,
    strike: null,
    option_right: null,
    base_currency: fields.terms.base_currency ?? null,
    terms: { ...fields.terms },
    price_kind: 'valuation',
    is_split_adjusted: false,
    splits: [],
  }
}
