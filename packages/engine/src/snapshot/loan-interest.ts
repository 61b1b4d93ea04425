import { nominalPerUnit } from '../bonds/nominal.ts'
import { interestPeriods, interestWithin } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument } from '../ledger/ledger.ts'

/** The position held after a transaction, and its quantity. */
export interface HeldQuantity {
  readonly day: Day
  readonly position: number
  readonly quantity: number
}

/** Interest of a running period that a change of the principal did not earn: a correction of the accrued interest. */
export interface UnearnedInterest {
  readonly position: number
  readonly exDay: Day
  readonly due: Day
  readonly from: Day
  /** Negative for a drawdown, positive for a repayment. */
  readonly amount: number
}

/** Interest accrued in a running period when a loan is repaid within it. */
export interface FinalInterest {
  readonly position: number
  readonly day: Day
  /** The first day of the period. */
  readonly since: Day
  readonly amount: number
}

/**
 * Drawing or repaying a loan settles no accrued interest: a drawdown earns from that day on, and a repayment has earned
 * until then. The interest that accrues on the whole principal since the beginning of the period is therefore corrected
 * until the period is paid. Loans only: a bond trade settles its accrued interest.
 */
export function findUnearnedInterest(
  instrument: Instrument,
  held: readonly HeldQuantity[],
  lastDay: Day,
): UnearnedInterest[] {
  const { coupons, type } = instrument
  const first = held[0]?.day
  if (type !== 'loan' || !coupons || first === undefined) return []
  const nominal = nominalPerUnit(instrument)
  return interestPeriods(coupons, first, lastDay).flatMap(period =>
    held.flatMap((entry, place) => {
      if (entry.quantity === 0 || entry.day <= period.from || entry.day >= period.exDay) return []
      const change = entry.quantity - (held[place - 1]?.quantity ?? 0)
      const amount = -change * nominal * interestWithin(coupons, period, entry.day)
      return [{ position: entry.position, exDay: period.exDay, due: period.to, from: entry.day, amount }]
    }),
  )
}

/** The interest accrued when a loan is repaid in full: it is due with the last of the principal. */
export function findFinalInterest(
  instrument: Instrument,
  held: readonly HeldQuantity[],
  unearned: readonly UnearnedInterest[],
  lastDay: Day,
): FinalInterest[] {
  const { coupons, type } = instrument
  const first = held[0]?.day
  if (type !== 'loan' || !coupons || first === undefined) return []
  const nominal = nominalPerUnit(instrument)
  return interestPeriods(coupons, first, lastDay).flatMap(period =>
    held.flatMap(({ day, position, quantity }, place) => {
      if (quantity !== 0 || day <= period.from || day >= period.exDay) return []
      const owed = (held[place - 1]?.quantity ?? 0) * nominal * interestWithin(coupons, period, day)
      const corrections = unearned.filter(
        entry => entry.position === position && entry.exDay === period.exDay,
      )
      const amount = corrections.reduce((sum, entry) => sum + entry.amount, owed)
      return [{ position, day, since: period.from, amount }]
    }),
  )
}
