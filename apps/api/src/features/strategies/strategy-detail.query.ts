import { contract, type Filter, type StrategyDetail, strategyLegs } from '@plumbline/contract'
import {
  annualize,
  coverageOf,
  decimate,
  directionOf,
  exposuresOf,
  hedgeRatio,
  isoOf,
  moneyWeightedReturn,
  type PositionRow,
  positionRows,
} from '@plumbline/engine'
import { pnlFields, totalsOf, wirePosition } from '../../figures/position-rows.ts'
import { answer, type Portfolio } from '../../queries/query.ts'
import { basisOf, netAssetValue, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'
import type { LinkRow, StrategyRow } from './strategies.store.ts'
import { hedgesAmong, keysOf, offersFor, placesOf } from './strategy-scope.ts'

type EngineResult = ReturnType<typeof queryEngine>

export interface StrategyGiven {
  strategy: StrategyRow
  links: LinkRow[]
}

/** One strategy: its positions, its P/L day by day, its legs, and what it does with and without its hedges. */
export const strategyDetailAnswer = answer<typeof contract.strategies.detail, StrategyGiven>(
  contract.strategies.detail,
  (portfolio, { query, body }, { strategy, links }) => {
    const places = placesOf(portfolio, strategy.position_ids)
    const scope = readScope(portfolio, body, keysOf(portfolio, places))
    const whole = queryEngine(portfolio, scope)
    const rows = rowsOf(portfolio, whole)
    const nav = netAssetValue(portfolio, readScope(portfolio, body))
    const positions = rows.map(row => wirePosition(portfolio, row, nav, false))
    const hedges = hedgesAmong(portfolio, places, links)
    const { performance } = whole
    const exposures = exposuresOf(rows.map(row => row.calculated.exposure))
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
        ...pnlFields(performance.pnl.abs, performance.pnl.rel),
        total: totalsOf(positions, whole, nav),
        exposures,
        legs: legsOf(portfolio, rows, hedges),
        hedges: hedgesOf(portfolio, body, places, hedges),
        offers: offersFor(portfolio, strategy, links),
        returns: returnsOf(whole),
        daily_pnl: dailyPnl(whole, query.points),
        basis: basisOf(portfolio, scope),
        flags: wireFlags([...performance.flags, ...coverageOf(whole).leftOut.map(({ flag }) => flag)]),
      },
    }
  },
)

/** Open positions, then those closed within the period. */
function rowsOf({ snapshot }: Portfolio, { views, isIn, period }: EngineResult): PositionRow[] {
  const isInside = (position: number) => isIn[position] === 1
  return (['open', 'closed'] as const).flatMap(list => positionRows(snapshot, views, isInside, period, list))
}

function legsOf(
  { snapshot }: Portfolio,
  rows: PositionRow[],
  hedges: ReadonlySet<number>,
): StrategyDetail['legs'] {
  const legOf = (row: PositionRow) => {
    if (hedges.has(row.index)) return 'hedge'
    const right = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]?.right ?? null
    return directionOf(row.side, right) > 0 ? 'long' : 'short'
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

function hedgesOf(
  portfolio: Portfolio,
  body: Filter,
  places: readonly number[],
  hedges: ReadonlySet<number>,
): StrategyDetail['hedges'] {
  if (hedges.size === 0) return null
  const hedgePlaces = places.filter(place => hedges.has(place))
  const withHedges = resultOf(portfolio, body, places)
  const withoutHedges = resultOf(
    portfolio,
    body,
    places.filter(place => !hedges.has(place)),
  )
  return {
    position_ids: keysOf(portfolio, hedgePlaces),
    hedge_ratio: hedgeRatio(withHedges.exposure - withoutHedges.exposure, withoutHedges.exposure),
    with_hedges: withHedges,
    without_hedges: withoutHedges,
  }
}

/** The figures of some positions as a scope of their own. */
function resultOf(portfolio: Portfolio, body: Filter, places: readonly number[]) {
  const some = queryEngine(portfolio, readScope(portfolio, body, keysOf(portfolio, places)))
  const { abs, rel } = some.performance.pnl
  return {
    value: some.performance.balance.total,
    exposure: exposuresOf(rowsOf(portfolio, some).map(row => row.calculated.exposure)).net,
    ...pnlFields(abs, rel),
  }
}

function returnsOf({ pass, performance, period }: EngineResult): StrategyDetail['returns'] {
  const twr = performance.pnl.rel.total
  return {
    twr,
    twr_annual: twr === null ? null : annualize(twr, period.to - period.from + 1),
    xirr: moneyWeightedReturn(pass, performance.isWholeAccounts).rate,
  }
}

function dailyPnl({ performance }: EngineResult, points: number | undefined): StrategyDetail['daily_pnl'] {
  const { firstDay, cumulative, cumulativeReturn } = performance.dailyPnl
  const isLinked = performance.pnl.rel.total !== null
  const at = (columns: typeof cumulative, day: number) => ({
    total: columns.total[day] ?? 0,
    realized: columns.realized[day] ?? 0,
    unrealized: columns.unrealized[day] ?? 0,
  })
  const none = { total: null, realized: null, unrealized: null }
  return Array.from(decimate(cumulative.total, points ?? Number.POSITIVE_INFINITY), day => ({
    date: isoOf(firstDay + day),
    ...pnlFields(at(cumulative, day), isLinked ? at(cumulativeReturn, day) : none),
  }))
}
