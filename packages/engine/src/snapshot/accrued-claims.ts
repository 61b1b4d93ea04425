import { nominalPerUnit, poolFactor } from '../bonds/nominal.ts'
import { interestPeriods, PAYMENT_TOLERANCE_DAYS } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import { TRANSACTION_TYPE_RULES } from '../ledger/transaction-types.ts'
import type { DerivedPayment } from '../posting/derived-payments.ts'
import { EVENT, type Journal } from '../posting/journal.ts'
import {
  type FinalInterest,
  findFinalInterest,
  findUnearnedInterest,
  type HeldQuantity,
  type UnearnedInterest,
} from './loan-interest.ts'
import type { EventsByPosition } from './segments.ts'

/**
 * A payment that is due and not posted yet: a coupon from its ex-day on, or a part of a pool's nominal from the day its
 * factor falls; also the correction for interest that a part of a loan did not earn. `amount` is part of the position's
 * value on the days from `from` to `to`. It is negative where the holder owes it, and where it was posted before it was
 * due. Unit: the position's currency.
 */
export interface Claim {
  readonly position: number
  readonly kind: 'interest' | 'principal'
  readonly due: Day
  readonly from: Day
  readonly to: Day
  readonly amount: number
}

/** A payment per unit of quantity, due on a day to the holder at the close before `exDay`. */
interface ScheduledPayment {
  readonly kind: Claim['kind']
  readonly exDay: Day
  readonly day: Day
  readonly perUnit: number
}

/** A transaction that settles a scheduled payment. */
interface PostedPayment {
  readonly kind: Claim['kind']
  readonly day: Day
  readonly exDay: Day | undefined
}

/** The positions of an account in an instrument that pays by a schedule, oldest first. */
interface PayingHolding {
  readonly account: number
  readonly place: number
  readonly instrument: Instrument
  /** Whether the account's cash is kept outside the ledger, so that its payments need not be posted. */
  readonly isOutside: boolean
  readonly positions: number[]
}

/** Claims on payments not posted yet, and payments of accounts whose cash is kept outside the ledger. */
export interface Accruals {
  readonly claims: readonly Claim[]
  readonly paidOutside: readonly DerivedPayment[]
}

/** The quantities held after each transaction, and the payments received. */
interface HoldingHistory {
  readonly held: readonly HeldQuantity[]
  readonly payments: readonly PostedPayment[]
}

/** The transaction type of a payment of each kind. */
const TYPE_BY_KIND = { interest: 'coupon', principal: 'redemption' } as const

function listScheduledPayments(instrument: Instrument, after: Day, lastDay: Day): ScheduledPayment[] {
  const nominal = nominalPerUnit(instrument)
  const scheduled: ScheduledPayment[] = []
  if (instrument.coupons)
    for (const { to, exDay, amount } of interestPeriods(
      instrument.coupons,
      after,
      lastDay + PAYMENT_TOLERANCE_DAYS,
    ))
      if (exDay <= lastDay + PAYMENT_TOLERANCE_DAYS && amount !== 0)
        scheduled.push({
          kind: 'interest',
          exDay,
          day: to,
          perUnit: amount * nominal * poolFactor(instrument, exDay - 1),
        })
  for (const { day } of instrument.factors ?? []) {
    const fallen = poolFactor(instrument, day - 1) - poolFactor(instrument, day)
    if (day > after && day <= lastDay + PAYMENT_TOLERANCE_DAYS && fallen > 0)
      scheduled.push({ kind: 'principal', exDay: day, day, perUnit: fallen * nominal })
  }
  return scheduled.sort((a, b) => a.day - b.day)
}

