import type { Day } from '../calendar/day.ts'
import { NOT_LATE } from '../currency/currency-view.ts'
import { listFlows, type TransactionFlow } from '../figures/period-flows.ts'
import { computePnl, sumPosition } from '../figures/positions/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { eventsBetween } from '../snapshot/events-between.ts'
import { type AmountColumn, amountCell, eventSource, positionLink, valueCell } from './frame.ts'
import { exposureCell } from './price-cells.ts'
import type { Frame } from './receipt-frame.ts'
import { flowLink, scopeLink, splitPeriod } from './scope-links.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

function moneyFacts({ view }: Frame, day: Day | null = null) {
  return { unit: 'money', currency: view.currency, day } as const
}

function positionsUntilEnd({ isIn, snapshot, period }: QueryResult): number[] {
  const found: number[] = []
  for (let position = 0; position < isIn.length; position += 1)
    if (isIn[position] === 1 && (snapshot.positions.openDay[position] ?? 0) <= period.to) found.push(position)
  return found
}

/** The value of a scope at a close: of its instruments, of its cash, or of both. */
export function scopeValueCell(
  frame: Frame,
  result: QueryResult,
  day: Day,
  label: ReceiptLabel,
  which: 'all' | 'cash' | 'allocated' = 'all',
): number {
  const { snapshot, sheet } = frame
  const terms: Signed[] = []
  for (const position of positionsUntilEnd(result)) {
    const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
    if (which !== 'all' && isCash !== (which === 'cash')) continue
    const cell = valueCell(frame, position, day, 'position')
    if (sheet.cellValue(cell) !== 0) terms.push([cell, 1])
  }
  return sheet.sum(label, terms, moneyFacts(frame, day))
}

/** The sum of the exposures of a scope's positions. */
export function exposuresCell(frame: Frame, result: QueryResult): number {
  const { sheet, view } = frame
  const terms: Signed[] = []
  for (const position of positionsUntilEnd(result)) {
    if ((view.entryDay[position] ?? 0) > result.period.to) continue
    const cell = exposureCell(frame, position, result.period.to)
    if (sheet.cellValue(cell) !== 0) terms.push([cell, 1])
  }
  return sheet.sum('result', terms, moneyFacts(frame, result.period.to))
}

/** Longer sums of transactions are divided into years, months or days, which have receipts of their own. */
const MOST_TERMS = 60

/** Figures that are null while a position has no value. */
const FLOWS: ReadonlySet<string> = new Set(['net_cashflow', 'deposits', 'withdrawals'])

/** A sum of transactions of the period. */
function transactionsSum(
  frame: Frame,
  result: QueryResult,
  { figure, label }: { figure: string; label: ReceiptLabel },
  terms: readonly Signed[],
): number {
  const { sheet } = frame
  const { period } = result
  if (terms.length <= MOST_TERMS || period.from === period.to)
    return sheet.sum(label, terms, moneyFacts(frame))
  const units = splitPeriod(period).flatMap(({ from, to }): Signed[] => {
    const own = terms.filter(([cell]) => {
      const day = sheet.cells[cell]?.day ?? 0
      return day >= from && day <= to
    })
    if (own.length === 0) return []
    const sum = own.reduce((total, [cell, sign]) => total + sign * sheet.cellValue(cell), 0)
    const source = FLOWS.has(figure) ? flowLink(result, figure, from, to) : scopeLink(figure, from, to)
    return [[sheet.input('period', sum, { ...moneyFacts(frame, to), source }), 1]]
  })
  return sheet.sum(label, units, moneyFacts(frame))
}

