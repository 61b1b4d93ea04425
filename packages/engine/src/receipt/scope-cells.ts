import type { Day } from '../calendar/day.ts'
import { NOT_LATE } from '../currency/currency-view.ts'
import { moneyWeightedFlows } from '../figures/performance.ts'
import { pnlOf, sumPosition } from '../figures/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { type AmountColumn, amountCell, type Frame, valueCell } from './frame.ts'
import { exposureCell } from './price-cells.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

const CLOSE = { kind: 'close' } as const

function moneyOf({ view }: Frame, day: Day | null = null) {
  return { unit: 'money', currency: view.currency, day } as const
}

function positionsOf({ isIn, snapshot, period }: QueryResult): number[] {
  const found: number[] = []
  for (let position = 0; position < isIn.length; position += 1)
    if (isIn[position] === 1 && (snapshot.positions.openDay[position] ?? 0) <= period.to) found.push(position)
  return found
}

/** The value of a scope at a close: of its positions, of its cash, or both. */
export function worthCell(
  frame: Frame,
  answer: QueryResult,
  day: Day,
  label: ReceiptLabel,
  which: 'all' | 'cash' | 'allocated' = 'all',
): number {
  const { snapshot, sheet } = frame
  const terms: Signed[] = []
  for (const position of positionsOf(answer)) {
    const isCash = (snapshot.positions.instrument[position] ?? -1) < 0
    if (which !== 'all' && isCash !== (which === 'cash')) continue
    const cell = valueCell(frame, position, day, 'position')
    if (sheet.valueOf(cell) !== 0) terms.push([cell, 1])
  }
  return sheet.sum(label, terms, moneyOf(frame, day))
}

/** What the positions of a scope move with, together. */
export function exposuresCell(frame: Frame, answer: QueryResult): number {
  const { sheet, view } = frame
  const terms: Signed[] = []
  for (const position of positionsOf(answer)) {
    if ((view.entryDay[position] ?? 0) > answer.period.to) continue
    const cell = exposureCell(frame, position, answer.period.to)
    if (sheet.valueOf(cell) !== 0) terms.push([cell, 1])
  }
  return sheet.sum('result', terms, moneyOf(frame, answer.period.to))
}

/** A flow this small beside what its transaction moved is what float64 leaves of legs that cancel. */
const FLOW_DUST = 1e-11

/** One transaction's flow: posted values of its legs in the scope less the P/L items owned there. Null where they cancel. */
function flowOf(frame: Frame, events: readonly number[]): number | null {
  const { view, sheet, snapshot } = frame
  let flow = 0
  let gross = 0
  for (const event of events) {
    const posted = view.posted[event] ?? 0
    const result = (view.income[event] ?? 0) - (view.fees[event] ?? 0) - (view.taxes[event] ?? 0)
    flow += posted - result
    gross += Math.abs(posted) + Math.abs(result)
  }
  if (!(Math.abs(flow) > FLOW_DUST * gross)) return null
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
  return sheet.sum('flow', terms, moneyOf(frame, snapshot.events.day[events[0] ?? 0] ?? null))
}

/** What came into a scope, what went out, or both, transaction by transaction. */
export function flowsCell(frame: Frame, answer: QueryResult, which: 'all' | 'in' | 'out'): number {
  const { snapshot, sheet, view } = frame
  const { period, isIn } = answer
  const byPosting = new Map<number, number[]>()
  for (const event of snapshot.chronological) {
    const day = snapshot.events.day[event] ?? 0
    if (day < period.from || day > period.to || isIn[snapshot.events.position[event] ?? -1] !== 1) continue
    const posting = snapshot.events.posting[event] ?? 0
    const known = byPosting.get(posting)
    if (known) known.push(event)
    else byPosting.set(posting, [event])
  }
  const terms: Signed[] = []
  const push = (cell: number): void => {
    const value = sheet.valueOf(cell)
    if (which === 'all' || value > 0 === (which === 'in')) terms.push([cell, 1])
  }
  for (const events of byPosting.values()) {
    const cell = flowOf(frame, events)
    if (cell !== null) push(cell)
  }
  for (const position of positionsOf(answer)) {
    const day = view.entryDay[position] ?? NOT_LATE
    if (day !== NOT_LATE && day >= period.from && day <= period.to)
      push(valueCell(frame, position, day, 'entry_value'))
  }
  return sheet.sum('flows', terms, moneyOf(frame))
}

/** Value at the end - value at the opening - net flow. */
export function scopePnlCell(frame: Frame, answer: QueryResult): number {
  const { from, to } = answer.period
  return frame.sheet.sum(
    'pnl',
    [
      [worthCell(frame, answer, to, 'value'), 1],
      [worthCell(frame, answer, from - 1, 'opening_value'), -1],
      [flowsCell(frame, answer, 'all'), -1],
    ],
    moneyOf(frame, to),
  )
}

