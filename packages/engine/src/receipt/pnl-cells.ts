import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import { INCOME } from '../posting/journal.ts'
import { type AmountColumn, amountCell, eventsWithin, type Frame, moneyOf, valueCell } from './frame.ts'
import type { ReceiptLabel, Signed } from './sheet.ts'

/** The sum of an amount over transactions of a position, of some kinds of income where they matter. */
export function sumOf(
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
  return frame.sheet.sum(label, terms, moneyOf(frame, position))
}

const INCOME_FIGURES = { dividends: INCOME.dividend, interest: INCOME.interest, other_income: INCOME.other }

/** Dividends, interest or other income, fees or taxes of the period. */
export function resultCell(
  frame: Frame,
  position: number,
  period: Period,
  figure: 'dividends' | 'interest' | 'other_income' | 'fees' | 'taxes',
): number {
  const events = eventsWithin(frame, position, period.from - 1, period.to)
  if (figure === 'fees' || figure === 'taxes') return sumOf(frame, position, events, figure, figure)
  const kinds = INCOME_FIGURES[figure]
  if (kinds !== INCOME.other) return sumOf(frame, position, events, 'income', 'income', kinds)
  const known: ReadonlySet<number> = new Set([INCOME.dividend, INCOME.interest])
  const others = events.filter(event => !known.has(frame.snapshot.events.incomeKind[event] ?? 0))
  return sumOf(frame, position, others, 'income', 'income')
}

/** The value a position entered with, where it had its first valued close after a day and until another. */
export function lateEntry(frame: Frame, position: number, after: Day, to: Day): Signed[] {
  const day = frame.view.entryDay[position] ?? 0
  const isLate = day >= (frame.snapshot.positions.openDay[position] ?? 0) && day > after && day <= to
  return isLate ? [[valueCell(frame, position, day, 'entry_value'), 1]] : []
}

/** What was posted into a position: purchases, less sales, and its value where it entered late. */
export function investedCell(frame: Frame, position: number, after: Day, to: Day): number {
  const terms: Signed[] = lateEntry(frame, position, after, to)
  for (const event of eventsWithin(frame, position, after, to)) {
    const cell = amountCell(frame, event, 'posted', 'invested')
    if (cell !== null) terms.push([cell, 1])
  }
  return frame.sheet.sum('invested', terms, moneyOf(frame, position))
}

/** Value at the end - value at the opening - what was invested + income - fees - taxes. */
export function pnlCell(frame: Frame, position: number, period: Period): number {
  const open = period.from - 1
  const events = eventsWithin(frame, position, open, period.to)
  return frame.sheet.sum(
    'pnl',
    [
      [valueCell(frame, position, period.to, 'value'), 1],
      [valueCell(frame, position, open, 'opening_value'), -1],
      [investedCell(frame, position, open, period.to), -1],
      [sumOf(frame, position, events, 'income', 'income'), 1],
      [sumOf(frame, position, events, 'fees', 'fees'), -1],
      [sumOf(frame, position, events, 'taxes', 'taxes'), -1],
    ],
    moneyOf(frame, position, period.to),
  )
}
