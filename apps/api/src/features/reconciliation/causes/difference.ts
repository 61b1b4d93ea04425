import type { TransactionRow } from '../../../snapshots/facts.store.ts'

/** An instrument of a line, as far as causes depend on it. */
export interface DifferenceInstrument {
  id: string
  type: string
  contractSize: number
  /** The day on which it is paid back or expires. */
  maturity: string | null
  /** Closes from the earliest day that a proposed transaction may have, oldest first. */
  closes: readonly { date: string; price: number }[]
  /** Splits that are known for the instrument: new units for one old. */
  splits: readonly { date: string; ratio: number }[]
  /** How the gains of contracts become cash in the account: at every close, as posted, or on closing. */
  settlement: 'daily' | 'posted' | 'closing'
}

/** A line of the statement beside the ledger. Cash lines are those that the statement states, equal or not. */
export interface DifferenceLine {
  key: string
  name: string
  /** Null for cash. */
  instrument: DifferenceInstrument | null
  currency: string
  ledgerQuantity: number
  statedQuantity: number
  ledgerPrice: number | null
  statedPrice: number | null
  /** Value of one unit without accrued interest, in `currency`; null without a price. */
  unitValue: number | null
  /** What one unit cost, in `currency`; null where it is unknown. */
  unitCost: number | null
  /** Values in `currency`; null where they are unknown or stated in another one. */
  ledgerValue: number | null
  statedValue: number | null
  accruedPerUnit: number
}

/** A transaction around the statement date, with what it moves. */
export interface NearTransaction {
  row: TransactionRow
  account: string
  instrument: string | null
  date: string
  settleDate: string | null
  /** Change of the holding; a split states its ratio instead. */
  units: number
  splitRatio: number | null
  /** Change of cash by currency. */
  cash: Readonly<Record<string, number>>
  /** The statement of its own account disagrees with it; null without such a statement. */
  isDisputed: boolean | null
}

/** A payment that the calendar or earlier payments of an instrument lead to expect. */
export interface ExpectedIncome {
  instrument: string
  name: string
  kind: 'dividend' | 'coupon'
  date: string
  amount: number
  currency: string
  source: 'calendar' | 'habit'
}

/** A holding of the statement whose security the family does not know, so that no transaction can explain it. */
export interface UnknownHolding {
  key: string
  name: string
  currency: string
  quantity: number
  /** What it may be worth in `currency`, likeliest first: several without the size of a unit, none without a price. */
  values: readonly number[]
}

/** Everything that causes are derived from: the difference between a statement and the ledger as a whole. */
export interface Difference {
  account: string
  date: string
  /** The first day that a proposed transaction may have: statements before it stay as they are. */
  earliest: string
  /** Value of the account in its currency, for the size of usual fees and interest. */
  value: number
  statesHoldings: boolean
  lines: readonly DifferenceLine[]
  unknown: readonly UnknownHolding[]
  transactions: readonly NearTransaction[]
  income: readonly ExpectedIncome[]
  /** Units of `to` for one unit of `from` on the statement date; NaN without a rate. */
  rate(from: string, to: string): number
}

/** Cash agrees to the cent; units allow for the noise of float64. */
export const centTolerance = 0.005

export function quantityDifference({ statedQuantity, ledgerQuantity, instrument }: DifferenceLine): number {
  const difference = statedQuantity - ledgerQuantity
  return instrument ? roundUnits(difference) : roundCents(difference)
}

export function isSameQuantity(a: number, b: number): boolean {
  return Math.abs(a - b) <= 1e-6 * Math.max(1, Math.abs(a), Math.abs(b))
}

export function roundUnits(value: number): number {
  return Number(value.toPrecision(12))
}

export function roundCents(value: number): number {
  return Math.round(value * 100) / 100 + 0
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
}