/** What each position realized, or what is left of its P/L: they have receipts of their own. */
export function scopePartCell(frame: Frame, answer: QueryResult, part: 'realized' | 'unrealized'): number {
  const { snapshot, view, sheet } = frame
  const terms: Signed[] = []
  for (const position of positionsOf(answer)) {
    const pnl = pnlOf(sumPosition(snapshot, view, position, answer.period))
    const value = pnl?.[part] ?? 0
    if (value === 0) continue
    const source = { kind: 'position', position: snapshot.positions.keys[position] ?? '' } as const
    terms.push([sheet.input('position', value, { ...moneyOf(frame), source }), 1])
  }
  return sheet.sum(part, terms, moneyOf(frame, answer.period.to))
}

/** Fees, taxes or income of the transactions of a scope. */
export function scopeResultCell(
  frame: Frame,
  answer: QueryResult,
  column: AmountColumn,
  label: ReceiptLabel,
  isCounted: (event: number) => boolean = () => true,
): number {
  const { snapshot, sheet } = frame
  const { period, isIn } = answer
  const terms: Signed[] = []
  for (const event of snapshot.chronological) {
    const day = snapshot.events.day[event] ?? 0
    if (day < period.from || day > period.to || isIn[snapshot.events.position[event] ?? -1] !== 1) continue
    const cell = isCounted(event) ? amountCell(frame, event, column, label) : null
    if (cell !== null) terms.push([cell, 1])
  }
  return sheet.sum(label, terms, moneyOf(frame))
}

/** The time-weighted return or a part of it, linked over the days on which something moved. */
export function linkedCell(
  frame: Frame,
  answer: QueryResult,
  part: 'total' | 'realized' | 'unrealized',
): number {
  const { sheet } = frame
  const { base, pnl, firstDay } = answer.performance.dailyPnl
  const { value, flow } = answer.pass.total
  const triples: number[] = []
  for (let index = 1; index < base.length; index += 1) {
    if (!((base[index] ?? 0) > 0) || ((pnl.total[index] ?? 0) === 0 && (pnl[part][index] ?? 0) === 0))
      continue
    const facts = { ...moneyOf(frame, firstDay + index), source: CLOSE } as const
    const before = { ...facts, day: firstDay + index - 1 }
    const total = sheet.sum(
      'pnl',
      [
        [sheet.input('value', value[index] ?? 0, facts), 1],
        [sheet.input('opening_value', value[index - 1] ?? 0, before), -1],
        [sheet.input('flows', flow[index] ?? 0, facts), -1],
      ],
      facts,
    )
    const capital = sheet.input('capital', base[index] ?? 0, facts)
    triples.push(capital, total, part === 'total' ? total : sheet.input(part, pnl[part][index] ?? 0, facts))
  }
  return sheet.step('linked', 'result', triples, { unit: 'fraction', day: answer.period.to })
}

/** XIRR of the opening capital, the flows and the closing capital. */
export function moneyWeightedCell(frame: Frame, answer: QueryResult): number {
  const { sheet } = frame
  const flows = moneyWeightedFlows(answer.pass, answer.performance.isWholeAccounts).map(({ day, amount }) =>
    sheet.input('flow', amount, { ...moneyOf(frame, day), source: CLOSE }),
  )
  return sheet.step('rate_of_return', 'result', flows, { unit: 'fraction', day: answer.period.to })
}

/** The mean of the value on all days since the first transaction; scopes that are not whole accounts with what is tied up. */
export function averageValueCell(frame: Frame, answer: QueryResult): number {
  const { sheet } = frame
  const { pass, period, firstTransaction, performance } = answer
  const open = period.from - 1
  const { value, collateral } = pass.total
  const days: number[] = []
  for (let index = Math.max(1, (firstTransaction ?? period.from) - open); index < value.length; index += 1) {
    const tied = performance.isWholeAccounts ? 0 : (collateral[index] ?? 0)
    days.push(
      sheet.input('value', (value[index] ?? 0) + tied, { ...moneyOf(frame, open + index), source: CLOSE }),
    )
  }
  return sheet.step('mean', 'average_value', days, moneyOf(frame))
}

/** Fees / average value x 10,000. */
export function feesBpsCell(frame: Frame, answer: QueryResult): number {
  const { sheet } = frame
  const fees = scopeResultCell(frame, answer, 'fees', 'fees')
  const share = sheet.step('quotient', 'share', [fees, averageValueCell(frame, answer)], {
    unit: 'fraction',
  })
  const scale = sheet.input('per_ten_thousand', 10_000, { unit: 'number', source: CLOSE })
  return sheet.step('product', 'result', [share, scale], { unit: 'bps' })
}
