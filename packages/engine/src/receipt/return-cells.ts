import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { moneyWeightedFlows } from '../figures/performance.ts'
import type { QueryResult } from '../figures/query.ts'
import type { Frame } from './receipt-frame.ts'
import { scopePartCell, scopePnlCell, scopeResultCell } from './scope-cells.ts'
import { flowLink, hasFewDays, scopeLink, splitPeriod } from './scope-links.ts'
import type { Signed } from './sheet.ts'

/** A part of the time-weighted return. */
type Part = 'total' | 'realized' | 'unrealized'

const DEFINITION = { kind: 'definition' } as const

function moneyFacts({ view }: Frame, day: Day | null = null) {
  return { unit: 'money', currency: view.currency, day } as const
}

function fractionFacts(day: Day | null) {
  return { unit: 'fraction', day } as const
}

/** The value of the scope at a close, and the collateral of its shorts unless it is whole accounts. */
function capitalTerms(
  frame: Frame,
  result: QueryResult,
  index: number,
  label: 'value' | 'opening_value',
): Signed[] {
  const { value, collateral } = result.dailyFigures.total
  const day = result.period.from - 1 + index
  const pledged = result.performance.isWholeAccounts ? 0 : (collateral[index] ?? 0)
  const terms: Signed[] = []
  const facts = moneyFacts(frame, day)
  const push = (name: typeof label | 'collateral', amount: number): void => {
    const source = name === 'collateral' ? ({ kind: 'close' } as const) : scopeLink('balance_total', day)
    if (amount !== 0) terms.push([frame.sheet.input(name, amount, { ...facts, source }), 1])
  }
  push(label, value[index] ?? 0)
  push('collateral', pledged)
  return terms
}

/** Capital of a day: value of the previous close + highest inflow of the day + collateral of shorts. */
function capitalCell(frame: Frame, result: QueryResult, index: number): number {
  const day = result.period.from - 1 + index
  const inflow = result.dailyFigures.total.peak[index] ?? 0
  const terms = capitalTerms(frame, result, index - 1, 'opening_value')
  // The highest point of the day's running inflow is mostly its net flow.
  const isNet = inflow === result.dailyFigures.total.flow[index]
  const source = isNet ? flowLink(result, 'net_cashflow', day) : ({ kind: 'close' } as const)
  if (inflow !== 0)
    terms.push([frame.sheet.input('inflow', inflow, { ...moneyFacts(frame, day), source }), 1])
  return frame.sheet.sum('capital', terms, moneyFacts(frame, day))
}

/** Returns of one day or of a longer part of the period: the total, and the part that is explained. */
interface Step {
  readonly total: number
  /** The terms of the part, which are multiplied by the growth before. */
  readonly part: readonly Signed[]
  readonly period: Period
}

/** P/L / capital of one day, from the figures of the day. */
function dayStep(frame: Frame, result: QueryResult, part: Part, index: number): Step | null {
  const { sheet } = frame
  const { base, pnl, firstDay } = result.performance.dailyPnl
  const day = firstDay + index
  const isMoved = (pnl.total[index] ?? 0) !== 0 || (pnl[part][index] ?? 0) !== 0
  if (!((base[index] ?? 0) > 0) || !isMoved) return null
  const capital = capitalCell(frame, result, index)
  const isOnly = result.period.from === result.period.to
  const pnlCell = (which: Part): number => {
    if (isOnly) return which === 'total' ? scopePnlCell(frame, result) : scopePartCell(frame, result, which)
    const source = flowLink(result, `pnl_abs_${which}`, day)
    const label = which === 'total' ? 'pnl' : which
    return sheet.input(label, pnl[which][index] ?? 0, { ...moneyFacts(frame, day), source })
  }
  const total = sheet.step('quotient', 'return', [pnlCell('total'), capital], fractionFacts(day))
  const terms: Signed[] =
    part === 'total'
      ? [[total, 1]]
      : [
          [pnlCell(part), 1],
          [capital, -1],
        ]
  return { total, part: terms, period: { from: day, to: day } }
}

/** The linked return of several days, which has a receipt of its own. */
function periodStep(frame: Frame, result: QueryResult, part: Part, { from, to }: Period): Step | null {
  const { base, pnl, firstDay } = result.performance.dailyPnl
  let growth = 1
  let sum = 0
  for (let index = from - firstDay; index <= to - firstDay; index += 1) {
    if (!((base[index] ?? 0) > 0)) continue
    const weight = growth / (base[index] ?? 0)
    sum += weight * (pnl[part][index] ?? 0)
    growth += weight * (pnl.total[index] ?? 0)
  }
  if (growth === 1 && sum === 0) return null
  const write = (which: Part, value: number): number =>
    frame.sheet.input('return', value, {
      ...fractionFacts(to),
      source: flowLink(result, `pnl_rel_${which}`, from, to),
    })
  const total = write('total', growth - 1)
  return { total, part: [[part === 'total' ? total : write(part, sum), 1]], period: { from, to } }
}

function listSteps(frame: Frame, result: QueryResult, part: Part): Step[] {
  const { period } = result
  const steps = hasFewDays(period)
    ? Array.from({ length: period.to - period.from + 1 }, (_, place) =>
        dayStep(frame, result, part, place + 1),
      )
    : splitPeriod(period).map(unit => periodStep(frame, result, part, unit))
  return steps.filter(step => step !== null)
}

