import type { contract, Filter, HandlerReply } from '@plumbline/contract'
import type { SignedIn } from '../../../platform/auth/signed-in.ts'
import type { PortfolioService } from '../../../queries/portfolio-service.ts'
import type { RealizedLot } from '../realized-lots.query.ts'
import type { PeriodFigures } from '../report-periods.query.ts'

/** More rows than any report can have. */
const all = 1_000_000

export type PerformanceReply = HandlerReply<typeof contract.overview.performance>
export type GroupedReply = HandlerReply<typeof contract.grouped.list>
export type PositionsReply = HandlerReply<typeof contract.positions.list>
export type CashReply = HandlerReply<typeof contract.overview.cash>
export type FeesReply = HandlerReply<typeof contract.fees.list>
export type TransactionsReply = HandlerReply<typeof contract.transactions.list>

/** Asks what the screens ask, so that print and screen cannot differ. */
export function answersFor(portfolio: Pick<PortfolioService, 'figures'>, user: SignedIn, body: Filter) {
  const ask = <Reply>(name: string, query: object = {}) =>
    portfolio.figures<Reply>(name, { user, body, query })
  const page = { limit: all, offset: 0 }
  return {
    performance: () => ask<PerformanceReply>('performance', { points: 400, series: 'cumulative' }),
    grouped: (group_by: 'instrument_type' | 'account') =>
      ask<GroupedReply>('grouped', { group_by, order_by: '-value' }),
    positions: (type: 'open' | 'closed') =>
      ask<PositionsReply>('positionsList', { ...page, type, trend: false, order_by: '-value' }),
    cash: () => ask<CashReply>('cash'),
    fees: (group_by: 'custodian' | 'transaction_type') => ask<FeesReply>('fees', { group_by, points: 2 }),
    transactions: () => ask<TransactionsReply>('transactionsList', { ...page, order_by: 'date' }),
    periods: () => ask<PeriodFigures>('reportPeriods'),
    realizedLots: () => ask<RealizedLot[]>('realizedLots'),
  }
}

export type Answers = ReturnType<typeof answersFor>
