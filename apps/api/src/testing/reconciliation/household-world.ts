import {
  type Instrument,
  type Market,
  priceSeries,
  type Quote,
  rateSeries,
  type Transaction,
} from '@plumbline/engine'
import type { StatementWorld } from './reconcile-world.ts'

export type Random = () => number

const firstDay = 20_000
const days = 120
/** The last days are for what is posted late. */
const daysAfter = 12

const pick = <Value>(random: Random, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value
const between = (random: Random, low: number, high: number) => low + Math.floor(random() * (high - low + 1))
const cents = (value: number) => Math.round(value * 100) / 100

const currencies = ['CHF', 'EUR', 'USD'] as const

function drawInstruments(random: Random): Instrument[] {
  const kinds = ['equity', 'equity', 'equity', 'equity', 'etf', 'fund', 'bond', 'bond', 'crypto'] as const
  return kinds.map((type, place) => ({
    id: `i${place}`,
    name: `${type} ${place}`,
    type,
    currency: pick(random, currencies),
    ...(type === 'bond' && {
      contractSize: 0.01,
      coupons: {
        coupon: between(random, 1, 5) / 100,
        perYear: pick(random, [1, 2]),
        dayCount: '30E/360' as const,
        maturity: firstDay + days + between(random, 200, 1500),
      },
    }),
  }))
}

function drawWalk(random: Random, start: number): Quote[] {
  let value = start
  return Array.from({ length: days + 10 }, (_, place): Quote => {
    value = Math.max(1, value * (1 + (random() - 0.5) * 0.03))
    return [firstDay - 10 + place, cents(value)]
  }).filter(([day]) => ![0, 6].includes((day + 4) % 7))
}

/** Divides the quotes from a day on, as the market does after a split. */
function splitQuotes(quotes: Quote[], day: number, ratio: number): Quote[] {
  return quotes.map(([at, value]): Quote => [at, at >= day ? cents(value / ratio) : value])
}

interface Household {
  world: StatementWorld
  transactions: Transaction[]
}

/** A private account with trades, income, charges, payments, conversions and splits over four months. */
export function drawHousehold(random: Random): Household {
  const instruments = drawInstruments(random)
  const quotes = new Map(
    instruments.map(each => [
      each.id,
      drawWalk(random, each.type === 'bond' ? 98 : between(random, 15, 400)),
    ]),
  )
  const rates = new Map<string, Quote[]>([
    ['EUR', [[firstDay - 10, 0.94]]],
    ['USD', [[firstDay - 10, 0.87]]],
  ])
  const transactions: Transaction[] = []
  const held = new Map<string, number>()
  const add = (type: Transaction['type'], day: number, facts: Partial<Transaction>) =>
    transactions.push({ id: `t${transactions.length}`, account: 'a', type, day: firstDay + day, ...facts })
  for (const currency of currencies) add('deposit', 0, { currency, amount: between(random, 80, 300) * 1000 })
  const splitDay = between(random, 70, 100)
  const split = instruments[between(random, 0, 3)] as Instrument
  const splitRatio = pick(random, [2, 3, 4, 5, 10])
  quotes.set(split.id, splitQuotes(quotes.get(split.id) ?? [], firstDay + splitDay, splitRatio))
  for (let day = 1; day < days - daysAfter; day += 1) {
    if (day === splitDay) {
      add('split', day, { instrument: split.id, numerator: splitRatio, denominator: 1 })
      held.set(split.id, (held.get(split.id) ?? 0) * splitRatio)
    }
    if (random() < 0.45) addRandom(random, { day, instruments, quotes, held, add })
  }
  const market: Market = {
    pivot: 'CHF',
    prices: new Map(instruments.map(({ id }) => [id, priceSeries(quotes.get(id) ?? [], firstDay + days)])),
    rates: new Map([...rates].map(([currency, list]) => [currency, rateSeries(list, firstDay + days)])),
  }
  const account = { id: 'a', custodian: 'bank', shortsAllowed: true }
  const world: StatementWorld = {
    ledger: { accounts: [account], instruments, transactions },
    market,
    lastDay: firstDay + days,
    account: 'a',
    currency: 'CHF',
    day: firstDay + days - daysAfter,
    previousDay: firstDay + days - daysAfter - 30,
  }
  return { world, transactions }
}

interface Draft {
  day: number
  instruments: readonly Instrument[]
  quotes: ReadonlyMap<string, readonly Quote[]>
  held: Map<string, number>
  add(type: Transaction['type'], day: number, facts: Partial<Transaction>): void
}

function addRandom(random: Random, { day, instruments, quotes, held, add }: Draft): void {
  const kind = random()
  const instrument = pick(random, instruments)
  const close = quotes.get(instrument.id)?.findLast(([at]) => at <= firstDay + day)?.[1] ?? 50
  const owned = held.get(instrument.id) ?? 0
  const currency = pick(random, currencies)
  if (kind < 0.55) {
    const isBond = instrument.type === 'bond'
    const size = isBond ? 1000 * between(random, 1, 20) : between(random, 1, 120)
    const isSale = owned > 0 && random() < 0.4
    const quantity = isSale ? -Math.min(owned, size) : size
    const price = random() < 0.5 ? close : cents(close * (0.985 + random() * 0.03))
    const fees = random() < 0.8 ? cents(5 + random() * 60) : 0
    const taxes = random() < 0.2 ? cents(random() * 9) : 0
    const accrued = isBond ? cents(Math.abs(quantity) * 0.01 * random()) : undefined
    add('trade', day, {
      instrument: instrument.id,
      quantity,
      price,
      fees,
      taxes,
      ...(accrued && { accrued }),
    })
    held.set(instrument.id, owned + quantity)
  } else if (kind < 0.68 && owned > 0 && instrument.type !== 'crypto') {
    const amount = cents(owned * close * (instrument.contractSize ?? 1) * (0.004 + random() * 0.02))
    if (instrument.type === 'bond') add('coupon', day, { instrument: instrument.id, amount })
    else
      add('dividend', day, {
        instrument: instrument.id,
        amount,
        taxes: pick(random, [0, cents(amount * 0.35)]),
      })
  } else if (kind < 0.78) add('fees_cash', day, { currency, amount: cents(10 + random() * 180) })
  else if (kind < 0.82) add('interest', day, { currency, amount: cents(1 + random() * 60) })
  else if (kind < 0.86) add('tax', day, { currency, amount: cents(5 + random() * 90) })
  else if (kind < 0.91) add('deposit', day, { currency, amount: 500 * between(random, 1, 60) })
  else if (kind < 0.95) add('withdrawal', day, { currency, amount: 500 * between(random, 1, 20) })
  else if (currency !== 'CHF') {
    const amount = cents(500 + random() * 9000)
    const rate = { EUR: 0.94, USD: 0.87 }[currency] * (0.985 + random() * 0.012)
    add('fx', day, { currency, amount, counterCurrency: 'CHF', counterAmount: cents(amount * rate) })
  }
}
