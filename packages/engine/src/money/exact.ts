/**
 * Exact decimals for what is booked. A value is `units / 10^scale` in arbitrary precision: sums and products
 * are exact, so that a cash balance equals the bank's to the last digit. There is no division: what has to be
 * divided (a piece of a lot) is measured, not booked, and is float64.
 */
export interface Exact {
  readonly units: bigint
  readonly scale: number
}

/** A decimal as it arrives: text from the database, or a number, which stands for its shortest decimal form. */
export type DecimalInput = string | number

export const ZERO: Exact = { units: 0n, scale: 0 }

const POWERS: bigint[] = [1n]

function powerOfTen(exponent: number): bigint {
  while (POWERS.length <= exponent) POWERS.push(10n ** BigInt(POWERS.length))
  return POWERS[exponent] ?? 1n
}

const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/

function parseText(text: string): Exact {
  const match = DECIMAL.exec(text.trim())
  const whole = match?.[2] ?? ''
  const fraction = match?.[3] ?? ''
  if (!match || whole.length + fraction.length === 0) throw new RangeError(`not a decimal: ${text}`)
  const units = BigInt(whole + fraction) * (match[1] === '-' ? -1n : 1n)
  const scale = fraction.length - Number(match[4] ?? 0)
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 }
}

/**
 * The exact decimal of a text or number. A number is taken as its shortest decimal form, so 0.1 is one tenth
 * and not the binary fraction next to it. Refuses NaN, Infinity and text that is no decimal with a RangeError.
 */
export function exact(value: DecimalInput): Exact {
  if (typeof value === 'string') return parseText(value)
  if (Number.isSafeInteger(value)) return { units: BigInt(value), scale: 0 }
  const hundredths = Math.round(value * 100)
  if (Math.abs(hundredths) < 1e15 && hundredths / 100 === value)
    return { units: BigInt(hundredths), scale: 2 }
  const tenThousandths = Math.round(value * 10_000)
  if (Math.abs(tenThousandths) < 1e15 && tenThousandths / 10_000 === value)
    return { units: BigInt(tenThousandths), scale: 4 }
  return parseText(String(value))
}

/** a + b, exact. */
export function add(a: Exact, b: Exact): Exact {
  if (a.scale === b.scale) return { units: a.units + b.units, scale: a.scale }
  if (a.scale < b.scale) return { units: a.units * powerOfTen(b.scale - a.scale) + b.units, scale: b.scale }
  return { units: a.units + b.units * powerOfTen(a.scale - b.scale), scale: a.scale }
}

/** -a, exact. */
export function negate(a: Exact): Exact {
  return { units: -a.units, scale: a.scale }
}

/** a - b, exact. */
export function subtract(a: Exact, b: Exact): Exact {
  return add(a, negate(b))
}

/** a x b, exact; the scales add up. */
export function multiply(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** |a|. */
export function absolute(a: Exact): Exact {
  return a.units < 0n ? negate(a) : a
}

/** a x numerator / denominator, rounded half away from zero at 18 decimals: splits such as 1:3 have no finite decimal. */
export function scaleBy(a: Exact, numerator: Exact, denominator: Exact): Exact {
  const scale = 18
  const top = a.units * numerator.units * powerOfTen(scale + denominator.scale)
  const bottom = denominator.units * powerOfTen(a.scale + numerator.scale)
  const doubled = (top * 2n) / bottom
  const units = doubled / 2n + (doubled % 2n)
  return { units, scale }
}

/** The decimal text without trailing zeros: '1234.5', '-0.01', '0'. */
export function toText(a: Exact): string {
  const sign = a.units < 0n ? '-' : ''
  const digits = (a.units < 0n ? -a.units : a.units).toString().padStart(a.scale + 1, '0')
  const whole = digits.slice(0, digits.length - a.scale)
  const fraction = digits.slice(digits.length - a.scale).replace(/0+$/, '')
  return fraction === '' ? sign + whole : `${sign}${whole}.${fraction}`
}

/** The float64 nearest to a. */
export function toNumber(a: Exact): number {
  const units = Number(a.units)
  // A quotient of two exactly represented numbers is correctly rounded; beyond that the text decides.
  if (a.scale === 0) return units
  if (a.scale <= 22 && Number.isSafeInteger(units)) return units / 10 ** a.scale
  return Number(toText(a))
}
