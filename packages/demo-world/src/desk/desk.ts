import { type Day, isoOf } from '@plumbline/engine'
import type { AccountFact, CustodianFact } from '../accounts.ts'
import { type Minor, measured } from '../decimals.ts'
import { idOf } from '../identity.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import type { DemoMarket } from '../market/market.ts'
import type { Draft, WorldBooking } from './booking.ts'

/** What an account holds of an instrument, in smallest quantities, and the booking that opened the position. */
export interface Holding {
  readonly units: number
  readonly openedBy: string
  readonly openDay: Day
}

/** An account while it is booked on. */
export interface Ledger {
  readonly fact: AccountFact
  /** Null for accounts that are kept by hand. */
  readonly custodian: CustodianFact | null
  readonly cash: Map<string, Minor>
  readonly held: Map<string, Holding>
  /** Bookings of the present day so far. */
  sequence: number
  sequenceDay: Day
}

/** The desk at which everything is booked, day by day. It knows nothing about tomorrow. */
export interface Desk {
  readonly market: DemoMarket
  readonly ledgers: ReadonlyMap<string, Ledger>
  readonly bookings: WorldBooking[]
  /** Every position that was ever opened: which booking opened it. */
  readonly positions: OpenedPosition[]
  day: Day
}

export interface OpenedPosition {
  readonly account: string
  readonly instrument: string
  readonly id: string
  readonly openDay: Day
  closeDay: Day | null
}

export function openDesk(
  market: DemoMarket,
  accounts: readonly AccountFact[],
  custodians: readonly CustodianFact[],
  day: Day,
): Desk {
  const ledgers = accounts.map((fact): [string, Ledger] => [
    fact.key,
    {
      fact,
      custodian: custodians.find(({ id }) => id === fact.custodian) ?? null,
      cash: new Map(),
      held: new Map(),
      sequence: 0,
      sequenceDay: day,
    },
  ])
  return { market, ledgers: new Map(ledgers), bookings: [], positions: [], day }
}

export function ledgerOf(desk: Desk, account: string): Ledger {
  const ledger = desk.ledgers.get(account)
  if (!ledger) throw new Error(`there is no account ${account}`)
  return ledger
}

export function cashOf(ledger: Ledger, currency: string): Minor {
  return ledger.cash.get(currency) ?? 0n
}

export function unitsOf(ledger: Ledger, instrument: string): number {
  return ledger.held.get(instrument)?.units ?? 0
}

/** What may be sold of a holding: what is there, less the shares that written calls may ask for. */
export function freeUnits(desk: Desk, ledger: Ledger, instrument: string): number {
  let free = unitsOf(ledger, instrument)
  for (const [key, { units }] of ledger.held) {
    const fact = desk.market.fact(key)
    const isWrittenCall = units < 0 && fact.path.kind === 'option' && fact.path.right === 'call'
    if (isWrittenCall && fact.underlying === instrument) free += units * Number(fact.contractSize)
  }
  return free
}

/** What a booking moves: money by currency, and smallest quantities of its instrument. */
export interface Moves {
  readonly money?: readonly (readonly [currency: string, amount: Minor])[]
  readonly units?: number
}

/** Writes a booking and lets it move what it moves. Throws where the plan would spend or sell what is not there. */
export function book(desk: Desk, ledger: Ledger, draft: Draft, moves: Moves): WorldBooking {
  if (ledger.sequenceDay !== desk.day) {
    ledger.sequence = 0
    ledger.sequenceDay = desk.day
  }
  ledger.sequence += 1
  const date = isoOf(desk.day)
  const booking: WorldBooking = {
    settleDay: null,
    exDay: null,
    instrument: null,
    quantity: null,
    price: null,
    amount: null,
    net: null,
    rate: null,
    fees: '0',
    taxes: '0',
    accrued: null,
    counterCurrency: null,
    counterAmount: null,
    link: null,
    lots: null,
    numerator: null,
    denominator: null,
    note: null,
    ...draft,
    id: idOf('booking', ledger.fact.key, date, ledger.sequence),
    family: ledger.fact.family,
    account: ledger.fact.key,
    day: desk.day,
    sequence: ledger.sequence,
    source: ledger.custodian ? 'integration' : 'manual',
    sourceKey: `${date}/${ledger.sequence}`,
  }
  desk.bookings.push(booking)
  for (const [currency, amount] of moves.money ?? []) moveMoney(desk, ledger, currency, amount)
  if (moves.units && booking.instrument) moveUnits(desk, ledger, booking, booking.instrument, moves.units)
  return booking
}

function moveMoney(desk: Desk, ledger: Ledger, currency: string, amount: Minor): void {
  if (ledger.fact.cash === 'none') return
  const after = cashOf(ledger, currency) + amount
  ledger.cash.set(currency, after)
  if (after < 0n && amount < 0n && ledger.fact.margin === 0)
    throw new Error(`${ledger.fact.key} has no ${currency} left on ${isoOf(desk.day)}`)
}

const shortByNature = new Set(['option', 'future', 'fx_forward', 'loan'])

function moveUnits(
  desk: Desk,
  ledger: Ledger,
  booking: WorldBooking,
  instrument: string,
  change: number,
): void {
  const known = ledger.held.get(instrument)
  const units = (known?.units ?? 0) + change
  const mayBeShort = ledger.fact.allowsShort || shortByNature.has(desk.market.fact(instrument).type)
  if (units < 0 && !mayBeShort)
    throw new Error(`${ledger.fact.key} would be short of ${instrument} on ${isoOf(desk.day)}`)
  if (known && known.units * units < 0) throw new Error(`${instrument} would cross zero`)
  if (units === 0) {
    ledger.held.delete(instrument)
    const position = desk.positions.findLast(
      entry => entry.account === ledger.fact.key && entry.instrument === instrument,
    )
    if (position) position.closeDay = desk.day
    return
  }
  ledger.held.set(instrument, {
    units,
    openedBy: known?.openedBy ?? booking.id,
    openDay: known?.openDay ?? desk.day,
  })
  if (!known)
    desk.positions.push({
      account: ledger.fact.key,
      instrument,
      id: booking.id,
      openDay: desk.day,
      closeDay: null,
    })
}

/** The quantity that a number of smallest units stands for. */
export function quantityOf(fact: InstrumentFact, units: number): number {
  return units / 10 ** fact.quantityDecimals
}

const notInCustody = new Set(['future', 'fx_forward'])

/** What a holding is worth in a currency at the last close, for decisions. */
export function holdingValue(desk: Desk, ledger: Ledger, instrument: string, currency: string): number {
  const { market, day } = desk
  const fact = market.fact(instrument)
  const price = market.close(instrument, day)
  // A future or a forward only has a result, which is paid as variation margin.
  if (Number.isNaN(price) || notInCustody.has(fact.type)) return 0
  const quantity = quantityOf(fact, unitsOf(ledger, instrument)) * Number(fact.contractSize)
  return quantity * price * market.fx.rate(fact.currency, currency, day)
}

/** All money of an account in its base currency, for decisions. */
export function cashInBase(desk: Desk, ledger: Ledger): number {
  const { base } = ledger.fact
  let sum = 0
  for (const [currency, amount] of ledger.cash)
    sum += measured(currency, amount) * desk.market.fx.rate(currency, base, desk.day)
  return sum
}

/** What an account is worth in its base currency, for decisions and fees. */
export function worthInBase(desk: Desk, ledger: Ledger): number {
  let sum = cashInBase(desk, ledger)
  for (const instrument of ledger.held.keys()) sum += holdingValue(desk, ledger, instrument, ledger.fact.base)
  return sum
}
