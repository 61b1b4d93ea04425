import { contract, type RelativePeriod } from '@plumbline/contract'
import {
  type BlendReturns,
  blendReturnBetween,
  computeAttribution,
  decimate,
  differenceShown,
  findStaleQuote,
  namedPeriod,
  type Period,
  type RelativeFigures,
  relativeFigures,
  roundAttribution,
  toIsoDate,
} from '@plumbline/engine'
import type { BenchmarkData, BenchmarkInput } from '../../figures/benchmarks/benchmark-rows.store.ts'
import {
  buildBlend,
  componentReference,
  groupsOfComponents,
  wireBenchmark,
  wireMissing,
} from '../../figures/benchmarks/build-blend.ts'
import { describedColumns } from '../../figures/export-columns.ts'
import { groupName } from '../../figures/group-names.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  type QueryScope,
  queryEngine,
  readPerformance,
  readScope,
  wireFlags,
} from '../../queries/query-scope.ts'

type Compare = typeof contract.benchmarks.compare
type Line = typeof contract.benchmarks.line
type EngineResult = ReturnType<typeof queryEngine>

function readCallScope(
  portfolio: Portfolio,
  call: EndpointCall<Line | Compare>,
  input: BenchmarkInput,
): QueryScope {
  return readScope(portfolio, call.body, input.positionIds ?? undefined)
}

/** The benchmark as a line, on the days that the chart of the performance shows. */
export const benchmarkLineQuery = defineEndpointQuery<Line, BenchmarkInput>(
  contract.benchmarks.line,
  (portfolio, call, input) => {
    const scope = readCallScope(portfolio, call, input)
    const basis = describeBasis(portfolio, scope)
    const { data } = input
    const none = { portfolio: null, benchmark: null, difference: null }
    if (data === null || scope.firstTransaction === null)
      return { data: { benchmark: null, line: [], total: none, missing: [], basis } }
    const result = queryEngine(portfolio, scope)
    const blend = buildBlend(portfolio, data, scope.currency, result.period.to)
    const own = readPerformance(result).pnl.rel.total
    const other = blendReturnBetween(blend, result.period.from - 1, result.period.to)
    return {
      data: {
        benchmark: { id: data.row.id, name: data.row.name },
        line: drawLine(result, blend, call.query.points),
        total: { portfolio: own, benchmark: other, difference: differenceShown(own, other) },
        missing: wireMissing(data.row, blend, result.period),
        basis,
      },
    }
  },
)

/** Returns since the opening close. The points are those of the profit and loss chart. */
function drawLine(result: EngineResult, blend: BlendReturns, points: number | undefined) {
  const { dailyPnl, pnl } = result.performance
  const isKnown = readPerformance(result).pnl.rel.total !== null && pnl.rel.total !== null
  const days = decimate(dailyPnl.cumulative.total, points ?? Number.POSITIVE_INFINITY)
  return Array.from(days, index => ({
    date: toIsoDate(dailyPnl.firstDay + index),
    portfolio: isKnown ? (dailyPnl.cumulativeReturn.total[index] ?? null) : null,
    benchmark: blendReturnBetween(blend, dailyPnl.firstDay, dailyPnl.firstDay + index),
  }))
}

/** A portfolio or strategy against its benchmark: the line, several periods, and where the difference comes from. */
export const benchmarkComparisonQuery = defineEndpointQuery<Compare, BenchmarkInput>(
  contract.benchmarks.compare,
  (portfolio, call, input) => {
    const scope = readCallScope(portfolio, call, input)
    const { data } = input
    const result = queryEngine(portfolio, scope, { groupBy: call.query.by })
    const empty = { line: [], periods: [], attribution: null, stale: [], distributions: [] }
    const blend =
      data === null || scope.firstTransaction === null
        ? null
        : buildBlend(portfolio, data, scope.currency, portfolio.view.asOf)
    return {
      data: {
        benchmark: data && wireBenchmark(data.row),
        ...(data === null || blend === null
          ? empty
          : {
              line: drawLine(result, blend, call.query.points),
              periods: comparePeriods(portfolio, scope, data, blend),
              attribution: attribute(portfolio, result, data, blend, call.query.by),
              stale: listStale(data, blend, result.period),
              distributions: listDistributions(data),
            }),
        basis: describeBasis(portfolio, scope),
        flags: wireFlags(readPerformance(result).flags),
      },
    }
  },
  (portfolio, call, input) =>
    call.query.list === 'attribution'
      ? listAttributionCsv(portfolio, call, input)
      : listPeriodsCsv(portfolio, call, input),
)

type ListCsv = (portfolio: Portfolio, call: EndpointCall<Compare>, input: BenchmarkInput) => string

/** The effects of the chosen period by group; the last row is their sum. */
const listAttributionCsv: ListCsv = (portfolio, call, input) => {
  const scope = readCallScope(portfolio, call, input)
  const { data } = input
  const { by } = call.query
  const result = queryEngine(portfolio, scope, { groupBy: by })
  const found =
    data === null || scope.firstTransaction === null
      ? null
      : attribute(
          portfolio,
          result,
          data,
          buildBlend(portfolio, data, scope.currency, portfolio.view.asOf),
          by,
        )
  const flags = wireFlags(readPerformance(result).flags)
  const rows = found === null ? [] : [...found.rows, { key: 'total', name: '', ...found.total }]
  return toCsv<(typeof rows)[number] & { flags: typeof flags }>(
    describedColumns(
      {
        benchmark: () => data?.row.name,
        dimension: () => by,
        key: row => row.key,
        name: row => row.name,
        allocation: row => row.allocation,
        selection: row => row.selection,
        interaction: row => row.interaction,
        currency_effect: row => row.currency,
        total: row => row.total,
        end_date: () => toIsoDate(result.period.to),
      },
      describeBasis(portfolio, scope),
    ),
    rows.map(row => ({ ...row, flags })),
  )
}

