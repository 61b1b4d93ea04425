import { add, exact, multiply, subtract, toText } from '@plumbline/engine'
import { limits } from '../limits.ts'
import { RowProblem } from '../problem.ts'
import { currencySymbol } from './currency.ts'

export type DecimalMark = '.' | ','

const outer = /[\s\u00a0\u2007\u2009\u202f]/g
const currencyMark = new RegExp(
  `${currencySymbol.source}|[₤₿]|(?<![A-Za-z])(?:CHF|EUR|USD|GBP|SFr\\.?|Fr\\.)(?![A-Za-z])`,
  'gu',
)
/** A number whose dot cannot be a thousands separator, whichever mark the file uses. */
const simpleShape = /^(-?)(\d{1,24})(?:\.(\d{1,2}|\d{4,24}))?$/
const shape = /^([+-]?)([\d.,']*\d[\d.,']*)([+-]?)$/

/**
 * Parses numbers as people write them: '1’234,56', '(1,234.56)', '-$30.93', '50,00-', '1 046.38'. `mark` decides
 * ambiguous numbers only (1.250 and 1,250), because some statements mix both marks. Other text throws a RowProblem.
 */
export function parseDecimal(text: string, mark: DecimalMark, field = 'number'): string {
  rejectLongNumber(text, field)
  // Fast path: most numbers are plain.
  const simple = simpleShape.exec(text)
  if (simple) return plain(simple[1] === '-', simple[2] ?? '', simple[3] ?? '', field)
  let bare = text
    .replace(outer, '')
    .replace(/[’‘´`]/g, "'")
    .replace(/[−–]/g, '-')
    .replace(currencyMark, '')
  let isNegative = false
  if (bare.startsWith('(') && bare.endsWith(')')) {
    isNegative = true
    bare = bare.slice(1, -1)
  }
  const match = shape.exec(bare)
  if (!match || (match[1] !== '' && match[3] !== ''))
    throw new RowProblem('not_a_number', { field, value: text })
  if (match[1] === '-' || match[3] === '-') isNegative = !isNegative
  const [whole, fraction] = splitDigits(match[2] ?? '', mark, text, field)
  return plain(isNegative, whole, fraction, field)
}

/** Longer than any number. The patterns here take quadratic time. */
const maxNumberChars = 200

function rejectLongNumber(text: string, field: string): void {
  if (text.length > maxNumberChars) throw new RowProblem('number_too_long', { field })
}

/** Splits digits at the decimal mark and removes thousands separators. */
function splitDigits(
  digits: string,
  mark: DecimalMark,
  text: string,
  field: string,
): [whole: string, fraction: string] {
  const decimal = decimalMarkIn(digits, mark)
  const cut = decimal === null ? -1 : digits.lastIndexOf(decimal)
  const whole = cut < 0 ? digits : digits.slice(0, cut)
  const fraction = cut < 0 ? '' : digits.slice(cut + 1)
  const isGrouped =
    /^\d{1,3}(?:([.,'])\d{3})(?:\1\d{3})*$/.test(whole) || /^\d{1,2}(?:([.,'])\d{2})+\1\d{3}$/.test(whole)
  if (!/^\d*$/.test(fraction) || !(isGrouped || /^\d*$/.test(whole)))
    throw new RowProblem('not_a_number', { field, value: text })
  return [whole.replace(/[.,']/g, ''), fraction]
}

/** The decimal mark of a number, or null for a whole number. */
function decimalMarkIn(digits: string, mark: DecimalMark): DecimalMark | null {
  const dot = digits.lastIndexOf('.')
  const comma = digits.lastIndexOf(',')
  if (dot < 0 && comma < 0) return null
  if (dot >= 0 && comma >= 0) return dot > comma ? '.' : ','
  const only: DecimalMark = dot >= 0 ? '.' : ','
  const at = Math.max(dot, comma)
  if (digits.indexOf(only) !== at) return null
  if (only === mark) return mark
  // Three digits after the other mark are thousands, unless nothing or a zero precedes it.
  const couldGroup = digits.length - at === 4 && /^[1-9]\d{0,2}$/.test(digits.slice(0, at))
  return couldGroup ? null : only
}

function plain(isNegative: boolean, whole: string, fraction: string, field: string): string {
  const left = whole.replace(/^0+(?=\d)/, '') || '0'
  const right = fraction.replace(/0+$/, '')
  if (left.length > limits.wholeDigits) throw new RowProblem('number_too_long', { field })
  if (right.length > limits.fractionDigits) return roundedFraction(isNegative, left, right, field)
  const text = right === '' ? left : `${left}.${right}`
  return isNegative && text !== '0' ? `-${text}` : text
}

/** Files of calculated values state more decimals than the ledger holds; the last one kept is rounded half up. */
function roundedFraction(isNegative: boolean, left: string, right: string, field: string): string {
  const digits =
    BigInt(left + right.slice(0, limits.fractionDigits)) +
    (Number(right[limits.fractionDigits]) >= 5 ? 1n : 0n)
  const text = digits.toString().padStart(limits.fractionDigits + 1, '0')
  return plain(isNegative, text.slice(0, -limits.fractionDigits), text.slice(-limits.fractionDigits), field)
}

/** Parses a decimal of a machine format: digits, optional sign, '.' or ',' as the mark, optional exponent. */
export function strictDecimal(text: string, field: string): string {
  rejectLongNumber(text, field)
  const match = /^\s*([+-]?)(\d{0,60})(?:[.,](\d{0,60}))?(?:[eE]([+-]?\d{1,2}))?\s*$/.exec(text)
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (!match || whole + fraction === '') throw new RowProblem('not_a_number', { field, value: text })
  const shift = Number(match[4] ?? 0)
  const digits = shift >= 0 ? fraction.padEnd(shift, '0') : fraction
  const ints = shift >= 0 ? whole + digits.slice(0, shift) : whole.padStart(-shift + 1, '0')
  const left = shift >= 0 ? ints : ints.slice(0, shift)
  const right = shift >= 0 ? digits.slice(shift) : ints.slice(shift) + digits
  return plain(match[1] === '-', left, right, field)
}

export const isZero = (decimal: string): boolean => decimal === '0'
export const isNegative = (decimal: string): boolean => decimal.startsWith('-')
export const negated = (decimal: string): string =>
  decimal === '0' ? '0' : decimal.startsWith('-') ? decimal.slice(1) : `-${decimal}`
export const magnitude = (decimal: string): string => (decimal.startsWith('-') ? decimal.slice(1) : decimal)
export const plus = (a: string, b: string): string => toText(add(exact(a), exact(b)))
export const minus = (a: string, b: string): string => toText(subtract(exact(a), exact(b)))
export const times = (a: string, b: string): string => toText(multiply(exact(a), exact(b)))
/** Scales an integer by 10^-scale: ('12345', 2) is 123.45. */
export const scaled = (units: string, scale: number): string =>
  toText(multiply(exact(units), { units: 1, scale }))
/** Signs a number by direction: incoming is positive, outgoing negative. */
export const signed = (decimal: string, isIncoming: boolean): string =>
  isIncoming ? magnitude(decimal) : negated(magnitude(decimal))
