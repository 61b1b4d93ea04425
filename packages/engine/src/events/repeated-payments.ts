import { addMonths, type Day } from '../calendar/day.ts'
import { eventsBetween } from '../snapshot/events-between.ts'
import type { PortfolioSnapshot } from '../snapshot/snapshot.ts'

/** A posted payment: its day, and the amount per unit of today, or as a whole where it does not depend on a quantity. */
export interface PaidPayment {
  readonly day: Day
  readonly perUnit: number
}

/** What a reader of posted payments finds in an event: the payer that it belongs to, and the amount per unit. */
export interface ReadPayment {
  readonly payer: number
  readonly perUnit: number
}

/** Payments closer together than this are the same one: in parts, corrected, or posted in several accounts. */
const SAME_PAYMENT_DAYS = 5
/** An announced payment replaces an estimate at most this far away, and never one of its neighbours. */
const EXPECTED_WITHIN_DAYS = 45
/** How often payments are made, in months between two of them. */
const INTERVALS = [1, 3, 6, 12] as const
const DAYS_PER_MONTH = 365.25 / 12
/** History that estimates look at. */
const HISTORY_MONTHS = 24

/**
 * The payments of the two years before `asOf` by payer, oldest first. Parts that one position receives within a few days
 * are one payment; what other positions receive then is the same payment in another account. Corrections cancel, and
 * what is left at 0 or below is no payment.
 */
export function paidPayments(
  snapshot: PortfolioSnapshot,
  asOf: Day,
  read: (event: number) => ReadPayment | null,
): Map<number, PaidPayment[]> {
  const { events } = snapshot
  const since = addMonths(asOf, -HISTORY_MONTHS)
  const found = new Map<number, { day: Day; perUnit: number; position: number }[]>()
  for (const event of eventsBetween(snapshot, since + 1, asOf)) {
    const day = events.day[event] ?? 0
    const payment = read(event)
    if (payment === null || !Number.isFinite(payment.perUnit)) continue
    const position = events.position[event] ?? 0
    const known = found.get(payment.payer) ?? []
    const same = known.find(other => Math.abs(other.day - day) < SAME_PAYMENT_DAYS)
    if (same?.position === position) same.perUnit += payment.perUnit
    else if (same === undefined) known.push({ day, perUnit: payment.perUnit, position })
    found.set(payment.payer, known)
  }
  return new Map(
    [...found].map(([payer, payments]) => [
      payer,
      payments.filter(({ perUnit }) => perUnit > 0).map(({ day, perUnit }) => ({ day, perUnit })),
    ]),
  )
}

function medianGap(paid: readonly PaidPayment[]): number {
  const gaps = paid.slice(1).map(({ day }, place) => day - (paid[place]?.day ?? day))
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
}

/** Months between the payments of less than a year: the usual interval nearest to their gaps. One alone is yearly. */
function findInterval(paid: readonly PaidPayment[]): number {
  if (paid.length < 2) return 12
  const months = medianGap(paid) / DAYS_PER_MONTH
  return INTERVALS.reduce((best, interval) =>
    Math.abs(Math.log(interval / months)) < Math.abs(Math.log(best / months)) ? interval : best,
  )
}

/** Days around a payment that no other one of the same payer falls into. */
function neighbourhoodDays(paid: readonly PaidPayment[]): number {
  return paid.length < 2 ? EXPECTED_WITHIN_DAYS : Math.min(EXPECTED_WITHIN_DAYS, medianGap(paid) / 2)
}

/** A payment at every step of `months` after `payment`, until a day. */
function repeatEvery(payment: PaidPayment, months: number, until: Day): PaidPayment[] {
  const repeated: PaidPayment[] = []
  for (let step = 1; ; step += 1) {
    const day = addMonths(payment.day, step * months)
    if (day > until) return repeated
    repeated.push({ ...payment, day })
  }
}

/**
 * The payments expected after `asOf` until a day. Paid for more than a year, they repeat those of the last twelve months
 * on the same dates, so that an interim and a final dividend keep their amounts. Paid for less, the last one repeats at
 * the interval between them: two quarterly payments so far are four a year. A payment is not expected where it was made
 * already, a little earlier than last year, nor near one of the days `announced`.
 */
export function expectedPayments(
  paid: readonly PaidPayment[],
  asOf: Day,
  until: Day,
  announced: readonly Day[] = [],
): PaidPayment[] {
  const yearAgo = addMonths(asOf, -12)
  const within = neighbourhoodDays(paid)
  // One that was paid a little more than a year ago is late, and due again next year.
  const recent = paid.filter(({ day }) => day > yearAgo - within)
  const last = recent.at(-1)
  if (last === undefined) return []
  const isNear = (day: Day, days: readonly Day[]) => days.some(other => Math.abs(other - day) <= within)
  const hasYear = paid.some(({ day }) => day <= yearAgo)
  const paidDays = paid.map(({ day }) => day)
  const repeated = hasYear
    ? recent
        .filter(({ day }) => !isNear(addMonths(day, 12), paidDays))
        .flatMap(payment => repeatEvery(payment, 12, until))
    : repeatEvery(last, findInterval(recent), until)
  return repeated.filter(({ day }) => day > asOf && !isNear(day, announced)).sort((a, b) => a.day - b.day)
}
