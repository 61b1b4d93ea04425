/** The deepest drawdown of a series. Indices refer to the series; a baseline before it has the index -1. */
export interface Drawdown {
  /** Loss from the peak as a negative fraction; 0 when it never fell. */
  readonly depth: number
  readonly peak: number
  readonly trough: number
  /** First index at or above the peak after the trough; null when it has not recovered or never fell. */
  readonly recovered: number | null
  /** Longest time below a high, in steps, including a drawdown that has not recovered. */
  readonly longest: number
}

/**
 * The deepest drawdown of levels.
 *
 *     drawdown = level / highest level so far - 1
 *
 * A return series starts from the capital before its first return and has a `baseline` (1 for 1 + cumulative return);
 * prices have none. Levels below 0 (leverage) fall by more than 100 %. The depth is a negative fraction, 0 when nothing
 * fell. Null for an empty series and when the first level or baseline is not positive.
 */
export function findDrawdown(
  levels: readonly number[] | Float64Array,
  baseline: number | null = null,
): Drawdown | null {
  const first = baseline ?? levels[0]
  if (first === undefined || !(first > 0)) return null
  let high = first
  let highAt = baseline === null ? 0 : -1
  let longest = 0
  let found = { depth: 0, peak: highAt, trough: highAt, level: first }
  levels.forEach((level, index) => {
    longest = Math.max(longest, index - highAt)
    if (level >= high) {
      high = level
      highAt = index
    }
    const depth = level / high - 1
    if (depth < found.depth) found = { depth, peak: highAt, trough: index, level: high }
  })
  let recovered: number | null = null
  for (
    let index = found.trough + 1;
    index < levels.length && found.depth < 0 && recovered === null;
    index += 1
  )
    if ((levels[index] ?? 0) >= found.level) recovered = index
  return { depth: found.depth, peak: found.peak, trough: found.trough, recovered, longest }
}
