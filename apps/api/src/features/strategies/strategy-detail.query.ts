import { contract, type Filter, type StrategyDetail, strategyLegs } from '@plumbline/contract'
import {
  annualizeReturn,
  hedgeRatio,
  investedPeriod,
  moneyWeightedReturn,
  type PositionRow,
  positionDirection,
  positionRows,
  sumExposures,
} from '@plumbline/engine'
import { wireCumulativePnl } from '../../figures/daily-pnl.ts'
import { pnlOfScope, sumPositions, wirePosition } from '../../figures/position-rows.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  netAssetValue,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import type { LinkRow, StrategyRow } from './strategies.store.ts'
import { hedgesAmong, positionKeys, suggestLinked, visiblePositions } from './strategy-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>

export interface StrategyInput {
  strategy: StrategyRow
  links: LinkRow[]
}

/** One strategy: its positions, daily P/L and legs, and its figures with and without its hedges. */
export const strategyDetailQuery = defineEndpointQuery<typeof contract.strategies.detail, StrategyInput>(
  contract.strategies.detail,
  (portfolio, { query, body }, { strategy, links }) => {
    const places = visiblePositions(portfolio, strategy.position_ids)
    const scope = readScope(portfolio, body, positionKeys(portfolio, places))
    const whole = queryEngine(portfolio, scope)
    const rows = listRows(portfolio, whole)
    const nav = netAssetValue(portfolio, readScope(portfolio, body))
    const positions = rows.map(row => wirePosition(portfolio, row, nav))
    const hedges = hedgesAmong(portfolio, places, links)
    const known = readPerformance(whole)
    const exposures = knownExposures(rows)
    const pnl = pnlOfScope(whole)
    return {
      data: {
        strategy_id: strategy.id,
        name: strategy.name,
        description: strategy.description,
        family: { id: strategy.family_id, name: strategy.family_name },
        version: strategy.version,
        positions,
        position_ids: strategy.position_ids,
        total_pnl_abs: known.pnl.abs.total,
        total_exposure: exposures.net,
        total_value: known.balance.total,
        ...pnl,
        total: sumPositions(positions, whole, nav),
        exposures,
        legs: groupByLeg(portfolio, rows, hedges),
        hedges: compareHedges(portfolio, body, { whole, rows, places, hedges }),
        offers: suggestLinked(portfolio, strategy, links),
        returns: wireReturns(whole),
        daily_pnl: wireCumulativePnl(whole, {
          capital: pnl.capital_base,
          points: query.points ?? Number.POSITIVE_INFINITY,
        }),
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(known.flags),
      },
    }
  },
)

/** Open positions, then those closed within the period. */
function listRows({ snapshot }: Portfolio, { views, isIn, period }: EngineResult): PositionRow[] {
  const isInside = (position: number) => isIn[position] === 1
  return (['open', 'closed'] as const).flatMap(list => positionRows(snapshot, views, isInside, period, list))
}

function groupByLeg(
  { snapshot }: Portfolio,
  rows: PositionRow[],
  hedges: ReadonlySet<number>,
): StrategyDetail['legs'] {
  const findLeg = (row: PositionRow) => {
    if (hedges.has(row.index)) return 'hedge'
    const right = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]?.right ?? null
    return positionDirection(row.side, right) > 0 ? 'long' : 'short'
  }
  return strategyLegs.flatMap(leg => {
    const inLeg = rows.filter(row => findLeg(row) === leg).map(row => row.calculated)
    if (inLeg.length === 0) return []
    const sum = (read: (figures: PositionRow['calculated']) => number | null) => {
      const known = inLeg.flatMap(figures => read(figures) ?? [])
      const total = known.reduce((all, value) => all + value, 0)
      return total === 0 && known.length < inLeg.length ? null : total
    }
    // The P/L of a leg needs every position of it.
    const sumAll = (read: (figures: PositionRow['calculated']) => number | null) =>
      inLeg.some(figures => read(figures) === null) ? null : sum(read)
    return [
      {
        leg,
        count: inLeg.length,
        value: sum(figures => figures.value),
        exposure: sum(figures => figures.exposure),
        pnl_abs_total: sumAll(figures => figures.pnlAbs.total),
        pnl_abs_realized: sumAll(figures => figures.pnlAbs.realized),
        pnl_abs_unrealized: sumAll(figures => figures.pnlAbs.unrealized),
      },
    ]
  })
}

interface HedgedStrategy {
  whole: EngineResult
  rows: readonly PositionRow[]
  places: readonly number[]
  hedges: ReadonlySet<number>
}

function compareHedges(
  portfolio: Portfolio,
  body: Filter,
  { whole, rows, places, hedges }: HedgedStrategy,
): StrategyDetail['hedges'] {
  if (hedges.size === 0) return null
  const hedgePlaces = places.filter(place => hedges.has(place))
  const withHedges = wireResult(whole, rows)
  const unhedged = places.filter(place => !hedges.has(place))
  const some = queryEngine(portfolio, readScope(portfolio, body, positionKeys(portfolio, unhedged)))
  const withoutHedges = wireResult(some, listRows(portfolio, some))
  return {
    position_ids: positionKeys(portfolio, hedgePlaces),
    hedge_ratio:
      withHedges.exposure === null || withoutHedges.exposure === null || hasUnvalued(rows)
        ? null
        : hedgeRatio(withHedges.exposure - withoutHedges.exposure, withoutHedges.exposure),
    with_hedges: withHedges,
    without_hedges: withoutHedges,
  }
}

function hasUnvalued(rows: readonly PositionRow[]): boolean {
  return rows.some(row => row.calculated.exposure === null)
}

/** The exposures of the valued positions; null where others are left out and nothing is known. */
function knownExposures(rows: readonly PositionRow[]) {
  const { long, short, net, gross } = sumExposures(rows.map(row => row.calculated.exposure))
  const known = (sum: number) => (sum === 0 && hasUnvalued(rows) ? null : sum)
  return { long: known(long), short: known(short), net: known(net), gross: known(gross) }
}

function wireReturns(whole: EngineResult): StrategyDetail['returns'] {
  const { pnl } = readPerformance(whole)
  const { dailyFigures, performance } = whole
  return {
    twr: pnl.rel.total,
    twr_annual: annualizeReturn(pnl.rel.total, investedPeriod(dailyFigures)),
    xirr: pnl.abs.total === null ? null : moneyWeightedReturn(dailyFigures, performance.isWholeAccounts).rate,
  }
}

function wireResult(whole: EngineResult, rows: readonly PositionRow[]) {
  return {
    value: readPerformance(whole).balance.total,
    exposure: knownExposures(rows).net,
    ...pnlOfScope(whole),
  }
}
