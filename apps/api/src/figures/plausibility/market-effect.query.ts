import {
  closeOn,
  crossRate,
  currencyUnit,
  type DailySeries,
  type DatedPrice,
  findPositionValue,
  lastPrice,
  parseDay,
  toIsoDate,
  unitsOn,
} from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { netAssetValue, readScope } from '../../queries/query-scope.ts'

/** A price or rate that someone types, or that takes the place of a deleted one; null if nothing does. */
export type MarketChange =
  /** In the currency of the instrument, or in its unit for what is quoted in pence. */
  | { kind: 'price'; instrument: string; date: string; price: number | null }
  /** In the currency of the market's rates. */
  | { kind: 'rate'; currency: string; date: string; rate: number | null }

/** What a price or rate does to the net asset value of a family. */
export interface MarketEffect {
  family: string
  currency: string
  before: number | null
  after: number | null
  /** The price that the family's figures use so far, in the unit of the change; null for rates and without one. */
  last: { date: string; price: number } | null
}

export const marketEffectQuery = defineQuery(
  'marketEffect',
  (portfolio, change: MarketChange, filter): MarketEffect => {
    const scope = readScope(portfolio, filter)
    const nav = netAssetValue(portfolio, scope)
    const gain = change.kind === 'price' ? priceGain(portfolio, change) : rateGain(portfolio, change)
    const before = known(nav)
    return {
      family: portfolio.view.family?.name ?? '',
      currency: scope.currency,
      before,
      after: before === null ? null : known(before + gain(scope.currency)),
      last: change.kind === 'price' ? findLast(portfolio, change) : null,
    }
  },
)

const known = (amount: number | null): number | null => (Number.isFinite(amount) ? amount : null)

type PriceChange = Extract<MarketChange, { kind: 'price' }>
type RateChange = Extract<MarketChange, { kind: 'rate' }>

const findInstrument = ({ snapshot }: Portfolio, { instrument }: PriceChange): number =>
  snapshot.instruments.findIndex(({ id }) => id === instrument)

/** Only the latest quote counts on the last day. */
function isLatest(quoteDays: Int32Array | undefined, date: string): boolean {
  const last = quoteDays?.at(-1)
  return last === undefined || last <= parseDay(date)
}

/** The last price before the day, or the one that transactions state up to that day. */
function findLast(portfolio: Portfolio, change: PriceChange): MarketEffect['last'] {
  const index = findInstrument(portfolio, change)
  const { prices, instruments, lastDay } = portfolio.snapshot
  const day = parseDay(change.date)
  const stated = closeOn(prices[index], Math.min(day, lastDay))
  const found: DatedPrice | null =
    lastPrice(prices[index], day) ?? (Number.isFinite(stated) ? { day, price: stated } : null)
  if (found === null) return null
  const { factor } = currencyUnit(instruments[index]?.currency ?? '')
  return { date: toIsoDate(found.day), price: found.price * factor }
}

type Gain = (currency: string) => number

/**
 * units x (new price - price so far) x rate. What had no value so far is no part of the net asset value, so that its
 * first one is expected to add to it.
 */
function priceGain(portfolio: Portfolio, change: PriceChange): Gain {
  const { snapshot, view } = portfolio
  const index = findInstrument(portfolio, change)
  const instrument = snapshot.instruments[index]
  const prices = snapshot.prices[index]
  if (!instrument || !isLatest(prices?.quoteDays, change.date)) return () => 0
  // Without any price the one of a transaction counts, which nobody typed.
  if (change.price === null) return () => Number.NaN
  const price = change.price / currencyUnit(instrument.currency).factor
  const last = lastPrice(prices, view.asOf, true)?.price ?? closeOn(prices, view.asOf)
  const rise = price - last
  return currency =>
    sumPositions(portfolio, position => {
      if (snapshot.positions.instrument[position] !== index) return 0
      return unitsOn(snapshot, position, view.asOf) * rise * rateIn(portfolio, position, currency)
    })
}

/** value in its own currency x (new rate - rate so far). What can no longer be converted leaves the total. */
function rateGain(portfolio: Portfolio, change: RateChange): Gain {
  const { snapshot, view } = portfolio
  const series = snapshot.rates.get(change.currency)
  if (!isLatest(series?.quoteDays, change.date)) return () => 0
  const rates = new Map(snapshot.rates)
  if (change.rate === null) rates.delete(change.currency)
  else rates.set(change.currency, constantRate(view.asOf, change.rate))
  return currency => {
    const { original } = portfolio.viewsIn(currency)
    return sumPositions(portfolio, position => {
      const value = findPositionValue(snapshot, original, position, view.asOf) ?? 0
      if (value === 0) return 0
      const before = rateIn(portfolio, position, currency)
      const after = rateIn(portfolio, position, currency, rates)
      return value * ((Number.isFinite(after) ? after : 0) - before)
    })
  }
}

const constantRate = (day: number, rate: number): DailySeries => ({
  firstDay: day,
  values: new Float64Array([rate]),
  quoteDays: new Int32Array([day]),
})

function rateIn(
  { snapshot, view }: Portfolio,
  position: number,
  currency: string,
  rates: ReadonlyMap<string, DailySeries> = snapshot.rates,
): number {
  const own = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
  return crossRate({ pivot: snapshot.pivot, rates, prices: new Map() }, own, currency, view.asOf)
}

/** The sum over the positions that the caller sees. Unknown parts count as nothing. */
function sumPositions({ snapshot, view }: Portfolio, read: (position: number) => number): number {
  const seen = new Set(view.accounts)
  let sum = 0
  for (let position = 0; position < snapshot.positions.count; position += 1) {
    const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? ''
    const part = seen.has(account) ? read(position) : 0
    if (Number.isFinite(part)) sum += part
  }
  return sum
}
