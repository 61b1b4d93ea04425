import { registerAccounts } from '../features/accounts/feature.ts'
import { registerArchive } from '../features/archive/feature.ts'
import { registerAudit } from '../features/audit/feature.ts'
import { registerAuth } from '../features/auth/feature.ts'
import { benchmarkComparisonQuery } from '../features/benchmarks/compare.query.ts'
import { registerBenchmarks } from '../features/benchmarks/feature.ts'
import { registerClients } from '../features/clients/feature.ts'
import { registerCustodians } from '../features/custodians/feature.ts'
import { createClientIssues } from '../features/data-health/client-issues.ts'
import { registerDataHealth } from '../features/data-health/feature.ts'
import { registerDocs } from '../features/docs/feature.ts'
import { registerEvents } from '../features/events/feature.ts'
import { registerExplain } from '../features/explain/feature.ts'
import { familyFiguresQuery } from '../features/families/family-figures.query.ts'
import { registerFamilies } from '../features/families/feature.ts'
import { registerFeeds } from '../features/feeds/feature.ts'
import { registerFees } from '../features/fees/feature.ts'
import { feesQuery } from '../features/fees/fees.query.ts'
import { registerGrouped } from '../features/grouped/feature.ts'
import { groupedQuery } from '../features/grouped/grouped.query.ts'
import { createInstrument } from '../features/imports/drafts/known-instruments.store.ts'
import { toFullHint } from '../features/imports/drafts/stored-draft.ts'
import { registerImports } from '../features/imports/feature.ts'
import { unmatchedCash } from '../features/imports/trade-cash/trade-cash.store.ts'
import { registerIncome } from '../features/income/feature.ts'
import { incomeQuery } from '../features/income/income.query.ts'
import { registerInstruments } from '../features/instruments/feature.ts'
import { registerIntegrations } from '../features/integrations/feature.ts'
import { registerJobs } from '../features/jobs/feature.ts'
import { registerLinkedPositions } from '../features/linked-positions/feature.ts'
import { registerManualAssets } from '../features/manual-assets/feature.ts'
import { restateAsset } from '../features/manual-assets/restate-assets.store.ts'
import { registerNotifications } from '../features/notifications/feature.ts'
import { cashQuery } from '../features/overview/cash.query.ts'
import { registerOverview } from '../features/overview/feature.ts'
import { performanceQuery } from '../features/overview/performance.query.ts'
import { registerPositions } from '../features/positions/feature.ts'
import { positionsListQuery } from '../features/positions/positions-list.query.ts'
import { registerPrices } from '../features/prices/feature.ts'
import { registerRates } from '../features/rates/feature.ts'
import { registerReceipt } from '../features/receipt/feature.ts'
import { keepImportedStatement } from '../features/reconciliation/deliveries/imported-statement.store.ts'
import { registerReconciliation } from '../features/reconciliation/feature.ts'
import { registerReports } from '../features/reports/feature.ts'
import { createComparisonPrinter } from '../features/reports/print-comparison.ts'
import { registerSecurity } from '../features/security/feature.ts'
import type { Services } from '../features/services.ts'
import { registerSettings } from '../features/settings/feature.ts'
import { registerStatus } from '../features/status/feature.ts'
import { registerStrategies } from '../features/strategies/feature.ts'
import { targetDriftQuery } from '../features/targets/drift.query.ts'
import { registerTargets } from '../features/targets/feature.ts'
import { targetProposalQuery } from '../features/targets/propose.query.ts'
import { registerTemplates } from '../features/templates/feature.ts'
import { registerTransactions } from '../features/transactions/feature.ts'
import { transactionsListQuery } from '../features/transactions/transactions.query.ts'
import { registerUserTasks } from '../features/user-tasks/feature.ts'
import { registerUsers } from '../features/users/feature.ts'
import { registerWatchlist } from '../features/watchlist/feature.ts'
import { registerWhatIf } from '../features/what-if/feature.ts'

import { createCompareAccounts } from './compare-accounts.ts'
import { feedParts } from './feed-parts.ts'

const reportQueries = {
  performance: performanceQuery,
  grouped: groupedQuery,
  positions: positionsListQuery,
  cash: cashQuery,
  fees: feesQuery,
  transactions: transactionsListQuery,
  benchmark: benchmarkComparisonQuery,
  income: incomeQuery,
  targets: targetDriftQuery,
  proposal: targetProposalQuery,
}

/** Every feature of the server. A feature that is not listed here serves nothing. */
export const features: readonly ((services: Services) => void)[] = [
  registerAccounts,
  registerArchive,
  registerAudit,
  registerAuth,
  registerClients,
  registerCustodians,
  services =>
    registerDataHealth(services, {
      compareAccounts: createCompareAccounts(services),
      listUnmatchedCash: unmatchedCash(services.database),
    }),
  registerDocs,
  registerEvents,
  registerExplain,
  services => registerFamilies(services, createClientIssues(services), createComparisonPrinter(services)),
  services => registerFeeds(services, feedParts(services)),
  registerFees,
  registerGrouped,
  services =>
    registerImports(services, { familyValueQuery: familyFiguresQuery, keepStatement: keepImportedStatement }),
  registerIncome,
  registerInstruments,
  registerIntegrations,
  registerJobs,
  registerLinkedPositions,
  registerManualAssets,
  registerNotifications,
  registerOverview,
  registerPositions,
  registerPrices,
  registerRates,
  registerReceipt,
  services => registerReconciliation(services, { restateAsset, createSecurity: createInstrument }),
  services => registerReports(services, reportQueries),
  registerSecurity,
  registerSettings,
  registerStatus,
  registerStrategies,
  registerTargets,
  registerBenchmarks,
  registerTemplates,
  services =>
    registerTransactions(services, {
      restateAsset,
      createSecurity: (tx, familyId, hint, currency) =>
        createInstrument(tx, familyId, toFullHint(hint), currency),
    }),
  registerUserTasks,
  registerUsers,
  registerWatchlist,
  registerWhatIf,
]
