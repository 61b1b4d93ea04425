/** A part of a portfolio beside the same part of a given allocation. Weights and returns as fractions. */
export interface BrinsonSegment {
  readonly group: string
  readonly weight: number
  readonly benchmarkWeight: number
  readonly return: number
  readonly benchmarkReturn: number
}

/** What a decision added to the return over the benchmark's, as fractions. */
export interface BrinsonEffects {
  /** Holding more or less of the part than the benchmark. */
  readonly allocation: number
  /** What was held within the part did better or worse. */
  readonly selection: number
  /** Both at once: it is shown, not hidden in either. */
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

/** Two sets of effects together. */
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
 *     allocation  = (weight - benchmark weight) x (benchmark return of the part - benchmark return)
 *     selection   = benchmark weight x (return of the part - its benchmark return)
 *     interaction = (weight - benchmark weight) x (return of the part - its benchmark return)
 *
 * Where both weights add up to 1 all effects add up to return - benchmark return exactly.
 */
export function brinsonFachler(segments: readonly BrinsonSegment[]): Brinson {
  const sum = (of: (segment: BrinsonSegment) => number): number =>
    segments.reduce((total, segment) => total + of(segment), 0)
  const benchmarkReturn = sum(segment => segment.benchmarkWeight * segment.benchmarkReturn)
  const rows = segments.map((segment): BrinsonRow => {
    const tilt = segment.weight - segment.benchmarkWeight
    const skill = segment.return - segment.benchmarkReturn
    return {
      group: segment.group,
      allocation: tilt * (segment.benchmarkReturn - benchmarkReturn),
      selection: segment.benchmarkWeight * skill,
      interaction: tilt * skill,
    }
  })
  return {
    return: sum(segment => segment.weight * segment.return),
    benchmarkReturn,
    rows,
    total: rows.reduce<BrinsonEffects>((total, row) => addEffects(total, row), NO_EFFECTS),
  }
}
