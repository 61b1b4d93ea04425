import { contract, type Filter, type StrategyDetail, strategyLegs } from '@plumbline/contract'
import {
  annualizeReturn,
  decimate,
  hedgeRatio,
  measureCoverage,
  moneyWeightedReturn,
  type PositionRow,
  positionDirection,
  positionRows,
  sumExposures,
  toIsoDate,
} from '@plumbline/engine'
import { pnlFields, pnlOfScope, sumPositions, wirePosition } from '../../figures/position-rows.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
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
    const { performance } = whole
    const exposures = sumExposures(rows.map(row => row.calculated.exposure))
    return {
      data: {
        strategy_id: strategy.id,
        name: strategy.name,
        description: strategy.description,
        family: { id: strategy.family_id, name: strategy.family_name },
        version: strategy.version,
        positions,
        position_ids: strategy.position_ids,
        total_pnl_abs: performance.pnl.abs.total,
        total_exposure: exposures.net,
        total_value: performance.balance.total,
        ...pnlOfScope(whole),
        total: sumPositions(positions, whole, nav),
        exposures,
        legs: groupByLeg(portfolio, rows, hedges),
        hedges: compareHedges(portfolio, body, { whole, rows, places, hedges }),
        offers: suggestLinked(portfolio, strategy, links),
        returns: wireReturns(whole),
        daily_pnl: wireDailyPnl(whole, query.points),
        basis: describeBasis(portfolio, scope),
        flags: wireFlags([...performance.flags, ...measureCoverage(whole).unvalued.map(({ flag }) => flag)]),
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
  const legOf = (row: PositionRow) => {
    if (hedges.has(row.index)) return 'hedge'
    const right = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]?.right ?? null
    return positionDirection(row.side, right) > 0 ? 'long' : 'short'
  }
  return strategyLegs.flatMap(leg => {
    const inLeg = rows.filter(row => legOf(row) === leg).map(row => row.calculated)
    if (inLeg.length === 0) return []
    const sum = (read: (figures: PositionRow['calculated']) => number | null) =>
      inLeg.reduce((total, figures) => total + (read(figures) ?? 0), 0)
    return [
      {
        leg,
        count: inLeg.length,
        value: sum(figures => figures.value),
        exposure: sum(figures => figures.exposure),
        pnl_abs_total: sum(figures => figures.pnlAbs.total),
        pnl_abs_realized: sum(figures => figures.pnlAbs.realized),
        pnl_abs_unrealized: sum(figures => figures.pnlAbs.unrealized),
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
    hedge_ratio: hedgeRatio(withHedges.exposure - withoutHedges.exposure, withoutHedges.exposure),
    with_hedges: withHedges,
    without_hedges: withoutHedges,
  }
}

function wireResult(result: EngineResult, rows: readonly PositionRow[]) {
  return {
    value: result.performance.balance.total,
    exposure: sumExposures(rows.map(row => row.calculated.exposure)).net,
    ...pnlOfScope(result),
  }
}

function wireReturns({ dailyFigures, performance, period }: EngineResult): StrategyDetail['returns'] {
  const twr = performance.pnl.rel.total
  return {
    twr,
    twr_annual: annualizeReturn(twr, period),
    xirr: moneyWeightedReturn(dailyFigures, performance.isWholeAccounts).rate,
  }
}

function wireDailyPnl(
  { performance }: EngineResult,
  points: number | undefined,
): StrategyDetail['daily_pnl'] {
  const { firstDay, cumulative, cumulativeReturn } = performance.dailyPnl
  const isLinked = performance.pnl.rel.total !== null
  const at = (columns: typeof cumulative, day: number) => ({
    total: columns.total[day] ?? 0,
    realized: columns.realized[day] ?? 0,
    unrealized: columns.unrealized[day] ?? 0,
  })
  const none = { total: null, realized: null, unrealized: null }
  return Array.from(decimate(cumulative.total, points ?? Number.POSITIVE_INFINITY), day => ({
    date: toIsoDate(firstDay + day),
    ...pnlFields(at(cumulative, day), isLinked ? at(cumulativeReturn, day) : none),
  }))
}
