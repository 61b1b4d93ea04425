import { dailyBase, dailyPnl } from '../figures/performance.ts'
import type { QueryResult } from '../figures/query.ts'
import { type DailySeries, valueOn } from '../valuation/market.ts'
import { addEffects, type Brinson, type BrinsonEffects, brinsonFachler, NO_EFFECTS } from './brinson.ts'

/** A part of the benchmark allocation. */
export interface AllocationPart {
  /** A fraction of the whole; the parts add up to 1. */
  readonly weight: number
  /** Levels of an index or a fund in the result's currency; without one the return is 0, as for cash. */
  readonly series?: DailySeries
}

/** Daily columns of a group: its P/L and its capital. */
interface GroupDays {
  readonly pnl: Float64Array
  readonly base: Float64Array
}

function benchmarkChange(part: AllocationPart | undefined, day: number): number {
  if (!part?.series) return 0
  const change = valueOn(part.series, day) / valueOn(part.series, day - 1) - 1
  return Number.isFinite(change) ? change : 0
}

function daysByGroup({ scope, dailyFigures, isWhole, columns: source }: QueryResult): Map<string, GroupDays> {
  return new Map(
    scope.groups.map((group, index) => {
      const columns = dailyFigures.groups[index] ?? dailyFigures.total
      const pnl = dailyPnl(columns, source)
      const base = dailyBase(columns, isWhole[index] === true, source)
      return [group, { pnl, base }]
    }),
  )
}

/**
 * Brinson-Fachler attribution of a result by its groups, against a benchmark allocation that is rebalanced to its
 * weights every day.
 *
 * Every day is attributed separately: the weight of a group is its share of the capital of all groups, its return its
 * contribution / weight. A group that is not in the allocation is compared with the whole benchmark, so that it has no
 * allocation effect. Days are linked without a residual:
 *
 *     linked(d) = effect(d) x growth of the portfolio before d + benchmark return(d) x sum of linked before d
 *
 * All linked effects add up to the time-weighted return - the benchmark's return. Fractions; null when the scope has no
 * return.
 */
export function computeAttribution(
  result: QueryResult,
  allocation: ReadonlyMap<string, AllocationPart>,
): Brinson | null {
  const { performance } = result
  const { base, pnl, firstDay } = performance.dailyPnl
  if (performance.pnl.rel.total === null) return null
  const days = daysByGroup(result)
  const groups = [...new Set([...days.keys(), ...allocation.keys()])].sort()
  const linked = new Map<string, BrinsonEffects>(groups.map(group => [group, NO_EFFECTS]))
  let growth = 1
  let benchmark = 1
  for (let index = 1; index < base.length; index += 1) {
    const capital = base[index] ?? 0
    const day = firstDay + index
    const changes = groups.map(group => benchmarkChange(allocation.get(group), day))
    const whole = groups.reduce(
      (sum, group, place) => sum + (allocation.get(group)?.weight ?? 0) * (changes[place] ?? 0),
      0,
    )
    const all = groups.reduce((sum, group) => sum + Math.max(0, days.get(group)?.base[index] ?? 0), 0)
    const segments = groups.map((group, place) => {
      const own = days.get(group)
      const weight = all > 0 ? Math.max(0, own?.base[index] ?? 0) / all : 0
      const contribution = capital > 0 ? (own?.pnl[index] ?? 0) / capital : 0
      return { group, weight, contribution, change: allocation.has(group) ? (changes[place] ?? 0) : whole }
    })
    const effects = computeDayEffects(segments, allocation, capital > 0)
    for (const [group, before] of linked) {
      const effect = effects.get(group) ?? NO_EFFECTS
      linked.set(group, addEffects(addEffects(before, before, whole), effect, growth))
    }
    if (capital > 0) growth += (growth * (pnl.total[index] ?? 0)) / capital
    benchmark *= 1 + whole
  }
  const rows = [...linked].map(([group, effects]) => ({ group, ...effects }))
  return {
    return: growth - 1,
    benchmarkReturn: benchmark - 1,
    rows,
    total: rows.reduce<BrinsonEffects>((total, row) => addEffects(total, row), NO_EFFECTS),
  }
}

/** One day of a group: its share of the capital, its contribution to the return, and the return of its benchmark. */
interface DaySegment {
  readonly group: string
  readonly weight: number
  readonly contribution: number
  readonly change: number
}

/** The effects of one day. Without capital the portfolio's return is 0, and not holding the benchmark is allocation. */
function computeDayEffects(
  segments: readonly DaySegment[],
  allocation: ReadonlyMap<string, AllocationPart>,
  hasCapital: boolean,
): Map<string, BrinsonEffects> {
  const targetWeight = (group: string): number => allocation.get(group)?.weight ?? 0
  const isInvested = hasCapital && segments.some(({ weight }) => weight > 0)
  if (!isInvested)
    return new Map(
      segments.map(({ group, contribution, change }) => [
        group,
        { allocation: -targetWeight(group) * change, selection: contribution, interaction: 0 },
      ]),
    )
  const { rows } = brinsonFachler(
    segments.map(({ group, weight, contribution, change }) => ({
      group,
      weight,
      benchmarkWeight: targetWeight(group),
      // P/L of a group without capital cannot be expressed as a return: it is added below.
      return: weight > 0 ? contribution / weight : change,
      benchmarkReturn: change,
    })),
  )
  return new Map(
    rows.map((row, place) => {
      const segment = segments[place]
      const unweighted = segment && segment.weight === 0 ? segment.contribution : 0
      return [row.group, addEffects(row, { ...NO_EFFECTS, interaction: unweighted })]
    }),
  )
}
