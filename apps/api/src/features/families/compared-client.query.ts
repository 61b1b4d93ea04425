import type { Flag } from '@plumbline/contract'
import {
  annualizeReturn,
  computeRisk,
  groupRows,
  pnlOnCapital,
  positionRows,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { type ClientDrift, findLargestDrift } from '../../figures/targets/largest-drift.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { queryEngine, readPerformance, readScope, weightFlags, wireFlags } from '../../queries/query-scope.ts'
import type { ClientInput } from './client-input.ts'

/** What a comparison shows of one client. */
export interface ComparedFigures {
  asOf: string
  value: number | null
  dayPnl: number | null
  /** P/L as a share of its capital base. */
  dayPnlRel: number | null
  ytdPnl: number | null
  ytdPnlRel: number | null
  ytdReturn: number | null
  returnPerYear: number | null
  firstDate: string
  volatility: number | null
  maxDrawdown: number | null
  cashShare: number | null
  drift: ClientDrift
  positionsCount: number
  /** Shares of the net asset value by instrument type; cash is a group of its own. */
  allocation: { key: string; weight: number | null }[]
  /** Open positions by instrument; several of one instrument are added. */
  held: { id: string; name: string; type: string; weight: number | null }[]
  flags: Flag[]
}

type PeriodName = '1d' | 'ytd' | '1y' | 'all'

/** Ratios are not compared, so the risk-free rate does not matter. */
const riskFreeRate = 0

/** Figures of one client for a comparison, in the currency of the input. */
export const comparedClientQuery = defineQuery(
  'comparedClient',
  (portfolio, { currency, targets }: ClientInput): ComparedFigures => {
    const whole = queryPeriod(portfolio, currency, 'all')
    const known = readPerformance(whole)
    const lastDay = queryPeriod(portfolio, currency, '1d')
    const thisYear = queryPeriod(portfolio, currency, 'ytd')
    const day = readPerformance(lastDay)
    const ytd = readPerformance(thisYear)
    const year = queryPeriod(portfolio, currency, '1y')
    const risk = readPerformance(year).pnl.abs.total === null ? null : computeRisk(year, riskFreeRate)
    const nav = known.flags.includes('partial') ? null : known.balance.total
    const isIn = (position: number) => whole.isIn[position] === 1
    const open = positionRows(portfolio.snapshot, whole.views, isIn, whole.period, 'open')
    return {
      asOf: toIsoDate(portfolio.view.asOf),
      value: known.balance.total,
      dayPnl: day.pnl.abs.total,
      dayPnlRel: pnlOnCapital(lastDay).rel.total,
      ytdPnl: ytd.pnl.abs.total,
      ytdPnlRel: pnlOnCapital(thisYear).rel.total,
      ytdReturn: ytd.pnl.rel.total,
      returnPerYear: annualizeReturn(known.pnl.rel.total, whole.period),
      firstDate: toIsoDate(whole.period.from),
      volatility: risk?.volatility ?? null,
      maxDrawdown: risk?.maxDrawdown ?? null,
      cashShare: weightIn(nav, known.balance.cash),
      drift: findLargestDrift(portfolio, scopeOf(portfolio, currency, '1d'), targets),
      positionsCount: open.length,
      allocation: groupRows(queryPeriod(portfolio, currency, '1d', 'instrument_type'), 'value').map(row => ({
        key: row.group,
        weight: weightIn(nav, row.value),
      })),
      held: sumByInstrument(portfolio, open, nav),
      // What is missing in one of the periods has no figure there.
      flags: [
        ...wireFlags([...known.flags, ...day.flags, ...ytd.flags]),
        ...weightFlags(nav, { cash_share: known.balance.cash }),
      ],
    }
  },
)

function sumByInstrument(
  { snapshot }: Portfolio,
  open: ReturnType<typeof positionRows>,
  nav: number | null,
): ComparedFigures['held'] {
  const byInstrument = Map.groupBy(open, row => row.instrument)
  return [...byInstrument].flatMap(([id, rows]) => {
    const [first] = rows
    const instrument = first && snapshot.instruments[snapshot.positions.instrument[first.index] ?? -1]
    if (id === null || !instrument) return []
    const values = rows.map(row => row.calculated.value)
    const isKnown = !values.includes(null)
    const sum = values.reduce<number>((total, value) => total + (value ?? 0), 0)
    return [{ id, name: instrument.name, type: instrument.type, weight: isKnown ? weightIn(nav, sum) : null }]
  })
}

function queryPeriod(
  portfolio: Portfolio,
  currency: string,
  name: PeriodName,
  groupBy: 'instrument_type' | null = null,
) {
  return queryEngine(portfolio, scopeOf(portfolio, currency, name), { groupBy })
}

function scopeOf(portfolio: Portfolio, currency: string, name: PeriodName) {
  const settings = { period: { name, start_date: null, end_date: null }, currency: currency as 'CHF' }
  return readScope(portfolio, { settings, filters: {} })
}
