import type { LoanSide, ManualTransactionSlug, ManualTypeSlug, PaymentSource } from '@plumbline/contract'

export interface AssetKind {
  type: ManualTypeSlug
  side: LoanSide | null
  /** Value of one unit at price 1: 0.01 for bonds, which are quoted in percent. */
  contractSize: number
}

/** The kind of a stored asset. */
export function assetKind(row: {
  instrument_type: ManualTypeSlug
  terms: { side?: LoanSide | null }
  contract_size: string
}): AssetKind {
  return {
    type: row.instrument_type,
    side: row.terms.side ?? null,
    contractSize: Number(row.contract_size),
  }
}

/** The fields of a transaction that manual assets use. Decimals are text, as in the ledger. */
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

/** A transaction in the ledger. */
export interface PostedFacts extends AssetFacts {
  root_id: string
  revision: number
  source: string
  /** The deposit or withdrawal of an entry that was paid elsewhere; null for one that moved the account's cash. */
  elsewhere: Counterpart | null
}

export interface Counterpart {
  root_id: string
  revision: number
  transaction_type: string
  date: string
  amount: string
}

/** A transaction as entered by a user: magnitudes, and only the known fields. */
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
  /** Absent: as it was, else from the account. */
  paidFrom?: PaymentSource | undefined
}

export interface ValuationEntry {
  date: string
  value: number
  source: string | null
}

export const unitContractSize = (type: ManualTypeSlug): number => (type === 'bond' ? 0.01 : 1)

/** A commitment is stored as a valuation of zero units, so that it sets no price. */
export function isCommitment(facts: AssetFacts): boolean {
  return facts.transaction_type === 'valuation' && facts.quantity !== null && Number(facts.quantity) === 0
}

export function isValuation(facts: AssetFacts): boolean {
  return facts.transaction_type === 'valuation' && !isCommitment(facts)
}

/**
 * Whether the quantity follows from the amount. Such a transaction has no price: it states a total, and its
 * units depend on the holding or the carrying value of that day.
 */
export function isDerived({ transaction_type: type, quantity, price }: AssetFacts): boolean {
  const canBe = type === 'valuation' || type === 'capital_call' || type === 'distribution'
  return canBe && quantity !== null && Number(quantity) !== 0 && price === null
}

/** The valuation at par that a loan gets with its first drawdown. Its price is 1 by definition, not an estimate. */
export function isPar(posted: Pick<PostedFacts, 'source' | 'transaction_type'>): boolean {
  return posted.source === 'system' && posted.transaction_type === 'valuation'
}
