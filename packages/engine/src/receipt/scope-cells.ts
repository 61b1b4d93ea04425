import type { Day } from '../calendar/day.ts'
import { NOT_LATE } from '../currency/currency-view.ts'
import { moneyWeightedFlows } from '../figures/performance.ts'
import { computePnl, sumPosition } from '../figures/position-sums.ts'
import type { QueryResult } from '../figures/query.ts'
import { VALUE_TOLERANCE } from '../money/tolerances.ts'
import { type AmountColumn, amountCell, type Frame, valueCell } from './frame.ts'
import { exposureCell } from './price-cells.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

const CLOSE = { kind: 'close' } as const

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

/** Inflows, outflows or both of a scope, transaction by transaction. */
export function flowsCell(frame: Frame, result: QueryResult, which: 'all' | 'in' | 'out'): number {
  const { snapshot, sheet, view } = frame
  const { period, isIn } = result
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
    const value = sheet.cellValue(cell)
    if (which === 'all' || value > 0 === (which === 'in')) terms.push([cell, 1])
  }
  for (const events of byPosting.values()) {
    const cell = flowCell(frame, events)
    if (cell !== null) push(cell)
  }
  for (const position of positionsUntilEnd(result)) {
    const day = view.entryDay[position] ?? NOT_LATE
    if (day !== NOT_LATE && day >= period.from && day <= period.to)
      push(valueCell(frame, position, day, 'entry_value'))
  }
  return sheet.sum('flows', terms, moneyFacts(frame))
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
    const source = { kind: 'position', position: snapshot.positions.keys[position] ?? '' } as const
    terms.push([sheet.input('position', value, { ...moneyFacts(frame), source }), 1])
  }
  return sheet.sum(part, terms, moneyFacts(frame, result.period.to))
}

/** Fees, taxes or income of a scope's transactions. */
export function scopeResultCell(
  frame: Frame,
  result: QueryResult,
  column: AmountColumn,
  label: ReceiptLabel,
  isCounted: (event: number) => boolean = () => true,
): number {
  const { snapshot, sheet } = frame
  const { period, isIn } = result
  const terms: Signed[] = []
  for (const event of snapshot.chronological) {
    const day = snapshot.events.day[event] ?? 0
    if (day < period.from || day > period.to || isIn[snapshot.events.position[event] ?? -1] !== 1) continue
    const cell = isCounted(event) ? amountCell(frame, event, column, label) : null
    if (cell !== null) terms.push([cell, 1])
  }
  return sheet.sum(label, terms, moneyFacts(frame))
}

/** The time-weighted return or a part of it, linked over the days with P/L. */
export function linkedCell(
  frame: Frame,
  result: QueryResult,
  part: 'total' | 'realized' | 'unrealized',
): number {
  const { sheet } = frame
  const { base, pnl, firstDay } = result.performance.dailyPnl
  const { value, flow } = result.dailyFigures.total
  const triples: number[] = []
  for (let index = 1; index < base.length; index += 1) {
    if (!((base[index] ?? 0) > 0) || ((pnl.total[index] ?? 0) === 0 && (pnl[part][index] ?? 0) === 0))
      continue
    const facts = { ...moneyFacts(frame, firstDay + index), source: CLOSE } as const
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
  return sheet.step('linked', 'result', triples, { unit: 'fraction', day: result.period.to })
}

/** XIRR of the opening capital, the flows and the closing capital. */
export function moneyWeightedCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const flows = moneyWeightedFlows(result.dailyFigures, result.performance.isWholeAccounts).map(
    ({ day, amount }) => sheet.input('flow', amount, { ...moneyFacts(frame, day), source: CLOSE }),
  )
  return sheet.step('rate_of_return', 'result', flows, { unit: 'fraction', day: result.period.to })
}

/** The mean value of all days since the first transaction, plus the collateral of shorts unless the scope is whole accounts. */
export function averageValueCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const { dailyFigures, period, firstTransaction, performance } = result
  const open = period.from - 1
  const { value, collateral } = dailyFigures.total
  const days: number[] = []
  for (let index = Math.max(1, (firstTransaction ?? period.from) - open); index < value.length; index += 1) {
    const pledged = performance.isWholeAccounts ? 0 : (collateral[index] ?? 0)
    days.push(
      sheet.input('value', (value[index] ?? 0) + pledged, {
        ...moneyFacts(frame, open + index),
        source: CLOSE,
      }),
    )
  }
  return sheet.step('mean', 'average_value', days, moneyFacts(frame))
}

/** Fees / average value x 10,000. */
export function feesBpsCell(frame: Frame, result: QueryResult): number {
  const { sheet } = frame
  const fees = scopeResultCell(frame, result, 'fees', 'fees')
  const share = sheet.step('quotient', 'share', [fees, averageValueCell(frame, result)], {
    unit: 'fraction',
  })
  const scale = sheet.input('per_ten_thousand', 10_000, { unit: 'number', source: CLOSE })
  return sheet.step('product', 'result', [share, scale], { unit: 'bps' })
}
