import { linear } from './linear.ts'

export interface Extent {
  least: number
  most: number
}

/** Heights of a panel in pixels; y grows downward, so the top is the smaller number. */
export interface Heights {
  top: number
  bottom: number
}

export interface ValueScale {
  /** Round values within the panel, from below. */
  ticks: readonly number[]
  least: number
  most: number
  y(value: number): number
}

interface ValueScaleOptions {
  /** How many steps between ticks at most. */
  mostSteps?: number
  /** Zero stays in view: for profit and loss, and for anything whose size is compared. */
  hasZero?: boolean
}

/** Space above and below the data, as a share of its span. */
const headroom = 0.07
/** Steps that people count in. */
const roundSteps = [1, 2, 2.5, 5, 10]

/** The least and the most of several columns; gaps are left out. Null where nothing is known. */
export function extentOf(columns: readonly (readonly (number | null)[])[]): Extent | null {
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

/** From values to heights, with a little room around the data and ticks at round values. */
export function valueScale(
  extent: Extent | null,
  { top, bottom }: Heights,
  { mostSteps = 5, hasZero = true }: ValueScaleOptions = {},
): ValueScale {
  const { least, most } = withRoom(extent ?? { least: 0, most: 0 }, hasZero)
  const y = linear([least, most], [bottom, top])
  return { least, most, ticks: roundTicks(least, most, mostSteps), y }
}

/** Sums of floats that should be nothing are about this much. */
const dust = 1e-12

function withRoom(extent: Extent, hasZero: boolean): Extent {
  const least = hasZero ? Math.min(0, extent.least) : extent.least
  const most = hasZero ? Math.max(0, extent.most) : extent.most
  const span = most - least
  // A flat line, but for the dust of sums, would have no height: it is drawn in the middle of an arbitrary one.
  const size = Math.max(-least, most)
  if (span <= dust * Math.max(1, size)) {
    const room = size <= dust ? 1 : size
    return { least: least - room, most: most + room }
  }
  // What only touches zero needs room on its own side, and just enough on the other to see the line.
  const below = hasZero && least === 0 ? headroom / 2 : headroom
  const above = hasZero && most === 0 ? headroom / 2 : headroom
  return { least: least - span * below, most: most + span * above }
}

/** Multiples of the smallest round step of which no more than so many fit between the first and the last. */
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
    // 3 x 0.1 is 0.30000000000000004: twelve digits are more than an axis shows.
    ticks.push(Number((count * step).toPrecision(12)))
  }
  return ticks.map(tick => (tick === 0 ? 0 : tick))
}
