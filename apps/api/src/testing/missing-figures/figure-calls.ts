import type { Filter, GroupKey } from '@plumbline/contract'
import { dayFromParts, toIsoDate, type YearColumn } from '@plumbline/engine'
import { accountFiguresQuery } from '../../features/accounts/account-figures.query.ts'
import { benchmarkComparisonQuery, benchmarkLineQuery } from '../../features/benchmarks/compare.query.ts'
import { eventsQuery } from '../../features/events/events.query.ts'
import { explainMoveQuery } from '../../features/explain/explain.query.ts'
import { comparedClientQuery } from '../../features/families/compared-client.query.ts'
import { clientFiguresQuery, familyFiguresQuery } from '../../features/families/family-figures.query.ts'
import { feesQuery } from '../../features/fees/fees.query.ts'
import { groupedQuery } from '../../features/grouped/grouped.query.ts'
import { incomeQuery } from '../../features/income/income.query.ts'
import { cashQuery } from '../../features/overview/cash.query.ts'
import { currencyMoversQuery } from '../../features/overview/currency-movers.query.ts'
import { monthsQuery } from '../../features/overview/months.query.ts'
import { performanceQuery } from '../../features/overview/performance.query.ts'
import { riskQuery } from '../../features/overview/risk.query.ts'
import { bestWorstQuery } from '../../features/positions/best-worst.query.ts'
import { positionsListQuery } from '../../features/positions/positions-list.query.ts'
import { realizedLotsQuery } from '../../features/reports/realized-lots.query.ts'
import { reportPeriodsQuery } from '../../features/reports/report-periods.query.ts'
import { strategiesListQuery } from '../../features/strategies/strategies-list.query.ts'
import { strategyDetailQuery } from '../../features/strategies/strategy-detail.query.ts'
import { targetDriftQuery } from '../../features/targets/drift.query.ts'
import { recentMovesQuery } from '../../features/user-tasks/recent-moves.query.ts'
import { whatIfFiguresQuery } from '../../features/what-if/what-if-figures.query.ts'
import type { BenchmarkInput } from '../../figures/benchmarks/benchmark-rows.store.ts'
import type { TargetRow } from '../../figures/targets/target-rows.store.ts'
import type { EndpointQuery, FiguresQuery, Portfolio } from '../../queries/query.ts'

/** A call that answers with figures, by name. */
export type FigureCall = readonly [name: string, run: (portfolio: Portfolio, filter: Filter) => unknown]

function endpoint(
  // Every query takes its own call; the inputs below fit the query beside them.
  query: EndpointQuery<never, never>,
  parameters: Record<string, unknown> = {},
  input?: unknown,
  body: Record<string, unknown> = {},
): FigureCall[1] {
  return (portfolio, filter) =>
    query.compute(
      portfolio,
      { params: undefined, query: parameters, body: { ...filter, ...body } } as never,
      input as never,
    )
}

function figures(query: FiguresQuery<never, unknown>, input?: unknown): FigureCall[1] {
  return (portfolio, filter) => query.compute(portfolio, input as never, filter)
}

const page = { limit: 10_000, offset: 0 }
const groupKeys: GroupKey[] = ['instrument_type', 'currency', 'account', 'side']

function strategyOf(portfolio: Portfolio) {
  return {
    id: 's1',
    name: 'Strategy',
    description: '',
    family_id: 'f1',
    family_name: 'Family',
    version: 1,
    position_ids: portfolio.snapshot.positions.keys.filter((_, place) => place % 3 === 0),
  }
}

/** A target of half shares, half cash; whatever else is held is outside it. */
function targetBy(dimension: TargetRow['dimension'], keys: readonly string[]): TargetRow {
  return {
    id: 't1',
    family_id: 'f1',
    family_name: 'Family',
    strategy_id: null,
    strategy_name: null,
    dimension,
    name: 'Half and half',
    valid_from: '1970-01-01',
    buckets: keys.map(key => ({ key, weight: 10_000 / keys.length, min: 0, max: 10_000 })),
    locked_positions: [],
    version: 1,
  }
}

const targets = [targetBy('instrument_type', ['equity', 'cash']), targetBy('currency', ['CHF', 'USD'])]

/** The closes of an instrument of the portfolio, by year. */
function listCloses({ snapshot }: Portfolio, place: number): YearColumn[] {
  const { firstDay, quoteDays, values } = snapshot.prices[place] ?? { firstDay: 0, quoteDays: [], values: [] }
  const years = new Map<number, Float64Array>()
  for (const day of quoteDays) {
    const year = Number(toIsoDate(day).slice(0, 4))
    const column = years.get(year) ?? new Float64Array(366).fill(Number.NaN)
    years.set(year, column)
    column[day - dayFromParts(year, 1, 1)] = values[day - firstDay] ?? Number.NaN
  }
  return [...years].map(([year, column]) => ({ year, values: column }))
}

