/** Fixed-point arithmetic of the reader: integers of ten decimal places, enough for prices and rates. */
export type Fixed = bigint

const places = 10
const one = 10n ** BigInt(places)
const cent = one / 100n

/** Parses plain decimal text ('-1234.5'); digits beyond the tenth place are cut. */
export function toFixed(text: string): Fixed {
  const isNegative = text.startsWith('-')
  const [whole = '0', fraction = ''] = (isNegative ? text.slice(1) : text).split('.')
  const units = BigInt(whole) * one + BigInt(fraction.slice(0, places).padEnd(places, '0') || '0')
  return isNegative ? -units : units
}

export function fixedToText(value: Fixed): string {
  const magnitude = value < 0n ? -value : value
  const fraction = (magnitude % one).toString().padStart(places, '0').replace(/0+$/, '')
  const text = `${magnitude / one}${fraction === '' ? '' : `.${fraction}`}`
  return value < 0n ? `-${text}` : text
}

export const absolute = (value: Fixed): Fixed => (value < 0n ? -value : value)

const divideRounded = (a: bigint, b: bigint): bigint => {
  const isNegative = a < 0n !== b < 0n
  const [x, y] = [absolute(a), absolute(b)]
  const quotient = (2n * x + y) / (2n * y)
  return isNegative ? -quotient : quotient
}

export const multiplyFixed = (a: Fixed, b: Fixed): Fixed => divideRounded(a * b, one)
export const divideFixed = (a: Fixed, b: Fixed): Fixed => (b === 0n ? 0n : divideRounded(a * one, b))
/** Rounds half away from zero to cents. */
export const toCents = (value: Fixed): Fixed => divideRounded(value, cent) * cent
export const cents = (count: number): Fixed => BigInt(count) * cent
export const sumFixed = (values: readonly Fixed[]): Fixed => values.reduce((sum, value) => sum + value, 0n)

/** Half a unit of the last digit written: 13.5 may stand for 13.45 to 13.55. */
export function precision(text: string): Fixed {
  const digits = Math.min(text.split('.')[1]?.length ?? 0, places - 1)
  return 10n ** BigInt(places - digits) / 2n
}