/** The payment that a transaction settles: the one of its ex-day, else the last due by its day or within the tolerance, else the oldest open one. */
function findPaid(
  scheduled: readonly ScheduledPayment[],
  isOwed: (due: ScheduledPayment, day: Day) => boolean,
  payment: PostedPayment,
): ScheduledPayment | undefined {
  const { kind, day, exDay } = payment
  const isOpen = (due: ScheduledPayment): boolean => isOwed(due, day)
  const own = scheduled.filter(due => due.kind === kind)
  const intended = own.findLast(due =>
    exDay === undefined
      ? due.day <= day + PAYMENT_TOLERANCE_DAYS
      : due.exDay <= exDay + PAYMENT_TOLERANCE_DAYS,
  )
  return intended && isOpen(intended) ? intended : own.find(due => due.day <= day && isOpen(due))
}

/** The day on which each scheduled payment was settled, and the transactions that settle none of them. */
function matchPayments(
  scheduled: readonly ScheduledPayment[],
  payments: readonly PostedPayment[],
  isHeld: (due: ScheduledPayment, day: Day) => boolean,
): { settled: Map<ScheduledPayment, Day>; unmatched: PostedPayment[] } {
  const settled = new Map<ScheduledPayment, Day>()
  const unmatched: PostedPayment[] = []
  const isOwed = (due: ScheduledPayment, day: Day): boolean => !settled.has(due) && isHeld(due, day)
  for (const payment of payments) {
    const due = findPaid(scheduled, isOwed, payment)
    if (due) settled.set(due, payment.day)
    else unmatched.push(payment)
  }
  return { settled, unmatched }
}

/** Reads the quantities and payments of one holding from its events. */
function readHistory(
  journal: Journal,
  byPosition: EventsByPosition,
  transactions: readonly Transaction[],
  { instrument, positions }: PayingHolding,
): HoldingHistory {
  const { events } = journal
  const held: HeldQuantity[] = []
  const payments: PostedPayment[] = []
  for (const position of positions)
    for (
      let place = byPosition.from[position] ?? 0;
      place < (byPosition.from[position + 1] ?? 0);
      place += 1
    ) {
      const event = byPosition.order[place] ?? 0
      const day = events.day[event] ?? 0
      const { type, exDay } = transactions[events.transaction[event] ?? -1] ?? {}
      if (events.quantity[event] !== 0) held.push({ day, position, quantity: events.after[event] ?? 0 })
      const kind = type === undefined ? null : TRANSACTION_TYPE_RULES[type].settles
      // Without any nominal left, a redemption can only settle a payment that is due.
      const isDue =
        events.quantity[event] === 0 || (type === 'redemption' && poolFactor(instrument, day) === 0)
      const isPaid = events.kind[event] === EVENT.result ? kind === 'interest' : isDue
      if (kind !== null && isPaid) payments.push({ kind, day, exDay })
    }
  return { held, payments: payments.sort((a, b) => a.day - b.day) }
}

/** A payment owed to a position, and the day it was posted, if any. */
interface OwedPayment extends ScheduledPayment {
  readonly position: number
  readonly amount: number
  readonly posted: Day | undefined
}

/** The payments owed to each position, and the transactions that settle none of them. */
function findOwed(
  instrument: Instrument,
  { held, payments }: HoldingHistory,
  unearned: readonly UnearnedInterest[],
  lastDay: Day,
): { owed: OwedPayment[]; unmatched: PostedPayment[] } {
  const findHolder = (due: ScheduledPayment): HeldQuantity | undefined =>
    held.findLast(entry => entry.day < due.exDay)
  // A payment before its due day belongs to a position that is already open then.
  const isHeld = (due: ScheduledPayment, day: Day): boolean => {
    const holder = findHolder(due)
    const since = held.find(({ position }) => position === holder?.position)?.day ?? day
    return holder !== undefined && holder.quantity !== 0 && since <= day
  }
  const scheduled = listScheduledPayments(instrument, held[0]?.day ?? lastDay, lastDay)
  const { settled, unmatched } = matchPayments(scheduled, payments, isHeld)
  const owed = scheduled.flatMap((due): OwedPayment[] => {
    const holder = findHolder(due)
    if (!holder || holder.quantity === 0) return []
    const { position, quantity } = holder
    const amount = unearned
      .filter(correction => correction.position === position && correction.exDay === due.exDay)
      .reduce((sum, correction) => sum + correction.amount, quantity * due.perUnit)
    return [{ ...due, position, amount, posted: settled.get(due) }]
  })
  return { owed, unmatched }
}

