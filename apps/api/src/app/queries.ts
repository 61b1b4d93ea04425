import { accountFiguresQuery } from '../features/accounts/account-figures.query.ts'
import { benchmarkComparisonQuery, benchmarkLineQuery } from '../features/benchmarks/compare.query.ts'
import { clientIssuesQuery } from '../features/data-health/client-issues.query.ts'
import { coverageQuery } from '../features/data-health/coverage.query.ts'
import { dataHealthQuery } from '../features/data-health/health.query.ts'
import { eventsQuery } from '../features/events/events.query.ts'
import { explainMoveQuery } from '../features/explain/explain.query.ts'
import { comparedClientQuery } from '../features/families/compared-client.query.ts'
import { clientFiguresQuery, familyFiguresQuery } from '../features/families/family-figures.query.ts'
import { feesDetailQuery, feesQuery } from '../features/fees/fees.query.ts'
import { groupedQuery } from '../features/grouped/grouped.query.ts'
import { groupedDetailQuery } from '../features/grouped/grouped-detail.query.ts'
import { calendarQuery } from '../features/income/calendar/calendar.query.ts'
import { incomeQuery } from '../features/income/income.query.ts'
import { holdersQuery } from '../features/instruments/holders.query.ts'
import { linkEndsQuery, linkedPositionsQuery } from '../features/linked-positions/linked-positions.query.ts'
import { accountCashQuery } from '../features/manual-assets/account-cash.query.ts'
import { assetFiguresQuery } from '../features/manual-assets/asset-figures.query.ts'
import { cashQuery } from '../features/overview/cash.query.ts'
import { currencyMoversQuery } from '../features/overview/currency-movers.query.ts'
import { monthsQuery } from '../features/overview/months.query.ts'
import { performanceQuery } from '../features/overview/performance.query.ts'
import { riskQuery } from '../features/overview/risk.query.ts'
import { bestWorstQuery } from '../features/positions/best-worst.query.ts'
import { positionDetailQuery } from '../features/positions/position-detail.query.ts'
import { positionsListQuery } from '../features/positions/positions-list.query.ts'
import { searchByBodyQuery, searchQuery } from '../features/positions/search.query.ts'
import { receiptQuery } from '../features/receipt/receipt.query.ts'
import { proposalEffectQuery } from '../features/reconciliation/proposal-effect.query.ts'
import { reconciledAccountsQuery } from '../features/reconciliation/reconciled-accounts.query.ts'
import { reconciliationQuery } from '../features/reconciliation/reconciliation.query.ts'
import { realizedLotsQuery } from '../features/reports/realized-lots.query.ts'
import { reportPeriodsQuery } from '../features/reports/report-periods.query.ts'
import { statusQuery } from '../features/status/status.query.ts'
import { strategyOffersQuery } from '../features/strategies/offers.query.ts'
import { strategiesListQuery } from '../features/strategies/strategies-list.query.ts'
import { strategyDetailQuery } from '../features/strategies/strategy-detail.query.ts'
import { targetDriftQuery } from '../features/targets/drift.query.ts'
import { targetProposalQuery } from '../features/targets/propose.query.ts'
import { securityEffectQuery } from '../features/transactions/security-effect.query.ts'
import {
  ledgerFiguresQuery,
  transactionVersionsQuery,
} from '../features/transactions/transaction-figures.query.ts'
import {
  transactionsListQuery,
  transactionsOfPositionQuery,
} from '../features/transactions/transactions.query.ts'
import { bandBreachesQuery } from '../features/user-tasks/band-breaches.query.ts'
import { recentMovesQuery } from '../features/user-tasks/recent-moves.query.ts'
import { upcomingEventsQuery } from '../features/user-tasks/upcoming-events.query.ts'
import { holdingsQuery } from '../features/watchlist/holdings.query.ts'
import { whatIfFiguresQuery } from '../features/what-if/what-if-figures.query.ts'
import { marketEffectQuery } from '../figures/plausibility/market-effect.query.ts'
import { plausibilityQuery } from '../figures/plausibility/plausibility.query.ts'
import { scenarioFactsQuery } from '../figures/what-if/scenario-facts.query.ts'
import { createQueryRegistry } from '../queries/query-registry.ts'

/** Every query of the server. A query that is not listed here fails when it is run. */
export const queryRegistry = createQueryRegistry([
  accountFiguresQuery,
  accountCashQuery,
  holdersQuery,
  assetFiguresQuery,
  bandBreachesQuery,
  bestWorstQuery,
  calendarQuery,
  cashQuery,
  clientFiguresQuery,
  coverageQuery,
  clientIssuesQuery,
  comparedClientQuery,
  currencyMoversQuery,
  dataHealthQuery,
  recentMovesQuery,
  eventsQuery,
  explainMoveQuery,
  familyFiguresQuery,
  feesDetailQuery,
  feesQuery,
  groupedDetailQuery,
  groupedQuery,
  holdingsQuery,
  incomeQuery,
  ledgerFiguresQuery,
  securityEffectQuery,
  linkEndsQuery,
  linkedPositionsQuery,
  marketEffectQuery,
  monthsQuery,
  performanceQuery,
  plausibilityQuery,
  positionDetailQuery,
  positionsListQuery,
  realizedLotsQuery,
  receiptQuery,
  proposalEffectQuery,
  reconciledAccountsQuery,
  reconciliationQuery,
  reportPeriodsQuery,
  riskQuery,
  scenarioFactsQuery,
  searchByBodyQuery,
  searchQuery,
  statusQuery,
  strategiesListQuery,
  strategyDetailQuery,
  strategyOffersQuery,
  targetDriftQuery,
  targetProposalQuery,
  benchmarkComparisonQuery,
  benchmarkLineQuery,
  transactionVersionsQuery,
  transactionsListQuery,
  transactionsOfPositionQuery,
  upcomingEventsQuery,
  whatIfFiguresQuery,
])
