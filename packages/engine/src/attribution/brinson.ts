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

/** The same on returns without exchange rates, and the effect of these apart. */
export interface AttributionEffects extends BrinsonEffects {
  readonly currency: number
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

export const NO_EFFECTS: AttributionEffects = { allocation: 0, selection: 0, interaction: 0, currency: 0 }

/** a + times x b. */
export function addEffects(a: AttributionEffects, b: AttributionEffects, times = 1): AttributionEffects {
  return {
    allocation: a.allocation + times * b.allocation,
    selection: a.selection + times * b.selection,
    interaction: a.interaction + times * b.interaction,
    currency: a.currency + times * b.currency,
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
    total: {
      allocation: rows.reduce((total, row) => total + row.allocation, 0),
      selection: rows.reduce((total, row) => total + row.selection, 0),
      interaction: rows.reduce((total, row) => total + row.interaction, 0),
    },
  }
}

/** A group on one day: its share of the capital, and what it contributes to the return without and by exchange rates. */
export interface DaySegment {
  readonly weight: number
  readonly contribution: number
  readonly currency: number
  readonly benchmarkWeight: number
  /** Return of the group in the benchmark, without exchange rates. */
  readonly benchmarkReturn: number
  /** What exchange rates contribute to the benchmark's return. */
  readonly benchmarkCurrency: number
}

/**
 * The effects of one day: `brinsonFachler` on returns without exchange rates, and
 *
 *     currency = contribution of exchange rates - that of the benchmark's group
 *
 * A group that is not in the benchmark counts as allocation: its own return stands for that of its benchmark. P/L of a
 * group without capital is selection. Without any capital not holding the benchmark is allocation. The effects add up to
 * return - benchmark return exactly. Fractions, in the order of the segments.
 */
export function dayEffects(segments: readonly DaySegment[]): AttributionEffects[] {
  const isInvested = segments.some(({ weight }) => weight > 0)
  const currencyEffect = ({ currency, benchmarkCurrency }: DaySegment) => currency - benchmarkCurrency
  if (!isInvested)
    return segments.map(segment => ({
      allocation: -segment.benchmarkWeight * segment.benchmarkReturn,
      selection: segment.contribution,
      interaction: 0,
      currency: currencyEffect(segment),
    }))
  const { rows } = brinsonFachler(
    segments.map(({ weight, contribution, benchmarkWeight, benchmarkReturn }, place) => {
      const own = weight > 0 ? contribution / weight : benchmarkReturn
      return {
        group: String(place),
        weight,
        benchmarkWeight,
        return: own,
        benchmarkReturn: benchmarkWeight === 0 ? own : benchmarkReturn,
      }
    }),
  )
  return segments.map((segment, place) => {
    const { allocation, selection, interaction } = rows[place] ?? NO_EFFECTS
    const unweighted = segment.weight > 0 ? 0 : segment.contribution
    return { allocation, selection: selection + unweighted, interaction, currency: currencyEffect(segment) }
  })
}
