import { nominalOf } from '../bonds/nominal.ts'
import { interestPeriods, interestWithin } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument } from '../ledger/ledger.ts'

/** What was held after a transaction: which position, and how much. */
export interface Held {
  readonly day: Day
  readonly position: number
  readonly quantity: number
}

/** Interest of a running period that a change of the principal did not earn, as a correction of the value. */
export interface Unearned {
  readonly position: number
  readonly exDay: Day
  readonly due: Day
  readonly from: Day
  /** Negative for what was drawn, positive for what was paid back. */
  readonly amount: number
}

/** Interest of a running period that is due when a loan ends within it. */
export interface LastInterest {
  readonly position: number
  readonly day: Day
  /** The beginning of the period. */
  readonly since: Day
  readonly amount: number
}

/**
 * Nobody pays accrued interest when a loan is drawn or paid back: what is drawn earns from that day on, and what is
 * paid back has earned until then. A change of the principal within a period therefore takes the interest since its
 * beginning out again, until the period is paid. Loans only: whoever trades a bond settles its accrued interest.
 */
export function unearnedInterest(instrument: Instrument, held: readonly Held[], lastDay: Day): Unearned[] {
  const { coupons, type } = instrument
  const first = held[0]?.day
  if (type !== 'loan' || !coupons || first === undefined) return []
  const nominal = nominalOf(instrument)
  return interestPeriods(coupons, first, lastDay).flatMap(period =>
    held.flatMap((entry, place) => {
      if (entry.quantity === 0 || entry.day <= period.from || entry.day >= period.exDay) return []
      const change = entry.quantity - (held[place - 1]?.quantity ?? 0)
      const amount = -change * nominal * interestWithin(coupons, period, entry.day)
      return [{ position: entry.position, exDay: period.exDay, due: period.to, from: entry.day, amount }]
    }),
  )
}

/** What has accrued on the day a loan is paid back as a whole: it is due with the last of the principal. */
export function lastInterest(
  instrument: Instrument,
  held: readonly Held[],
  unearned: readonly Unearned[],
  lastDay: Day,
): LastInterest[] {
  const { coupons, type } = instrument
  const first = held[0]?.day
  if (type !== 'loan' || !coupons || first === undefined) return []
  const nominal = nominalOf(instrument)
  return interestPeriods(coupons, first, lastDay).flatMap(period =>
    held.flatMap(({ day, position, quantity }, place) => {
      if (quantity !== 0 || day <= period.from || day >= period.exDay) return []
      const owed = (held[place - 1]?.quantity ?? 0) * nominal * interestWithin(coupons, period, day)
      const lacking = unearned.filter(entry => entry.position === position && entry.exDay === period.exDay)
      const amount = lacking.reduce((sum, entry) => sum + entry.amount, owed)
      return [{ position, day, since: period.from, amount }]
    }),
  )
}
