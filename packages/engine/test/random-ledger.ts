import type { Account, Instrument, Ledger, Market, Quote, Split, Transaction } from '../src/index.ts'
import { priceSeries, rateSeries } from '../src/index.ts'

/** What a generated ledger is made of. `isTimed` gives every booking a time, so that its order is known. */
export interface LedgerRecipe {
  readonly seed: number
  readonly days: number
  readonly bookings: number
  readonly isTimed: boolean
  /** Prices and rates that begin late or never. */
  readonly hasGaps: boolean
}

/** A generated ledger with the raw facts it is valued by. */
export interface GeneratedWorld {
  readonly ledger: Ledger
  readonly quotes: ReadonlyMap<string, readonly Quote[]>
  readonly rates: ReadonlyMap<string, readonly Quote[]>
  readonly pivot: string
  readonly firstDay: number
  readonly lastDay: number
}

export const CURRENCIES = ['CHF', 'EUR', 'USD'] as const
const FIRST_DAY = 18_000

/** A small generator: xorshift with 32 bits, mixed so that neighbouring seeds differ at once. */
function randomOf(seed: number): (below: number) => number {
  let state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ 0xc2b2ae35) | 1
  return below => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % below
  }
}

type Draw = (below: number) => number
type Facts = Partial<Omit<Transaction, 'id' | 'account' | 'type' | 'day'>>

interface Desk {
  readonly draw: Draw
  readonly recipe: LedgerRecipe
  readonly accounts: readonly Account[]
  readonly instruments: readonly Instrument[]
  readonly transactions: Transaction[]
  links: number
}

function chance(desk: Desk, percent: number): boolean {
  return desk.draw(100) < percent
}

function pick<Value>(draw: Draw, list: readonly Value[]): Value {
  const value = list[draw(list.length)]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}

function walk(draw: Draw, days: number, start: number, from: number, everyDays: number): Quote[] {
  let value = start
  const quotes: Quote[] = []
  for (let day = -3; day < days; day += 1) {
    value = Math.max(1, Math.round(value * (94 + draw(13))) / 100)
    if (day >= from && (day === from || draw(everyDays) === 0)) quotes.push([FIRST_DAY + day, value])
  }
  return quotes
}

function accountsOf(draw: Draw): Account[] {
  const methods = ['fifo', 'average', 'lifo', 'hifo'] as const
  return ['a', 'b', 'c'].map((id, index) => ({
    id,
    custodian: index === 2 ? 'other bank' : 'bank',
    lotMethod: pick(draw, methods),
    shortsAllowed: draw(2) === 0,
    cash: index === 2 && draw(2) === 0 ? 'none' : 'tracked',
  }))
}

function instrumentsOf(draw: Draw, days: number): Instrument[] {
  const splitOf = (): Split[] =>
    draw(3) === 0
      ? [
          {
            day: FIRST_DAY + 2 + draw(Math.max(1, days - 2)),
            numerator: pick(draw, [2, 3, 1]),
            denominator: pick(draw, [1, 2]),
          },
        ]
      : []
  const kinds = [
    { type: 'equity', contractSize: 1 },
    { type: 'equity', contractSize: 1 },
    { type: 'etf', contractSize: 1 },
    { type: 'bond', contractSize: 0.01 },
    { type: 'option', contractSize: 100 },
    { type: 'other', contractSize: 1 },
    { type: 'future', contractSize: 10 },
  ] as const
  return kinds.map((kind, index) => ({
    id: `i${index}`,
    name: `instrument ${index}`,
    ...kind,
    currency: pick(draw, CURRENCIES),
    sector: index % 2 === 0 ? 'even' : null,
    country: index < 3 ? 'CH' : null,
    splits: index < 3 ? splitOf() : [],
  }))
}

function push(desk: Desk, account: string, type: Transaction['type'], day: number, facts: Facts): void {
  const place = desk.transactions.length
  desk.transactions.push({
    id: `t${String((place * 7919) % 10_007).padStart(5, '0')}`,
    account,
    type,
    day: FIRST_DAY + day,
    ...(desk.recipe.isTimed ? { timeMs: place * 1000 } : {}),
    ...facts,
  })
}

const cents = (value: number): number => Math.round(value * 100) / 100

/** A trade near the last quote, in the instrument's currency or settled in another at a recorded rate. */
function addTrade(desk: Desk, account: string, day: number, closes: ReadonlyMap<string, number>): void {
  const { draw } = desk
  const instrument = pick(draw, desk.instruments)
  const size = instrument.type === 'bond' ? 1000 : 1
  const quantity = (1 + draw(12)) * size * (chance(desk, 60) ? 1 : -1)
  const price = cents((closes.get(instrument.id) ?? 50) * (0.97 + draw(7) / 100))
  const fees = chance(desk, 60) ? cents(draw(500) / 100) : 0
  const taxes = chance(desk, 20) ? cents(draw(300) / 100) : 0
  const accrued = instrument.type === 'bond' && chance(desk, 50) ? cents(draw(1000) / 100) : 0
  const other = pick(draw, CURRENCIES)
  const common = {
    instrument: instrument.id,
    quantity,
    price,
    fees,
    taxes,
    ...(accrued > 0 ? { accrued } : {}),
  }
  if (other === instrument.currency || chance(desk, 60)) push(desk, account, 'trade', day, common)
  else push(desk, account, 'trade', day, { ...common, currency: other, rate: cents(0.8 + draw(40) / 100) })
}

