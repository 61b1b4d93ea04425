/** Supported formats of statement files. The importers' table of formats and the texts follow this list. */
export const fileFormats = [
  'csv',
  'spreadsheet',
  'camt053',
  'mt940',
  'mt535',
  'ofx',
  'qif',
  'ibkr_flex',
  'ibkr_activity',
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

/** The meanings that a column of a table can have. */
export const columnMeanings = [
  'date',
  'time',
  'settle_date',
  'transaction_type',
  'side',
  'status',
  'isin',
  'valor',
  'wkn',
  'cusip',
  'sedol',
  'symbol',
  'name',
  'instrument_type',
  'quantity',
  'price',
  'cost_price',
  'cost',
  'price_currency',
  'currency',
  'amount',
  'gross',
  'net',
  'debit',
  'credit',
  'accrued',
  'fees',
  'fees_currency',
  'taxes',
  'fx_rate',
  'counter_amount',
  'counter_currency',
  'ratio',
  'balance',
  'account',
  'reference',
  'note',
  'ignore',
] as const
export type ColumnMeaning = (typeof columnMeanings)[number]

/** What the cells of a column show about its meaning. */
export const evidenceKinds = [
  'dates',
  'numbers',
  'check_digits',
  'currencies',
  'known_words',
  'different',
] as const
export type EvidenceKind = (typeof evidenceKinds)[number]

/** Whether the amount of a row is before or after fees and taxes. */
export const amountKinds = ['net', 'gross'] as const
/** What prices are stated in: money, percent of the nominal value, or hundredths of the currency. */
export const statedPriceUnits = ['money', 'percent', 'pence'] as const
/** How rows say whether money came or went: by the sign of amounts, or by the kind of row alone. */
export const signRules = ['signed', 'by_kind'] as const
/**
 * What every row is in a table without a column for the kind. Opening positions are holdings that an empty account begins
 * with.
 */
export const rowKinds = ['trades', 'payments', 'holdings', 'opening'] as const

/** Currencies that are written with a bare '$'. */
export const dollarCurrencies = [
  'USD',
  'AUD',
  'CAD',
  'NZD',
  'SGD',
  'HKD',
  'TWD',
  'MXN',
  'ARS',
  'CLP',
  'COP',
] as const
export const decimalMarks = ['.', ','] as const
export const csvSeparators = [',', ';', '\t', '|'] as const
export const csvDateOrders = ['ymd', 'dmy', 'mdy'] as const
export const csvEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'windows-1251',
] as const

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
  'unknown_security',
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
