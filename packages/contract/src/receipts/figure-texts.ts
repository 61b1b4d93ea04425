import { texts } from '../texts/text.ts'

/** Names and formulas of figures that have a receipt: `receipt_figure_<figure>`, `receipt_formula_<figure>`. */
export const receiptFigureTexts = texts({
  receipt_figure_balance_total: { 'en-US': 'net asset value', de: 'Nettovermögen' },
  receipt_figure_balance_allocated: { 'en-US': 'allocated', de: 'investiert' },
  receipt_figure_balance_cash: { 'en-US': 'cash', de: 'Liquidität' },
  receipt_figure_opening_total: { 'en-US': 'opening value', de: 'Anfangswert' },
  receipt_figure_net_cashflow: { 'en-US': 'net cash flow', de: 'Nettozufluss' },
  receipt_figure_deposits: { 'en-US': 'deposits', de: 'Einzahlungen' },
  receipt_figure_withdrawals: { 'en-US': 'withdrawals', de: 'Auszahlungen' },
  receipt_figure_quantity: { 'en-US': 'quantity', de: 'Menge' },
  receipt_figure_price_open: { 'en-US': 'opening price', de: 'Einstandskurs' },
  receipt_figure_price_current: { 'en-US': 'current price', de: 'aktueller Kurs' },
  receipt_figure_price_break_even: { 'en-US': 'break-even price', de: 'Break-even-Kurs' },
  receipt_figure_value: { 'en-US': 'value', de: 'Wert' },
  receipt_figure_exposure: { 'en-US': 'exposure', de: 'Exposure' },
  receipt_figure_weight: { 'en-US': 'weight', de: 'Gewicht' },
  receipt_figure_cost: { 'en-US': 'cost', de: 'Einstand' },
  receipt_figure_proceeds: { 'en-US': 'proceeds', de: 'Erlös' },
  receipt_figure_pnl_abs_total: { 'en-US': 'P&L', de: 'G/V' },
  receipt_figure_pnl_abs_realized: { 'en-US': 'realized P&L', de: 'realisierter G/V' },
  receipt_figure_pnl_abs_unrealized: { 'en-US': 'unrealized P&L', de: 'unrealisierter G/V' },
  receipt_figure_pnl_rel_total: { 'en-US': 'return', de: 'Rendite' },
  receipt_figure_pnl_rel_realized: { 'en-US': 'realized return', de: 'realisierte Rendite' },
  receipt_figure_pnl_rel_unrealized: { 'en-US': 'unrealized return', de: 'unrealisierte Rendite' },
  receipt_figure_fees: { 'en-US': 'fees', de: 'Gebühren' },
  receipt_figure_fees_bps: { 'en-US': 'fees in basis points', de: 'Gebühren in Basispunkten' },
  receipt_figure_taxes: { 'en-US': 'taxes', de: 'Steuern' },
  receipt_figure_dividends: { 'en-US': 'dividends', de: 'Dividenden' },
  receipt_figure_interest: { 'en-US': 'interest', de: 'Zinsen' },
  receipt_figure_other_income: { 'en-US': 'other income', de: 'übrige Erträge' },
  receipt_figure_twr: { 'en-US': 'time-weighted return', de: 'zeitgewichtete Rendite' },
  receipt_figure_xirr: { 'en-US': 'money-weighted return', de: 'geldgewichtete Rendite' },
  receipt_formula_balance_total: { 'en-US': 'sum of all holdings', de: 'Summe aller Bestände' },
  receipt_formula_balance_allocated: {
    'en-US': 'sum of all holdings without cash',
    de: 'Summe aller Bestände ohne Liquidität',
  },
  receipt_formula_balance_cash: { 'en-US': 'sum of all cash balances', de: 'Summe aller Kontostände' },
  receipt_formula_opening_total: {
    'en-US': 'sum of all holdings at the close before the period',
    de: 'Summe aller Bestände am Schluss vor der Periode',
  },
  receipt_formula_net_cashflow: { 'en-US': 'what came in − what went out', de: 'Zugänge − Abgänge' },
  receipt_formula_deposits: { 'en-US': 'sum of what came in', de: 'Summe der Zugänge' },
  receipt_formula_withdrawals: { 'en-US': 'sum of what went out', de: 'Summe der Abgänge' },
  receipt_formula_quantity: {
    'en-US': 'bought − sold, splits included',
    de: 'gekauft − verkauft, mit Splits',
  },
  receipt_formula_price_open: {
    'en-US': 'cost without fees ÷ quantity',
    de: 'Einstand ohne Gebühren ÷ Menge',
  },
  receipt_formula_price_current: { 'en-US': 'price × rate', de: 'Kurs × Wechselkurs' },
  receipt_formula_price_break_even: {
    'en-US': 'price − P&L of the whole life ÷ quantity',
    de: 'Kurs − G/V der ganzen Laufzeit ÷ Menge',
  },
  receipt_formula_value: { 'en-US': 'quantity × price × rate', de: 'Menge × Kurs × Wechselkurs' },
  receipt_formula_exposure: {
    'en-US': 'quantity × price of what it moves with × rate',
    de: 'Menge × Kurs dessen, womit es sich bewegt × Wechselkurs',
  },
  receipt_formula_weight: { 'en-US': 'value ÷ net asset value', de: 'Wert ÷ Nettovermögen' },
  receipt_formula_cost: {
    'en-US': 'purchases at their rates − cost of what was sold',
    de: 'Käufe zu ihren Wechselkursen − Einstand des Verkauften',
  },
  receipt_formula_proceeds: {
    'en-US': 'what sales brought, without fees',
    de: 'Erlös der Verkäufe ohne Gebühren',
  },
  receipt_formula_pnl_abs_total: {
    'en-US': 'value − opening value − invested + income − fees − taxes',
    de: 'Wert − Anfangswert − Investiertes + Ertrag − Gebühren − Steuern',
  },
  receipt_formula_scope_pnl_abs_total: {
    'en-US': 'value − opening value − net cash flow',
    de: 'Wert − Anfangswert − Nettozufluss',
  },
  receipt_formula_pnl_abs_realized: {
    'en-US': 'proceeds − cost of what was sold + income − fees − taxes',
    de: 'Erlös − Einstand des Verkauften + Ertrag − Gebühren − Steuern',
  },
  receipt_formula_pnl_abs_unrealized: {
    'en-US': 'value − cost of what is left, less the same at the opening',
    de: 'Wert − Einstand des Bestands, abzüglich desselben zu Beginn',
  },
  receipt_formula_scope_pnl_abs_realized: {
    'en-US': 'sum of what each position realized',
    de: 'Summe dessen, was jede Position realisiert hat',
  },
  receipt_formula_scope_pnl_abs_unrealized: {
    'en-US': 'sum of what each position has not realized',
    de: 'Summe dessen, was jede Position nicht realisiert hat',
  },
  receipt_formula_pnl_rel_total: { 'en-US': 'P&L ÷ capital base', de: 'G/V ÷ Kapitalbasis' },
  receipt_formula_pnl_rel_realized: {
    'en-US': 'realized P&L ÷ capital base',
    de: 'realisierter G/V ÷ Kapitalbasis',
  },
  receipt_formula_pnl_rel_unrealized: {
    'en-US': 'unrealized P&L ÷ capital base',
    de: 'unrealisierter G/V ÷ Kapitalbasis',
  },
  receipt_formula_scope_pnl_rel_total: {
    'en-US': '(1 + P&L ÷ capital) of every day multiplied, − 1',
    de: '(1 + G/V ÷ Kapital) aller Tage multipliziert, − 1',
  },
  receipt_formula_scope_pnl_rel_realized: {
    'en-US': 'growth before the day × realized P&L ÷ capital, summed over all days',
    de: 'Wachstum vor dem Tag × realisierter G/V ÷ Kapital, über alle Tage summiert',
  },
  receipt_formula_scope_pnl_rel_unrealized: {
    'en-US': 'growth before the day × unrealized P&L ÷ capital, summed over all days',
    de: 'Wachstum vor dem Tag × unrealisierter G/V ÷ Kapital, über alle Tage summiert',
  },
  receipt_formula_twr: {
    'en-US': '(1 + P&L ÷ capital) of every day multiplied, − 1',
    de: '(1 + G/V ÷ Kapital) aller Tage multipliziert, − 1',
  },
  receipt_formula_xirr: {
    'en-US': 'the yearly rate at which all flows and the value are worth nothing together',
    de: 'der Jahreszins, zu dem alle Zuflüsse und der Wert zusammen null ergeben',
  },
  receipt_formula_fees: { 'en-US': 'sum of all costs', de: 'Summe aller Kosten' },
  receipt_formula_fees_bps: {
    'en-US': 'fees ÷ average value × 10,000',
    de: 'Gebühren ÷ Durchschnittswert × 10.000',
  },
  receipt_formula_taxes: { 'en-US': 'sum of all taxes', de: 'Summe aller Steuern' },
  receipt_formula_dividends: {
    'en-US': 'sum of all dividends before taxes',
    de: 'Summe aller Dividenden vor Steuern',
  },
  receipt_formula_interest: {
    'en-US': 'coupons and interest received − paid, before taxes',
    de: 'erhaltene − bezahlte Coupons und Zinsen vor Steuern',
  },
  receipt_formula_other_income: { 'en-US': 'sum of all other income', de: 'Summe aller übrigen Erträge' },
})
