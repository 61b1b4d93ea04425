import type { Day } from '../calendar/day.ts'

/** Money an investor paid in (negative) or received (positive) on a day. */
export interface DatedFlow {
  readonly day: Day
  readonly amount: number
}

/** All internal rates of return found, ascending, and the one to show. */
export interface InternalRate {
  /** A fraction per year; null when no rate brings the net present value to 0. */
  readonly rate: number | null
  /** Whether several rates solve the equation. */
  readonly isAmbiguous: boolean
  readonly roots: readonly number[]
}

const NONE: InternalRate = { rate: null, isAmbiguous: false, roots: [] }

/** Nets flows by day, drops zeros and sorts by day: columns of day offsets and amounts. */
function netByDay(flows: readonly DatedFlow[]): { offsets: Float64Array; amounts: Float64Array } {
  const byDay = new Map<Day, number>()
  for (const { day, amount } of flows) byDay.set(day, (byDay.get(day) ?? 0) + amount)
  const sorted = [...byDay].filter(entry => entry[1] !== 0).sort((a, b) => a[0] - b[0])
  const first = sorted[0]?.[0] ?? 0
  return {
    offsets: Float64Array.from(sorted, entry => entry[0] - first),
    amounts: Float64Array.from(sorted, entry => entry[1]),
  }
}

/**
 * Net present value at a continuous rate x per unit of time, up to a positive factor. Discounting from the side
 * where factors shrink keeps every term finite: from the first flow when x >= 0, from the last when x < 0.
 */
function presentValue(offsets: Float64Array, amounts: Float64Array, x: number, unitsPerYear: number): number {
  const step = Math.exp(-Math.abs(x) / unitsPerYear)
  const powers = smallPowers(step)
  const count = offsets.length
  let sum = 0
  // Horner over the gaps between flows: most gaps are a few days, whose powers are looked up.
  if (x >= 0) {
    for (let index = count - 1; index >= 0; index -= 1) {
      const gap = index === count - 1 ? 0 : (offsets[index + 1] ?? 0) - (offsets[index] ?? 0)
      sum = sum * (powers[gap] ?? step ** gap) + (amounts[index] ?? 0)
    }
  } else {
    for (let index = 0; index < count; index += 1) {
      const gap = index === 0 ? 0 : (offsets[index] ?? 0) - (offsets[index - 1] ?? 0)
      sum = sum * (powers[gap] ?? step ** gap) + (amounts[index] ?? 0)
    }
  }
  return sum
}

const SMALL = 32

/** The powers 0 to 31 of a base. Longer gaps and fractional ones have no entry. */
function smallPowers(base: number): Float64Array {
  const powers = new Float64Array(SMALL).fill(1)
  for (let exponent = 1; exponent < SMALL; exponent += 1)
    powers[exponent] = (powers[exponent - 1] as number) * base
  return powers
}

const LOWEST = -20.7
const HIGHEST = 14

/** Grid of ln(1 + rate): fine around zero, where most rates lie, and out to -99.9999999 % and 10^6. */
const GRID: readonly number[] = (() => {
  const points: number[] = []
  for (let x = LOWEST; x < -3; x += 0.15) points.push(x)
  for (let x = -3; x < -0.5; x += 0.05) points.push(x)
  for (let x = -0.5; x < 0.5; x += 0.01) points.push(x)
  for (let x = 0.5; x < 3; x += 0.05) points.push(x)
  for (let x = 3; x <= HIGHEST; x += 0.15) points.push(x)
  return points
})()

function bisect(value: (x: number) => number, low: number, high: number): number {
  let left = low
  let right = high
  const signLeft = Math.sign(value(left))
  for (let round = 0; round < 200; round += 1) {
    const middle = (left + right) / 2
    if (middle === left || middle === right) break
    const sign = Math.sign(value(middle))
    if (sign === 0) return middle
    if (sign === signLeft) left = middle
    else right = middle
  }
  return (left + right) / 2
}

