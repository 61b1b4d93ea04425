import { accountFiguresPart } from '../features/accounts/account-figures.query.ts'
import { assetFiguresPart } from '../features/assets/asset-figures.query.ts'
import { dataHealthPart } from '../features/data-health/health.query.ts'
import { eventsAnswer } from '../features/events/events.query.ts'
import { explainMoveAnswer } from '../features/explain/explain.query.ts'
import { clientFiguresPart, familyFiguresPart } from '../features/families/family-figures.query.ts'
import { feesAnswer, feesDetailAnswer } from '../features/fees/fees.query.ts'
import { groupedAnswer } from '../features/grouped/grouped.query.ts'
import { groupedDetailAnswer } from '../features/grouped/grouped-detail.query.ts'
import { linkEndsPart, linkedPositionsAnswer } from '../features/linked-positions/linked-positions.query.ts'
import { cashAnswer } from '../features/overview/cash.query.ts'
import { currencyMoversAnswer } from '../features/overview/currency-movers.query.ts'
import { monthsAnswer } from '../features/overview/months.query.ts'
import { performanceAnswer } from '../features/overview/performance.query.ts'
import { riskAnswer } from '../features/overview/risk.query.ts'
import { bestWorstAnswer } from '../features/positions/best-worst.query.ts'
import { positionDetailAnswer } from '../features/positions/position-detail.query.ts'
import { positionsListAnswer } from '../features/positions/positions-list.query.ts'
import { searchAnswer, searchByBodyAnswer } from '../features/positions/search.query.ts'
import { receiptPart } from '../features/receipt/receipt.query.ts'
import { reconciledAccountsPart } from '../features/reconciliation/reconciled-accounts.query.ts'
import { reconciliationPart } from '../features/reconciliation/reconciliation.query.ts'
import { realizedLotsPart } from '../features/reports/realized-lots.query.ts'
import { reportPeriodsPart } from '../features/reports/report-periods.query.ts'
import { statusAnswer } from '../features/status/status.query.ts'
import { strategyOffersPart } from '../features/strategies/offers.query.ts'
import { strategiesListAnswer } from '../features/strategies/strategies-list.query.ts'
import { strategyDetailAnswer } from '../features/strategies/strategy-detail.query.ts'
import {
  ledgerFiguresPart,
  transactionVersionsPart,
} from '../features/transactions/transaction-figures.query.ts'
import {
  transactionsListAnswer,
  transactionsOfPositionAnswer,
} from '../features/transactions/transactions.query.ts'
import { dayMovePart } from '../features/user-tasks/day-move.query.ts'
import { upcomingEventsPart } from '../features/user-tasks/upcoming-events.query.ts'
import { holdingsPart } from '../features/watchlist/holdings.query.ts'
import { runWorker } from '../queries/worker-host.ts'

/** A thread that answers questions about portfolios: every answer gets one line. */
runWorker({
  assetFigures: assetFiguresPart,
  accountFigures: accountFiguresPart,
  cash: cashAnswer,
  clientFigures: clientFiguresPart,
  dataHealth: dataHealthPart,
  dayMove: dayMovePart,
  familyFigures: familyFiguresPart,
  events: eventsAnswer,
  explainMove: explainMoveAnswer,
  fees: feesAnswer,
  feesDetail: feesDetailAnswer,
  grouped: groupedAnswer,
  groupedDetail: groupedDetailAnswer,
  holdings: holdingsPart,
  months: monthsAnswer,
  performance: performanceAnswer,
  bestWorst: bestWorstAnswer,
  currencyMovers: currencyMoversAnswer,
  linkEnds: linkEndsPart,
  linkedPositions: linkedPositionsAnswer,
  receipt: receiptPart,
  risk: riskAnswer,
  status: statusAnswer,
  positionDetail: positionDetailAnswer,
  positionsList: positionsListAnswer,
  search: searchAnswer,
  searchByBody: searchByBodyAnswer,
  realizedLots: realizedLotsPart,
  reconciledAccounts: reconciledAccountsPart,
  reconciliation: reconciliationPart,
  reportPeriods: reportPeriodsPart,
  strategiesList: strategiesListAnswer,
  strategyDetail: strategyDetailAnswer,
  strategyOffers: strategyOffersPart,
  ledgerFigures: ledgerFiguresPart,
  transactionVersions: transactionVersionsPart,
  transactionsList: transactionsListAnswer,
  transactionsOfPosition: transactionsOfPositionAnswer,
  upcomingEvents: upcomingEventsPart,
})
