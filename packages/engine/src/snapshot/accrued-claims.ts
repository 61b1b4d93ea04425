import { nominalPerUnit, poolFactor } from '../bonds/nominal.ts'
import { interestPeriods, PAYMENT_TOLERANCE_DAYS } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Instrument, Ledger, Transaction } from '../ledger/ledger.ts'
import type { ConvertRate } from '../ledger/settle.ts'
import { TRANSACTION_TYPE_RULES } from '../ledger/transaction-types.ts'
import type { DerivedPayment } from '../posting/derived-payments.ts'
import { EVENT } from '../posting/journal.ts'
import type { EarnedShare } from '../posting/posting-context.ts'
import type { ReadableColumns } from './columns.ts'
import {
  type FinalInterest,
  findFinalInterest,
  findUnearnedInterest,
  type HeldQuantity,
  type UnearnedInterest,
} from './loan-interest.ts'
import type { EventsByPosition } from './segments.ts'
import {
  type OwedPayment,
  type PostedPayment,
  type Schedule,
  type ScheduledPayment,
  settlePayment,
} from './settle-claims.ts'

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
  /** By transaction: interest that positions of other accounts had earned. */
  readonly earnedElsewhere: ReadonlyMap<number, readonly EarnedShare[]>
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

/** The inputs that the accruals are found from. */
export interface AccrualFacts {
  readonly journal: {
    readonly events: ReadableColumns<'events'>
    readonly postings: ReadableColumns<'postings'>
    readonly positions: ReadableColumns<'positions'>
  }
  readonly byPosition: EventsByPosition
  readonly ledger: Pick<Ledger, 'accounts' | 'instruments'>
  /** All transactions of instruments that pay by a schedule, and others. */
  readonly transactions: readonly Transaction[]
  readonly transactionAt: (place: number) => Transaction | undefined
  readonly currencies: readonly string[]
  readonly convert: ConvertRate
  readonly lastDay: Day
}

/** The money of an event in the currency of its position; NaN without a rate. */
function paidAmount({ journal, currencies, convert }: AccrualFacts, event: number): number {
  const { events, postings, positions } = journal
  const posting = events.posting[event] ?? -1
  const isResult = events.kind[event] === EVENT.result
  const money = isResult ? (events.income[event] ?? 0) : -(events.posted[event] ?? 0)
  const own = positions.currency[events.position[event] ?? -1] ?? -1
  const settled = postings.settleCurrency[posting] ?? -1
  if (settled === own) return money
  const recorded = postings.perSettled[posting] ?? Number.NaN
  if (postings.otherCurrency[posting] === own && Number.isFinite(recorded)) return money * recorded
  return money * convert(currencies[settled] ?? '', currencies[own] ?? '', events.day[event] ?? 0)
}

/** Reads the quantities and payments of one holding from its events. */
function readHistory(facts: AccrualFacts, { instrument, positions }: PayingHolding): HoldingHistory {
  const { byPosition, transactionAt } = facts
  const { events } = facts.journal
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
      const { type, exDay } = transactionAt(events.transaction[event] ?? -1) ?? {}
      if (events.quantity[event] !== 0) held.push({ day, position, quantity: events.after[event] ?? 0 })
      const kind = type === undefined ? null : TRANSACTION_TYPE_RULES[type].settles
      // Without any nominal left, a redemption can only settle a payment that is due.
      const isDue =
        events.quantity[event] === 0 || (type === 'redemption' && poolFactor(instrument, day) === 0)
      const isPaid = events.kind[event] === EVENT.result ? kind === 'interest' : isDue
      const transaction = events.transaction[event] ?? -1
      if (kind !== null && isPaid)
        payments.push({ kind, day, exDay, amount: paidAmount(facts, event), transaction })
    }
  return { held, payments: payments.sort((a, b) => a.day - b.day) }
}

/** The payments owed to the positions of one account. */
function listOwed(
  held: readonly HeldQuantity[],
  unearned: readonly UnearnedInterest[],
  scheduled: readonly ScheduledPayment[],
): OwedPayment[] {
  return scheduled.flatMap((due): OwedPayment[] => {
    const holder = held.findLast(entry => entry.day < due.exDay)
    if (!holder || holder.quantity === 0) return []
    const { position, quantity } = holder
    const amount = unearned
      .filter(correction => correction.position === position && correction.exDay === due.exDay)
      .reduce((sum, correction) => sum + correction.amount, quantity * due.perUnit)
    // A payment before its due day belongs to a position that is already open then.
    const since = held.find(entry => entry.position === position)?.day ?? due.exDay
    return [{ due, position, since, amount, parts: [], rest: amount }]
  })
}

