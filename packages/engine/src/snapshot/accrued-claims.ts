import { factorOn, nominalOf } from '../bonds/nominal.ts'
import { CLAIM_DAYS, interestPeriods } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import type { DerivedPayment } from '../posting/derived-payments.ts'
import { EVENT, type Journal } from '../posting/journal.ts'
import {
  type Held,
  type LastInterest,
  lastInterest,
  type Unearned,
  unearnedInterest,
} from './loan-interest.ts'
import type { EventsByPosition } from './segments.ts'

/**
 * Money that is due and was not posted yet: a coupon from its ex-day on, a part of a pool's nominal from the day its
 * factor fell; and interest of a running period that a part of a loan did not earn. `amount` belongs to the value of the
 * position on the days from `from` to `to`; it is negative where the holder owes it, and where it was posted before
 * it was due. Unit: the position's currency.
 */
export interface Claim {
  readonly position: number
  readonly kind: 'interest' | 'principal'
  readonly due: Day
  readonly from: Day
  readonly to: Day
  readonly amount: number
}

/** What one unit of quantity is owed on a day, by those who held it at the close before `exDay`. */
interface Due {
  readonly kind: Claim['kind']
  readonly exDay: Day
  readonly day: Day
  readonly perUnit: number
}

/** A transaction that pays what is due. */
interface Payment {
  readonly kind: Claim['kind']
  readonly day: Day
  readonly exDay: Day | undefined
}

/** The positions that an account had in an instrument, one after the other. */
interface RoundTrips {
  readonly account: number
  readonly place: number
  readonly instrument: Instrument
  /** Whether the account's money is outside, so that nobody need snapshot what it is paid. */
  readonly isOutside: boolean
  readonly positions: number[]
}

/** What is due: claims until it is posted, and payments that nobody snapshots as the account's money is outside. */
export interface Accruals {
  readonly claims: readonly Claim[]
  readonly paidOutside: readonly DerivedPayment[]
}

/** What was read of round trips: what they held after each transaction, and what they were paid. */
interface History {
  readonly held: readonly Held[]
  readonly payments: readonly Payment[]
}

const PAYS: Readonly<Record<string, Claim['kind']>> = {
  coupon: 'interest',
  interest: 'interest',
  redemption: 'principal',
  return_of_capital: 'principal',
}

/** What a payment of each kind is posted as. */
const PAID_AS = { interest: 'coupon', principal: 'redemption' } as const

function accrualsOf(instrument: Instrument, after: Day, lastDay: Day): Due[] {
  const nominal = nominalOf(instrument)
  const accruals: Due[] = []
  if (instrument.coupons)
    for (const { to, exDay, amount } of interestPeriods(instrument.coupons, after, lastDay + CLAIM_DAYS))
      if (exDay <= lastDay + CLAIM_DAYS && amount !== 0)
        accruals.push({
          kind: 'interest',
          exDay,
          day: to,
          perUnit: amount * nominal * factorOn(instrument, exDay - 1),
        })
  for (const { day } of instrument.factors ?? []) {
    const fallen = factorOn(instrument, day - 1) - factorOn(instrument, day)
    if (day > after && day <= lastDay + CLAIM_DAYS && fallen > 0)
      accruals.push({ kind: 'principal', exDay: day, day, perUnit: fallen * nominal })
  }
  return accruals.sort((a, b) => a.day - b.day)
}

/** The last that is due by a transaction's day, or a little later; of what a transaction states as its ex-day the one it is of. */
function paidBy(
  accruals: readonly Due[],
  isOwed: (due: Due, day: Day) => boolean,
  payment: Payment,
): Due | undefined {
  const { kind, day, exDay } = payment
  const isOpen = (due: Due): boolean => isOwed(due, day)
  const own = accruals.filter(due => due.kind === kind)
  const meant = own.findLast(due =>
    exDay === undefined ? due.day <= day + CLAIM_DAYS : due.exDay <= exDay + CLAIM_DAYS,
  )
  return meant && isOpen(meant) ? meant : own.find(due => due.day <= day && isOpen(due))
}

/** The day on which each of the dues was paid, where it was, and the payments that pay none of them. */
function matched(
  accruals: readonly Due[],
  payments: readonly Payment[],
  isHeld: (due: Due, day: Day) => boolean,
): { settled: Map<Due, Day>; loose: Payment[] } {
  const settled = new Map<Due, Day>()
  const loose: Payment[] = []
  const isOwed = (due: Due, day: Day): boolean => !settled.has(due) && isHeld(due, day)
  for (const payment of payments) {
    const due = paidBy(accruals, isOwed, payment)
    if (due) settled.set(due, payment.day)
    else loose.push(payment)
  }
  return { settled, loose }
}

/** Reads what the positions of one account and instrument held after each transaction, and what they were paid. */
function readRoundTrips(
  journal: Journal,
  byPosition: EventsByPosition,
  transactions: readonly Transaction[],
  { instrument, positions }: RoundTrips,
): History {
  const { events } = journal
  const held: Held[] = []
  const payments: Payment[] = []
  for (const position of positions)
    for (
      let place = byPosition.from[position] ?? 0;
      place < (byPosition.from[position + 1] ?? 0);
      place += 1
    ) {
      const event = byPosition.order[place] ?? 0
      const day = events.day[event] ?? 0
      const { type = '', exDay } = transactions[events.transaction[event] ?? -1] ?? {}
      if (events.quantity[event] !== 0) held.push({ day, position, quantity: events.after[event] ?? 0 })
      const kind = PAYS[type]
      // Of what has no nominal left a redemption can only pay what is due.
      const isDue = events.quantity[event] === 0 || (type === 'redemption' && factorOn(instrument, day) === 0)
      const isPaid = events.kind[event] === EVENT.result ? kind === 'interest' : isDue
      if (kind !== undefined && isPaid) payments.push({ kind, day, exDay })
    }
  return { held, payments: payments.sort((a, b) => a.day - b.day) }
}