function toClaim(
  { position, kind, day, exDay, amount, posted }: OwedPayment,
  isOutside: boolean,
  lastDay: Day,
): Claim {
  const facts = { position, kind, due: day }
  if (posted !== undefined && posted < exDay)
    return { ...facts, from: posted, to: Math.min(lastDay, exDay - 1), amount: -amount }
  const paid = posted ?? (isOutside ? day : lastDay + 1)
  return { ...facts, from: exDay, to: Math.min(lastDay, paid - 1), amount }
}

function toCorrection(
  { position, due, exDay, from, amount }: UnearnedInterest,
  held: readonly HeldQuantity[],
  lastDay: Day,
): Claim {
  const closed = held.find(entry => entry.position === position && entry.quantity === 0)?.day ?? exDay
  return { position, kind: 'interest', due, from, to: Math.min(exDay, closed, lastDay + 1) - 1, amount }
}

function accrueHolding(holding: PayingHolding, history: HoldingHistory, lastDay: Day): Accruals {
  const { account, place, instrument, isOutside } = holding
  const unearned = findUnearnedInterest(instrument, history.held, lastDay)
  const { owed, unmatched } = findOwed(instrument, history, unearned, lastDay)
  const claims = [
    ...unearned.map(entry => toCorrection(entry, history.held, lastDay)),
    ...owed.map(entry => toClaim(entry, isOutside, lastDay)),
  ].filter(({ from, to }) => to >= from)
  if (!isOutside) return { claims, paidOutside: [] }
  const isPosted = ({ since, day: end }: FinalInterest): boolean =>
    unmatched.some(
      ({ kind, day }) => kind === 'interest' && day > since && day <= end + PAYMENT_TOLERANCE_DAYS,
    )
  const unposted = [
    ...owed.filter(({ posted, day }) => posted === undefined && day <= lastDay),
    ...findFinalInterest(instrument, history.held, unearned, lastDay)
      .filter(last => !isPosted(last))
      .map(({ day, amount }) => ({ kind: 'interest' as const, day, exDay: day, amount })),
  ]
  const paidOutside = unposted.map(
    ({ kind, day, exDay, amount }): DerivedPayment => ({
      account,
      instrument: place,
      type: TYPE_BY_KIND[kind],
      day,
      exDay,
      amount,
    }),
  )
  return { claims, paidOutside }
}

/**
 * Finds the payments due and not posted, of all holdings that pay by a schedule.
 *
 * A coupon belongs to the holder at the close before its ex-day, and is a claim until a coupon is posted: the transaction
 * settles the last one due by then (or within ten days), else the oldest open one. Where an account's cash is kept
 * outside the ledger, an unposted payment counts as paid there on its due day, and the end of a loan pays the interest
 * accrued by then.
 */
export function findAccruals(
  journal: Journal,
  byPosition: EventsByPosition,
  { accounts, instruments, transactions }: Ledger,
  lastDay: Day,
): Accruals {
  const isPaying = instruments.map(({ coupons, factors }) => coupons != null || (factors ?? []).length > 0)
  if (!isPaying.includes(true)) return { claims: [], paidOutside: [] }
  const holdings = new Map<string, PayingHolding>()
  journal.positions.instrument.forEach((place, position) => {
    const instrument = instruments[place]
    if (!instrument || !isPaying[place]) return
    const account = journal.positions.account[position] ?? -1
    const key = `${account}:${place}`
    const isOutside = accounts[account]?.cash === 'none'
    const known = holdings.get(key) ?? { account, place, instrument, isOutside, positions: [] }
    known.positions.push(position)
    holdings.set(key, known)
  })
  const all = [...holdings.values()].map(holding =>
    accrueHolding(holding, readHistory(journal, byPosition, transactions, holding), lastDay),
  )
  return {
    claims: all.flatMap(({ claims }) => claims),
    paidOutside: all.flatMap(({ paidOutside }) => paidOutside),
  }
}
