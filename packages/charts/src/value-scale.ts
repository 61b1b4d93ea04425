import { linear } from './linear.ts'

export interface Extent {
  least: number
  most: number
}

/** Vertical bounds of a panel in pixels; y grows downward, so the top is the smaller number. */
export interface Heights {
  top: number
  bottom: number
}

export interface ValueScale {
  /** Round values within the panel, ascending. */
  ticks: readonly number[]
  least: number
  most: number
  y(value: number): number
}

interface ValueScaleOptions {
  /** Maximum number of steps between ticks. */
  mostSteps?: number
  /** Keeps zero in view: for profit and loss, and wherever sizes are compared. */
  hasZero?: boolean
}

/** Padding above and below the data, as a fraction of its span. */
const headroom = 0.07
/** Round steps. */
const roundSteps = [1, 2, 2.5, 5, 10]

/** The range of several columns without their gaps. Null without values. */
export function findExtent(columns: readonly (readonly (number | null)[])[]): Extent | null {
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  for (const column of columns) {
    for (const value of column) {
      if (value === null || !Number.isFinite(value)) continue
      if (value < least) least = value
      if (value > most) most = value
    }
  }
  return least > most ? null : { least, most }
}

/** Maps values to heights, with padding around the data and ticks at round values. */
export function valueScale(
  extent: Extent | null,
  { top, bottom }: Heights,
  { mostSteps = 5, hasZero = true }: ValueScaleOptions = {},
): ValueScale {
  const { least, most } = padExtent(extent ?? { least: 0, most: 0 }, hasZero)
  const y = linear([least, most], [bottom, top])
  return { least, most, ticks: roundTicks(least, most, mostSteps), y }
}

/** Rounding noise of floating-point sums that should be zero. */
const dust = 1e-12

function padExtent(extent: Extent, hasZero: boolean): Extent {
  const least = hasZero ? Math.min(0, extent.least) : extent.least
  const most = hasZero ? Math.max(0, extent.most) : extent.most
  const span = most - least
  // A line that is flat but for rounding noise is drawn in the middle of an arbitrary range.
  const size = Math.max(-least, most)
  if (span <= dust * Math.max(1, size)) {
    const room = size <= dust ? 1 : size
    return { least: least - room, most: most + room }
  }
  // Data that only touches zero needs padding on its own side, and just enough on the other to show the line.
  const below = hasZero && least === 0 ? headroom / 2 : headroom
  const above = hasZero && most === 0 ? headroom / 2 : headroom
  return { least: least - span * below, most: most + span * above }
}

/** Multiples of the smallest round step that divides the range into at most `mostSteps` steps. */
export function roundTicks(least: number, most: number, mostSteps: number): number[] {
  const span = most - least
  if (!(span > 0) || mostSteps < 1) return []
  const magnitude = 10 ** Math.floor(Math.log10(span / mostSteps))
  for (const size of [magnitude, magnitude * 10]) {
    for (const factor of roundSteps) {
      const ticks = multiplesWithin(least, most, factor * size)
      if (ticks.length <= mostSteps + 1) return ticks
    }
  }
  return []
}

function multiplesWithin(least: number, most: number, step: number): number[] {
  const ticks: number[] = []
  const last = Math.floor(most / step + 1e-9)
  for (let count = Math.ceil(least / step - 1e-9); count <= last; count += 1) {
    // 3 x 0.1 is 0.30000000000000004; an axis shows fewer than twelve digits.
    ticks.push(Number((count * step).toPrecision(12)))
  }
  return ticks.map(tick => (tick === 0 ? 0 : tick))
}
