import type { contract, Filter, HandlerReply, TargetDimension } from '@plumbline/contract'
import type { BenchmarkInput } from '../../../figures/benchmarks/benchmark-rows.store.ts'
import type { OwnStrategy } from '../../../figures/strategies-and-links.store.ts'
import type { TargetsInput } from '../../../figures/targets/target-rows.store.ts'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import type { PortfolioService, ReadInput } from '../../../queries/portfolio-service.ts'
import type { EndpointQuery } from '../../../queries/query.ts'
import { realizedLotsQuery } from '../realized-lots.query.ts'
import { reportPeriodsQuery } from '../report-periods.query.ts'

/** More rows than any report can have. */
const all = 1_000_000

export type PerformanceReply = HandlerReply<typeof contract.overview.performance>
export type GroupedReply = HandlerReply<typeof contract.grouped.list>
export type PositionsReply = HandlerReply<typeof contract.positions.list>
export type CashReply = HandlerReply<typeof contract.overview.cash>
export type FeesReply = HandlerReply<typeof contract.fees.list>
export type TransactionsReply = HandlerReply<typeof contract.transactions.list>

export type IncomeReply = HandlerReply<typeof contract.income.read>
export type DriftReply = HandlerReply<typeof contract.targets.drift>

export type ProposalReply = HandlerReply<typeof contract.targets.propose>

export type BenchmarkReply = HandlerReply<typeof contract.benchmarks.compare>

/** Queries of other features whose results a report prints. */
export interface ReportQueries {
  performance: EndpointQuery<typeof contract.overview.performance>
  grouped: EndpointQuery<typeof contract.grouped.list, OwnStrategy[]>
  positions: EndpointQuery<typeof contract.positions.list>
  cash: EndpointQuery<typeof contract.overview.cash>
  fees: EndpointQuery<typeof contract.fees.list>
  transactions: EndpointQuery<typeof contract.transactions.list>
  benchmark: EndpointQuery<typeof contract.benchmarks.compare, BenchmarkInput>
  income: EndpointQuery<typeof contract.income.read>
  targets: EndpointQuery<typeof contract.targets.drift, TargetsInput>
  proposal: EndpointQuery<typeof contract.targets.propose, TargetsInput>
}

/** For whom a report is made, and what its benchmark and targets are computed from. */
export interface ReportReader {
  user: CurrentUser
  body: Filter
  readBenchmark: ReadInput<BenchmarkInput>
  readTargets: ReadInput<TargetsInput>
}

/** Runs the queries of the screens, so that print and screen cannot differ. */
export function createReportFigures(
  portfolio: Pick<PortfolioService, 'run' | 'runEndpoint'>,
  queries: ReportQueries,
  { user, body, readBenchmark, readTargets }: ReportReader,
) {
  const page = { limit: all, offset: 0 }
  const of = { user, body }
  return {
    performance: () =>
      portfolio.runEndpoint(queries.performance, { ...of, query: { points: 400, series: 'cumulative' } }),
    grouped: (group_by: 'instrument_type' | 'account') =>
      portfolio.runEndpoint(queries.grouped, {
        ...of,
        query: { group_by, order_by: '-value' },
        readInput: async () => [],
      }),
    positions: (type: 'open' | 'closed') =>
      portfolio.runEndpoint(queries.positions, {
        ...of,
        query: { ...page, type, trend: false, order_by: '-value' },
      }),
    cash: () => portfolio.runEndpoint(queries.cash, { ...of, query: undefined }),
    fees: (group_by: 'custodian' | 'transaction_type') =>
      portfolio.runEndpoint(queries.fees, { ...of, query: { group_by, points: 2 } }),
    transactions: () =>
      portfolio.runEndpoint(queries.transactions, { ...of, query: { ...page, order_by: 'date' } }),
    benchmark: () =>
      portfolio.runEndpoint(queries.benchmark, {
        ...of,
        query: { points: 2, by: 'instrument_type', list: 'periods' },
        readInput: readBenchmark,
      }),
    income: () => portfolio.runEndpoint(queries.income, { ...of, query: { list: 'payments' } }),
    drift: (dimension: TargetDimension) =>
      portfolio.runEndpoint(queries.targets, { ...of, query: { dimension }, readInput: readTargets }),
    proposal: (dimension: TargetDimension) =>
      portfolio.runEndpoint(queries.proposal, { ...of, query: { dimension }, readInput: readTargets }),
    periods: () => portfolio.run(reportPeriodsQuery, of),
    realizedLots: () => portfolio.run(realizedLotsQuery, of),
  }
}

export type ReportFigures = ReturnType<typeof createReportFigures>