/** What a position is owed, and the day it was posted if it was. */
interface Owed extends Due {
  readonly position: number
  readonly amount: number
  readonly posted: Day | undefined
}

/** What the positions were owed on each day that something was due, and the payments that pay none of it. */
function owedTo(
  instrument: Instrument,
  { held, payments }: History,
  unearned: readonly Unearned[],
  lastDay: Day,
): { owed: Owed[]; loose: Payment[] } {
  const holderOf = (due: Due): Held | undefined => held.findLast(entry => entry.day < due.exDay)
  // Nobody is paid before he holds anything: an early transaction is for a position that is there already.
  const isHeld = (due: Due, day: Day): boolean => {
    const holder = holderOf(due)
    const since = held.find(({ position }) => position === holder?.position)?.day ?? day
    return holder !== undefined && holder.quantity !== 0 && since <= day
  }
  const accruals = accrualsOf(instrument, held[0]?.day ?? lastDay, lastDay)
  const { settled, loose } = matched(accruals, payments, isHeld)
  const owed = accruals.flatMap((due): Owed[] => {
    const holder = holderOf(due)
    if (!holder || holder.quantity === 0) return []
    const { position, quantity } = holder
    const amount = unearned
      .filter(correction => correction.position === position && correction.exDay === due.exDay)
      .reduce((sum, correction) => sum + correction.amount, quantity * due.perUnit)
    return [{ ...due, position, amount, posted: settled.get(due) }]
  })
  return { owed, loose }
}

function claimOf(
  { position, kind, day, exDay, amount, posted }: Owed,
  isOutside: boolean,
  lastDay: Day,
): Claim {
  const facts = { position, kind, due: day }
  if (posted !== undefined && posted < exDay)
    return { ...facts, from: posted, to: Math.min(lastDay, exDay - 1), amount: -amount }
  const paid = posted ?? (isOutside ? day : lastDay + 1)
  return { ...facts, from: exDay, to: Math.min(lastDay, paid - 1), amount }
}

function correctionOf(
  { position, due, exDay, from, amount }: Unearned,
  held: readonly Held[],
  lastDay: Day,
): Claim {
  const closed = held.find(entry => entry.position === position && entry.quantity === 0)?.day ?? exDay
  return { position, kind: 'interest', due, from, to: Math.min(exDay, closed, lastDay + 1) - 1, amount }
}

function accrualsOfRoundTrips(roundTrips: RoundTrips, history: History, lastDay: Day): Accruals {
  const { account, place, instrument, isOutside } = roundTrips
  const unearned = unearnedInterest(instrument, history.held, lastDay)
  const { owed, loose } = owedTo(instrument, history, unearned, lastDay)
  const claims = [
    ...unearned.map(entry => correctionOf(entry, history.held, lastDay)),
    ...owed.map(entry => claimOf(entry, isOutside, lastDay)),
  ].filter(({ from, to }) => to >= from)
  if (!isOutside) return { claims, paidOutside: [] }
  const isPosted = ({ since, day: end }: LastInterest): boolean =>
    loose.some(({ kind, day }) => kind === 'interest' && day > since && day <= end + CLAIM_DAYS)
  const unposted = [
    ...owed.filter(({ posted, day }) => posted === undefined && day <= lastDay),
    ...lastInterest(instrument, history.held, unearned, lastDay)
      .filter(last => !isPosted(last))
      .map(({ day, amount }) => ({ kind: 'interest' as const, day, exDay: day, amount })),
  ]
  const paidOutside = unposted.map(
    ({ kind, day, exDay, amount }): DerivedPayment => ({
      account,
      instrument: place,
      type: PAID_AS[kind],
      day,
      exDay,
      amount,
    }),
  )
  return { claims, paidOutside }
}

/**
 * What is due and not posted, of everything that is held and pays by a schedule.
 *
 * A coupon belongs to whoever held the nominal at the close before its ex-day, and stays a claim until a coupon is
 * posted: the transaction pays the last one that was due by then (or is within ten days), else the oldest that is open.
 * Where an account's money is outside, what nobody posted was paid there on the day it was due, and with the end of
 * a loan what had accrued by then.
 */
export function findAccruals(
  journal: Journal,
  byPosition: EventsByPosition,
  { accounts, instruments, transactions }: Ledger,
  lastDay: Day,
): Accruals {
  const isPaying = instruments.map(({ coupons, factors }) => coupons != null || (factors ?? []).length > 0)
  if (!isPaying.includes(true)) return { claims: [], paidOutside: [] }
  const roundTrips = new Map<string, RoundTrips>()
  journal.positions.instrument.forEach((place, position) => {
    const instrument = instruments[place]
    if (!instrument || !isPaying[place]) return
    const account = journal.positions.account[position] ?? -1
    const key = `${account}:${place}`
    const isOutside = accounts[account]?.cash === 'none'
    const known = roundTrips.get(key) ?? { account, place, instrument, isOutside, positions: [] }
    known.positions.push(position)
    roundTrips.set(key, known)
  })
  const all = [...roundTrips.values()].map(roundTrip =>
    accrualsOfRoundTrips(roundTrip, readRoundTrips(journal, byPosition, transactions, roundTrip), lastDay),
  )
  return {
    claims: all.flatMap(accruals => accruals.claims),
    paidOutside: all.flatMap(accruals => accruals.paidOutside),
  }
}
