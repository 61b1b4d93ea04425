import type { BreakCause } from '@plumbline/contract'
import type { TransactionFacts } from '../../../ledger/ledger.store.ts'
import type { TransactionRow } from '../../../snapshots/facts.store.ts'
import type { DifferenceLine } from './difference.ts'

/** Shares of income and sales that countries withhold. */
export const withheldShares: readonly number[] = [0.15, 0.25, 0.26375, 0.3, 0.35]

/** A reason in words: a text of the catalogue and what it is filled with. */
export interface Reason {
  code: string
  values: Readonly<Record<string, string | number>>
}

/** A change of the ledger. All changes of a proposal are made together. */
export type Change =
  | { action: 'add'; facts: TransactionFacts; cash: Readonly<Record<string, number>> }
  | { action: 'correct'; row: TransactionRow; facts: Partial<TransactionFacts> }
  | { action: 'void'; row: TransactionRow }

/** A trade whose cash is what the other explanations leave of the difference. */
export interface OpenTrade {
  line: DifferenceLine
  units: number
  /** What it is paid in. */
  currency: string
}

/** One cause, for one or several lines. Lower costs are more likely. */
export interface Explanation {
  cause: BreakCause
  lines: readonly string[]
  /** The cash that the changes add to the ledger up to the statement date. */
  cash: Readonly<Record<string, number>>
  changes: readonly Change[]
  reasons: readonly Reason[]
  cost: number
  open: OpenTrade | null
}

/** A complete explanation of a group of lines. */
export interface Hypothesis {
  explanations: readonly Explanation[]
  cost: number
}

export function explain(
  cause: BreakCause,
  lines: readonly string[],
  cost: number,
  rest: Partial<Omit<Explanation, 'cause' | 'lines' | 'cost'>> = {},
): Explanation {
  return { cause, lines, cost, cash: {}, changes: [], reasons: [], open: null, ...rest }
}

export function reason(code: string, values: Reason['values'] = {}): Reason {
  return { code, values }
}

const noFacts: Omit<TransactionFacts, 'account_id' | 'transaction_type' | 'date' | 'currency'> = {
  time_of_day: null,
  sequence: 0,
  settle_date: null,
  ex_date: null,
  instrument_id: null,
  quantity: null,
  price: null,
  amount: null,
  net: null,
  rate: null,
  fees: '0',
  taxes: '0',
  accrued: null,
  counter_currency: null,
  counter_amount: null,
  link: null,
  numerator: null,
  denominator: null,
  basis_share: null,
  note: null,
}

type NewFacts = Pick<TransactionFacts, 'account_id' | 'transaction_type' | 'date' | 'currency'> &
  Partial<TransactionFacts>

export function addition(facts: NewFacts, cash: Readonly<Record<string, number>> = {}): Change {
  return { action: 'add', facts: { ...noFacts, ...facts }, cash }
}