/** Counts the sign changes of the running sums of the flows, forward from the first or backward from the last. */
function countSignChanges(amounts: Float64Array, isFromLast: boolean): number {
  let sum = 0
  let sign = 0
  let changes = 0
  for (let place = 0; place < amounts.length; place += 1) {
    sum += amounts[isFromLast ? amounts.length - 1 - place : place] ?? 0
    const now = Math.sign(sum)
    if (now === 0) continue
    if (sign !== 0 && now !== sign) changes += 1
    sign = now
  }
  return changes
}

function scan(value: (x: number) => number, grid: readonly number[]): number[] {
  const roots: number[] = []
  let previousX = Number.NaN
  let previousSign = 0
  for (const x of grid) {
    const sign = Math.sign(value(x))
    if (sign === 0) roots.push(Math.expm1(x))
    else if (previousSign !== 0 && sign !== previousSign) roots.push(Math.expm1(bisect(value, previousX, x)))
    previousX = x
    previousSign = sign
  }
  return roots
}

/**
 * By Laguerre's rule there are at most as many positive rates as sign changes in the running sums from the first flow
 * on, and at most as many negative rates as in those from the last flow back. A single possible rate is bisected between
 * the limits; only flows that may have several rates need the grid.
 */
function findRoots(value: (x: number) => number, amounts: Float64Array): number[] {
  const above = countSignChanges(amounts, false)
  const below = countSignChanges(amounts, true)
  if (above > 1 || below > 1 || value(0) === 0) return scan(value, GRID)
  return [...(below === 1 ? scan(value, [LOWEST, 0]) : []), ...(above === 1 ? scan(value, [0, HIGHEST]) : [])]
}

function solve(offsets: Float64Array, amounts: Float64Array, unitsPerYear: number): InternalRate {
  const hasBothSigns = amounts.some(amount => amount > 0) && amounts.some(amount => amount < 0)
  if (!hasBothSigns) return NONE
  const roots = findRoots(x => presentValue(offsets, amounts, x, unitsPerYear), amounts)
  return { rate: chooseRoot(roots, amounts), isAmbiguous: roots.length > 1, roots }
}

/** Rates beyond losing half or doubling in a year come last: flows that change sign late have roots near -100 %. */
const USUAL_LOG_RATE = Math.LN2

/**
 * Of several roots, the one nearest zero: first among usual rates with the sign of the total gain, then among usual
 * rates, then among those with the sign of the gain, then among all.
 */
function chooseRoot(roots: readonly number[], amounts: Float64Array): number | null {
  const gain = Math.sign(amounts.reduce((sum, amount) => sum + amount, 0))
  const rank = (root: number): number =>
    (Math.abs(Math.log1p(root)) <= USUAL_LOG_RATE ? 0 : 2) + (Math.sign(root) === gain ? 0 : 1)
  const byPreference = roots.toSorted(
    (a, b) => rank(a) - rank(b) || Math.abs(Math.log1p(a)) - Math.abs(Math.log1p(b)),
  )
  return byPreference[0] ?? null
}

/**
 * Internal rate of return of dated flows (XIRR): the yearly rate r at which their net present value is 0.
 *
 *     sum of amount x (1 + r)^(-(day - first day) / yearDays) = 0
 *
 * ACT/365 unless another year is given; flows may come in any order. Where several rates are possible, their whole range
 * is scanned on a grid of ln(1 + r) and every sign change is bisected, so no first guess can diverge. Of several roots
 * `rate` is the usual one that has the sign of the total gain, see `chooseRoot`, and `isAmbiguous` is set. Flows of one
 * sign, and flows that no rate balances, have the rate null, never 0.
 *
 * @returns rates as fractions per year.
 */
export function xirr(flows: readonly DatedFlow[], yearDays = 365): InternalRate {
  const { offsets, amounts } = netByDay(flows)
  return solve(offsets, amounts, yearDays)
}

/** Internal rate of return of flows at equal intervals, as a fraction per interval; the first flow is at time 0. See `xirr`. */
export function periodicIrr(flows: readonly number[]): InternalRate {
  return xirr(
    flows.map((amount, day) => ({ day, amount })),
    1,
  )
}
