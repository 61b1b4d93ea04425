import { currencyDigits, eventTypes, heldTypes } from '@plumbline/contract'
import { type Day, isWeekend, parseDay, STALE_AFTER_DAYS } from '@plumbline/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { generateWorld, type World } from './world.ts'

let world: World
/** Current holdings of all accounts. */
let held: Set<string>

beforeAll(() => {
  world = generateWorld(parseDay('2026-11-13'))
  held = heldInstruments()
})

/** The check of ISO 6166 by hand: from the right every other digit doubled, and the sum a multiple of ten. */
function isValidIsin(isin: string): boolean {
  const digits = [...isin].flatMap(letter => [...String(Number.parseInt(letter, 36))].map(Number)).reverse()
  const sum = digits.reduce((total, digit, place) => {
    const value = place % 2 === 1 ? digit * 2 : digit
    return total + Math.floor(value / 10) + (value % 10)
  }, 0)
  return /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) && sum % 10 === 0
}

function closeOn(instrument: string, day: Day): number {
  const column = world.prices.find(({ of }) => of === instrument)
  return column?.values[column.days.indexOf(day)] ?? Number.NaN
}

describe('the content of the demo world', () => {
  it('has enough families, accounts, custodians and base currencies', () => {
    const banked = world.accounts.filter(({ custodian }) => custodian !== 'manual')
    expect(world.families.length).toBeGreaterThanOrEqual(3)
    expect(banked.length).toBeGreaterThanOrEqual(9)
    expect(world.accounts.length - banked.length).toBeGreaterThanOrEqual(2)
    expect(new Set(banked.map(({ custodian }) => custodian)).size).toBeGreaterThanOrEqual(6)
    expect(new Set(world.accounts.map(({ base }) => base)).size).toBe(4)
    expect(world.people.find(({ username }) => username === 'adviser')?.looksAfter).toHaveLength(2)
  })

  it('has instruments of every type except cash, with valid ISINs', () => {
    expect(world.instruments.length).toBeGreaterThanOrEqual(140)
    const types = new Set<string>(world.instruments.map(({ type }) => type))
    expect(heldTypes.filter(type => !types.has(type))).toEqual(['cash'])
    const isins = world.instruments.flatMap(({ isin }) => isin ?? [])
    expect(isins.length).toBeGreaterThan(80)
    expect(isins.filter(isin => !isValidIsin(isin))).toEqual([])
    expect(new Set(isins).size).toBe(isins.length)
    expect(isValidIsin('CH0038863350')).toBe(true)
    expect(isValidIsin('CH0038863351')).toBe(false)
  })

  it('has ten years of closes and rates, none of them on a weekend', () => {
    const first = Math.min(...world.prices.flatMap(({ days }) => days[0] ?? Number.POSITIVE_INFINITY))
    expect(world.asOf - first).toBeGreaterThan(3650)
    for (const { days, values } of [...world.prices, ...world.rates]) {
      expect(days.some(isWeekend)).toBe(false)
      expect(values.some(value => !(value >= 0))).toBe(false)
    }
    expect(world.prices.reduce((sum, { days }) => sum + days.length, 0)).toBeGreaterThan(200_000)
    for (const { days } of world.rates) expect(days.at(-1)).toBe(world.asOf)
  })

  it('has one stale price among the holdings', () => {
    const ended = new Set(
      world.instruments.flatMap(({ key, expiration, lastQuote }) =>
        (expiration ?? lastQuote === null) ? [] : [key],
      ),
    )
    const old = world.prices.filter(({ days }) => world.asOf - (days.at(-1) ?? 0) > STALE_AFTER_DAYS)
    const stale = old.filter(({ of }) => ended.has(of) && held.has(of))
    expect(stale.map(({ of }) => of)).toEqual(['HELV'])
  })

  it('lets bonds end at par and options at their intrinsic value', () => {
    for (const { key, type, path, expiration } of world.instruments) {
      if (expiration === null || expiration > world.asOf) continue
      if (type === 'bond' || type === 'structured_product')
        expect(closeOn(key, expiration)).toBeCloseTo(100, 6)
      if (path.kind !== 'option') continue
      const direction = path.right === 'call' ? 1 : -1
      const inTheMoney = direction * (closeOn(path.underlying, expiration) - path.strike)
      expect(closeOn(key, expiration)).toBeCloseTo(Math.max(0, inTheMoney), 2)
    }
  })

  it('posts about six thousand transactions of every type in use', () => {
    expect(world.transactions.length).toBeGreaterThan(6_000)
    expect(world.transactions.length).toBeLessThan(8_000)
    const kinds = new Set<string>(world.transactions.map(({ type }) => type))
    const wanted =
      'trade redemption exercise assignment expiry variation_margin dividend coupon interest other_income deposit ' +
      'withdrawal fees_cash trailer_fees tax fx split spin_off merger transfer_in transfer_out valuation ' +
      'capital_call distribution'
    expect(wanted.split(' ').filter(type => !kinds.has(type))).toEqual([])
  })

  it('covers the cases that an engine has to get right', () => {
    const has = (test: (transaction: World['transactions'][number]) => boolean) =>
      world.transactions.some(test)
    const typeOf = new Map(world.instruments.map(({ key, type }) => [key, type]))
    expect(has(({ type, taxes }) => type === 'dividend' && Number(taxes) > 0)).toBe(true)
    expect(
      has(({ accrued, instrument }) => Number(accrued) > 0 && typeOf.get(instrument ?? '') === 'bond'),
    ).toBe(true)
    expect(has(({ type, rate }) => type === 'trade' && rate !== null)).toBe(true)
    expect(has(({ lots }) => lots !== null)).toBe(true)
    expect(has(({ instrument, quantity }) => instrument === 'VOLT' && Number(quantity) < 0)).toBe(true)
    expect(has(({ instrument, quantity }) => instrument === 'MORTGAGE' && Number(quantity) < 0)).toBe(true)
    const trips = roundTrips()
    expect(trips.filter(({ count }) => count > 1).length).toBeGreaterThan(4)
    expect(trips.filter(({ closed }) => closed > 0).length).toBeGreaterThan(40)
    expect(trips.filter(({ partials }) => partials > 0).length).toBeGreaterThan(40)
  })

  it('has events of every type for the next year, most of them for holdings', () => {
    const ahead = world.events.filter(({ day }) => day > world.asOf)
    expect(eventTypes.filter(type => !ahead.some(event => event.type === type))).toEqual([])
    expect(Math.max(...ahead.map(({ day }) => day)) - world.asOf).toBeLessThanOrEqual(340)
    expect(ahead.filter(({ instrument }) => held.has(instrument)).length).toBeGreaterThan(200)
  })

  it('has one failed data source, one without data, and healthy others', () => {
    const latest = world.integrations.map(
      ({ key }) => world.runs.filter(({ integration }) => integration === key).at(-1)?.status,
    )
    expect(latest.filter(status => status === 'failed')).toHaveLength(1)
    expect(latest.filter(status => status === 'no_data')).toHaveLength(1)
    expect(latest.filter(status => status === 'success')).toHaveLength(latest.length - 2)
    expect(new Set(world.runs.map(({ integration, startedAt }) => integration + startedAt)).size).toBe(
      world.runs.length,
    )
  })

  it('watches prices that are close to their targets, and refers to positions that exist', () => {
    const distances = world.tools.tickers.flatMap(({ instrument, targets }) =>
      targets
        .filter(({ reachedAt }) => reachedAt === null)
        .map(({ price, direction }) => {
          const distance = Number(price) / closeOn(instrument, world.asOf) - 1
          expect(Math.sign(distance)).toBe(direction === 'above' ? 1 : -1)
          return Math.abs(distance)
        }),
    )
    expect(distances.filter(distance => distance < 0.06).length).toBeGreaterThan(5)
    const transactions = new Set(world.transactions.map(({ id }) => id))
    const { strategies, links } = world.tools
    const used = [
      ...strategies.flatMap(({ positions }) => positions),
      ...links.flatMap(link => [link.position, link.linked]),
    ]
    expect(used.filter(id => !transactions.has(id))).toEqual([])
    expect(strategies.every(({ positions }) => positions.length > 2)).toBe(true)
    expect(links).toHaveLength(6)
  })

  it('writes every amount with the digits of its currency and no more', () => {
    const currencies = new Map(world.instruments.map(({ key, currency }) => [key, currency]))
    const wrong = world.transactions.filter(transaction => {
      const own = currencies.get(transaction.instrument ?? '') ?? transaction.currency
      const amounts: readonly (readonly [string | null, string | null])[] = [
        [transaction.amount, own],
        [transaction.accrued, own],
        [transaction.net, transaction.currency],
        [transaction.fees, transaction.currency],
        [transaction.taxes, transaction.currency],
        [transaction.counterAmount, transaction.counterCurrency],
      ]
      return amounts.some(([text, currency]) => {
        if (text === null || currency === null) return false
        return !/^-?\d+(\.\d+)?$/.test(text) || (text.split('.')[1]?.length ?? 0) > currencyDigits(currency)
      })
    })
    expect(wrong).toEqual([])
    const prices = world.transactions.flatMap(({ price }) => price ?? [])
    expect(prices.filter(price => !/^\d+(\.\d{1,6})?$/.test(price))).toEqual([])
  })
})

