/** A segment of a portfolio and of its benchmark. Weights and returns as fractions. */
export interface BrinsonSegment {
  readonly group: string
  readonly weight: number
  readonly benchmarkWeight: number
  readonly return: number
  readonly benchmarkReturn: number
}

/** Effects on the excess return over the benchmark, as fractions. */
export interface BrinsonEffects {
  /** Over- or underweighting the segment. */
  readonly allocation: number
  /** Better or worse return within the segment. */
  readonly selection: number
  /** Both at once, reported separately. */
  readonly interaction: number
}

export interface BrinsonRow extends BrinsonEffects {
  readonly group: string
}

export interface Brinson {
  readonly return: number
  readonly benchmarkReturn: number
  readonly rows: readonly BrinsonRow[]
  readonly total: BrinsonEffects
}

export const NO_EFFECTS: BrinsonEffects = { allocation: 0, selection: 0, interaction: 0 }

/** a + times x b. */
export function addEffects(a: BrinsonEffects, b: BrinsonEffects, times = 1): BrinsonEffects {
  return {
    allocation: a.allocation + times * b.allocation,
    selection: a.selection + times * b.selection,
    interaction: a.interaction + times * b.interaction,
  }
}

/**
 * Brinson-Fachler attribution of one period.
 *
 *     allocation  = (weight - benchmark weight) x (benchmark return of the segment - benchmark return)
 *     selection   = benchmark weight x (return of the segment - its benchmark return)
 *     interaction = (weight - benchmark weight) x (return of the segment - its benchmark return)
 *
 * If both sets of weights add up to 1, all effects add up to return - benchmark return exactly. Fractions.
 */
export function brinsonFachler(segments: readonly BrinsonSegment[]): Brinson {
  const sum = (of: (segment: BrinsonSegment) => number): number =>
    segments.reduce((total, segment) => total + of(segment), 0)
  const benchmarkReturn = sum(segment => segment.benchmarkWeight * segment.benchmarkReturn)
  const rows = segments.map((segment): BrinsonRow => {
    const activeWeight = segment.weight - segment.benchmarkWeight
    const excessReturn = segment.return - segment.benchmarkReturn
    return {
      group: segment.group,
      allocation: activeWeight * (segment.benchmarkReturn - benchmarkReturn),
      selection: segment.benchmarkWeight * excessReturn,
      interaction: activeWeight * excessReturn,
    }
  })
  return {
    return: sum(segment => segment.weight * segment.return),
    benchmarkReturn,
    rows,
    total: rows.reduce<BrinsonEffects>((total, row) => addEffects(total, row), NO_EFFECTS),
  }
}
