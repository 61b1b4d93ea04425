/** A decimal, units / 10^scale. The digits that a receipt prints are exactly such a number. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

const POWERS: bigint[] = [1n]

function powerOfTen(exponent: number): bigint {
  while (POWERS.length <= exponent) POWERS.push((POWERS.at(-1) ?? 1n) * 10n)
  return POWERS[exponent] ?? 1n
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/

/** Significant digits of a float64 that are free of rounding noise: 0.1 + 0.2 is 0.3. */
const SIGNIFICANT_DIGITS = 15

/** The decimal that a number stands for, without trailing zeros. */
export function toDecimal(value: number): Decimal {
  const match = NUMBER.exec(value.toExponential(SIGNIFICANT_DIGITS - 1))
  if (!match) throw new RangeError(`not a finite number: ${value}`)
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  const digits = (whole + fraction).replace(/0+$/, '')
  if (digits === '') return { units: 0n, scale: 0 }
  const units = BigInt(`${sign}${digits}`)
  const scale = digits.length - 1 - Number(exponent)
  return scale >= 0 ? { units, scale } : { units: units * powerOfTen(-scale), scale: 0 }
}

export function toFloat({ units, scale }: Decimal): number {
  return Number(`${units}e-${scale}`)
}

/** numerator / denominator, rounded half away from zero to whole units. */
function divideRounded(numerator: bigint, denominator: bigint): bigint {
  const isNegative = numerator < 0n !== denominator < 0n
  const top = numerator < 0n ? -numerator : numerator
  const bottom = denominator < 0n ? -denominator : denominator
  const rounded = (2n * top + bottom) / (2n * bottom)
  return isNegative ? -rounded : rounded
}

/** Rounded half away from zero at a scale. */
export function roundDecimal({ units, scale }: Decimal, to: number): Decimal {
  if (scale <= to) return { units: units * powerOfTen(to - scale), scale: to }
  return { units: divideRounded(units, powerOfTen(scale - to)), scale: to }
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: a.units * powerOfTen(scale - a.scale) + b.units * powerOfTen(scale - b.scale), scale }
}

export function negateDecimal({ units, scale }: Decimal): Decimal {
  return { units: -units, scale }
}

export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale }
}

/** a / b, rounded half away from zero at a scale; null when b is 0. */
export function divideDecimals(a: Decimal, b: Decimal, scale: number): Decimal | null {
  if (b.units === 0n) return null
  const shift = scale + b.scale - a.scale
  const numerator = shift >= 0 ? a.units * powerOfTen(shift) : a.units
  const denominator = shift >= 0 ? b.units : b.units * powerOfTen(-shift)
  return { units: divideRounded(numerator, denominator), scale }
}

/** Compares two decimals like `a - b`. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const { units } = addDecimals(a, negateDecimal(b))
  return units > 0n ? 1 : units < 0n ? -1 : 0
}

/** As text with a point, without the trailing zeros beyond `least` decimals: '-148060.388', '12.50'. */
export function decimalText({ units, scale }: Decimal, least: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  let fraction = digits.slice(digits.length - scale)
  while (fraction.length > least && fraction.endsWith('0')) fraction = fraction.slice(0, -1)
  fraction = fraction.padEnd(least, '0')
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}
