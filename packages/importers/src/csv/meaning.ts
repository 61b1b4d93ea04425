import type { ColumnMeaning } from '@plumbline/contract'

/** The meanings a user can assign to a column, and those that only presets use. */
export type Meaning =
  | Exclude<ColumnMeaning, 'ignore'>
  | 'ex_date'
  | 'category'
  | 'gross_currency'
  | 'more_fees'
  | 'more_fees_currency'
  | 'taxes_currency'
  | 'exchange'
  | 'counter_quantity'
  | 'counter_symbol'
  | 'counter_account'
  | 'account_name'
  | 'cost_currency'
  | 'cost_price_currency'

/** The cells of a row by meaning; empty cells are absent. */
export type Fields = Partial<Record<Meaning, string>>

/** The meanings of columns whose cells are dates, and of those whose cells are numbers. */
export const dateMeanings: ReadonlySet<ColumnMeaning> = new Set(['date', 'settle_date'])
export const numberMeanings: ReadonlySet<ColumnMeaning> = new Set([
  'quantity',
  'price',
  'cost_price',
  'cost',
  'amount',
  'gross',
  'net',
  'debit',
  'credit',
  'accrued',
  'fees',
  'taxes',
  'fx_rate',
  'counter_amount',
  'balance',
])

/** Meanings whose cells are numbers, with the column that names their currency. */
export const units: Partial<Record<Meaning, Meaning | null>> = {
  quantity: null,
  price: 'price_currency',
  cost_price: 'cost_price_currency',
  cost: 'cost_currency',
  amount: 'currency',
  net: 'currency',
  gross: 'gross_currency',
  debit: 'currency',
  credit: 'currency',
  accrued: 'currency',
  fees: 'fees_currency',
  taxes: 'taxes_currency',
  fx_rate: null,
  counter_amount: 'counter_currency',
  balance: null,
}
