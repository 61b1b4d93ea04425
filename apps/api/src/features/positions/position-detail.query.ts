import { contract, type positionView } from '@plumbline/contract'
import {
  crossRate,
  decimate,
  type QueryResult as EngineResult,
  explainPosition,
  isoOf,
  openLots,
  type PositionRow,
  positionRowOf,
  previousWeekday,
} from '@plumbline/engine'
import type { z } from 'zod'
import { findPositions } from '../../figures/find-positions.ts'
import { linesOfPosition } from '../../figures/ledger-lines.ts'
import { wireParts } from '../../figures/move-parts.ts'
import { linksOf } from '../../figures/position-links.ts'
import { pnlFields, wirePosition } from '../../figures/position-rows.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import type { OwnLink, OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { answer, type Portfolio } from '../../queries/query.ts'
import {
  basisOf,
  netAssetValue,
  type QueryScope,
  queryEngine,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { closesOf, lastCloseOf } from './closes.ts'

type Detail = typeof contract.positions.detail
type View = z.infer<typeof positionView>

export interface PositionTools {
  strategies: OwnStrategy[]
  links: OwnLink[]
}

/** All about one position, in its own currency and in the one calculated in. The scope of the filter only weighs it. */
export const positionDetailAnswer = answer<Detail, PositionTools>(
  contract.positions.detail,
  (portfolio, { params, query, body }, { strategies, links }) => {
    const { snapshot, names } = portfolio
    const position = visiblePosition(portfolio, params.id)
    const key = snapshot.positions.keys[position] ?? ''
    const own = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
    const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
    const scope = readScope(portfolio, body)
    const nav = netAssetValue(portfolio, scope)
    const queryScope = {
      ...readScope(portfolio, { ...body, filters: {} }, [key]),
      period: scope.period,
      filter: { positions: [key] },
    }
    const points = query.points ?? Number.POSITIVE_INFINITY
    const calculated = viewOf(portfolio, queryScope, position, nav, points)
    const original = viewOf(portfolio, { ...queryScope, currency: own }, position, nav, points)
    const { row } = calculated
    const ownCost = original.row.calculated.cost
    return {
      data: {
        original_pos: { ...original.view, weight: calculated.view.weight },
        calculated_pos: calculated.view,
        position_reference: instrument ? null : key,
        price: lastCloseOf(portfolio, position, queryScope.period.to),
        rate: rateOf(portfolio, own, queryScope),
        rate_open: ownCost === 0 ? null : row.calculated.cost / ownCost,
        prices: closesOf(portfolio, position, queryScope.period, points),
        strategies: strategies
          .filter(({ position_ids }) => findPositions(snapshot, position_ids).includes(position))
          .map(({ id, name }) => ({ id, name })),
        asset_id: instrument && names.ownInstruments.has(instrument.id) ? instrument.id : null,
        transactions_count: linesOfPosition(portfolio, position).length,
        linked_positions_count: linksOf(portfolio, position, links).length,
        basis: basisOf(portfolio, queryScope),
        flags: wireFlags(row.flags),
      },
    }
  },
)

/** The position told in the currency of the question throughout. */
function viewOf(
  portfolio: Portfolio,
  queryScope: QueryScope,
  position: number,
  nav: number,
  points: number,
): { view: View; row: PositionRow } {
  const { snapshot } = portfolio
  const whole = queryEngine(portfolio, queryScope)
  const row = positionRowOf(snapshot, whole.views, position, whole.period)
  const { price_trend: _, ...told } = wirePosition(portfolio, row, nav, false)
  const move = explainPosition(whole, position)
  const view: View = {
    ...told,
    price_open: row.calculated.priceOpen,
    price_current: row.calculated.priceCurrent,
    price_break_even: row.calculated.priceBreakEven,
    view_currency: queryScope.currency as View['view_currency'],
    parts: move === null ? noParts : wireParts(move.parts),
    daily_pnl: dailyPnl(whole, row.calculated.capitalBase, points),
    lots: lotsOf(portfolio, whole, row),
  }
  return { view, row }
}

const noParts = { price: null, currency: null, income: null, fees: null, taxes: null, trading: null }

/** What came together since the opening of the period, over the one capital base of the position. */
function dailyPnl({ performance }: EngineResult, base: number, points: number): View['daily_pnl'] {
  const { cumulative, firstDay } = performance.dailyPnl
  return Array.from(decimate(cumulative.total, points), day => {
    const abs = {
      total: cumulative.total[day] ?? 0,
      realized: cumulative.realized[day] ?? 0,
      unrealized: cumulative.unrealized[day] ?? 0,
    }
    const over = (part: number) => (base > 0 ? part / base : null)
    const rel = { total: over(abs.total), realized: over(abs.realized), unrealized: over(abs.unrealized) }
    return { date: isoOf(firstDay + day), ...pnlFields(abs, rel) }
  })
}

function lotsOf({ snapshot }: Portfolio, { views, period }: EngineResult, row: PositionRow): View['lots'] {
  if (row.instrument === null) return []
  return openLots(snapshot, views.calculated, row.index, period.to).map(lot => ({
    date: isoOf(lot.day),
    held_days: period.to - lot.day,
    quantity: lot.quantity,
    price: lot.cost / (lot.quantity * row.contractSize),
    cost: lot.cost,
  }))
}

function rateOf({ snapshot, names }: Portfolio, own: string, { currency, period }: QueryScope) {
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rate = crossRate(market, own, currency, period.to)
  const before = crossRate(market, own, currency, previousWeekday(period.to))
  if (!Number.isFinite(rate)) return { value: null, date: null, source: null, change_rel: null }
  return {
    value: rate,
    date: isoOf(period.to),
    source:
      own === currency ? null : (names.rateSources.get(own === snapshot.pivot ? currency : own) ?? null),
    change_rel: Number.isFinite(before) ? rate / before - 1 : null,
  }
}
