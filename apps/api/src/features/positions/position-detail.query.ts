import { contract, type positionView } from '@plumbline/contract'
import {
  crossRate,
  type QueryResult as EngineResult,
  explainPosition,
  openLots,
  type PositionRow,
  positionRow,
  previousWeekday,
  rateQuoteDay,
  toIsoDate,
} from '@plumbline/engine'
import type { z } from 'zod'
import { wireCumulativePnl } from '../../figures/daily-pnl.ts'
import { findPositions } from '../../figures/find-positions.ts'
import { countTransactions } from '../../figures/ledger-lines.ts'
import { masterRecordId } from '../../figures/master-record.ts'
import { noParts, wireParts } from '../../figures/move-parts.ts'
import { listLinks } from '../../figures/position-links.ts'
import { pnlFields, wireAmounts, wirePosition } from '../../figures/position-rows.ts'
import { visiblePosition } from '../../figures/positions-by-id.ts'
import type { OwnLink, OwnStrategy } from '../../figures/strategies-and-links.store.ts'
import { noTypeFigures, wireTypeFigures } from '../../figures/type-figures.ts'
import { defineEndpointQuery, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  netAssetValue,
  type QueryScope,
  queryEngine,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'
import { readCloses, readLastClose, readSplits, readTrades } from './closes.ts'

type Detail = typeof contract.positions.detail
type View = z.infer<typeof positionView>

export interface PositionDetailInput {
  strategies: OwnStrategy[]
  links: OwnLink[]
}

/** One position in its own and in the reporting currency. The filter only determines its weight. */
export const positionDetailQuery = defineEndpointQuery<Detail, PositionDetailInput>(
  contract.positions.detail,
  (portfolio, { params, query, body }, { strategies, links }) => {
    const { snapshot, metadata } = portfolio
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
    const calculated = wireView(portfolio, queryScope, position, nav, points)
    const original = wireView(portfolio, { ...queryScope, currency: own }, position, nav, points)
    const chart = { period: queryScope.period, units: query.price_units, points }
    const { row } = calculated
    const ownCost = original.view.cost
    const { cost } = calculated.view
    return {
      data: {
        original_pos: { ...original.view, weight: calculated.view.weight },
        calculated_pos: calculated.view,
        since_purchase: {
          original: sinceOpening(portfolio, { ...queryScope, currency: own }, position),
          calculated: sinceOpening(portfolio, queryScope, position),
        },
        position_reference: instrument ? null : key,
        price: readLastClose(portfolio, position, queryScope.period.to),
        rate: wireRate(portfolio, own, queryScope),
        rate_open: ownCost === null || ownCost === 0 || cost === null ? null : cost / ownCost,
        prices: readCloses(portfolio, position, chart),
        price_units: chart.units,
        splits: readSplits(portfolio, position, chart.period),
        trades: instrument ? readTrades(portfolio, position, chart) : [],
        strategies: strategies
          .filter(({ position_ids }) => findPositions(snapshot, position_ids).includes(position))
          .map(({ id, name }) => ({ id, name })),
        ...(instrument ? wireTypeFigures(queryEngine(portfolio, queryScope), instrument.id) : noTypeFigures),
        instrument_id: masterRecordId(portfolio, instrument),
        asset_id: instrument && metadata.ownInstruments.has(instrument.id) ? instrument.id : null,
        transactions_count: countTransactions(portfolio, position),
        linked_positions_count: listLinks(portfolio, position, links).length,
        basis: describeBasis(portfolio, queryScope),
        flags: wireFlags(row.flags),
      },
    }
  },
)

/** The position with all amounts in the currency of the scope. */
function wireView(
  portfolio: Portfolio,
  queryScope: QueryScope,
  position: number,
  nav: number | null,
  points: number,
): { view: View; row: PositionRow } {
  const { snapshot } = portfolio
  const whole = queryEngine(portfolio, queryScope)
  const row = positionRow(snapshot, whole.views, position, whole.period)
  const { price_trend: _, ...fields } = wirePosition(portfolio, row, nav)
  const move = explainPosition(whole, position)
  const view: View = {
    ...fields,
    price_open: row.calculated.priceOpen,
    price_current: row.calculated.priceCurrent,
    price_break_even: row.calculated.priceBreakEven,
    view_currency: queryScope.currency,
    capital_base: row.calculated.capitalBase,
    parts: move === null || row.calculated.pnlAbs.total === null ? noParts : wireParts(move.parts),
    daily_pnl: wireCumulativePnl(whole, { capital: row.calculated.capitalBase, points }),
    lots: wireLots(portfolio, whole, row),
  }
  return { view, row }
}

/** The result from the opening of a position to the end of the period, in the currency of the scope. */
function sinceOpening(portfolio: Portfolio, scope: QueryScope, position: number) {
  const { snapshot } = portfolio
  const { to } = scope.period
  const from = Math.min(snapshot.positions.openDay[position] ?? to, to)
  const whole = queryEngine(portfolio, { ...scope, period: { from, to } })
  const { calculated } = positionRow(snapshot, whole.views, position, whole.period)
  const { fees, taxes, dividends, interest, other_income } = wireAmounts(calculated)
  const move = explainPosition(whole, position)
  return {
    start_date: toIsoDate(from),
    ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
    fees,
    taxes,
    dividends,
    interest,
    other_income,
    capital_base: calculated.capitalBase,
    parts: move === null || calculated.pnlAbs.total === null ? noParts : wireParts(move.parts),
  }
}

function wireLots({ snapshot }: Portfolio, { views, period }: EngineResult, row: PositionRow): View['lots'] {
  if (row.instrument === null) return []
  const isCostKnown = !row.calculated.unknown.includes('cost')
  return openLots(snapshot, views.calculated, row.index, period.to).map(lot => ({
    date: toIsoDate(lot.day),
    held_days: period.to - lot.day,
    quantity: lot.quantity,
    price: isCostKnown ? lot.cost / (lot.quantity * row.contractSize) : null,
    cost: isCostKnown ? lot.cost : null,
  }))
}

function wireRate({ snapshot, metadata }: Portfolio, own: string, { currency, period }: QueryScope) {
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rate = crossRate(market, own, currency, period.to)
  const before = crossRate(market, own, currency, previousWeekday(period.to))
  if (!Number.isFinite(rate)) return { value: null, date: null, source: null, change_rel: null }
  return {
    value: rate,
    date: toIsoDate(rateQuoteDay(snapshot, own, currency, period.to) ?? period.to),
    source:
      own === currency ? null : (metadata.rateSources.get(own === snapshot.pivot ? currency : own) ?? null),
    change_rel: Number.isFinite(before) ? rate / before - 1 : null,
  }
}
