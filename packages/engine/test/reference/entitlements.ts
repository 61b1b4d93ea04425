import type { Instrument, Transaction } from '../../src/index.ts'
import type { GeneratedWorld } from '../random/random-ledger.ts'
import { closeOn, type Num, num } from './market.ts'
import type { ReferencePosition } from './position.ts'

/** The day from which the holder before it is entitled to the units of a delivery; undefined if nothing states one. */
export function exDayOf(taker: Transaction, giver: Transaction | undefined): number | undefined {
  const stated = taker.exDay ?? giver?.exDay
  return stated ?? (giver && taker.type === 'spin_off' ? Math.min(giver.day, taker.day) : undefined)
}

function isFree(taker: Transaction, giver: Transaction | undefined): boolean {
  const { type, net, fees = 0, taxes = 0, price = 0, amount = 0, quantity = 0 } = taker
  if (giver && type === 'spin_off') return true
  const hasCosts = !num(fees).isZero() || !num(taxes).isZero()
  if (hasCosts || (net !== undefined && !num(net).isZero())) return false
  if (giver) return type === 'merger'
  const isPriced = !num(price).isZero() || !num(amount).isZero()
  return (type === 'trade' || type === 'rights') && !isPriced && !num(quantity).isZero()
}

/** The first day with a price from the ex-date until the day before the delivery; null without one. */
export function entitlementDay(
  world: GeneratedWorld,
  taker: Transaction,
  giver: Transaction | undefined,
  instrument: Instrument | null,
): number | null {
  const ex = exDayOf(taker, giver)
  const delivered = Math.max(taker.day, giver?.day ?? taker.day)
  if (ex === undefined || !instrument || !isFree(taker, giver) || delivered > world.lastDay) return null
  if (instrument.type === 'future' || instrument.type === 'fx_forward') return null
  const days = Array.from({ length: Math.max(0, delivered - ex) }, (_, place) => ex + place)
  return days.find(day => closeOn(world, instrument, day) !== null) ?? null
}

/** The position of one side that held before a day. */
export function holderBefore(
  positions: readonly ReferencePosition[],
  side: Num,
  ex: number | undefined,
): ReferencePosition | undefined {
  const own = positions.filter(position => position.side > 0 === side.isPos())
  return ex === undefined
    ? undefined
    : own.findLast(({ openDay, closeDay }) => openDay < ex && closeDay >= ex)
}
