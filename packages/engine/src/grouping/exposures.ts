/** Exposures side by side: net = long + short, gross = long - short; what is short is negative. */
export interface Exposures {
  readonly long: number
  readonly short: number
  readonly net: number
  readonly gross: number
}

/** Sums exposures by their sign. What cannot be valued (null) is left out. Unit: that of the exposures. */
export function exposuresOf(exposures: readonly (number | null)[]): Exposures {
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
 * Which way a position moves: 1 with its price, -1 against it. A long put moves against its underlying and a short
 * put with it; everything else moves with its side. Unlike the sign of the exposure it outlives the position.
 */
export function directionOf(side: 'long' | 'short', right: 'call' | 'put' | null): 1 | -1 {
  return (side === 'long') === (right !== 'put') ? 1 : -1
}

/**
 * How much of an exposure its hedges take back.
 *
 *     ratio = - exposure of the hedges / exposure of what they hedge
 *
 * @returns a fraction: 0.5 is half hedged, above 1 too much, negative when the hedges add to the exposure; null
 * when there is nothing to hedge.
 */
export function hedgeRatio(hedges: number, hedged: number): number | null {
  return hedged === 0 ? null : -hedges / hedged
}
