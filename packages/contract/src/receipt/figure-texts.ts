import type { BenchmarkFigure, PositionFigure, RelativeFigure, ScopeFigure } from '@plumbline/engine'
import { type Text, texts } from '../texts/text.ts'

type ScopeOnlyFigure = Exclude<ScopeFigure, PositionFigure> | BenchmarkFigure | RelativeFigure

/** Receipt names and formulas of figures that only a scope has, and formulas of a scope that differ from a position's. */
export const receiptFigureTexts = texts({
  receipt_figure_balance_total: { 'en-US': 'net asset value', de: 'Nettovermögen' },
  receipt_figure_balance_allocated: { 'en-US': 'allocated', de: 'investiert' },
  receipt_figure_balance_cash: { 'en-US': 'cash', de: 'Liquidität' },
  receipt_figure_opening_total: { 'en-US': 'opening value', de: 'Anfangswert' },
  receipt_figure_net_cashflow: { 'en-US': 'net cash flow', de: 'Nettozufluss' },
  receipt_figure_deposits: { 'en-US': 'deposits', de: 'Einzahlungen' },
  receipt_figure_withdrawals: { 'en-US': 'withdrawals', de: 'Auszahlungen' },
  receipt_figure_fees_bps: { 'en-US': 'fees in basis points', de: 'Gebühren in Basispunkten' },
  receipt_figure_average_value: { 'en-US': 'average value', de: 'Durchschnittswert' },
  receipt_figure_benchmark_return: { 'en-US': 'return of the benchmark', de: 'Rendite der Benchmark' },
  receipt_figure_benchmark_difference: {
    'en-US': 'difference to the benchmark',
    de: 'Differenz zur Benchmark',
  },
  receipt_formula_benchmark_return: {
    'en-US': 'weight × return of the components, summed per day; (1 + return) of every day multiplied, − 1',
    de: 'Gewicht × Rendite der Bestandteile, je Tag summiert; (1 + Rendite) aller Tage multipliziert, − 1',
  },
  receipt_formula_benchmark_difference: {
    'en-US': 'time-weighted return − return of the benchmark',
    de: 'zeitgewichtete Rendite − Rendite der Benchmark',
  },
  receipt_figure_benchmark_tracking_error: { 'en-US': 'tracking error', de: 'Tracking Error' },
  receipt_formula_benchmark_tracking_error: {
    'en-US':
      'standard deviation of the daily differences × √ number of trading days; from one year on × √252',
    de: 'Standardabweichung der täglichen Differenzen × √ Anzahl Handelstage; ab einem Jahr × √252',
  },
  receipt_figure_benchmark_information_ratio: { 'en-US': 'information ratio', de: 'Information Ratio' },
  receipt_formula_benchmark_information_ratio: {
    'en-US': 'difference of the returns ÷ tracking error',
    de: 'Differenz der Renditen ÷ Tracking Error',
  },
  receipt_figure_benchmark_beta: { 'en-US': 'beta', de: 'Beta' },
  receipt_formula_benchmark_beta: {
    'en-US': 'covariance of the daily returns ÷ variance of those of the benchmark',
    de: 'Kovarianz der Tagesrenditen ÷ Varianz jener der Benchmark',
  },
  receipt_figure_benchmark_correlation: { 'en-US': 'correlation', de: 'Korrelation' },
  receipt_formula_benchmark_correlation: {
    'en-US': 'covariance of the daily returns ÷ √ (variance × variance of those of the benchmark)',
    de: 'Kovarianz der Tagesrenditen ÷ √ (Varianz × Varianz jener der Benchmark)',
  },
  receipt_figure_benchmark_alpha: { 'en-US': 'alpha', de: 'Alpha' },
  receipt_formula_benchmark_alpha: {
    'en-US': '(1 + mean daily return − beta × that of the benchmark) ^ 252 − 1',
    de: '(1 + mittlere Tagesrendite − Beta × jene der Benchmark) ^ 252 − 1',
  },
  receipt_figure_annual_return: { 'en-US': 'return per year', de: 'Rendite pro Jahr' },
  receipt_formula_annual_return: {
    'en-US': '(1 + time-weighted return) ^ (365 ÷ days) − 1',
    de: '(1 + zeitgewichtete Rendite) ^ (365 ÷ Tage) − 1',
  },
  receipt_figure_benchmark_annual_return: {
    'en-US': 'return of the benchmark per year',
    de: 'Rendite der Benchmark pro Jahr',
  },
  receipt_formula_benchmark_annual_return: {
    'en-US': '(1 + return of the benchmark) ^ (365 ÷ days) − 1',
    de: '(1 + Rendite der Benchmark) ^ (365 ÷ Tage) − 1',
  },
  receipt_figure_benchmark_annual_difference: {
    'en-US': 'difference to the benchmark per year',
    de: 'Differenz zur Benchmark pro Jahr',
  },
  receipt_formula_benchmark_annual_difference: {
    'en-US': 'return per year − that of the benchmark, both as shown',
    de: 'Rendite pro Jahr − jene der Benchmark, beide wie angezeigt',
  },
  receipt_figure_benchmark_up_capture: { 'en-US': 'capture up', de: 'Capture auf' },
  receipt_formula_benchmark_up_capture: {
    'en-US': 'mean monthly return ÷ that of the benchmark, over whole months in which it rose',
    de: 'mittlere Monatsrendite ÷ jene der Benchmark, über ganze Monate, in denen sie stieg',
  },
  receipt_figure_benchmark_down_capture: { 'en-US': 'capture down', de: 'Capture ab' },
  receipt_formula_benchmark_down_capture: {
    'en-US': 'mean monthly return ÷ that of the benchmark, over whole months in which it fell',
    de: 'mittlere Monatsrendite ÷ jene der Benchmark, über ganze Monate, in denen sie fiel',
  },
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
    de: 'Summe aller Bestände am Schluss vor dem Zeitraum',
  },
  receipt_formula_net_cashflow: { 'en-US': 'deposits − withdrawals', de: 'Einzahlungen − Auszahlungen' },
  receipt_formula_deposits: { 'en-US': 'sum of all deposits', de: 'Summe aller Einzahlungen' },
  receipt_formula_withdrawals: { 'en-US': 'sum of all withdrawals', de: 'Summe aller Auszahlungen' },
  receipt_formula_scope_pnl_abs_total: {
    'en-US': 'value − opening value − net cash flow',
    de: 'Wert − Anfangswert − Nettozufluss',
  },
  receipt_formula_scope_pnl_abs_realized: {
    'en-US': 'sum of realized P&L of all positions',
    de: 'Summe des realisierten G/V aller Positionen',
  },
  receipt_formula_scope_pnl_abs_unrealized: {
    'en-US': 'sum of unrealized P&L of all positions',
    de: 'Summe des unrealisierten G/V aller Positionen',
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
    'en-US': 'annual rate at which all cash flows and the final value discount to zero',
    de: 'Jahreszins, zu dem alle Geldflüsse und der Endwert abgezinst null ergeben',
  },
  receipt_formula_average_value: {
    'en-US': 'sum of the daily values ÷ number of days',
    de: 'Summe der Tageswerte ÷ Anzahl Tage',
  },
  receipt_formula_fees_bps: {
    'en-US': 'fees ÷ average value × 10,000',
    de: 'Gebühren ÷ Durchschnittswert × 10.000',
  },
}) satisfies Record<`receipt_figure_${ScopeOnlyFigure}` | `receipt_formula_${ScopeOnlyFigure}`, Text>
