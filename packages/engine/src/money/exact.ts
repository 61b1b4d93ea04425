/**
 * An exact decimal, `units / 10^scale`, for posted amounts: sums and products are exact, so that a cash balance equals
 * the bank's to the last digit. Units are a plain number while it is a safe integer, which is fast, and a bigint
 * beyond. There is no division: figures that need one (a piece of a lot) are float64.
 */
export interface Exact {
  readonly units: number | bigint
  readonly scale: number
}

/** A decimal as text, or as a number, which stands for its shortest decimal form. */
export type DecimalInput = string | number

export const ZERO: Exact = { units: 0, scale: 0 }

/** Powers of ten that float64 holds exactly. */
const FLOAT_POWERS: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)
const POWERS: bigint[] = [1n]

function powerOfTen(exponent: number): bigint {
  while (POWERS.length <= exponent) POWERS.push(10n ** BigInt(POWERS.length))
  return POWERS[exponent] ?? 1n
}

/** Keeps units as a plain number where it is a safe integer, so that the next operation is fast. */
function fromBig(units: bigint, scale: number): Exact {
  const small = Number(units)
  return { units: Number.isSafeInteger(small) ? small : units, scale }
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

/** The usual form, with few enough digits that every step below is exact in float64. */
const PLAIN = /^-?\d+(?:\.\d+)?$/
const MAX_PLAIN_CHARACTERS = 15

function parsePlain(text: string): Exact {
  const point = text.indexOf('.')
  const scale = point < 0 ? 0 : text.length - point - 1
  // Below 10^15 the product is within a quarter of the integer it stands for.
  const units = Math.round(Number(text) * (FLOAT_POWERS[scale] ?? Number.NaN))
  return { units: units === 0 ? 0 : units, scale }
}

function parseText(text: string): Exact {
  if (text.length <= MAX_PLAIN_CHARACTERS && PLAIN.test(text)) return parsePlain(text)
  const match = DECIMAL.exec(text.trim())
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (!match || whole.length + fraction.length === 0) throw new RangeError(`not a decimal: ${text}`)
  const units = BigInt(whole + fraction) * (match[1] === '-' ? -1n : 1n)
  const scale = fraction.length - Number(match[4] ?? 0)
  return scale >= 0 ? fromBig(units, scale) : fromBig(units * powerOfTen(-scale), 0)
}

/**
 * The exact decimal of a text or number. A number is taken as its shortest decimal form, so 0.1 is one tenth
 * and not the binary fraction next to it. Throws a RangeError for NaN, Infinity and text that is not a decimal.
 */
export function exact(value: DecimalInput): Exact {
  if (typeof value === 'string') return parseText(value)
  if (Number.isSafeInteger(value)) return { units: value === 0 ? 0 : value, scale: 0 }
  const hundredths = Math.round(value * 100)
  if (Math.abs(hundredths) < 1e15 && hundredths / 100 === value) return { units: hundredths, scale: 2 }
  const tenThousandths = Math.round(value * 10_000)
  if (Math.abs(tenThousandths) < 1e15 && tenThousandths / 10_000 === value)
    return { units: tenThousandths, scale: 4 }
  return parseText(String(value))
}

/** The sign of a: -1, 0 or 1. */
export function signum(a: Exact): number {
  return a.units > 0 ? 1 : a.units < 0 ? -1 : 0
}

function shiftLeft(units: number | bigint, by: number): number | bigint {
  if (by === 0) return units
  if (typeof units === 'number' && by <= 22) {
    const product = units * (FLOAT_POWERS[by] ?? Number.NaN)
    if (Number.isSafeInteger(product)) return product
  }
  return BigInt(units) * powerOfTen(by)
}

/** a + b, exact. */
export function add(a: Exact, b: Exact): Exact {
  if (b.units === 0 && b.scale <= a.scale) return a
  if (a.units === 0 && a.scale <= b.scale) return b
  const scale = Math.max(a.scale, b.scale)
  const left = shiftLeft(a.units, scale - a.scale)
  const right = shiftLeft(b.units, scale - b.scale)
  if (typeof left === 'number' && typeof right === 'number') {
    const sum = left + right
    if (Number.isSafeInteger(sum)) return { units: sum, scale }
  }
  return fromBig(BigInt(left) + BigInt(right), scale)
}

/** -a, exact. */
export function negate(a: Exact): Exact {
  return a.units === 0 ? a : { units: -a.units, scale: a.scale }
}

/** a - b, exact. */
export function subtract(a: Exact, b: Exact): Exact {
  return add(a, negate(b))
}

/** a x b, exact; the scales add up. */
export function multiply(a: Exact, b: Exact): Exact {
  const scale = a.scale + b.scale
  if (typeof a.units === 'number' && typeof b.units === 'number') {
    const product = a.units * b.units
    if (Number.isSafeInteger(product)) return { units: product === 0 ? 0 : product, scale }
  }
  return fromBig(BigInt(a.units) * BigInt(b.units), scale)
}

/** |a|, exact. */
export function absolute(a: Exact): Exact {
  return a.units < 0 ? negate(a) : a
}

/** a x numerator / denominator, rounded half away from zero at 18 decimals, since ratios such as 1:3 have no finite decimal. */
export function scaleBy(a: Exact, numerator: Exact, denominator: Exact): Exact {
  const scale = 18
  const top = BigInt(a.units) * BigInt(numerator.units) * powerOfTen(scale + denominator.scale)
  const bottom = BigInt(denominator.units) * powerOfTen(a.scale + numerator.scale)
  const doubled = (top * 2n) / bottom
  return fromBig(doubled / 2n + (doubled % 2n), scale)
}

/** The decimal text without trailing zeros: '1234.5', '-0.01', '0'. */
export function toText(a: Exact): string {
  const sign = a.units < 0 ? '-' : ''
  const digits = (a.units < 0 ? -a.units : a.units).toString().padStart(a.scale + 1, '0')
  const whole = digits.slice(0, digits.length - a.scale)
  const fraction = digits.slice(digits.length - a.scale).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/** The float64 nearest to a, correctly rounded. */
export function toNumber(a: Exact): number {
  const { units, scale } = a
  // A quotient of two exactly represented numbers is correctly rounded; larger values are parsed from their text.
  if (typeof units === 'number' && scale <= 22)
    return scale === 0 ? units : units / (FLOAT_POWERS[scale] ?? 1)
  return Number(toText(a))
}
