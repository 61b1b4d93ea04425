import type { Book } from '../book/book.ts'
import { hasValueOn, type Lens, worthOn } from '../book/lens.ts'
import type { Period } from '../calendar/period.ts'
import { EVENT, INCOME } from '../positions/events.ts'

// Columns have one value per position or event by construction; `as number` says so in the loops below.

/** Sums of one position over a period and over its life until the period's end, in the lens' currency. */
export interface PositionSums {
  /** Value at the opening close; 0 while it was outside. */
  start: number
  /** Value at the end; null when it cannot be valued. */
  end: number | null
  booked: number
  realizedPrice: number
  dividends: number
  interest: number
  otherIncome: number
  fees: number
  taxes: number
  /** Since its first booking: value booked in, results, and gains that arrived with carried lots. */
  lifeBooked: number
  lifeResult: number
  carriedGain: number
  /** What disposals brought since its first booking, without costs, and what it had cost; signed, so that a short's are negative. */
  proceeds: number
  costOfClosed: number
  /** Open cost and signed quantity at the end. */
  cost: number
  quantity: number
  /** Number of events within the period. */
  events: number
}

/** The value of a position at a close as it counts in sums: 0 before it could be valued. */
function countedValue(book: Book, lens: Lens, position: number, day: number): number | null {
  if (!hasValueOn(book, position, day)) return 0
  if ((lens.entryDay[position] as number) > day) return null
  return worthOn(book, lens, position, day)
}

/**
 * Sums a position's events. P/L of the period is then
 *
 *     end - start - booked + dividends + interest + other income - fees - taxes
 *
 * A position that gets its first valued close within the period enters with that value, as if it was booked.
 */
export function sumPosition(book: Book, lens: Lens, position: number, period: Period): PositionSums {
  const { events, positions } = book
  const open = period.from - 1
  const sums: PositionSums = {
    start: countedValue(book, lens, position, open) ?? 0,
    end: countedValue(book, lens, position, period.to),
    booked: 0,
    realizedPrice: 0,
    dividends: 0,
    interest: 0,
    otherIncome: 0,
    fees: 0,
    taxes: 0,
    lifeBooked: 0,
    lifeResult: 0,
    carriedGain: 0,
    proceeds: 0,
    costOfClosed: 0,
    cost: 0,
    quantity: 0,
    events: 0,
  }
  const last = positions.eventFrom[position + 1] as number
  const entryDay = lens.entryDay[position] as number
  let cost = 0
  for (let event = positions.eventFrom[position] as number; event < last; event += 1) {
    const day = events.day[event] as number
    if (day > period.to) break
    const booked = lens.booked[event] as number
    const costAfter = lens.costAfter[event] as number
    if (events.kind[event] === EVENT.carryIn && day > entryDay)
      sums.carriedGain += booked - (costAfter - cost)
    if (events.quantity[event] !== 0) sums.quantity = events.after[event] as number
    cost = costAfter
    const income = lens.income[event] as number
    const fees = lens.fees[event] as number
    const taxes = lens.taxes[event] as number
    if (events.kind[event] === EVENT.close || events.kind[event] === EVENT.giveBack) {
      sums.proceeds -= booked
      sums.costOfClosed -= booked + (lens.realized[event] as number)
    }
    sums.lifeBooked += booked
    sums.lifeResult += income - fees - taxes
    if (day <= open) continue
    sums.events += 1
    sums.booked += booked
    sums.realizedPrice += lens.realized[event] as number
    sums.fees += fees
    sums.taxes += taxes
    if (income !== 0) addIncome(sums, events.incomeKind[event] as number, income)
  }
  if (entryDay <= period.to && entryDay >= (positions.openDay[position] as number)) {
    const value = lens.entryValue[position] as number
    sums.lifeBooked += value
    sums.carriedGain += value - (lens.entryCost[position] as number)
    if (entryDay > open) sums.booked += value
    if (cost === 0 && sums.quantity !== 0) cost = lens.entryCost[position] as number
  }
  sums.cost = cost
  return sums
}

function addIncome(sums: PositionSums, kind: number, income: number): void {
  if (kind === INCOME.dividend) sums.dividends += income
  else if (kind === INCOME.interest) sums.interest += income
  else sums.otherIncome += income
}

/** Income less fees and taxes of the period. */
export function resultOf(sums: PositionSums): number {
  return sums.dividends + sums.interest + sums.otherIncome - sums.fees - sums.taxes
}

/** P/L of the period: total, realized, and the rest, which is unrealized. Null where the end cannot be valued. */
export function pnlOf(sums: PositionSums): { total: number; realized: number; unrealized: number } | null {
  if (sums.end === null) return null
  const result = resultOf(sums)
  const total = sums.end - sums.start - sums.booked + result
  const realized = sums.realizedPrice + result
  return { total, realized, unrealized: total - realized }
}
