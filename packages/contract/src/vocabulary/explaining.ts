/** What an explanation can be split by. */
export const explanationSplits = ['position', 'instrument_type', 'account', 'currency', 'week'] as const
export type ExplanationSplit = (typeof explanationSplits)[number]

/** Every figure that has a receipt, by the name it has on the wire. */
export const receiptFigures = [
  'balance_total',
  'balance_allocated',
  'balance_cash',
  'opening_total',
  'net_cashflow',
  'deposits',
  'withdrawals',
  'quantity',
  'price_open',
  'price_current',
  'price_break_even',
  'value',
  'exposure',
  'weight',
  'cost',
  'proceeds',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
  'pnl_rel_total',
  'pnl_rel_realized',
  'pnl_rel_unrealized',
  'fees',
  'fees_bps',
  'taxes',
  'dividends',
  'interest',
  'other_income',
  'twr',
  'xirr',
] as const
export type ReceiptFigure = (typeof receiptFigures)[number]
