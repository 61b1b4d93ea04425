/** What a column can mean, as a person says it when they map a file by hand. */
export const columnMeanings = [
  'date',
  'settle_date',
  'transaction_type',
  'isin',
  'valor',
  'symbol',
  'name',
  'instrument_type',
  'quantity',
  'price',
  'currency',
  'amount',
  'fees',
  'taxes',
  'fx_rate',
  'balance',
  'account',
  'reference',
  'note',
  'ignore',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** Presets know more about their files than a person has to say about any other. */
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

/** The cells of a row by what they mean; what is empty is absent. */
export type Fields = Partial<Record<Meaning, string>>
