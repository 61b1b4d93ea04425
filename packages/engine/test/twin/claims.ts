import type { Instrument } from '../../src/index.ts'
import type { GeneratedWorld } from '../random-ledger.ts'
import type { TwinClaim } from './claimed.ts'
import { interestOn, nominal, periodsOf, poolFactor } from './interest.ts'
import type { Num } from './market.ts'
import type { TwinPosition } from './twin-position.ts'

/** A coupon or a repayment that was booked. */
export interface TwinPayment {
  readonly account: string
  readonly instrument: string
  readonly kind: 'interest' | 'principal'
  readonly day: number
  readonly exDay: number | undefined
  readonly position: TwinPosition
}

interface Due {
  readonly kind: TwinPayment['kind']
  readonly ex: number
  readonly day: number
  readonly perUnit: Num
}

const TEN_DAYS = 10

function duesOf(instrument: Instrument, since: number, lastDay: number): Due[] {
  const size = nominal(instrument)
  const coupons = instrument.coupons ? periodsOf(instrument.coupons, since) : []
  const interest = coupons.map(
    ({ to, ex, amount }): Due => ({
      kind: 'interest',
      ex,
      day: to,
      perUnit: amount.mul(size).mul(poolFactor(instrument, ex - 1)),
    }),
  )
  const principal = (instrument.factors ?? [])
    .filter(({ day }) => day > since)
    .map(
      ({ day }): Due => ({
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

/** Interest since the beginning of a period that changes of a loan's principal within it did not earn. */
function unearned(
  instrument: Instrument,
  held: readonly { readonly day: number; readonly quantity: Num; readonly position: TwinPosition }[],
): { position: TwinPosition; ex: number; from: number; amount: Num }[] {
  const { coupons } = instrument
  if (!coupons) return []
  return periodsOf(coupons, held[0]?.day ?? 0).flatMap(period =>
    held.flatMap((entry, place) => {
      const isWithin = entry.day > period.from && entry.day < period.ex
      if (!isWithin || entry.quantity.isZero()) return []
      const change = entry.quantity.sub(held[place - 1]?.quantity ?? 0)
      const amount = change.mul(nominal(instrument)).mul(interestOn(coupons, entry.day)).neg()
      return [{ position: entry.position, ex: period.ex, from: entry.day, amount }]
    }),
  )
}

/** The claims of all positions that one account had in one instrument, by the key of the position. */
function claimsOf(
  world: GeneratedWorld,
  instrument: Instrument,
  trips: readonly TwinPosition[],
  payments: readonly TwinPayment[],
): [key: string, claim: TwinClaim][] {
  const held = trips.flatMap(position => position.history.map(entry => ({ ...entry, position })))
  const dues = duesOf(instrument, held[0]?.day ?? world.lastDay, world.lastDay)
  const holderOf = (due: Due) => held.findLast(entry => entry.day < due.ex)
  const paid = new Map<Due, number>()
  const inOrder = trips.flatMap(position => payments.filter(payment => payment.position === position))
  for (const { kind, day, exDay } of inOrder.sort((a, b) => a.day - b.day)) {
    const isOwed = (due: Due): boolean => {
      const holder = holderOf(due)
      return (
        !paid.has(due) && holder !== undefined && !holder.quantity.isZero() && holder.position.openDay <= day
      )
    }
    const own = dues.filter(due => due.kind === kind)
    const meant = own.findLast(due =>
      exDay === undefined ? due.day <= day + TEN_DAYS : due.ex <= exDay + TEN_DAYS,
    )
    const settles = meant && isOwed(meant) ? meant : own.find(due => due.day <= day && isOwed(due))
    if (settles) paid.set(settles, day)
  }
  const lacking = instrument.type === 'loan' ? unearned(instrument, held) : []
  const corrections = lacking.map(({ position, ex, from, amount }): [string, TwinClaim] => [
    position.key,
    { from, to: Math.min(ex, position.closeDay) - 1, amount },
  ])
  const owed = dues.flatMap((due): [string, TwinClaim][] => {
    const holder = holderOf(due)
    if (!holder || holder.quantity.isZero()) return []
    const isOutside = holder.position.account.cash === 'none'
    const day = paid.get(due) ?? (isOutside ? due.day + TEN_DAYS + 1 : Number.POSITIVE_INFINITY)
    const amount = lacking
      .filter(({ position, ex }) => position === holder.position && ex === due.ex)
      .reduce((sum, entry) => sum.add(entry.amount), holder.quantity.mul(due.perUnit))
    const claim =
      day < due.ex
        ? { from: day, to: due.ex - 1, amount: amount.neg() }
        : { from: due.ex, to: day - 1, amount }
    return [[holder.position.key, claim]]
  })
  return [...corrections, ...owed]
}

/** The claims of a whole ledger, by position. */
export function findClaims(
  world: GeneratedWorld,
  positions: readonly TwinPosition[],
  payments: readonly TwinPayment[],
): Map<string, TwinClaim[]> {
  const claims = new Map<string, TwinClaim[]>()
  for (const instrument of world.ledger.instruments) {
    if (!instrument.coupons && !instrument.factors) continue
    for (const account of world.ledger.accounts) {
      const trips = positions.filter(
        position => position.instrument === instrument && position.account === account,
      )
      for (const [key, claim] of claimsOf(world, instrument, trips, payments))
        claims.set(key, [...(claims.get(key) ?? []), claim])
    }
  }
  return claims
}
