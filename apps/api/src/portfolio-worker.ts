import { accountFiguresPart } from './features/accounts/account-figures.part.ts'
import { assetFiguresPart } from './features/assets/asset-figures.part.ts'
import { dataHealthPart } from './features/data-health/health.part.ts'
import { eventsAnswer } from './features/events/events.answer.ts'
import { explainMoveAnswer } from './features/explain/explain.answer.ts'
import { clientFiguresPart, familyFiguresPart } from './features/families/family-figures.part.ts'
import { feesAnswer, feesDetailAnswer } from './features/fees/fees.answer.ts'
import { groupedAnswer } from './features/grouped/grouped.answer.ts'
import { groupedDetailAnswer } from './features/grouped/grouped-detail.answer.ts'
import { linkEndsPart, linkedPositionsAnswer } from './features/linked-positions/linked-positions.answer.ts'
import { cashAnswer } from './features/overview/cash.answer.ts'
import { currencyMoversAnswer } from './features/overview/currency-movers.answer.ts'
import { monthsAnswer } from './features/overview/months.answer.ts'
import { performanceAnswer } from './features/overview/performance.answer.ts'
import { riskAnswer } from './features/overview/risk.answer.ts'
import { bestWorstAnswer } from './features/positions/best-worst.answer.ts'
import { positionDetailAnswer } from './features/positions/position-detail.answer.ts'
import { positionsListAnswer } from './features/positions/positions-list.answer.ts'
import { searchAnswer, searchByBodyAnswer } from './features/positions/search.answer.ts'
import { receiptPart } from './features/receipt/receipt.part.ts'
import { reconciledAccountsPart } from './features/reconciliation/reconciled-accounts.part.ts'
import { reconciliationPart } from './features/reconciliation/reconciliation.part.ts'
import { realizedLotsPart } from './features/reports/realized-lots.part.ts'
import { reportPeriodsPart } from './features/reports/report-periods.part.ts'
import { statusAnswer } from './features/status/status.answer.ts'
import { strategyOffersPart } from './features/strategies/offers.part.ts'
import { strategiesListAnswer } from './features/strategies/strategies-list.answer.ts'
import { strategyDetailAnswer } from './features/strategies/strategy-detail.answer.ts'
import { ledgerFiguresPart, transactionVersionsPart } from './features/transactions/booking-figures.part.ts'
import {
  transactionsListAnswer,
  transactionsOfPositionAnswer,
} from './features/transactions/transactions.answer.ts'
import { dayMovePart } from './features/user-tasks/day-move.part.ts'
import { upcomingEventsPart } from './features/user-tasks/upcoming-events.part.ts'
import { holdingsPart } from './features/watchlist/holdings.part.ts'
import { runWorker } from './portfolio/worker-host.ts'

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