/** The flow of a transaction: posted values of its legs in the scope less the P/L items owned there. Null when they cancel. */
function flowCell(frame: Frame, events: readonly number[]): number | null {
  const { view, sheet, snapshot } = frame
  let flow = 0
  let gross = 0
  for (const event of events) {
    const posted = view.posted[event] ?? 0
    const result = (view.income[event] ?? 0) - (view.fees[event] ?? 0) - (view.taxes[event] ?? 0)
    flow += posted - result
    gross += Math.abs(posted) + Math.abs(result)
  }
  if (!(Math.abs(flow) > VALUE_TOLERANCE * gross)) return null
  const terms: Signed[] = []
  const columns: readonly (readonly [AmountColumn, 1 | -1])[] = [
    ['posted', 1],
    ['income', -1],
    ['fees', 1],
    ['taxes', 1],
  ]
  for (const event of events)
    for (const [column, sign] of columns) {
      const cell = amountCell(frame, event, column, 'flow')
      if (cell !== null) terms.push([cell, sign])
    }
  return sheet.sum('flow', terms, moneyFacts(frame, snapshot.events.day[events[0] ?? 0] ?? null))
}

/** The flow of a transaction with a leg whose amounts have no receipt, since its position has no price or rate. */
function unvaluedFlowCell(frame: Frame, { day, events, value }: TransactionFlow): number | null {
  const [event = 0] = events
  const facts = { ...moneyFacts(frame, day), source: eventSource(frame, event) }
  return value === null ? null : frame.sheet.input('flow', value, facts)
}

/** Inflows, outflows or both of a scope, transaction by transaction. */
export function flowsCell(frame: Frame, result: QueryResult, which: 'all' | 'in' | 'out'): number {
  const { sheet, view } = frame
  const { period } = result
  const terms: Signed[] = []
  const push = (cell: number): void => {
    const value = sheet.cellValue(cell)
    if (which === 'all' || value > 0 === (which === 'in')) terms.push([cell, 1])
  }
  for (const flow of listFlows(result)) {
    const cell = flow.hasUnvalued ? unvaluedFlowCell(frame, flow) : flowCell(frame, flow.events)
    if (cell !== null) push(cell)
  }
  for (const position of positionsUntilEnd(result)) {
    const day = view.entryDay[position] ?? NOT_LATE
    if (day !== NOT_LATE && day >= period.from && day <= period.to)
      push(valueCell(frame, position, day, 'entry_value'))
  }
  const figure = { all: 'net_cashflow', in: 'deposits', out: 'withdrawals' }[which]
  return transactionsSum(frame, result, { figure, label: 'flows' }, terms)
}

/** P/L of a scope: closing value - opening value - net flow. */
export function scopePnlCell(frame: Frame, result: QueryResult): number {
  const { from, to } = result.period
  return frame.sheet.sum(
    'pnl',
    [
      [scopeValueCell(frame, result, to, 'value'), 1],
      [scopeValueCell(frame, result, from - 1, 'opening_value'), -1],
      [flowsCell(frame, result, 'all'), -1],
    ],
    moneyFacts(frame, to),
  )
}

/** Realized or unrealized P/L of a scope as the sum of its positions, which have receipts of their own. */
export function scopePartCell(frame: Frame, result: QueryResult, part: 'realized' | 'unrealized'): number {
  const { snapshot, view, sheet } = frame
  const terms: Signed[] = []
  for (const position of positionsUntilEnd(result)) {
    const pnl = computePnl(sumPosition(snapshot, view, position, result.period))
    const value = pnl?.[part] ?? 0
    if (value === 0) continue
    const source = positionLink(frame, position, `pnl_abs_${part}`, result.period)
    terms.push([sheet.input('position', value, { ...moneyFacts(frame), source }), 1])
  }
  return sheet.sum(part, terms, moneyFacts(frame, result.period.to))
}

/** Fees, taxes or income of a scope's transactions. */
export function scopeResultCell(
  frame: Frame,
  result: QueryResult,
  { figure, column, label }: { figure: string; column: AmountColumn; label: ReceiptLabel },
  isCounted: (event: number) => boolean = () => true,
): number {
  const { snapshot } = frame
  const { period, isIn } = result
  const terms: Signed[] = []
  for (const event of eventsBetween(snapshot, period.from, period.to)) {
    if (isIn[snapshot.events.position[event] ?? -1] !== 1) continue
    const cell = isCounted(event) ? amountCell(frame, event, column, label) : null
    if (cell !== null) terms.push([cell, 1])
  }
  return transactionsSum(frame, result, { figure, label }, terms)
}
