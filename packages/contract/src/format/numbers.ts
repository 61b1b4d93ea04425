import { currencyDecimals } from '@plumbline/engine/rounding'
import type { Language } from '../texts/text.ts'

/** Placeholder for a missing figure. */
export const noFigure = '–'

/** The minus sign, as wide as a plus, unlike a hyphen. */
const minus = '\u2212'

/** `values` show a minus only; profit, loss and flows carry a plus as well. */
type Sign = 'minus' | 'always'

export interface NumberStyle {
  /** By default those of the currency. */
  decimals?: number | undefined
  /** The currency of an amount, for its decimals. */
  currency?: string | undefined
  sign?: Sign
}

function decimalsIn({ decimals, currency = '' }: NumberStyle): number {
  return decimals ?? currencyDecimals(currency)
}

/** An amount in two parts, because decimals are drawn in a fainter style. */
export interface AmountParts {
  /** With sign and separators: `−1,234`. */
  whole: string
  /** With its decimal mark: `.56`; empty without decimals. */
  decimals: string
}

const formatters = new Map<string, Intl.NumberFormat>()

/** Formatters are cached: creating one costs far more than using it. */
function numberFormat(language: Language, least: number, most: number, sign: Sign): Intl.NumberFormat {
  const key = `${language} ${least} ${most} ${sign}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(language, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      // Both omit the sign of values that round to zero: `−0.00` would be wrong.
      signDisplay: sign === 'always' ? 'exceptZero' : 'negative',
    })
    formatters.set(key, formatter)
  }
  return formatter
}

function written(formatter: Intl.NumberFormat, value: number): string {
  return formatter.format(value).replace('-', minus)
}

/** 1,234,567.89 · −241.00 · with sign 'always': +1,303,019.97 */
export function formatAmount(value: number | null, language: Language, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { sign = 'minus' } = style
  const decimals = decimalsIn(style)
  return written(numberFormat(language, decimals, decimals, sign), value)
}

export function amountParts(value: number, language: Language, style: NumberStyle = {}): AmountParts {
  const { sign = 'minus' } = style
  const decimals = decimalsIn(style)
  let whole = ''
  let fraction = ''
  for (const { type, value: text } of numberFormat(language, decimals, decimals, sign).formatToParts(value)) {
    if (type === 'decimal' || type === 'fraction') fraction += text
    else whole += text === '-' ? minus : text
  }
  return { whole, decimals: fraction }
}

const units = [
  [1, ''],
  [1e3, 'K'],
  [1e6, 'M'],
  [1e9, 'B'],
  [1e12, 'T'],
] as const

/** 950.00 · 33.05M · −241.13K · 2.50T: two decimals of thousands, millions, billions, trillions. */
export function formatCompact(value: number | null, language: Language, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { decimals = 2, sign = 'minus' } = style
  const magnitude = Math.abs(value)
  // 999,995 rounds to 1000.00K, which is written in the next unit.
  const rounding = 1 - 0.5 / (1000 * 10 ** decimals)
  const [size, letter] = units.findLast(([least]) => magnitude >= least * rounding) ?? units[0]
  return written(numberFormat(language, decimals, decimals, sign), value / size) + letter
}

/** A tick of an axis: like compact, without trailing zeros. It has the decimals that tell it from the next tick. */
export function formatTick(value: number, language: Language, step = 1): string {
  const [size, letter] = units.findLast(([least]) => Math.abs(value) >= least) ?? units[0]
  return written(numberFormat(language, 0, countDecimals(step / size), 'minus'), value / size) + letter
}

const fewestTickDecimals = 2
const mostTickDecimals = 10

/** The decimals of a step: 4 of 0.0025. */
function countDecimals(step: number): number {
  for (let decimals = fewestTickDecimals; decimals < mostTickDecimals; decimals += 1) {
    const scaled = step * 10 ** decimals
    if (scaled >= 0.5 && Math.abs(scaled - Math.round(scaled)) < 1e-6) return decimals
  }
  return step > 0 ? mostTickDecimals : fewestTickDecimals
}

/** Prices keep their own precision: 184.66 · 0.8105 · 12,905 · 0.00001234 */
export function formatPrice(value: number | null, language: Language): string {
  if (value === null) return noFigure
  const magnitude = Math.abs(value)
  const least = magnitude >= 1000 && Number.isInteger(value) ? 0 : 2
  const most = magnitude >= 1000 ? 2 : magnitude >= 1 || magnitude === 0 ? 4 : magnitude >= 0.001 ? 6 : 10
  return written(numberFormat(language, least, most, 'minus'), value)
}

/** Quantities: 9,000 · 0.4 · 12.0625 */
export function formatQuantity(value: number | null, language: Language): string {
  return value === null ? noFigure : written(numberFormat(language, 0, 8, 'minus'), value)
}

/** Formats a fraction: 0.3753 is +37.53%. Weights have no plus. */
export function formatPercent(value: number | null, language: Language, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { decimals = 2, sign = 'always' } = style
  return `${written(numberFormat(language, decimals, decimals, sign), value * 100)}%`
}

/** A decimal text in all its digits: '-148060.388' is −148,060.388 */
export function formatDecimal(text: string, language: Language): string {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const mark = amountParts(0.5, language, { decimals: 1 }).decimals.charAt(0)
  const sign = text.startsWith('-') && /[1-9]/.test(text) ? minus : ''
  const grouped = numberFormat(language, 0, 0, 'minus').format(BigInt(whole))
  return `${sign}${grouped}${fraction === undefined ? '' : `${mark}${fraction}`}`
}

/** Formats a count: 1,204 */
export function formatCount(value: number, language: Language): string {
  return written(numberFormat(language, 0, 0, 'minus'), value)
}

/** Whether a figure is a gain, a loss or neither after rounding to the shown digits. */
export function figureTone(value: number | null, decimals = 2): 'gain' | 'loss' | 'none' {
  if (value === null || Math.abs(value) < 0.5 / 10 ** decimals) return 'none'
  return value > 0 ? 'gain' : 'loss'
}