/**
 * The time-weighted return, or its realized or unrealized part.
 *
 *     return = (1 + r1) x (1 + r2) x ... - 1        part = sum of growth before the day x part of the P/L / capital
 *
 * Day by day, or over months and years, which have receipts of their own.
 */
export function linkedCell(frame: Frame, result: QueryResult, part: Part): number {
  const { sheet } = frame
  const facts = fractionFacts(result.period.to)
  const steps = listSteps(frame, result, part)
  if (part === 'total')
    return sheet.step(
      'compound',
      'result',
      steps.map(({ total }) => total),
      facts,
    )
  const contributions: Signed[] = []
  let growth: number | null = null
  for (const { total, part: terms, period } of steps) {
    const grown: Signed[] = growth === null ? [] : [[growth, 1]]
    contributions.push([sheet.product('contribution', [...grown, ...terms], fractionFacts(period.to)), 1])
    const before: number =
      growth ?? sheet.input('growth', 1, { unit: 'rate', day: period.from - 1, source: DEFINITION })
    growth = sheet.step('growth', 'growth', [before, total], { unit: 'rate', day: period.to })
  }
  return sheet.sum('result', contributions, facts)
}

/** XIRR of the opening capital, the flows and the closing capital. */
export function moneyWeightedCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const { dailyFigures, performance, period } = result
  const { flow, collateral } = dailyFigures.total
  const open = period.from - 1
  const flows: Signed[] = []
  const last = dailyFigures.total.value.length - 1
  const push = (label: 'opening_value' | 'flow' | 'value', terms: Signed[], day: Day, sign: 1 | -1): void => {
    if (terms.length > 0) flows.push([sheet.sum(label, terms, moneyFacts(frame, day)), sign])
  }
  push('opening_value', capitalTerms(frame, result, 0, 'opening_value'), open, -1)
  for (const { day } of moneyWeightedFlows(dailyFigures, performance.isWholeAccounts).slice(1, -1)) {
    const index = day - open
    const facts = moneyFacts(frame, day)
    const pledged = performance.isWholeAccounts ? 0 : (collateral[index] ?? 0) - (collateral[index - 1] ?? 0)
    const terms: Signed[] = []
    if (flow[index] !== 0)
      terms.push([
        sheet.input('flow', flow[index] ?? 0, { ...facts, source: flowLink(result, 'net_cashflow', day) }),
        1,
      ])
    if (pledged !== 0)
      terms.push([sheet.input('collateral', pledged, { ...facts, source: { kind: 'close' } }), 1])
    push('flow', terms, day, -1)
  }
  push('value', capitalTerms(frame, result, last, 'value'), open + last, 1)
  return sheet.rateOfReturn('result', flows, { unit: 'fraction', day: period.to })
}

/** The days that an average covers: those of the period since the first transaction. */
function averagedDays({ period, firstTransaction }: QueryResult): Period {
  return { from: Math.max(period.from, firstTransaction ?? period.from), to: period.to }
}

/** The mean of the daily values of a scope between two days; see `averageValue`. */
function meanBetween({ dailyFigures, performance, period }: QueryResult, { from, to }: Period): number {
  const { value, collateral } = dailyFigures.total
  let sum = 0
  for (let index = from - period.from + 1; index <= to - period.from + 1; index += 1)
    sum += (value[index] ?? 0) + (performance.isWholeAccounts ? 0 : (collateral[index] ?? 0))
  return sum / (to - from + 1)
}

/**
 * The mean value of all days since the first transaction, plus the collateral of shorts unless the scope is whole
 * accounts. Null without such a day. Unit: the result's currency.
 */
export function averageValue(result: QueryResult): number | null {
  const days = averagedDays(result)
  return days.from > days.to ? null : meanBetween(result, days)
}

/** Sum of the daily values / number of days; over months and years their averages x days, which have receipts. */
export function averageValueCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const days = averagedDays(result)
  const count = ({ from, to }: Period): number =>
    sheet.input('days', to - from + 1, { unit: 'number', source: DEFINITION })
  const terms = hasFewDays(days)
    ? Array.from({ length: days.to - days.from + 1 }, (_, place): Signed => {
        const index = days.from - result.period.from + 1 + place
        const parts = capitalTerms(frame, result, index, 'value')
        return [sheet.sum('value', parts, moneyFacts(frame, days.from + place)), 1]
      })
    : splitPeriod(days).map((unit): Signed => {
        const facts = moneyFacts(frame, unit.to)
        const source = scopeLink('average_value', unit.from, unit.to)
        const mean = sheet.input('average_value', meanBetween(result, unit), { ...facts, source })
        return [sheet.step('product', 'period', [mean, count(unit)], facts), 1]
      })
  const sum = sheet.sum('value', terms, moneyFacts(frame))
  return sheet.step('quotient', 'average_value', [sum, count(days)], moneyFacts(frame))
}

/** Fees / average value x 10,000. */
export function feesBpsCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const fees = scopeResultCell(frame, result, { figure: 'fees', column: 'fees', label: 'fees' })
  const scale = sheet.input('per_ten_thousand', 10_000, { unit: 'number', source: DEFINITION })
  const terms: Signed[] = [
    [fees, 1],
    [averageValueCell(frame, result), -1],
    [scale, 1],
  ]
  return sheet.product('result', terms, { unit: 'bps' })
}
