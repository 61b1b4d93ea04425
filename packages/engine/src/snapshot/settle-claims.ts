import { PAYMENT_TOLERANCE_DAYS } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { EarnedShare } from '../posting/posting-context.ts'

/** A payment per unit of quantity, due on a day to the holder at the close before `exDay`. */
export interface ScheduledPayment {
  readonly kind: 'interest' | 'principal'
  readonly exDay: Day
  readonly day: Day
  readonly perUnit: number
}

/** A scheduled payment owed to a position, or by it where the amount is negative. Unit: the position's currency. */
export interface OwedPayment {
  readonly due: ScheduledPayment
  readonly position: number
  /** The first day of the position: a payment before it settles nothing. */
  readonly since: Day
  readonly amount: number
  /** What transactions paid of it, by day; negative where a payment was taken back. */
  readonly parts: { readonly day: Day; readonly amount: number }[]
  rest: number
}

/** A transaction that settles scheduled payments. `amount` is signed, in the position's currency, NaN if unknown. */
export interface PostedPayment {
  readonly kind: ScheduledPayment['kind']
  readonly day: Day
  readonly exDay: Day | undefined
  readonly amount: number
  readonly transaction: number
}

/** The scheduled payments of one account in an instrument, and those that are owed to it. */
export interface Schedule {
  readonly account: number
  readonly scheduled: readonly ScheduledPayment[]
  readonly owed: readonly OwedPayment[]
}

/** A rest of this share of a payment is rounding, a day count or an exchange rate: nobody pays it. */
const PAID_TOLERANCE = 0.02

const isOpen = ({ rest, since }: OwedPayment, day: Day): boolean => rest !== 0 && since <= day

/** Settles as much of an owed payment as the money covers. @returns the money left. */
function settle(owed: OwedPayment, day: Day, money: number): number {
  const isAll = money === 0 || !(Math.abs(money) < Math.abs(owed.rest) * (1 - PAID_TOLERANCE))
  const part = isAll ? owed.rest : money
  owed.parts.push({ day, amount: part })
  owed.rest = isAll ? 0 : owed.rest - part
  const left = money - part
  return left * money > 0 && Math.abs(left) > Math.abs(money) * PAID_TOLERANCE ? left : 0
}

/** Takes a payment back that was posted before. */
function takeBack(owed: OwedPayment, day: Day, money: number): boolean {
  const paid = owed.amount - owed.rest
  if (paid * money >= 0) return false
  const isAll = Math.abs(money) >= Math.abs(paid) * (1 - PAID_TOLERANCE)
  const part = isAll ? -paid : money
  owed.parts.push({ day, amount: part })
  owed.rest -= part
  return true
}

/** The payment that a transaction means: the one of its ex-day, else the last due by its day or within the tolerance. */
function findIntended(
  { scheduled }: Schedule,
  { kind, day, exDay }: PostedPayment,
): ScheduledPayment | undefined {
  return scheduled.findLast(
    due =>
      due.kind === kind &&
      (exDay === undefined
        ? due.day <= day + PAYMENT_TOLERANCE_DAYS
        : due.exDay <= exDay + PAYMENT_TOLERANCE_DAYS),
  )
}

/** Owed payments in the order in which a transaction settles them: the one it means, then the oldest due by its day. */
function listCandidates(
  { owed }: Schedule,
  { kind, day }: PostedPayment,
  intended: ScheduledPayment | undefined,
): OwedPayment[] {
  const own = owed.filter(entry => entry.due.kind === kind && isOpen(entry, day))
  return [
    ...own.filter(({ due }) => due === intended),
    ...own.filter(({ due }) => due !== intended && due.day <= day),
  ]
}

/** The result of a transaction: whether it settled anything, and what other accounts had earned of it. */
export interface Settlement {
  readonly isMatched: boolean
  readonly elsewhere: readonly EarnedShare[]
}

/**
 * Settles owed payments with a transaction: those of its own account first, then the same payment owed to `others`, the
 * accounts that the instrument moved to or from. Each takes as much as is left of the money. A transaction of 0, or of an
 * unknown amount, settles one payment as a whole; one of the opposite sign takes back what was paid.
 */
export function settlePayment(
  own: Schedule,
  others: readonly Schedule[],
  payment: PostedPayment,
): Settlement {
  const { day, amount } = payment
  const intended = findIntended(own, payment)
  const meant = own.owed.find(({ due }) => due === intended)
  if (meant && meant.amount * amount < 0) return { isMatched: takeBack(meant, day, amount), elsewhere: [] }
  let left = amount
  let isMatched = false
  for (const owed of listCandidates(own, payment, intended)) {
    if (isMatched && !(left * owed.rest > 0)) break
    // Money of the other sign pays nothing that is owed.
    if (left * owed.rest < 0) continue
    left = settle(owed, day, left)
    isMatched = true
  }
  const elsewhere: EarnedShare[] = []
  for (const other of others) {
    const same = findIntended(other, payment)
    const owed = other.owed.find(({ due }) => due === same)
    if (!owed || !isOpen(owed, day) || !(left * owed.rest > 0)) continue
    const before = owed.rest
    left = settle(owed, day, left)
    isMatched = true
    elsewhere.push({ position: owed.position, share: Math.min(1, (before - owed.rest) / amount) })
  }
  return { isMatched, elsewhere }
}
