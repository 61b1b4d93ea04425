import type { PositionFigure } from '@plumbline/engine'
import { type Text, texts } from '../texts/text.ts'

/**
 * The figures of a position: their columns (`position_<figure>`), and their names and formulas on a receipt
 * (`receipt_figure_<figure>`, `receipt_formula_<figure>`). A figure without a receipt text does not compile.
 */
export const positionFigureTexts = texts({
  position_price_open: { 'en-US': 'Open price', de: 'Einstandskurs' },
  position_cost: { 'en-US': 'Cost', de: 'Einstandswert' },
  position_cost_in: { 'en-US': 'Cost, {currency}', de: 'Einstandswert, {currency}' },
  position_proceeds: { 'en-US': 'Proceeds', de: 'Erlös' },
  position_proceeds_in: { 'en-US': 'Proceeds, {currency}', de: 'Erlös, {currency}' },
  position_value: { 'en-US': 'Value', de: 'Wert' },
  position_value_in: { 'en-US': 'Value, {currency}', de: 'Wert, {currency}' },
  position_weight: { 'en-US': 'Weight', de: 'Gewicht' },
  position_exposure: { 'en-US': 'Exposure', de: 'Exposure' },
  position_exposure_in: { 'en-US': 'Exposure, {currency}', de: 'Exposure, {currency}' },
  position_pnl_abs_total: { 'en-US': 'P&L', de: 'G/V' },
  pnl_of_period_in: { 'en-US': 'P&L {period}, {currency}', de: 'G/V {period}, {currency}' },
  position_pnl_abs_total_in: { 'en-US': 'P&L, {currency}', de: 'G/V, {currency}' },
  position_pnl_abs_realized: { 'en-US': 'Realized', de: 'Realisiert' },
  position_pnl_abs_unrealized: { 'en-US': 'Unrealized', de: 'Unrealisiert' },
  position_pnl_rel_total: { 'en-US': 'P&L, %', de: 'G/V, %' },
  position_pnl_rel_realized: { 'en-US': 'Realized, %', de: 'Realisiert, %' },
  position_pnl_rel_unrealized: { 'en-US': 'Unrealized, %', de: 'Unrealisiert, %' },
  position_fees: { 'en-US': 'Fees', de: 'Gebühren' },
  position_taxes: { 'en-US': 'Taxes', de: 'Steuern' },
  position_dividends: { 'en-US': 'Dividends', de: 'Dividenden' },
  position_interest: { 'en-US': 'Interest', de: 'Zinsen' },
  position_other_income: { 'en-US': 'Other income', de: 'Übrige Erträge' },

  receipt_figure_quantity: { 'en-US': 'quantity', de: 'Anzahl' },
  receipt_figure_price_open: { 'en-US': 'open price', de: 'Einstandskurs' },
  receipt_figure_price_current: { 'en-US': 'current price', de: 'aktueller Kurs' },
  receipt_figure_price_break_even: { 'en-US': 'break-even price', de: 'Break-even-Kurs' },
  receipt_figure_value: { 'en-US': 'value', de: 'Wert' },
  receipt_figure_exposure: { 'en-US': 'exposure', de: 'Exposure' },
  receipt_figure_weight: { 'en-US': 'weight', de: 'Gewicht' },
  receipt_figure_cost: { 'en-US': 'cost', de: 'Einstandswert' },
  receipt_figure_proceeds: { 'en-US': 'proceeds', de: 'Erlös' },
  receipt_figure_pnl_abs_total: { 'en-US': 'P&L', de: 'G/V' },
  receipt_figure_pnl_abs_realized: { 'en-US': 'realized P&L', de: 'realisierter G/V' },
  receipt_figure_pnl_abs_unrealized: { 'en-US': 'unrealized P&L', de: 'unrealisierter G/V' },
  receipt_figure_pnl_rel_total: { 'en-US': 'return', de: 'Rendite' },
  receipt_figure_pnl_rel_realized: { 'en-US': 'realized return', de: 'realisierte Rendite' },
  receipt_figure_pnl_rel_unrealized: { 'en-US': 'unrealized return', de: 'unrealisierte Rendite' },
  receipt_figure_fees: { 'en-US': 'fees', de: 'Gebühren' },
  receipt_figure_taxes: { 'en-US': 'taxes', de: 'Steuern' },
  receipt_figure_dividends: { 'en-US': 'dividends', de: 'Dividenden' },
  receipt_figure_interest: { 'en-US': 'interest', de: 'Zinsen' },
  receipt_figure_other_income: { 'en-US': 'other income', de: 'übrige Erträge' },
  receipt_formula_quantity: {
    'en-US': 'bought − sold, splits included',
    de: 'gekauft − verkauft, mit Splits',
  },
  receipt_formula_price_open: {
    'en-US': 'cost without fees ÷ quantity',
    de: 'Einstandswert ohne Gebühren ÷ Anzahl',
  },
  receipt_formula_price_current: { 'en-US': 'price × exchange rate', de: 'Kurs × Wechselkurs' },
  receipt_formula_price_break_even: {
    'en-US': 'price − P&L since purchase ÷ quantity',
    de: 'Kurs − G/V seit Kauf ÷ Anzahl',
  },
  receipt_formula_value: { 'en-US': 'quantity × price × exchange rate', de: 'Anzahl × Kurs × Wechselkurs' },
  receipt_formula_exposure: {
    'en-US': 'quantity × price of the underlying × exchange rate',
    de: 'Anzahl × Kurs des Basiswerts × Wechselkurs',
  },
  receipt_formula_weight: { 'en-US': 'value ÷ net asset value', de: 'Wert ÷ Nettovermögen' },
  receipt_formula_cost: {
    'en-US': 'purchases at their exchange rates − cost of units sold',
    de: 'Käufe zu ihren Wechselkursen − Einstandswert des Verkauften',
  },
  receipt_formula_proceeds: {
    'en-US': 'proceeds of sales, without fees',
    de: 'Erlös der Verkäufe ohne Gebühren',
  },
  receipt_formula_pnl_abs_total: {
    'en-US': 'value − opening value − invested + income − fees − taxes',
    de: 'Wert − Anfangswert − Investiertes + Ertrag − Gebühren − Steuern',
  },
  receipt_formula_pnl_abs_realized: {
    'en-US': 'proceeds − cost of units sold + income − fees − taxes',
    de: 'Erlös − Einstandswert des Verkauften + Ertrag − Gebühren − Steuern',
  },
  receipt_formula_pnl_abs_unrealized: {
    'en-US': 'value − remaining cost, less the same at the start',
    de: 'Wert − verbleibender Einstandswert, abzüglich desselben zu Beginn',
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
  receipt_formula_fees: { 'en-US': 'sum of all fees', de: 'Summe aller Gebühren' },
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
}) satisfies Record<`receipt_figure_${PositionFigure}` | `receipt_formula_${PositionFigure}`, Text>
