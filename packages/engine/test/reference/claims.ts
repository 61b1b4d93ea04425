import type { Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import type { ReferenceClaim } from './claimed.ts'
import { couponPeriods, interestOn, nominal, poolFactor } from './interest.ts'
import { type Num, num } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** A posted coupon or repayment. */
export interface ReferencePayment {
  readonly account: string
  readonly instrument: string
  readonly kind: 'interest' | 'principal'
  readonly day: number
  readonly exDay: number | undefined
  readonly position: ReferencePosition
}

interface Accrual {
  readonly kind: ReferencePayment['kind']
  readonly ex: number
  readonly day: number
  readonly perUnit: Num
}

interface HeldEntry {
  readonly day: number
  readonly quantity: Num
  readonly position: ReferencePosition
}

interface UnearnedInterest {
  readonly position: ReferencePosition
  readonly ex: number
  readonly from: number
  readonly amount: Num
}

const TEN_DAYS = 10

function listAccruals(instrument: Instrument, since: number, lastDay: number): Accrual[] {
  const size = nominal(instrument)
  const coupons = instrument.coupons ? couponPeriods(instrument.coupons, since) : []
  const interest = coupons.map(
    ({ to, ex, amount }): Accrual => ({
      kind: 'interest',
      ex,
      day: to,
      perUnit: amount.mul(size).mul(poolFactor(instrument, ex - 1)),
    }),
  )
  const principal = (instrument.factors ?? [])
    .filter(({ day }) => day > since)
    .map(
      ({ day }): Accrual => ({
        kind: 'principal',
        ex: day,
        day,
        perUnit: poolFactor(instrument, day - 1)
          .sub(poolFactor(instrument, day))
          .mul(size),
      }),
    )
  return [...interest, ...principal]
    .filter(due => due.ex <= lastDay + TEN_DAYS && due.perUnit.gt(0))
    .sort((a, b) => a.day - b.day)
}

/** Interest from the start of a period that principal drawn or repaid within it did not earn. */
function unearned(instrument: Instrument, held: readonly HeldEntry[]): UnearnedInterest[] {
  const { coupons } = instrument
  if (!coupons) return []
  return couponPeriods(coupons, held[0]?.day ?? 0).flatMap(period =>
    held.flatMap((entry, place) => {
      const isWithin = entry.day > period.from && entry.day < period.ex
      if (!isWithin || entry.quantity.isZero()) return []
      const change = entry.quantity.sub(held[place - 1]?.quantity ?? 0)
      const amount = change.mul(nominal(instrument)).mul(interestOn(coupons, entry.day)).neg()
      return [{ position: entry.position, ex: period.ex, from: entry.day, amount }]
    }),
  )
}

/** Accruals by terms: unpaid claims, and payments to accounts without tracked cash as derived transactions. */
export interface ReferenceAccruals {
  readonly claims: readonly ReferenceClaim[]
  readonly paidOutside: readonly Transaction[]
}

/** The holder of an accrual: the last entry before its ex-day. */
const findHolder = (held: readonly HeldEntry[], due: Accrual): HeldEntry | undefined =>
  held.findLast(entry => entry.day < due.ex)

/** Assigns posted payments to accruals. `loose` are the days of interest payments that settle none. */
function settleAccruals(
  accruals: readonly Accrual[],
  held: readonly HeldEntry[],
  payments: readonly ReferencePayment[],
): { paid: Map<Accrual, number>; loose: number[] } {
  const paid = new Map<Accrual, number>()
  const loose: number[] = []
  for (const { kind, day, exDay } of payments.toSorted((a, b) => a.day - b.day)) {
    const isOwed = (due: Accrual): boolean => {
      const holder = findHolder(held, due)
      return (
        !paid.has(due) && holder !== undefined && !holder.quantity.isZero() && holder.position.openDay <= day
      )
    }
    const own = accruals.filter(due => due.kind === kind)
    const meant = own.findLast(due =>
      exDay === undefined ? due.day <= day + TEN_DAYS : due.ex <= exDay + TEN_DAYS,
    )
    const settles = meant && isOwed(meant) ? meant : own.find(due => due.day <= day && isOwed(due))
    if (settles) paid.set(settles, day)
    else if (kind === 'interest') loose.push(day)
  }
  return { paid, loose }
}

/** Interest of a loan in an account without tracked cash, paid with its final repayment. */
function finalInterest(
  instrument: Instrument,
  held: readonly HeldEntry[],
  lacking: readonly UnearnedInterest[],
  loose: readonly number[],
): Transaction[] {
  const { coupons } = instrument
  if (instrument.type !== 'loan' || !coupons) return []
  return held.flatMap(({ day, quantity, position }, place): Transaction[] => {
    if (position.account.cash !== 'none' || !quantity.isZero()) return []
    const period = couponPeriods(coupons, held[0]?.day ?? 0).find(({ from, ex }) => day > from && day < ex)
    if (!period || loose.some(paidOn => paidOn > period.from && paidOn <= day + TEN_DAYS)) return []
    const accrued = num(held[place - 1]?.quantity ?? 0)
      .mul(nominal(instrument))
      .mul(interestOn(coupons, day))
    const amount = lacking
      .filter(entry => entry.position === position && entry.ex === period.ex)
      .reduce((sum, entry) => sum.add(entry.amount), accrued)
    return [
      {
        id: '',
        account: position.account.id,
        type: 'coupon',
        day,
        exDay: day,
        instrument: instrument.id,
        currency: instrument.currency,
        amount: amount.toString(),
      },
    ]
  })
}

/** The accruals of all positions of one account in one instrument. */
function accrueInstrument(
  world: GeneratedWorld,
  instrument: Instrument,
  roundTrips: readonly ReferencePosition[],
  payments: readonly ReferencePayment[],
): ReferenceAccruals {
  const held = roundTrips.flatMap(position => position.history.map(entry => ({ ...entry, position })))
  const accruals = listAccruals(instrument, held[0]?.day ?? world.lastDay, world.lastDay)
  const inOrder = roundTrips.flatMap(position => payments.filter(payment => payment.position === position))
  const { paid, loose } = settleAccruals(accruals, held, inOrder)
  const lacking = instrument.type === 'loan' ? unearned(instrument, held) : []
  const corrections = lacking.map(
    ({ position, ex, from, amount }): ReferenceClaim => ({
      position: position.key,
      from,
      to: Math.min(ex, position.closeDay) - 1,
      amount,
    }),
  )
  const paidOutside: Transaction[] = []
  const owed = accruals.flatMap((due): ReferenceClaim[] => {
    const holder = findHolder(held, due)
    if (!holder || holder.quantity.isZero()) return []
    const { account } = holder.position
    const isPaidOutside = account.cash === 'none' && !paid.has(due)
    const day = isPaidOutside ? due.day : (paid.get(due) ?? Number.POSITIVE_INFINITY)
    const amount = lacking
      .filter(({ position, ex }) => position === holder.position && ex === due.ex)
      .reduce((sum, entry) => sum.add(entry.amount), holder.quantity.mul(due.perUnit))
    if (isPaidOutside)
      paidOutside.push({
        id: '',
        account: account.id,
        type: due.kind === 'interest' ? 'coupon' : 'redemption',
        day,
        exDay: due.ex,
        instrument: instrument.id,
        currency: instrument.currency,
        amount: amount.toString(),
      })
    const position = holder.position.key
    return day < due.ex
      ? [{ position, from: day, to: due.ex - 1, amount: amount.neg() }]
      : [{ position, from: due.ex, to: day - 1, amount }]
  })
  return {
    claims: [...corrections, ...owed],
    paidOutside: [...paidOutside, ...finalInterest(instrument, held, lacking, loose)],
  }
}

/** The accruals of a whole ledger. */
export function findAccruals(
  world: GeneratedWorld,
  positions: readonly ReferencePosition[],
  payments: readonly ReferencePayment[],
): ReferenceAccruals {
  const all: ReferenceAccruals[] = []
  for (const instrument of world.ledger.instruments) {
    if (!instrument.coupons && !instrument.factors) continue
    for (const account of world.ledger.accounts) {
      const roundTrips = positions.filter(
        position => position.instrument === instrument && position.account === account,
      )
      if (roundTrips.length > 0) all.push(accrueInstrument(world, instrument, roundTrips, payments))
    }
  }
  return {
    claims: all.flatMap(accruals => accruals.claims),
    paidOutside: all.flatMap(accruals => accruals.paidOutside),
  }
}
