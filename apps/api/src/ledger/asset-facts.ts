import type { LoanSide, ManualTransactionSlug, ManualTypeSlug } from '@plumbline/contract'

/** What an asset's transactions depend on. */
export interface AssetKind {
  type: ManualTypeSlug
  side: LoanSide | null
  /** What one unit is worth in prices: 0.01 for bonds, which are quoted in percent. */
  contractSize: number
}

/** A transaction of an asset, as far as the asset manager knows it. Decimals are text, as the ledger has them. */
export interface AssetFacts {
  transaction_type: string
  date: string
  quantity: string | null
  price: string | null
  amount: string | null
  accrued: string | null
  fees: string
  taxes: string
  numerator: string | null
  denominator: string | null
  note: string | null
}

/** A transaction that is in the ledger. */
export interface PostedFacts extends AssetFacts {
  root_id: string
  revision: number
  source: string
}

/** A transaction as a person enters it: magnitudes, and only what they know. */
export interface TransactionEntry {
  type: ManualTransactionSlug
  date: string
  quantity: number | null
  price: number | null
  amount: number | null
  accrued: number | null
  ratio: number | null
  fees: number
  taxes: number
  note: string | null
}

export interface ValuationEntry {
  date: string
  value: number
  source: string | null
}

export const contractSizeOf = (type: ManualTypeSlug): number => (type === 'bond' ? 0.01 : 1)

/** A valuation states what the whole is worth; a commitment is one of nothing, so that it says nothing about prices. */
export function isCommitment(facts: AssetFacts): boolean {
  return facts.transaction_type === 'valuation' && facts.quantity !== null && Number(facts.quantity) === 0
}

export function isValuation(facts: AssetFacts): boolean {
  return facts.transaction_type === 'valuation' && !isCommitment(facts)
}

/**
 * Whether the quantity of a transaction follows from its amount. Such a transaction has no price: it states a whole, and
 * how many units that is depends on what was held, or at which value it was carried, that day.
 */
export function isDerived({ transaction_type: type, quantity, price }: AssetFacts): boolean {
  const canBe = type === 'valuation' || type === 'capital_call' || type === 'distribution'
  return canBe && quantity !== null && Number(quantity) !== 0 && price === null
}

/** The valuation at par that a loan gets with its first drawdown: its price is 1 by nature and no estimate. */
export function isPar(posted: Pick<PostedFacts, 'source' | 'transaction_type'>): boolean {
  return posted.source === 'system' && posted.transaction_type === 'valuation'
}