const listPeriodsCsv: ListCsv = (portfolio, call, input) => {
  const scope = readCallScope(portfolio, call, input)
  const { data } = input
  const periods =
    data === null || scope.firstTransaction === null
      ? []
      : comparePeriods(
          portfolio,
          scope,
          data,
          buildBlend(portfolio, data, scope.currency, portfolio.view.asOf),
        )
  return toCsv<RelativePeriod>(
    {
      benchmark: () => data?.row.name,
      period: row => row.name,
      start_date: row => row.start_date,
      end_date: row => row.end_date,
      is_per_year: row => row.is_annual,
      portfolio: row => row.portfolio,
      benchmark_return: row => row.benchmark,
      difference: row => row.difference,
      portfolio_total: row => row.total.portfolio,
      benchmark_total: row => row.total.benchmark,
      difference_total: row => row.total.difference,
      tracking_error: row => row.tracking_error,
      information_ratio: row => row.information_ratio,
      beta: row => row.beta,
      correlation: row => row.correlation,
      alpha: row => row.alpha,
      up_capture: row => row.up_capture,
      down_capture: row => row.down_capture,
      observations: row => row.observations,
      missing: row => row.missing.map(({ reason, instrument }) => instrument?.name ?? reason).join(', '),
      calculated_currency: () => scope.currency,
      as_of: () => toIsoDate(portfolio.view.asOf),
    },
    periods,
  )
}

/** The periods that the history covers, and that of the filter first. */
function comparePeriods(
  portfolio: Portfolio,
  scope: QueryScope,
  data: BenchmarkData,
  blend: BlendReturns,
): RelativePeriod[] {
  const { asOf } = portfolio.view
  const first = Math.min(scope.firstTransaction ?? asOf, asOf)
  const whole = queryEngine(portfolio, { ...scope, period: { from: first, to: asOf } })
  const wanted = (['ytd', '1y', '3y', '5y', 'all'] as const).flatMap(name => {
    const period = namedPeriod(name, asOf, first)
    return period && period.from >= first ? [{ name, period }] : []
  })
  const from = Math.max(scope.period.from, first)
  return [{ name: 'period' as const, period: { from, to: scope.period.to } }, ...wanted].map(
    ({ name, period }) => ({
      name,
      ...wireFigures(relativeFigures(whole, blend, period)),
      missing: wireMissing(data.row, blend, period),
    }),
  )
}

function wireFigures(figures: RelativeFigures): Omit<RelativePeriod, 'name' | 'missing'> {
  const { period, stated, total } = figures
  return {
    start_date: toIsoDate(period.from),
    end_date: toIsoDate(period.to),
    is_annual: figures.isAnnual,
    ...stated,
    total,
    tracking_error: figures.trackingError,
    information_ratio: figures.informationRatio,
    beta: figures.beta,
    correlation: figures.correlation,
    alpha: figures.alpha,
    up_capture: figures.upCapture,
    down_capture: figures.downCapture,
    months_up: figures.monthsUp,
    months_down: figures.monthsDown,
    observations: figures.observations,
  }
}

function attribute(
  portfolio: Portfolio,
  result: EngineResult,
  data: BenchmarkData,
  blend: BlendReturns,
  by: EndpointCall<Compare>['query']['by'],
) {
  const found = computeAttribution(result, blend, groupsOfComponents(data, by))
  if (found === null) return null
  const { rows, total } = roundAttribution(found)
  const isMoved = (row: (typeof rows)[number]) =>
    [row.allocation, row.selection, row.interaction, row.currency].some(effect => effect !== 0)
  return {
    by,
    rows: rows
      .filter(isMoved)
      .map(({ group, ...effects }) => ({ key: group, name: groupName(portfolio, by, group), ...effects })),
    total,
  }
}

function listStale(
  { row }: BenchmarkData,
  { blend, target, firstDay, weights }: BlendReturns,
  period: Period,
) {
  const open = Math.max(period.from - 1, firstDay)
  return blend.components.flatMap((component, place) => {
    const isUsed = weights[place]?.subarray(Math.max(1, open - firstDay)).some(weight => weight > 0)
    const stale = isUsed ? findStaleQuote(component, target, open, period.to) : null
    if (stale === null) return []
    const { kind, since, until } = stale
    return [
      {
        instrument: componentReference(row, place),
        kind,
        since: toIsoDate(since),
        until: toIsoDate(until),
      },
    ]
  })
}

/** The first known ex-date of each component that has one. */
function listDistributions({ row, distributions }: BenchmarkData) {
  return row.components.flatMap(({ instrument }, place) => {
    const first = distributions.find(({ instrument_id }) => instrument_id === instrument)
    return first ? [{ instrument: componentReference(row, place), known_from: first.date }] : []
  })
}