function addResult(desk: Desk, account: string, day: number): void {
  const { draw } = desk
  const instrument = pick(draw, desk.instruments)
  const type = pick(draw, ['dividend', 'coupon', 'other_income', 'fees', 'tax', 'trailer_fees'] as const)
  const amount = cents((1 + draw(4000)) / 100) * (chance(desk, 10) ? -1 : 1)
  const exDay = FIRST_DAY + Math.max(0, day - draw(6))
  push(desk, account, type, day, {
    instrument: instrument.id,
    amount,
    ...(type === 'dividend' ? { taxes: cents(draw(200) / 100), exDay } : {}),
  })
}

function addCash(desk: Desk, account: string, day: number): void {
  const { draw } = desk
  const currency = pick(draw, CURRENCIES)
  const kind = draw(10)
  const amount = cents((1 + draw(90_000)) / 100)
  if (kind < 3) push(desk, account, 'deposit', day, { currency, amount })
  else if (kind < 5) push(desk, account, 'withdrawal', day, { currency, amount: cents(amount / 3) })
  else if (kind < 6) push(desk, account, 'interest', day, { currency, amount: cents(draw(2000) / 100 - 8) })
  else if (kind < 7) push(desk, account, 'fees_cash', day, { currency, amount: cents(draw(900) / 100) })
  else {
    const counterCurrency = pick(
      draw,
      CURRENCIES.filter(other => other !== currency),
    )
    const counterAmount = cents(amount * (0.8 + draw(40) / 100))
    push(desk, account, 'fx', day, {
      currency,
      net: amount,
      counterCurrency,
      counterAmount,
      fees: chance(desk, 30) ? 1.5 : 0,
    })
  }
}

/** A move between two accounts, sometimes arriving later, or a delivery from or to the outside. */
function addMove(desk: Desk, account: string, day: number, closes: ReadonlyMap<string, number>): void {
  const { draw } = desk
  const instrument = pick(draw, desk.instruments.slice(0, 6))
  const quantity = (1 + draw(6)) * (instrument.type === 'bond' ? 1000 : 1)
  const size = instrument.contractSize ?? 1
  const amount = cents(quantity * size * (closes.get(instrument.id) ?? 50) * (0.95 + draw(11) / 100))
  const kind = draw(10)
  if (kind < 5) {
    const target = pick(
      draw,
      desk.accounts.filter(other => other.id !== account),
    ).id
    desk.links += 1
    const common = { instrument: instrument.id, link: `l${desk.links}`, fees: chance(desk, 20) ? 2 : 0 }
    push(desk, account, 'transfer_out', day, { ...common, quantity: -quantity })
    push(desk, target, 'transfer_in', Math.min(day + draw(3), desk.recipe.days - 1), {
      ...common,
      quantity,
      fees: 0,
    })
  } else if (kind < 8) {
    const lots = [{ day: FIRST_DAY - 1 - draw(50), quantity, cost: cents(amount * (0.5 + draw(100) / 100)) }]
    push(desk, account, 'transfer_in', day, {
      instrument: instrument.id,
      quantity,
      ...(chance(desk, 80) ? { amount } : {}),
      ...(chance(desk, 50) ? { lots } : {}),
    })
  } else {
    push(desk, account, 'transfer_out', day, {
      instrument: instrument.id,
      quantity: -quantity,
      ...(chance(desk, 60) ? { amount, taxes: 0.5 } : {}),
    })
  }
}

/** What an account holds of an instrument so far, but for splits. */
function heldOf(desk: Desk, account: string, instrument: string): number {
  return desk.transactions.reduce(
    (sum, booking) =>
      booking.account === account && booking.instrument === instrument
        ? sum + Number(booking.quantity ?? 0)
        : sum,
    0,
  )
}

