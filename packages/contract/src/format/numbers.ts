import { currencyDecimals } from '@plumbline/engine/rounding'
import type { Language } from '../texts/text.ts'
import {
  intlLocales,
  localeLanguage,
  localeNumberFormat,
  type NumberLocale,
  numberMarks,
} from './number-locale.ts'

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
function numberFormat(locale: NumberLocale, least: number, most: number, sign: Sign): Intl.NumberFormat {
  const key = `${locale} ${least} ${most} ${sign}`
  let formatter = formatters.get(key)
  if (formatter === undefined) {
    formatter = new Intl.NumberFormat(intlLocales[localeNumberFormat(locale)], {
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
  return spaced(formatter.format(value)).replace('-', minus)
}

/** Versions of Intl differ in the marks between thousands, and fonts of printed reports lack the narrow space. */
function spaced(text: string): string {
  return text.replaceAll('\u202f', '\u00a0').replaceAll('\u2019', "'")
}

/** 1,234,567.89 · −241.00 · with sign 'always': +1,303,019.97 */
export function formatAmount(value: number | null, locale: NumberLocale, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { sign = 'minus' } = style
  const decimals = decimalsIn(style)
  return written(numberFormat(locale, decimals, decimals, sign), value)
}

export function amountParts(value: number, locale: NumberLocale, style: NumberStyle = {}): AmountParts {
  const { sign = 'minus' } = style
  const decimals = decimalsIn(style)
  let whole = ''
  let fraction = ''
  for (const { type, value: text } of numberFormat(locale, decimals, decimals, sign).formatToParts(value)) {
    if (type === 'decimal' || type === 'fraction') fraction += text
    else whole += text === '-' ? minus : spaced(text)
  }
  return { whole, decimals: fraction }
}

const unitSizes = [1, 1e3, 1e6, 1e9, 1e12]
/** German writes its units as abbreviated words, after a space. */
const unitNames: Record<Language, readonly string[]> = {
  'en-US': ['', 'K', 'M', 'B', 'T'],
  de: ['', '\u00a0Tsd.', '\u00a0Mio.', '\u00a0Mrd.', '\u00a0Bio.'],
}

/** The largest unit whose least magnitude, times a factor, is reached. */
function findUnit(magnitude: number, factor: number, locale: NumberLocale): { size: number; name: string } {
  const place = Math.max(
    0,
    unitSizes.findLastIndex(size => magnitude >= size * factor),
  )
  return { size: unitSizes[place] ?? 1, name: unitNames[localeLanguage(locale)][place] ?? '' }
}

/** 950.00 · 33.05M · −241.13K · 2.50T, in German 33,05 Mio.: two decimals of thousands, millions, billions, trillions. */
export function formatCompact(value: number | null, locale: NumberLocale, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { decimals = 2, sign = 'minus' } = style
  const magnitude = Math.abs(value)
  // 999,995 rounds to 1000.00K, which is written in the next unit.
  const rounding = 1 - 0.5 / (1000 * 10 ** decimals)
  const { size, name } = findUnit(magnitude, rounding, locale)
  return written(numberFormat(locale, decimals, decimals, sign), value / size) + name
}

/** A tick of an axis: like compact, without trailing zeros. It has the decimals that tell it from the next tick. */
export function formatTick(value: number, locale: NumberLocale, step = 1): string {
  const { size, name } = findUnit(Math.abs(value), 1, locale)
  return written(numberFormat(locale, 0, countDecimals(step / size), 'minus'), value / size) + name
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
export function formatPrice(value: number | null, locale: NumberLocale): string {
  if (value === null) return noFigure
  const magnitude = Math.abs(value)
  const least = magnitude >= 1000 && Number.isInteger(value) ? 0 : 2
  const most = magnitude >= 1000 ? 2 : magnitude >= 1 || magnitude === 0 ? 4 : magnitude >= 0.001 ? 6 : 10
  return written(numberFormat(locale, least, most, 'minus'), value)
}

/** Quantities: 9,000 · 0.4 · 12.0625 */
export function formatQuantity(value: number | null, locale: NumberLocale): string {
  return value === null ? noFigure : written(numberFormat(locale, 0, 8, 'minus'), value)
}

/** Formats a fraction: 0.3753 is +37.53%. Weights have no plus. */
export function formatPercent(value: number | null, locale: NumberLocale, style: NumberStyle = {}): string {
  if (value === null) return noFigure
  const { decimals = 2, sign = 'always' } = style
  return `${written(numberFormat(locale, decimals, decimals, sign), value * 100)}${percentSign(locale)}`
}

/** English joins the percent sign to the number, German separates it. */
export function percentSign(locale: NumberLocale): string {
  return localeLanguage(locale) === 'de' ? '\u00a0%' : '%'
}

/** A decimal text in all its digits: '-148060.388' is −148,060.388 */
export function formatDecimal(text: string, locale: NumberLocale): string {
  const [whole = '', fraction] = text.replace('-', '').split('.')
  const mark = numberMarks(locale).decimal
  const sign = text.startsWith('-') && /[1-9]/.test(text) ? minus : ''
  const grouped = spaced(numberFormat(locale, 0, 0, 'minus').format(BigInt(whole)))
  return `${sign}${grouped}${fraction === undefined ? '' : `${mark}${fraction}`}`
}

/** Formats a count: 1,204 */
export function formatCount(value: number, locale: NumberLocale): string {
  return written(numberFormat(locale, 0, 0, 'minus'), value)
}

/** Whether a figure is a gain, a loss or neither after rounding to the shown digits. */
export function figureTone(value: number | null, decimals = 2): 'gain' | 'loss' | 'none' {
  if (value === null || Math.abs(value) < 0.5 / 10 ** decimals) return 'none'
  return value > 0 ? 'gain' : 'loss'
}
