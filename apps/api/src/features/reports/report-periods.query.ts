import {
  annualizeReturn,
  computeRisk,
  type Day,
  dateParts,
  dayFromParts,
  moneyWeightedReturn,
  type Period,
  toIsoDate,
} from '@plumbline/engine'
import { defineQuery } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

/** Opening, flow, P/L and closing of one calendar year or month within the period. */
export interface PeriodRow {
  /** '2026' or '2026-03'. */
  key: string
  to: string
  isPartial: boolean
  opening: number
  flow: number
  pnl: number
  closing: number
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
    const { performance } = whole
    const risk = computeRisk(whole)
    const total = {
      whole: wirePeriod('', false, period, whole),
      twrAnnual: annualizeReturn(performance.pnl.rel.total, period),
      xirr: moneyWeightedReturn(whole.dailyFigures, performance.isWholeAccounts).rate,
      volatility: risk.volatility,
      drawdown: risk.maxDrawdown,
    }
    return { ...total, years: split(12), months: split(1) }
  },
)

function wirePeriod(
  key: string,
  isPartial: boolean,
  { to }: Period,
  { performance }: ReturnType<typeof queryEngine>,
): PeriodRow {
  return {
    key,
    to: toIsoDate(to),
    isPartial,
    opening: performance.openingBalance,
    flow: performance.cashFlow.net,
    pnl: performance.pnl.abs.total,
    closing: performance.balance.total,
    twr: performance.pnl.rel.total,
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
