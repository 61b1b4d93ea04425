import { cashEffects, exact, parseDay, signum, type Transaction, toText } from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { type AssetFacts, type AssetKind, assetKind, type Counterpart } from './asset-facts.ts'
import type { AssetPlan } from './asset-plan.ts'
import { type AssetPlace, ledgerFacts } from './ledger-facts.ts'

/**
 * An entry that was paid elsewhere is posted with its counterpart: a deposit of what it costs, or a withdrawal of what it
 * brings, on the same day. The account's cash stays as it is, and the money counts as an external flow.
 */
export interface ElsewherePlan {
  /** `added` is the place of its entry in the plan's additions; -1 for an entry that is posted already. */
  add: { facts: TransactionFacts; rootId: string | null; added: number }[]
  revise: { root_id: string; revision: number; facts: TransactionFacts }[]
  void: { root_id: string; revision: number }[]
}

/** An asset as far as its cash depends on it. */
export interface PaidAsset extends AssetPlace {
  name: string
  kind: AssetKind
  /** False for an account whose payments all settle elsewhere. */
  tracksCash: boolean
}

/** What a stored asset adds to its place. */
export function paidAsset(
  row: Parameters<typeof assetKind>[0] & { tracks_cash: boolean },
): Pick<PaidAsset, 'kind' | 'tracksCash'> {
  return { kind: assetKind(row), tracksCash: row.tracks_cash }
}

export function planElsewhere(asset: PaidAsset, plan: AssetPlan): ElsewherePlan {
  const result: ElsewherePlan = {
    add: [],
    revise: [],
    void: plan.void.flatMap(({ elsewhere }) => elsewhere ?? []),
  }
  for (const { facts, posted, added, isElsewhere } of plan.payments) {
    const known = posted?.elsewhere ?? null
    const counterpart = isElsewhere && asset.tracksCash ? counterpartFacts(asset, facts) : null
    if (counterpart === null) {
      if (known) result.void.push(known)
    } else if (known === null) result.add.push({ facts: counterpart, rootId: posted?.root_id ?? null, added })
    else if (isMoved(known, counterpart)) result.revise.push({ ...known, facts: counterpart })
  }
  return result
}

function isMoved(known: Counterpart, facts: TransactionFacts): boolean {
  return (
    known.transaction_type !== facts.transaction_type ||
    known.date !== facts.date ||
    Number(known.amount) !== Number(facts.amount)
  )
}

/** The deposit or withdrawal that keeps the account's cash; null for an entry that moves none. */
function counterpartFacts(asset: PaidAsset, facts: AssetFacts): TransactionFacts | null {
  const moved = cashEffects(toTransaction(asset, facts), toInstrument(asset), () => Number.NaN)
  const cash = moved[0]?.amount ?? exact(0)
  if (signum(cash) === 0) return null
  const plain = { quantity: null, price: null, accrued: null, numerator: null, denominator: null }
  return {
    ...ledgerFacts(asset, { ...facts, ...plain, fees: '0', taxes: '0', note: asset.name }),
    transaction_type: signum(cash) < 0 ? 'deposit' : 'withdrawal',
    instrument_id: null,
    amount: toText(cash).replace('-', ''),
  }
}

function toInstrument({ id, name, currency, kind }: PaidAsset) {
  return { id, name, type: kind.type, currency, contractSize: kind.contractSize }
}

function toTransaction({ id, account_id, currency }: PaidAsset, facts: AssetFacts): Transaction {
  const { quantity, price, amount, accrued, fees, taxes } = facts
  return {
    id: '',
    account: account_id,
    // Facts of manual assets have types of the ledger.
    type: facts.transaction_type as Transaction['type'],
    day: parseDay(facts.date),
    instrument: id,
    currency,
    fees,
    taxes,
    ...(quantity === null ? {} : { quantity }),
    ...(price === null ? {} : { price }),
    ...(amount === null ? {} : { amount }),
    ...(accrued === null ? {} : { accrued }),
  }
}
