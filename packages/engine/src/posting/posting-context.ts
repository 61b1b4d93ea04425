import type { Day } from '../calendar/day.ts'
import type { Transaction } from '../ledger/ledger.ts'
import type { ConvertRate, Settled } from '../ledger/settle.ts'
import { add, type Exact, toNumber } from '../money/exact.ts'
import { cashHolding, type Holdings } from './holdings.ts'
import { type Costs, EVENT, type EventPlace, plainChange, writeEvent } from './journal.ts'

/** A booking with its places in the book's directories. */
export interface Entry {
  readonly transaction: Transaction
  readonly index: number
  readonly account: number
  readonly instrument: number
  readonly settled: Settled
}

/** What the bookings need to know while they are booked. */
export interface Desk {
  readonly holdings: Holdings
  readonly transactionIndex: ReadonlyMap<string, number>
  /** The close of an instrument in its currency, or NaN. */
  readonly closeOn: (instrument: number, day: Day) => number
  readonly convert: ConvertRate
  /** The currency an instrument is stated in, minor units aside. */
  readonly currencyOf: (instrument: number) => string
  /** Holdings (account x instruments + instrument) that variation margin is booked for. */
  readonly marginKeys: ReadonlySet<number>
}

/** Writes a booking's currencies and rate; its events refer to it. */
export function writeBooking(desk: Desk, settled: Settled, day: Day): number {
  const { journal, currencyIndex } = desk.holdings
  const { bookings } = journal
  const { settleCurrency, otherCurrency } = settled
  const place = currencyIndex.get(settleCurrency) ?? 0
  bookings.day.push(day)
  bookings.settleCurrency.push(place)
  bookings.otherCurrency.push(
    otherCurrency === settleCurrency ? place : (currencyIndex.get(otherCurrency) ?? 0),
  )
  bookings.perSettled.push(settled.perSettled)
  return bookings.day.length - 1
}

/** Where an event is written: its booking, and the day it counts on. */
export interface Slot {
  readonly entry: Entry
  readonly booking: number
  readonly day: Day
}

const NO_KINDS = { income: 0, fee: 0 }

/** Money of a cash position. `booked` is its value in the settlement currency of the booking. */
export function writeCash(
  desk: Desk,
  slot: Slot,
  currency: string,
  amount: Exact,
  costs: Costs,
  kinds = NO_KINDS,
): void {
  const { holdings } = desk
  const isTracked = holdings.accounts[slot.entry.account]?.cash !== 'none'
  const hasCosts = costs.income !== 0 || costs.fees !== 0 || costs.taxes !== 0
  if (!isTracked && !hasCosts) return
  const cash = cashHolding(holdings, slot.entry.account, currency, slot.day)
  if (isTracked) cash.balance = add(cash.balance, amount)
  const place = placeOf(slot, cash.position)
  const change = plainChange(
    holdings.journal,
    EVENT.cash,
    isTracked ? toNumber(amount) : 0,
    toNumber(cash.balance),
  )
  const counted = isTracked
    ? costs
    : { booked: 0, income: costs.income, fees: costs.fees, taxes: costs.taxes }
  writeEvent(holdings.journal, place, change, counted, kinds.income, kinds.fee)
}

/** The place of a slot's event in a position. */
export function placeOf(slot: Slot, position: number): EventPlace {
  return { position, booking: slot.booking, transaction: slot.entry.index, day: slot.day }
}

export const NO_COSTS: Costs = { booked: 0, income: 0, fees: 0, taxes: 0 }

/** A booking without money of its own, for splits. */
export function writeEmptyBooking(desk: Desk, day: Day): number {
  const { bookings } = desk.holdings.journal
  bookings.day.push(day)
  bookings.settleCurrency.push(0)
  bookings.otherCurrency.push(0)
  bookings.perSettled.push(Number.NaN)
  return bookings.day.length - 1
}

/** A value without income, fees or taxes. */
export function valueOnly(booked: number): Costs {
  return { booked, income: 0, fees: 0, taxes: 0 }
}