/** The claims of an owed payment: each part until it was paid, or from then on if it was paid before the ex-day. */
function listClaims({ due, position, parts, rest }: OwedPayment, isOutside: boolean, lastDay: Day): Claim[] {
  const { kind, day, exDay } = due
  const facts = { position, kind, due: day }
  const claims = parts.map(
    (part): Claim =>
      part.day < exDay
        ? { ...facts, from: part.day, to: Math.min(lastDay, exDay - 1), amount: -part.amount }
        : { ...facts, from: exDay, to: Math.min(lastDay, part.day - 1), amount: part.amount },
  )
  const to = Math.min(lastDay, isOutside ? day - 1 : lastDay)
  return rest === 0 ? claims : [...claims, { ...facts, from: exDay, to, amount: rest }]
}

function toCorrection(
  { position, due, exDay, from, amount }: UnearnedInterest,
  held: readonly HeldQuantity[],
  lastDay: Day,
): Claim {
  const closed = held.find(entry => entry.position === position && entry.quantity === 0)?.day ?? exDay
  return { position, kind: 'interest', due, from, to: Math.min(exDay, closed, lastDay + 1) - 1, amount }
}

/** A holding with its history, and the payments owed to it. */
interface AccruingHolding extends PayingHolding, HoldingHistory, Schedule {
  readonly unearned: readonly UnearnedInterest[]
}

function openHolding(facts: AccrualFacts, holding: PayingHolding): AccruingHolding {
  const history = readHistory(facts, holding)
  const { held } = history
  const unearned = findUnearnedInterest(holding.instrument, held, facts.lastDay)
  const since = held[0]?.day ?? facts.lastDay
  const scheduled = listScheduledPayments(holding.instrument, since, facts.lastDay)
  const owed = listOwed(held, unearned, scheduled)
  return { ...holding, ...history, unearned, scheduled, owed }
}

/** The accounts that an instrument moved between, by instrument: pairs with the day of the move. */
type Moves = ReadonlyMap<string, readonly { readonly day: Day; readonly accounts: readonly string[] }[]>

/** Finds the linked transfers of instruments that pay by a schedule. */
function findMoves(transactions: readonly Transaction[], isPaying: ReadonlySet<string>): Moves {
  const sides = transactions.filter(
    ({ type, instrument, link }) =>
      link !== undefined &&
      (type === 'transfer_in' || type === 'transfer_out') &&
      instrument !== undefined &&
      isPaying.has(instrument),
  )
  const moves = [...Map.groupBy(sides, ({ link }) => link).values()]
    .filter(([first, second]) => first && second && first.instrument === second.instrument)
    .map(pair => ({
      instrument: pair[0]?.instrument ?? '',
      day: Math.max(...pair.map(({ day }) => day)),
      accounts: pair.map(({ account }) => account),
    }))
  return Map.groupBy(moves, ({ instrument }) => instrument)
}

/** Settles the payments owed to all accounts in one instrument, in the order of their days. */
function settleInstrument(
  holdings: readonly AccruingHolding[],
  accounts: Ledger['accounts'],
  moves: Moves,
): {
  readonly unmatched: ReadonlySet<PostedPayment>
  readonly elsewhere: Map<number, readonly EarnedShare[]>
} {
  const unmatched = new Set<PostedPayment>()
  const elsewhere = new Map<number, readonly EarnedShare[]>()
  const known = moves.get(holdings[0]?.instrument.id ?? '') ?? []
  const payments = holdings
    .flatMap(holding => holding.payments.map(payment => ({ holding, payment })))
    .sort((a, b) => a.payment.day - b.payment.day)
  for (const { holding, payment } of payments) {
    const name = (place: number): string => accounts[place]?.id ?? ''
    const isMoved = (other: AccruingHolding): boolean =>
      known.some(
        ({ day, accounts: pair }) =>
          day <= payment.day + PAYMENT_TOLERANCE_DAYS &&
          pair.includes(name(holding.account)) &&
          pair.includes(name(other.account)),
      )
    const others = known.length === 0 ? [] : holdings.filter(other => other !== holding && isMoved(other))
    const settlement = settlePayment(holding, others, payment)
    if (!settlement.isMatched) unmatched.add(payment)
    if (settlement.elsewhere.length > 0 && payment.kind === 'interest')
      elsewhere.set(payment.transaction, settlement.elsewhere)
  }
  return { unmatched, elsewhere }
}

