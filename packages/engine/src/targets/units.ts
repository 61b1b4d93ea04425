/**
 * Money of target allocations: whole units of 10^-12 of the reporting currency. Sums and products of orders are then
 * exact, and weights computed from the orders equal those shown.
 */
export const UNIT_DECIMALS = 12
export const BPS = 10_000n
const PPM = 1_000_000n
const WEIGHT_DIGITS = 10n ** 15n

/** A figure as whole units, rounded at 12 decimals. */
export function toUnits(amount: number): bigint {
  return BigInt(amount.toFixed(UNIT_DECIMALS).replace('.', ''))
}

/** Whole units as a float64, for display. */
export function fromUnits(units: bigint): number {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(UNIT_DECIMALS + 1, '0')
  return Number(`${sign}${digits.slice(0, -UNIT_DECIMALS)}.${digits.slice(-UNIT_DECIMALS)}`) || 0
}

/** A fraction such as a fee rate in parts per million. */
export function toPpm(fraction: number): bigint {
  return BigInt(Math.round(fraction * 1e6))
}

export function ceilDivide(a: bigint, b: bigint): bigint {
  return a <= 0n ? -(-a / b) : (a + b - 1n) / b
}

export function floorDivide(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b)
}

export function largest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

export function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** A part of an amount by a rate in parts per million, rounded half up to the smallest coin. */
export function applyRate(amount: bigint, ppm: bigint, coin: bigint): bigint {
  return ((amount * ppm * 2n + PPM * coin) / (PPM * coin * 2n)) * coin
}

/** A share as a fraction; null when the whole is 0 or less. */
export function toShare(part: bigint, whole: bigint): number | null {
  return whole <= 0n ? null : Number((part * WEIGHT_DIGITS) / whole) / Number(WEIGHT_DIGITS)
}
