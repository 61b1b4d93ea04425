import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { INCOME } from '../posting/journal.ts'
import { type AmountColumn, amountCell, eventsWithin, moneyFacts, valueCell } from './frame.ts'
import type { Frame } from './receipt-frame.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

/** The sum of an amount over events of a position, optionally of one kind of income only. */
export function amountSumCell(
  frame: Frame,
  position: number,
  events: readonly number[],
  column: AmountColumn,
  label: ReceiptLabel,
  incomeKind?: number,
): number {
  const terms: Signed[] = []
  for (const event of events) {
    if (incomeKind !== undefined && frame.snapshot.events.incomeKind[event] !== incomeKind) continue
    const cell = amountCell(frame, event, column, label)
    if (cell !== null) terms.push([cell, 1])
  }
  return frame.sheet.sum(label, terms, moneyFacts(frame, position))
}

const INCOME_FIGURES = { dividends: INCOME.dividend, interest: INCOME.interest, other_income: INCOME.other }

/** Dividends, interest, other income, fees or taxes of the period. */
export function resultCell(
  frame: Frame,
  position: number,
  period: Period,
  figure: 'dividends' | 'interest' | 'other_income' | 'fees' | 'taxes',
): number {
  const events = eventsWithin(frame, position, period.from - 1, period.to)
  if (figure === 'fees' || figure === 'taxes') return amountSumCell(frame, position, events, figure, figure)
  const kinds = INCOME_FIGURES[figure]
  if (kinds !== INCOME.other) return amountSumCell(frame, position, events, 'income', 'income', kinds)
  const known: ReadonlySet<number> = new Set([INCOME.dividend, INCOME.interest])
  const others = events.filter(event => !known.has(frame.snapshot.events.incomeKind[event] ?? 0))
  return amountSumCell(frame, position, others, 'income', 'income')
}

/** The entry value of a position whose first valued close lies after a day and up to another; else empty. */
export function lateEntry(frame: Frame, position: number, after: Day, to: Day): Signed[] {
  const day = frame.view.entryDay[position] ?? 0
  const isLate = day >= (frame.snapshot.positions.openDay[position] ?? 0) && day > after && day <= to
  return isLate ? [[valueCell(frame, position, day, 'entry_value'), 1]] : []
}

/** Value posted into a position: purchases - sales, plus its entry value if it could not be valued at first. */
export function investedCell(frame: Frame, position: number, after: Day, to: Day): number {
  const terms: Signed[] = lateEntry(frame, position, after, to)
  for (const event of eventsWithin(frame, position, after, to)) {
    const cell = amountCell(frame, event, 'posted', 'invested')
    if (cell !== null) terms.push([cell, 1])
  }
  return frame.sheet.sum('invested', terms, moneyFacts(frame, position))
}

/** P/L: closing value - opening value - invested + income - fees - taxes. */
export function pnlCell(frame: Frame, position: number, period: Period): number {
  const open = period.from - 1
  const events = eventsWithin(frame, position, open, period.to)
  return frame.sheet.sum(
    'pnl',
    [
      [valueCell(frame, position, period.to, 'value'), 1],
      [valueCell(frame, position, open, 'opening_value'), -1],
      [investedCell(frame, position, open, period.to), -1],
      [amountSumCell(frame, position, events, 'income', 'income'), 1],
      [amountSumCell(frame, position, events, 'fees', 'fees'), -1],
      [amountSumCell(frame, position, events, 'taxes', 'taxes'), -1],
    ],
    moneyFacts(frame, position, period.to),
  )
}
