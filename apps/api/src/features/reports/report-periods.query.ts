import {
  annualize,
  type Day,
  dayFromParts,
  isoOf,
  moneyWeightedReturn,
  type Period,
  partsOf,
  riskOf,
} from '@plumbline/engine'
import { part } from '../../queries/query.ts'
import { queryEngine, readScope } from '../../queries/query-scope.ts'

/** The equation of one calendar year or month within the period. */
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

/** The period cut at the turns of years and of months. Every row is asked for itself, so that its return is its own. */
export const reportPeriodsPart = part((portfolio, _given: undefined, filter): PeriodFigures => {
  const scope = readScope(portfolio, filter)
  const rowOf = (key: string, period: Period, isPartial: boolean): PeriodRow => {
    const { performance } = queryEngine(portfolio, { ...scope, period })
    return {
      key,
      to: isoOf(period.to),
      isPartial,
      opening: performance.openingBalance,
      flow: performance.cashFlow.net,
      pnl: performance.pnl.abs.total,
      closing: performance.balance.total,
      twr: performance.pnl.rel.total,
    }
  }
  const { period } = scope
  const cut = (months: number) =>
    stretches(period, months).map(({ key, isPartial, ...stretch }) => rowOf(key, stretch, isPartial))
  const whole = queryEngine(portfolio, scope)
  const { performance } = whole
  const risk = riskOf(whole)
  const twr = performance.pnl.rel.total
  return {
    years: cut(12),
    months: cut(1),
    whole: rowOf('', period, false),
    twrAnnual: twr === null ? null : annualize(twr, period.to - period.from + 1),
    xirr: moneyWeightedReturn(whole.pass, performance.isWholeAccounts).rate,
    volatility: risk.volatility,
    drawdown: risk.maxDrawdown,
  }
})

/** Calendar years (12 months) or months that a period touches, each cut to what lies in it. */
function stretches({ from, to }: Period, months: 1 | 12 | number) {
  const found: { key: string; from: Day; to: Day; isPartial: boolean }[] = []
  let { year, month } = partsOf(from)
  if (months === 12) month = 1
  for (;;) {
    const begin = dayFromParts(year, month, 1)
    if (begin > to) return found
    const next = month + months > 12 ? [year + 1, month + months - 12] : [year, month + months]
    const end = dayFromParts(next[0] ?? 0, next[1] ?? 1, 1) - 1
    found.push({
      key: months === 12 ? String(year) : `${year}-${String(month).padStart(2, '0')}`,
      from: Math.max(begin, from),
      to: Math.min(end, to),
      isPartial: end > to,
    })
    ;[year = 0, month = 1] = next
  }
}
