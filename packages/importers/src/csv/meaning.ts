import type { ColumnMeaning } from '@plumbline/contract'

/** The meanings a user can assign to a column, and those that only presets use. */
export type Meaning =
  | Exclude<ColumnMeaning, 'ignore'>
  | 'time'
  | 'ex_date'
  | 'side'
  | 'category'
  | 'net'
  | 'gross'
  | 'gross_currency'
  | 'price_currency'
  | 'fees_currency'
  | 'more_fees'
  | 'more_fees_currency'
  | 'taxes_currency'
  | 'accrued'
  | 'cusip'
  | 'wkn'
  | 'exchange'
  | 'counter_amount'
  | 'counter_currency'
  | 'counter_quantity'
  | 'counter_symbol'
  | 'counter_account'
  | 'ratio'
  | 'account_name'

/** The cells of a row by meaning; empty cells are absent. */
export type Fields = Partial<Record<Meaning, string>>