function heldInstruments(): Set<string> {
  return new Set(
    [...quantities()].flatMap(([key, quantity]) =>
      Math.abs(quantity) > 1e-9 ? [key.split(' ')[1] ?? ''] : [],
    ),
  )
}

const noHolding = new Set(['valuation', 'dividend', 'coupon', 'interest', 'fees_cash', 'other_income'])

function quantities(): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { account, instrument, quantity, type } of world.transactions)
    if (instrument && quantity && !noHolding.has(type))
      sums.set(`${account} ${instrument}`, (sums.get(`${account} ${instrument}`) ?? 0) + Number(quantity))
  return sums
}

/** Per account and instrument: how often it was opened, closed, and reduced without closing. */
function roundTrips(): { count: number; closed: number; partials: number }[] {
  const trips = new Map<string, { quantity: number; count: number; closed: number; partials: number }>()
  for (const { account, instrument, quantity, type } of world.transactions) {
    if (!instrument || !quantity || noHolding.has(type)) continue
    const trip = trips.get(`${account} ${instrument}`) ?? { quantity: 0, count: 0, closed: 0, partials: 0 }
    trips.set(`${account} ${instrument}`, trip)
    const after = trip.quantity + Number(quantity)
    if (Math.abs(trip.quantity) < 1e-9) trip.count += 1
    else if (Math.abs(after) < 1e-9) trip.closed += 1
    else if (Math.abs(after) < Math.abs(trip.quantity)) trip.partials += 1
    trip.quantity = after
  }
  return [...trips.values()]
}
