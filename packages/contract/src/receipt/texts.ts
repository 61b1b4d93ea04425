import { texts } from '../texts/text.ts'

/** Receipts: how a figure was computed. */
export const receiptTexts = texts({
  receipt_open: { 'en-US': 'How this figure is calculated', de: 'Wie diese Zahl berechnet wird' },
  receipt: { 'en-US': 'Receipt', de: 'Beleg' },
  receipt_show: { 'en-US': 'show', de: 'anzeigen' },
  receipt_hide: { 'en-US': 'hide', de: 'ausblenden' },
  receipt_exact: {
    'en-US': 'recalculated just now, no difference',
    de: 'soeben nachgerechnet, keine Differenz',
  },
  receipt_takes_rest: {
    'en-US': 'Shown as {amount}, so that the figures beside it add up.',
    de: 'Angezeigt als {amount}, damit die Zahlen daneben aufgehen.',
  },
  receipt_differs: { 'en-US': 'recalculated: differs by {amount}', de: 'nachgerechnet: Differenz {amount}' },
  receipt_not_computed: {
    'en-US': 'Cannot be calculated: an input is missing.',
    de: 'Nicht berechenbar: Eine Eingabe fehlt.',
  },
  receipt_plus: { 'en-US': 'plus', de: 'plus' },
  receipt_minus: { 'en-US': 'minus', de: 'minus' },
  receipt_times: { 'en-US': 'times', de: 'mal' },
  receipt_divided: { 'en-US': 'divided by', de: 'geteilt durch' },
  receipt_equals: { 'en-US': 'equals', de: 'ist gleich' },
  receipt_highest: { 'en-US': 'The largest amount counts.', de: 'Der grösste Betrag zählt.' },
  receipt_compound: {
    'en-US': '(1 + return) of all lines multiplied, − 1',
    de: '(1 + Rendite) aller Zeilen multipliziert, − 1',
  },
  receipt_growth: { 'en-US': 'factor × (1 + return)', de: 'Faktor × (1 + Rendite)' },
  receipt_rate_of_return: {
    'en-US': 'Annual rate at which the lines, discounted to the first date (ACT/365), add up to 0',
    de: 'Jahreszins, zu dem die Zeilen, auf das erste Datum abgezinst (ACT/365), null ergeben',
  },
  receipt_deviation: {
    'en-US': 'Sample standard deviation of the lines',
    de: 'Standardabweichung der Zeilen (Stichprobe)',
  },
  receipt_slope: {
    'en-US': 'Covariance of the return and the benchmark of each day ÷ variance of the benchmark',
    de: 'Kovarianz von Rendite und Benchmark je Tag ÷ Varianz der Benchmark',
  },
  receipt_correlation: {
    'en-US': 'Correlation of the return and the benchmark of each day',
    de: 'Korrelation von Rendite und Benchmark je Tag',
  },
  receipt_power: { 'en-US': 'first line ^ second line', de: 'erste Zeile ^ zweite Zeile' },
  receipt_root: { 'en-US': 'first line ^ (1 ÷ second line)', de: 'erste Zeile ^ (1 ÷ zweite Zeile)' },
  receipt_rounded: {
    'en-US': 'Rounded as shown, to hundredths of a percent',
    de: 'Gerundet wie angezeigt, auf Hundertstelprozent',
  },
})