/** Payments without a transaction of an account whose cash is kept outside the ledger. */
function listPaidOutside(
  holding: AccruingHolding,
  unmatched: ReadonlySet<PostedPayment>,
  lastDay: Day,
): DerivedPayment[] {
  const { account, place, instrument, held, unearned, payments, owed } = holding
  const isPosted = ({ since, day: end }: FinalInterest): boolean =>
    payments.some(
      payment =>
        unmatched.has(payment) &&
        payment.kind === 'interest' &&
        payment.day > since &&
        payment.day <= end + PAYMENT_TOLERANCE_DAYS,
    )
  const unposted = [
    ...owed
      .filter(({ rest, due }) => rest !== 0 && due.day <= lastDay)
      .map(({ due: { kind, day, exDay }, rest }) => ({ kind, day, exDay, amount: rest })),
    ...findFinalInterest(instrument, held, unearned, lastDay)
      .filter(last => !isPosted(last))
      .map(({ day, amount }) => ({ kind: 'interest' as const, day, exDay: day, amount })),
  ]
  return unposted.map(
    ({ kind, day, exDay, amount }): DerivedPayment => ({
      account,
      instrument: place,
      type: TYPE_BY_KIND[kind],
      day,
      exDay,
      amount,
    }),
  )
}

/**
 * Finds the payments due and not posted, of all holdings that pay by a schedule.
 *
 * A coupon belongs to the holder at the close before its ex-day, and is a claim until a coupon is posted: the transaction
 * settles the last one due by then (or within ten days), then the oldest open ones, and each only as far as its amount
 * goes. What is left of it settles the same coupon of another account that the bond moved to or from. Where an account's
 * cash is kept outside the ledger, an unposted payment counts as paid there on its due day, and the end of a loan pays
 * the interest accrued by then.
 */
export function findAccruals(facts: AccrualFacts): Accruals {
  const { journal, lastDay, transactions } = facts
  const { accounts, instruments } = facts.ledger
  const isPaying = instruments.map(({ coupons, factors }) => coupons != null || (factors ?? []).length > 0)
  if (!isPaying.includes(true)) return { claims: [], paidOutside: [], earnedElsewhere: new Map() }
  const byKey = new Map<string, PayingHolding>()
  for (let position = 0; position < journal.positions.instrument.length; position += 1) {
    const place = journal.positions.instrument[position] ?? -1
    const instrument = instruments[place]
    if (!instrument || !isPaying[place]) continue
    const account = journal.positions.account[position] ?? -1
    const key = `${account}:${place}`
    const isOutside = accounts[account]?.cash === 'none'
    const known = byKey.get(key) ?? { account, place, instrument, isOutside, positions: [] }
    known.positions.push(position)
    byKey.set(key, known)
  }
  const paying = new Set(instruments.filter((_, place) => isPaying[place]).map(({ id }) => id))
  const moves = findMoves(transactions, paying)
  const claims: Claim[] = []
  const paidOutside: DerivedPayment[] = []
  const earnedElsewhere = new Map<number, readonly EarnedShare[]>()
  const all = [...byKey.values()].map(holding => openHolding(facts, holding))
  for (const holdings of Map.groupBy(all, ({ place }) => place).values()) {
    const { unmatched, elsewhere } = settleInstrument(holdings, accounts, moves)
    for (const [transaction, parts] of elsewhere) earnedElsewhere.set(transaction, parts)
    for (const holding of holdings) {
      const { unearned, owed, held, isOutside } = holding
      for (const entry of unearned) claims.push(toCorrection(entry, held, lastDay))
      for (const entry of owed) claims.push(...listClaims(entry, isOutside, lastDay))
      if (isOutside) paidOutside.push(...listPaidOutside(holding, unmatched, lastDay))
    }
  }
  return { claims: claims.filter(({ from, to }) => to >= from), paidOutside, earnedElsewhere }
}
