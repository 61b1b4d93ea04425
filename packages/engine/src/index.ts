export { type Attribution, type AttributionRow, computeAttribution } from './attribution/attribution.ts'
export {
  type AttributionEffects,
  type Brinson,
  type BrinsonEffects,
  type BrinsonRow,
  type BrinsonSegment,
  brinsonFachler,
} from './attribution/brinson.ts'
export { type RoundedAttribution, roundAttribution } from './attribution/round-attribution.ts'
export {
  type Blend,
  type BlendReturns,
  type BlendWeights,
  blendReturnBetween,
  blendReturns,
  findMissingReturns,
  type MissingReturn,
  REBALANCING_RULES,
  type RebalancingRule,
} from './benchmarks/blend.ts'
export {
  type BenchmarkComponent,
  type Distribution,
  findStaleQuote,
  type ReturnMarket,
  type StaleQuote,
} from './benchmarks/component-returns.ts'
export {
  differenceShown,
  monthlyCapture,
  type RelativeFigures,
  type RelativeReturn,
  relativeFigures,
  scopeReturn,
} from './benchmarks/relative-figures.ts'
export { accruedInterest, findCouponPeriod } from './bonds/accrued.ts'
export {
  type CouponPeriod,
  DAY_COUNTS,
  type DayCount,
  days360,
  type Thirty360,
  yearFraction,
} from './bonds/day-count.ts'
export {
  exactPoolFactor,
  maturityDay,
  nominalPerUnit,
  parPrice,
  poolFactor,
  QUOTED_IN_PERCENT,
} from './bonds/nominal.ts'
export {
  type CouponTerms,
  type InterestPeriod,
  interestPeriods,
  PAYMENT_TOLERANCE_DAYS,
} from './bonds/schedule.ts'
export {
  addMonths,
  type Day,
  dateParts,
  dayFromParts,
  isoWeekday,
  isWeekend,
  parseDay,
  previousWeekday,
  toIsoDate,
} from './calendar/day.ts'
export { isMarketClosed } from './calendar/market-holidays.ts'
export { namedPeriod, PERIOD_NAMES, type Period, type PeriodName } from './calendar/period.ts'
export { type CurrencyView, openCurrencyView } from './currency/currency-view.ts'
export { joinCurrencyViews } from './currency/join-views.ts'
export { hasValueOn, unitsOn } from './currency/position-value.ts'
export type { CurrencyViews } from './currency/view-builder.ts'
export {
  type CalendarFact,
  EVENT_TYPES,
  type EventType,
  type Money,
  type PortfolioEvent,
} from './events/calendar.ts'
export {
  type CashMovement,
  type CashPoint,
  type ProjectedCash,
  type ProjectedCashQuery,
  projectedCash,
} from './events/projected-cash.ts'
export { type EventsQuery, listUpcomingEvents } from './events/upcoming-events.ts'
export {
  type Explanation,
  explainMove,
  explainPosition,
  type Move,
  type MoveParts,
  type PositionMove,
  sumParts,
  unexplainedPnl,
} from './explain/explain.ts'
export { type GroupMove, movesByGroup, movesByWeek, splitIntoWeeks } from './explain/splits.ts'
export {
  annualizedBps,
  computeFees,
  type FeeFigures,
  type FeeGroup,
  type FeesResult,
  feesBps,
  knownFees,
} from './fees/fees.ts'
export { positionContributions } from './figures/contributions.ts'
export { type Coverage, measureCoverage } from './figures/coverage.ts'
export { type CurrencyLeg, currencyExposure, currencyLegs } from './figures/currency/currency-exposure.ts'
export { type CurrencyMover, currencyMovers } from './figures/currency/currency-movers.ts'
export { assessDay } from './figures/daily/complete-day.ts'
export { findPositionValue } from './figures/daily/daily-values.ts'
export {
  type DatedClose,
  findOpenSplits,
  isSplitOpen,
  looksLikeSplit,
  SPLIT_SHOWS_WITHIN_DAYS,
} from './figures/daily/split-doubts.ts'
export { forwardBaseCurrency } from './figures/exposure.ts'
export {
  findGapDays,
  findGaps,
  type GapDays,
  type Gaps,
  gapFlags,
  isScopePnlUnknown,
  type KnownPerformance,
  knownPerformance,
  knownValue,
  type ScopeGaps,
} from './figures/gaps.ts'
export { groupCapital, type PnlOnCapital, pnlOnCapital } from './figures/group-capital.ts'
export { findLateEntries, type LateEntry } from './figures/late-entries.ts'
export { type OpenLot, openLots } from './figures/open-lots.ts'
export {
  investedPeriod,
  moneyWeightedFlows,
  moneyWeightedReturn,
  type Performance,
  type Split3,
} from './figures/performance.ts'
export {
  type KnownAmounts,
  knownAmounts,
  type PositionAmounts,
  type PositionFigures,
} from './figures/positions/position-figures.ts'
export { findMissingInput } from './figures/positions/position-flags.ts'
export {
  openCurrencyViews,
  type PositionList,
  type PositionResult,
  type PositionRow,
  positionResults,
  positionRow,
  positionRows,
} from './figures/positions/position-row.ts'
export { findFirstTransaction, type Query, type QueryResult, runQuery } from './figures/query.ts'
export { type Filter, groupValue, positionsInScope } from './figures/scope.ts'
export { findStaleRates, type StaleRate, staleRateDay } from './figures/stale-rates.ts'
export { type PostingAmounts, type TransactionRow, transactionRows } from './figures/transaction-rows.ts'
export { isLeftOut } from './figures/unknown-amounts.ts'
export { weightIn } from './figures/weight.ts'
export { type BestWorstOptions, bestWorst } from './grouping/best-worst.ts'
export { type Exposures, hedgeRatio, positionDirection, sumExposures } from './grouping/exposures.ts'
export { type GroupRow, groupRows } from './grouping/groups.ts'
export { type Strategy, type StrategyRows, strategyRows } from './grouping/strategies.ts'
export {
  computeIncome,
  type Income,
  type IncomePayment,
  type IncomeQuery,
  incomePeriods,
  type PaymentSum,
  sumPayments,
} from './income/income.ts'
export { isIncomeKind } from './income/income-kinds.ts'
export { type CashEffect, cashEffects } from './ledger/cash-effect.ts'
export type {
  Account,
  CarriedLot,
  Instrument,
  Ledger,
  PoolFactor,
  Split,
  Transaction,
} from './ledger/ledger.ts'
export { mergeSplits, SAME_SPLIT_DAYS, splitRatio } from './ledger/splits.ts'
export { postingRateInto, type TransactionMoney, transactionMoney } from './ledger/transaction-money.ts'
export * from './ledger/transaction-type-lists.ts'
export type {
  EntryField,
  StatedAs,
  TransactionCategory,
  TransactionTypeRules,
} from './ledger/transaction-type-rules.ts'
export { TRANSACTION_TYPE_RULES, type TransactionType } from './ledger/transaction-types.ts'
export * from './ledger/vocabulary.ts'
export { type LoanFigures, loanFigures, type PaidLoanPayment } from './loans/loan-figures.ts'
export {
  type LoanPayment,
  type LoanTerms,
  loanSchedule,
  REPAYMENTS,
  type Repayment,
} from './loans/schedule.ts'
export { convertUnit, currencyUnit, MINOR_UNITS } from './money/currency.ts'
export {
  absolute,
  add,
  type DecimalInput,
  type Exact,
  exact,
  multiply,
  negate,
  signum,
  subtract,
  toNumber,
  toText,
} from './money/exact.ts'
export {
  currencyDecimals,
  roundParts,
  roundTable,
  roundTo,
  roundToTotal,
  roundWithRest,
} from './money/rounding.ts'
export type { Checkpoint } from './posting/checkpoint.ts'
export type { Issue } from './posting/issues.ts'
export {
  type FundFigures,
  type FundPoint,
  fundFigures,
  type MissingRate,
} from './private-equity/fund-figures.ts'
export { type FundMultiples, fundMultiples } from './private-equity/multiples.ts'
export { type MissingYield, type PropertyFigures, propertyFigures } from './property/property-figures.ts'
export {
  BENCHMARK_FIGURES,
  type BenchmarkFigure,
  benchmarkReceipt,
  type ReceiptBenchmark,
} from './receipt/benchmark-receipt.ts'
export {
  POSITION_FIGURES,
  type PositionFigure,
  positionFigure,
  positionReceipt,
} from './receipt/position-receipt.ts'
export { printReceipt } from './receipt/print.ts'
export { type Receipt, replayReceipt } from './receipt/receipt.ts'
export { RELATIVE_FIGURES, type RelativeFigure, relativeReceipt } from './receipt/relative-receipt.ts'
export {
  PNL_ON_CAPITAL,
  pnlOnCapitalReceipt,
  SCOPE_FIGURES,
  type ScopeFigure,
  scopeFigure,
  scopeReceipt,
} from './receipt/scope-receipt.ts'
export type {
  ReceiptCell,
  ReceiptLabel,
  ReceiptLink,
  ReceiptOperation,
  ReceiptSource,
  ReceiptTerm,
  ReceiptUnit,
} from './receipt/sheet.ts'
export { annualize, annualizeReturn } from './returns/annualize.ts'
export { type CalendarReturn, calendarReturns } from './returns/calendar-returns.ts'
export {
  type DietzPart,
  type DietzReturn,
  dietzContributions,
  modifiedDietz,
  type TimedFlow,
} from './returns/dietz.ts'
export { type LinkedReturn, linkedContribution, linkReturns, returnBetween } from './returns/linking.ts'
export { type DatedFlow, type InternalRate, periodicIrr, xirr } from './returns/xirr.ts'
export {
  captureRatio,
  computeAlpha,
  computeBeta,
  computeCorrelation,
  informationRatio,
} from './risk/benchmark.ts'
export { type Drawdown, findDrawdown } from './risk/drawdown.ts'
export { type HoldingsRisk, holdingsRisk } from './risk/holdings-risk.ts'
export {
  computeRisk,
  type DatedReturn,
  FEWEST_OBSERVATIONS,
  type RiskFigures,
  returnsBy,
  tradingReturns,
} from './risk/risk-figures.ts'
export {
  calmarRatio,
  compoundReturns,
  downsideDeviation,
  omegaRatio,
  periodVolatility,
  type Returns,
  sharpeRatio,
  sortinoRatio,
  TRADING_DAYS,
  valueAtRisk,
  volatility,
} from './risk/statistics.ts'
export { type ColumnSource, newColumns, type ReusedColumns, reusedColumns } from './series/columns.ts'
export { decimate } from './series/decimate.ts'
export type { Claim } from './snapshot/accrued-claims.ts'
export { computeOnce } from './snapshot/compute-once.ts'
export { chooseCheckpoint, continueSnapshot } from './snapshot/continue-snapshot.ts'
export { eventsBetween } from './snapshot/events-between.ts'
export { concatenate, offsetRows, runningOffsets } from './snapshot/join-columns.ts'
export { type JoinedPlaces, type JoinedSnapshot, joinSnapshots } from './snapshot/join-snapshots.ts'
export type { ResumeState } from './snapshot/resume-state.ts'
export { type Allocate, allocatePrivate } from './snapshot/row-table.ts'
export { openSharedMemory, type Shared, share } from './snapshot/shared-memory.ts'
export {
  buildResumableSnapshot,
  buildSnapshot,
  type PortfolioSnapshot,
  type ResumableSnapshot,
} from './snapshot/snapshot.ts'
export { findTexts, textAt } from './snapshot/text-column.ts'
export { type BandState, checkTarget, type TargetBucket, type TargetProblem } from './targets/allocation.ts'
export { PROPOSAL_PROBLEMS, type ProposalProblem } from './targets/proposal.ts'
export {
  type AllocatedCash,
  type AllocatedPosition,
  type Allocation,
  type BucketFigures,
  compareWithTarget,
  type ProposedOrder,
  type RebalanceOptions,
  type Rebalancing,
  rebalance,
} from './targets/rebalance.ts'
export { adjustedCloses, type PeriodCloses, tradedCloses } from './valuation/adjusted-closes.ts'
export { type AssumedRates, assumeRates } from './valuation/assumed-market.ts'
export { forwardExposure, forwardValue } from './valuation/forward.ts'
export { findHighestClose, type HighestClose } from './valuation/highest-close.ts'
export { closeOn, priceQuality } from './valuation/instrument-prices.ts'
export { type DatedPrice, lastPrice } from './valuation/last-price.ts'
export {
  type AssumedPrice,
  type AssumedPrices,
  crossRate,
  type DailySeries,
  denseSeries,
  type Market,
  type PriceSeries,
  priceSeries,
  type Quote,
  rateQuoteDay,
  rateSeries,
  STALE_AFTER_DAYS,
  splitFactorFrom,
} from './valuation/market.ts'
export { priceSeriesFromYears, rateSeriesFromYears, type YearColumn } from './valuation/year-columns.ts'
export { type SizedTrade, sizeTrade } from './what-if/size-trade.ts'