/** Spin-offs, mergers, rights, exercises and returns of capital, of what is held and of what is not. */
function addAction(desk: Desk, account: string, day: number, closes: ReadonlyMap<string, number>): void {
  const { draw } = desk
  desk.links += 1
  const link = `l${desk.links}`
  const kind = draw(13)
  if (kind > 9) {
    const amount = cents(draw(20_000) / 100 - 100) || 1
    push(desk, account, 'variation_margin', day, { instrument: 'i6', amount })
  } else if (kind < 2) {
    const amount = cents((1 + draw(9000)) / 100)
    const fees = chance(desk, 30) ? 1.25 : 0
    push(desk, account, 'return_of_capital', day, {
      instrument: pick(draw, desk.instruments.slice(0, 6)).id,
      amount,
      fees,
    })
  } else if (kind < 5) {
    const quantity = (1 + draw(5)) * (chance(desk, 85) ? 1 : -1)
    push(desk, account, 'spin_off', day, { instrument: pick(draw, ['i0', 'i1']), link, quantity: 0 })
    push(desk, account, 'spin_off', day, {
      instrument: 'i2',
      link,
      quantity,
      ...(chance(desk, 40) ? { basisShare: draw(100) / 100 } : {}),
      ...(chance(desk, 40) ? { price: cents(closes.get('i2') ?? 50) } : {}),
    })
  } else if (kind < 7) {
    const old = Math.floor(Math.max(0, heldOf(desk, account, 'i1')) / (1 + draw(2))) || 1 + draw(5)
    const fresh = Math.floor(old / 4)
    const money = chance(desk, 60) ? { net: cents((1 + draw(9000)) / 100) } : {}
    push(desk, account, 'merger', day, { instrument: 'i1', link, quantity: -old })
    push(desk, account, 'merger', day, {
      instrument: 'i2',
      link,
      quantity: fresh || 1,
      ...money,
      ...(fresh > 0 && chance(desk, 60) ? { numerator: 1, denominator: 4 } : {}),
    })
  } else {
    const held = Math.trunc(heldOf(desk, account, 'i4'))
    const options = held === 0 ? -1 : -Math.sign(held) * (1 + draw(Math.abs(held)))
    const shares = (1 + draw(8)) * (chance(desk, 50) ? 1 : -1)
    const price = cents((closes.get('i0') ?? 50) * (0.8 + draw(40) / 100))
    push(desk, account, 'exercise', day, { instrument: 'i4', link, quantity: options, price: 0 })
    push(desk, account, 'exercise', day, { instrument: 'i0', link, quantity: shares, price, fees: draw(2) })
  }
}

/** Builds a ledger from a recipe: the same one every time. */
export function generateWorld(recipe: LedgerRecipe): GeneratedWorld {
  const draw = randomOf(recipe.seed)
  const { days } = recipe
  const instruments = instrumentsOf(draw, days)
  const quotes = new Map<string, Quote[]>()
  instruments.forEach((instrument, index) => {
    const late = recipe.hasGaps && (index === 4 || index === 5) ? draw(days) : -3
    const isNever = recipe.hasGaps && index === 5 && draw(2) === 0
    quotes.set(instrument.id, isNever ? [] : walk(draw, days, 40 + draw(60), late, 1 + draw(4)))
  })
  const rates = new Map<string, Quote[]>()
  for (const currency of ['EUR', 'USD']) {
    const late = recipe.hasGaps && currency === 'USD' && draw(3) === 0 ? draw(days) : -3
    rates.set(
      currency,
      walk(draw, days, 100, late, 2).map(([day, value]): Quote => [day, value / 100]),
    )
  }
  const desk: Desk = { draw, recipe, accounts: accountsOf(draw), instruments, transactions: [], links: 0 }
  for (const account of desk.accounts)
    if (draw(4) > 0)
      push(desk, account.id, 'deposit', 0, { currency: pick(draw, CURRENCIES), amount: 5000 + draw(5000) })
  // Every account books the margin of its contracts, so that none is paid without a booking.
  for (const account of desk.accounts)
    push(desk, account.id, 'variation_margin', 0, { instrument: 'i6', amount: 0.01 })
  const bookingDays = Array.from({ length: recipe.bookings }, () => draw(days)).sort((a, b) => a - b)
  for (const day of bookingDays) {
    const closes = new Map(
      [...quotes].map(([id, list]) => [id, list.findLast(quote => quote[0] <= FIRST_DAY + day)?.[1] ?? 50]),
    )
    const account = pick(draw, desk.accounts).id
    const kind = draw(100)
    if (kind < 55) addTrade(desk, account, day, closes)
    else if (kind < 70) addResult(desk, account, day)
    else if (kind < 84) addCash(desk, account, day)
    else if (kind < 92) addAction(desk, account, day, closes)
    else addMove(desk, account, day, closes)
  }
  return {
    ledger: { accounts: desk.accounts, instruments, transactions: desk.transactions },
    quotes,
    rates,
    pivot: 'CHF',
    firstDay: FIRST_DAY,
    lastDay: FIRST_DAY + days - 1,
  }
}

/** The market of a generated ledger in the engine's columns. */
export function marketOfWorld(generated: GeneratedWorld): Market {
  const { ledger, lastDay, pivot } = generated
  return {
    pivot,
    prices: new Map(
      ledger.instruments
        .filter(instrument => (generated.quotes.get(instrument.id) ?? []).length > 0)
        .map(instrument => [
          instrument.id,
          priceSeries(generated.quotes.get(instrument.id) ?? [], lastDay, {
            splits: instrument.splits ?? [],
          }),
        ]),
    ),
    rates: new Map([...generated.rates].map(([currency, list]) => [currency, rateSeries(list, lastDay)])),
  }
}
