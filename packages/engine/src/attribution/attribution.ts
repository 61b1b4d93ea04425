import { type BlendReturns, blendReturnBetween } from '../benchmarks/blend.ts'
import { dailyCurrencyEffects } from '../figures/daily/daily-currency-effect.ts'
import { isScopePnlUnknown } from '../figures/gaps.ts'
import { dailyBase, dailyPnl } from '../figures/performance.ts'
import type { QueryResult } from '../figures/query.ts'
import { type AttributionEffects, addEffects, type DaySegment, dayEffects, NO_EFFECTS } from './brinson.ts'

// Columns have one value per day by construction; hence `as number` in the loops below.

export interface AttributionRow extends AttributionEffects {
  readonly group: string
}

/** Effects of all groups, which add up to return - benchmark return. Fractions. */
export interface Attribution {
  readonly return: number
  readonly benchmarkReturn: number
  readonly rows: readonly AttributionRow[]
  readonly total: AttributionEffects
}

/** Daily columns of a group: its capital, its P/L, and the part of the P/L that is currency effect. */
interface GroupDays {
  readonly base: Float64Array
  readonly pnl: Float64Array
  readonly currency: Float64Array
}

function daysByGroup(result: QueryResult): Map<string, GroupDays> {
  const { scope, dailyFigures, isWhole, columns: source } = result
  const currency = dailyCurrencyEffects(result)
  return new Map(
    scope.groups.map((group, index) => {
      const columns = dailyFigures.groups[index] ?? dailyFigures.total
      return [
        group,
        {
          base: dailyBase(columns, isWhole[index] === true, source),
          pnl: dailyPnl(columns, source),
          currency: currency[index] ?? new Float64Array(columns.value.length),
        },
      ]
    }),
  )
}

/** Weight and return of a group of the benchmark on a day, in its parts. */
function benchmarkOfGroup(blend: BlendReturns, places: readonly number[], index: number) {
  let weight = 0
  let price = 0
  let rate = 0
  for (const place of places) {
    const share = blend.weights[place]?.[index] ?? 0
    // A component without weight may have no price yet.
    if (share === 0) continue
    weight += share
    price += share * (blend.components[place]?.price[index] as number)
    rate += share * (blend.components[place]?.rate[index] as number)
  }
  return { weight, price: weight === 0 ? 0 : price / weight, rate }
}

/**
 * Brinson-Fachler attribution of a result by its groups against a blend, with the currency effect apart. Component i of
 * the blend belongs to group `groupOf[i]`.
 *
 * Every day is attributed separately, see `dayEffects`: the weight of a group is its share of the capital of all groups.
 * Days are linked without a residual, as Frongello does:
 *
 *     linked(d) = effect(d) x growth of the portfolio before d + benchmark return(d) x sum of linked before d
 *
 * All linked effects add up to the time-weighted return - the benchmark's return. Fractions; null when either has no
 * return over the whole period.
 */
export function computeAttribution(
  result: QueryResult,
  blend: BlendReturns,
  groupOf: readonly string[],
): Attribution | null {
  const { performance, period } = result
  const { base, pnl, firstDay } = performance.dailyPnl
  const benchmarkReturn = blendReturnBetween(blend, period.from - 1, period.to)
  if (performance.pnl.rel.total === null || benchmarkReturn === null) return null
  if (isScopePnlUnknown(result, period)) return null
  const days = daysByGroup(result)
  const groups = [...new Set([...days.keys(), ...groupOf])].sort()
  const places = groups.map(group => groupOf.flatMap((name, place) => (name === group ? [place] : [])))
  let linked: AttributionEffects[] = groups.map(() => NO_EFFECTS)
  let growth = 1
  for (let index = 1; index < base.length; index += 1) {
    const capital = base[index] as number
    const ofBlend = firstDay + index - blend.firstDay
    const all = groups.reduce((sum, group) => sum + Math.max(0, days.get(group)?.base[index] ?? 0), 0)
    const segments = groups.map((group, place): DaySegment => {
      const own = days.get(group)
      const part = (amount: number | undefined) => (capital > 0 ? (amount ?? 0) / capital : 0)
      const currency = part(own?.currency[index])
      const benchmark = benchmarkOfGroup(blend, places[place] ?? [], ofBlend)
      return {
        weight: capital > 0 && all > 0 ? Math.max(0, own?.base[index] ?? 0) / all : 0,
        contribution: part(own?.pnl[index]) - currency,
        currency,
        benchmarkWeight: benchmark.weight,
        benchmarkReturn: benchmark.price,
        benchmarkCurrency: benchmark.rate,
      }
    })
    const effects = dayEffects(segments)
    const change = blend.returns[ofBlend] as number
    linked = linked.map((before, place) =>
      addEffects(addEffects(before, before, change), effects[place] ?? NO_EFFECTS, growth),
    )
    if (capital > 0) growth += (growth * (pnl.total[index] as number)) / capital
  }
  const rows = groups.map((group, place) => ({ group, ...(linked[place] ?? NO_EFFECTS) }))
  return {
    return: growth - 1,
    benchmarkReturn,
    rows,
    total: rows.reduce<AttributionEffects>((total, row) => addEffects(total, row), NO_EFFECTS),
  }
}
