import type { Extent } from './value-scale.ts'

/** A bar that floats: it begins where the one before it ended. */
export interface WaterfallStep {
  from: number
  to: number
}

export interface Waterfall {
  steps: WaterfallStep[]
  /** Where the last one ends: the bar of the total reaches from zero to here. */
  total: number
  /** What all of them reach, zero included. */
  extent: Extent
}

/** Parts one after the other, each from where the last one left off; what is not known takes no step. */
export function waterfall(parts: readonly (number | null)[]): Waterfall {
  let at = 0
  let least = 0
  let most = 0
  const steps = parts.map(part => {
    const from = at
    at += part ?? 0
    least = Math.min(least, at)
    most = Math.max(most, at)
    return { from, to: at }
  })
  return { steps, total: at, extent: { least, most } }
}
