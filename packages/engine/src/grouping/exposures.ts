/** Exposures by direction: short is negative, net = long + short, gross = long - short. */
export interface Exposures {
  readonly long: number
  readonly short: number
  readonly net: number
  readonly gross: number
}

/** Sums exposures by their sign, in their unit. Unvalued exposures (null) are skipped. */
export function sumExposures(exposures: readonly (number | null)[]): Exposures {
  let long = 0
  let short = 0
  for (const exposure of exposures) {
    if (exposure === null) continue
    if (exposure > 0) long += exposure
    else short += exposure
  }
  return { long, short, net: long + short, gross: long - short }
}

/**
 * The direction of a position: 1 if it gains when the price (of an option: the underlying) rises, -1 if it loses. A long
 * put is -1 and a short put 1; everything else follows its side. Unlike the exposure it is also known once the position
 * is closed.
 */
export function positionDirection(side: 'long' | 'short', right: 'call' | 'put' | null): 1 | -1 {
  return (side === 'long') === (right !== 'put') ? 1 : -1
}

/**
 * Hedge ratio of an exposure.
 *
 *     ratio = - exposure of the hedges / exposure of the hedged positions
 *
 * @returns a fraction: 0.5 is half hedged, above 1 is overhedged, negative when the hedges add to the exposure; null
 * when the hedged exposure is 0.
 */
export function hedgeRatio(hedges: number, hedged: number): number | null {
  return hedged === 0 ? null : -hedges / hedged
}
