import {
  annualizeReturn,
  computeRisk,
  type Day,
  dateParts,
  dayFromParts,
  investedPeriod,
  moneyWeightedReturn,
  type Period,
  toIsoDate,
} from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope } from '../../queries/query-scope.ts'

/** Opening, flow, P/L and closing of one calendar year or month within the period. */
export interface PeriodRow {
  /** '2026' or '2026-03'. */
  key: string
  to: string
  /** Whether it ends before the year or month does. */
  isPartial: boolean
  /** Whether a value leaves out what has no price or rate. */
  hasGaps: boolean
  /** Values are null when nothing has a price and a rate, flows and P/L when one is missing. */
  opening: number | null
  flow: number | null
  pnl: number | null
  closing: number | null
  twr: number | null
}

export interface PeriodFigures {
  years: PeriodRow[]
  months: PeriodRow[]
  whole: PeriodRow
  twrAnnual: number | null
  xirr: number | null
  volatility: number | null
  drawdown: number | null
}

/** The period by calendar year and month. Each row is a query of its own, so that its return is that of its days. */
export const reportPeriodsQuery = defineQuery(
  'reportPeriods',
  (portfolio, _input: undefined, filter): PeriodFigures => {
    const scope = readScope(portfolio, filter)
    const { period } = scope
    const split = (months: 1 | 12) =>
      splitPeriod(period, months).map(({ key, isPartial, ...part }) =>
        wirePeriod(key, isPartial, part, queryEngine(portfolio, { ...scope, period: part })),
      )
    const whole = queryEngine(portfolio, scope)
    const { pnl } = readPerformance(whole)
    // Measures of the whole period need every day.
    const isKnown = pnl.abs.total !== null
    const risk = isKnown ? computeRisk(whole) : null
    const total = {
      whole: wirePeriod('', false, period, whole),
      twrAnnual: annualizeReturn(pnl.rel.total, investedPeriod(whole.dailyFigures)),
      xirr: isKnown ? moneyWeightedReturn(whole.dailyFigures, whole.performance.isWholeAccounts).rate : null,
      volatility: risk?.volatility ?? null,
      drawdown: risk?.maxDrawdown ?? null,
    }
    return { ...total, years: split(12), months: split(1) }
  },
)

function wirePeriod(
  key: string,
  isPartial: boolean,
  { to }: Period,
  result: ReturnType<typeof queryEngine>,
): PeriodRow {
  const { opening, balance, cashFlow, pnl, flags } = readPerformance(result)
  return {
    key,
    to: toIsoDate(to),
    isPartial,
    hasGaps: flags.includes('partial'),
    opening: opening.total,
    flow: cashFlow.net,
    pnl: pnl.abs.total,
    closing: balance.total,
    twr: pnl.rel.total,
  }
}

/** Calendar years (12 months) or months that overlap a period, each clipped to it. */
function splitPeriod({ from, to }: Period, months: 1 | 12) {
  const found: { key: string; from: Day; to: Day; isPartial: boolean }[] = []
  let { year, month } = dateParts(from)
  if (months === 12) month = 1
  for (;;) {
    const start = dayFromParts(year, month, 1)
    if (start > to) return found
    const next = month + months > 12 ? [year + 1, month + months - 12] : [year, month + months]
    const end = dayFromParts(next[0] ?? 0, next[1] ?? 1, 1) - 1
    found.push({
      key: months === 12 ? String(year) : `${year}-${String(month).padStart(2, '0')}`,
      from: Math.max(start, from),
      to: Math.min(end, to),
      isPartial: end > to,
    })
    ;[year = 0, month = 1] = next
  }
}
