/** Supported formats of statement files. The importers' table of formats and the texts follow this list. */
export const fileFormats = [
  'csv',
  'camt053',
  'mt940',
  'mt535',
  'ofx',
  'qif',
  'ibkr_flex',
  'portfolio_performance',
  'ghostfolio',
  'plumbline',
  'pdf',
] as const
export type FileFormat = (typeof fileFormats)[number]

/** The state of a file. A CSV that no preset recognizes needs a column mapping. */
export const fileStates = ['ready', 'needs_columns', 'needs_account', 'unreadable'] as const
export type FileState = (typeof fileStates)[number]

/** The effect of a row on the ledger. No row is posted twice. */
export const draftStates = ['new', 'changed', 'duplicate', 'problem', 'left_out'] as const
export type DraftState = (typeof draftStates)[number]

/** The values of a draft that a PDF shows the place of. */
export const draftValues = [
  'transaction_type',
  'date',
  'security',
  'quantity',
  'price',
  'gross',
  'fx_rate',
  'fees',
  'taxes',
  'net',
] as const
export type DraftValue = (typeof draftValues)[number]

export const importStatuses = ['open', 'applying', 'applied', 'undone', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** The meanings that a CSV column can have. */
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

export const decimalMarks = ['.', ','] as const
export const csvSeparators = [',', ';', '\t', '|'] as const
export const csvDateOrders = ['ymd', 'dmy', 'mdy'] as const
export const csvEncodings = ['utf-8', 'utf-16le', 'windows-1252', 'iso-8859-15'] as const

/** Maximum size of a statement file. */
export const maxFileBytes = 50 * 1024 * 1024

/** Why a statement and the ledger differ. */
export const breakCauses = [
  'split',
  'missing_trade',
  'missing_delivery',
  'missing_income',
  'missing_fee',
  'missing_tax',
  'missing_cash_flow',
  'missing_conversion',
  'missing_transaction',
  'corporate_action',
  'late_transaction',
  'duplicate_transaction',
  'extra_transaction',
  'wrong_account',
  'price',
  'rate',
  'accrued_interest',
  'unsettled',
  'not_valued',
  'unknown',
] as const
export type BreakCause = (typeof breakCauses)[number]

/** What a proposal does to a transaction. */
export const changeActions = ['add', 'correct', 'void'] as const

/** The widest tolerances of an account: 2 % of a price, 1 % of a rate, 1,000 of accrued interest. */
export const maxTolerance = { price: 0.02, rate: 0.01, accrued_interest: 1000 } as const

/** Findings of the data health check. */
export const findingKinds = [
  'price_missing',
  'price_old',
  'price_jump',
  'rate_missing',
  'orphan_sale',
  'negative_quantity',
  'negative_cash',
  'duplicate',
  'unclassified',
  'split_not_posted',
  'unclear_split',
  'transfer_difference',
  'valuation_old',
  'overdue_payment',
  'contract_expired',
] as const
export type FindingKind = (typeof findingKinds)[number]

/** Whether a finding affects a figure, affects only grouping, or needs confirmation. */
export const findingWeights = ['figure', 'grouping', 'confirm'] as const
export type FindingWeight = (typeof findingWeights)[number]