/** A benchmark of the first two instruments, with the closes that the portfolio has. */
function benchmarkOf(portfolio: Portfolio): BenchmarkInput {
  const instruments = portfolio.snapshot.instruments.slice(0, 2)
  return {
    positionIds: null,
    data: {
      row: {
        id: 'b1',
        family_id: 'f1',
        family_name: 'Family',
        strategy_id: null,
        strategy_name: null,
        group_by: null,
        group_key: null,
        name: 'Two instruments',
        rebalancing: 'monthly',
        return_type: 'price',
        components: instruments.map(({ id, currency }) => ({
          instrument: id,
          stands_for: null,
          name: id,
          symbol: null,
          currency,
        })),
        weights: [
          { valid_from: '1970-01-01', weights: instruments.length === 2 ? [6_000, 4_000] : [10_000] },
        ],
        version: 1,
      },
      instruments: instruments.map(({ id, currency, type }) => ({
        id,
        name: id,
        long_name: null,
        symbol: null,
        isin: null,
        instrument_type: type,
        currency,
        country: null,
        sector: null,
        contract_size: '1',
        contract_expiration: null,
        underlying_id: null,
        strike: null,
        option_right: null,
        base_currency: null,
        terms: {},
        price_kind: 'traded',
        is_split_adjusted: true,
        splits: [],
      })),
      closes: new Map(instruments.map(({ id }, place) => [id, listCloses(portfolio, place)])),
      distributions: [],
    },
  }
}

/** Every call that answers with figures of a portfolio. */
export const figureCalls: readonly FigureCall[] = [
  ['performance by day', endpoint(performanceQuery as never, { series: 'daily' })],
  ['performance', endpoint(performanceQuery as never, { series: 'cumulative' })],
  ['months', endpoint(monthsQuery as never)],
  ['risk', endpoint(riskQuery as never)],
  ['cash', endpoint(cashQuery as never)],
  ['currency movers', endpoint(currencyMoversQuery as never)],
  ['open positions', endpoint(positionsListQuery as never, { ...page, type: 'open', order_by: '-value' })],
  [
    'closed positions',
    endpoint(positionsListQuery as never, { ...page, type: 'closed', order_by: '-value' }),
  ],
  [
    'best and worst',
    endpoint(bestWorstQuery as never, { count: 5, currency_type: 'calculated', order_by: '-pnl_abs_total' }),
  ],
  ...groupKeys.map(
    (key): FigureCall => [
      `groups by ${key}`,
      endpoint(groupedQuery as never, { group_by: key, order_by: '-value' }, []),
    ],
  ),
  ['fees', endpoint(feesQuery as never, { group_by: 'account' })],
  ['fees by type', endpoint(feesQuery as never, { group_by: 'transaction_type' })],
  ['events', endpoint(eventsQuery as never, page)],
  ['income', endpoint(incomeQuery as never)],
  ['accounts', figures(accountFiguresQuery as never)],
  ['family', (portfolio, filter) => familyFiguresQuery.compute(portfolio, portfolio.view.currency, filter)],
  [
    'client',
    (portfolio, filter) =>
      clientFiguresQuery.compute(portfolio, { currency: portfolio.view.currency, targets }, filter),
  ],
  [
    'compared client',
    (portfolio, filter) =>
      comparedClientQuery.compute(portfolio, { currency: portfolio.view.currency, targets }, filter),
  ],
  ...targets.map(
    ({ dimension }): FigureCall => [
      `drift by ${dimension}`,
      endpoint(targetDriftQuery as never, { dimension }, { rows: targets, positionIds: null }),
    ],
  ),
  [
    'what-if',
    (portfolio, filter) =>
      whatIfFiguresQuery.compute(
        portfolio,
        {
          dimension: 'instrument_type',
          targets: [{ rows: targets, positionIds: null }],
          holdings: [],
          instruments: portfolio.snapshot.instruments.map(({ id }) => id),
        },
        filter,
      ),
  ],
  [
    'benchmark line',
    (portfolio, filter) =>
      endpoint(benchmarkLineQuery as never, {}, benchmarkOf(portfolio))(portfolio, filter),
  ],
  ...(['instrument_type', 'currency'] as const).map(
    (by): FigureCall => [
      `benchmark by ${by}`,
      (portfolio, filter) =>
        endpoint(benchmarkComparisonQuery as never, { by }, benchmarkOf(portfolio))(portfolio, filter),
    ],
  ),
  [
    'recent moves',
    (portfolio, filter) =>
      recentMovesQuery.compute(
        portfolio,
        {
          exchanges: {},
          rateDays: {},
          today: portfolio.view.today,
          accepted: { jumps: [], splits: [] },
        },
        filter,
      ),
  ],
  ['periods of a report', figures(reportPeriodsQuery as never)],
  ['realized lots of a report', figures(realizedLotsQuery as never)],
  [
    'strategies',
    (portfolio, filter) =>
      endpoint(strategiesListQuery as never, { ...page, order_by: 'name' }, [strategyOf(portfolio)])(
        portfolio,
        filter,
      ),
  ],
  [
    'strategy',
    (portfolio, filter) =>
      endpoint(
        strategyDetailQuery as never,
        {},
        { strategy: strategyOf(portfolio), links: [] },
      )(portfolio, filter),
  ],
  ...(['position', 'currency', 'week'] as const).map(
    (split): FigureCall => [
      `explanation by ${split}`,
      (portfolio, filter) =>
        endpoint(explainMoveQuery as never, {}, [], {
          subject: { kind: 'portfolio' },
          split_by: split,
          start_date: toIsoDate(portfolio.snapshot.firstDay),
          end_date: toIsoDate(portfolio.snapshot.lastDay),
        })(portfolio, filter),
    ],
  ),
]
