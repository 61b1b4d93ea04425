import type { Extent } from './value-scale.ts'

/** A floating bar that starts at the end of the previous one. */
export interface WaterfallStep {
  from: number
  to: number
}

export interface Waterfall {
  steps: WaterfallStep[]
  /** End of the last step: the total bar reaches from zero to here. */
  total: number
  /** The range of all steps, including zero. */
  extent: Extent
}

/** Stacks parts into floating bars; missing values add no step. */
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
