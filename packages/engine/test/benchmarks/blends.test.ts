import { describe, expect, it } from 'vitest'
import {
  blendReturnBetween,
  dateParts,
  findMissingReturns,
  findStaleQuote,
  type Market,
  parseDay,
  priceSeries,
  REBALANCING_RULES,
  rateSeries,
  toIsoDate,
} from '../../src/index.ts'
import { createRandom } from '../random/draws.ts'
import type { DatedValue } from '../world.ts'
import { type BlendSpec, blendOfMarket, blendOfWorld } from './world-blend.ts'

const first = parseDay('2023-12-20')
const last = parseDay('2025-03-10')
const start = parseDay('2024-01-01')

/** Two components in two currencies, with prices and rates that walk at random. */
function randomMarket(seed: number): Market {
  const draw = createRandom(seed)
  const walk = (begin: number) => {
    let value = begin
    return Array.from({ length: last - first + 1 }, (_, index) => {
      value *= 0.99 + draw(2001) / 100_000
      return [first + index, value] as const
    })
  }
  return {
    pivot: 'USD',
    prices: new Map([
      ['A', priceSeries(walk(100), last)],
      ['B', priceSeries(walk(40), last)],
    ]),
    rates: new Map([
      ['CHF', rateSeries(walk(1.1), last)],
      ['EUR', rateSeries(walk(1.05), last)],
    ]),
  }
}

const specOf = (rebalancing: BlendSpec['rebalancing']): BlendSpec => ({
  rebalancing,
  weights: [
    ['2024-01-01', { A: 6000, B: 4000 }],
    ['2024-08-15', { A: 3000, B: 7000 }],
  ],
  currencies: { A: 'EUR', B: 'CHF' },
})

/** The level of a blend, with units that are bought and held: an independent computation. */
function holdUnits(spec: BlendSpec, market: Market, to: number): number {
  const value = (id: string, day: number) => {
    const rate = (code: string) => market.rates.get(code)?.values[day - first] ?? Number.NaN
    const close = market.prices.get(id)?.values[day - first] ?? Number.NaN
    return (close * rate(spec.currencies?.[id] ?? '')) / rate('CHF')
  }
  let level = 1
  let units: [string, number][] = []
  for (let day = start - 1; day < to; day += 1) {
    const next = dateParts(day + 1)
    const weights = spec.weights.findLast(([from]) => parseDay(from) <= day + 1)?.[1] ?? {}
    const months = { daily: 0, monthly: 1, quarterly: 3, yearly: 12, never: 99 }[spec.rebalancing]
    const isDue = months === 0 || (months < 99 && next.dayOfMonth === 1 && (next.month - 1) % months === 0)
    const isNew = spec.weights.some(([from]) => parseDay(from) === day + 1)
    if (units.length > 0) level = units.reduce((sum, [id, count]) => sum + count * value(id, day), 0)
    if (isDue || isNew)
      units = Object.entries(weights).map(([id, bps]) => [id, (level * bps) / 10_000 / value(id, day)])
  }
  return units.reduce((sum, [id, count]) => sum + count * value(id, to), 0)
}

describe('the returns of a blend', () => {
  it.each(REBALANCING_RULES)('equal those of units bought and held, rebalanced %s', rule => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const market = randomMarket(seed)
      const blend = blendOfMarket(specOf(rule), market, 'CHF', last)
      const found = blendReturnBetween(blend, start - 1, last)
      expect(found).toBeCloseTo(holdUnits(specOf(rule), market, last) - 1, 12)
    }
  })

  it.each(REBALANCING_RULES)('chain from any day to any other, rebalanced %s', rule => {
    const blend = blendOfMarket(specOf(rule), randomMarket(7), 'CHF', last)
    const draw = createRandom(11)
    for (let count = 0; count < 200; count += 1) {
      const [a = 0, b = 0, c = 0] = [0, 0, 0]
        .map(() => start - 1 + draw(last - start + 2))
        .toSorted((x, y) => x - y)
      const part = (from: number, to: number) => 1 + (blendReturnBetween(blend, from, to) ?? Number.NaN)
      expect(part(a, b) * part(b, c)).toBeCloseTo(part(a, c), 12)
    }
  })

  it('do not depend on the last day', () => {
    const market = randomMarket(3)
    const whole = blendOfMarket(specOf('quarterly'), market, 'CHF', last)
    const short = blendOfMarket(specOf('quarterly'), market, 'CHF', last - 100)
    expect(short.returns).toEqual(whole.returns.subarray(0, short.returns.length))
  })

  it('split into the part of the price and that of the rate', () => {
    const prices: Record<string, DatedValue[]> = {
      X: [
        ['2024-01-01', 100],
        ['2024-01-02', 110],
      ],
    }
    const rates: Record<string, DatedValue[]> = {
      USD: [
        ['2024-01-01', 0.9],
        ['2024-01-02', 0.99],
      ],
    }
    const blend = blendOfWorld(
      { rebalancing: 'never', weights: [['2024-01-02', { X: 10_000 }]], currencies: { X: 'USD' } },
      { asOf: '2024-01-02', transactions: [], prices, rates },
    )
    expect(blend.components[0]?.rate[1]).toBeCloseTo(0.1, 12)
    expect(blend.components[0]?.price[1]).toBeCloseTo(0.11, 12)
    expect(blend.returns[1]).toBeCloseTo(0.21, 12)
  })

  it('reinvest distributions on their ex-date and follow splits', () => {
    const prices: Record<string, DatedValue[]> = {
      X: [
        ['2024-01-01', 100],
        ['2024-01-02', 98],
        ['2024-01-03', 49],
      ],
    }
    const given = {
      asOf: '2024-01-03',
      transactions: [],
      prices,
      instruments: [{ id: 'X', splits: [{ day: parseDay('2024-01-03'), numerator: '2', denominator: '1' }] }],
    }
    const spec: BlendSpec = { rebalancing: 'never', weights: [['2024-01-02', { X: 10_000 }]] }
    const total = blendOfWorld({ ...spec, distributions: { X: [['2024-01-02', 4]] } }, given)
    expect(blendReturnBetween(total, total.firstDay, parseDay('2024-01-03'))).toBeCloseTo(0.02, 12)
    const price = blendOfWorld(spec, given)
    expect(blendReturnBetween(price, price.firstDay, parseDay('2024-01-03'))).toBeCloseTo(-0.02, 12)
  })
})

describe('missing and stale prices of a blend', () => {
  const given = {
    asOf: '2024-03-31',
    transactions: [],
    prices: {
      A: [
        ['2023-12-29', 10],
        ['2024-03-29', 11],
      ],
      B: [['2024-02-05', 20]],
    } as Record<string, DatedValue[]>,
  }
  const spec: BlendSpec = { rebalancing: 'monthly', weights: [['2024-01-01', { A: 5000, B: 5000 }]] }
  const blend = blendOfWorld(spec, given)

  it('leave a period without a return, with the component and its first day', () => {
    expect(blendReturnBetween(blend, parseDay('2023-12-31'), parseDay('2024-03-31'))).toBeNull()
    const period = { from: parseDay('2024-01-01'), to: parseDay('2024-03-31') }
    expect(findMissingReturns(blend, period)).toEqual([
      { reason: 'no_price', component: 1, knownFrom: parseDay('2024-02-05') },
    ])
    const before = { from: parseDay('2023-12-01'), to: parseDay('2023-12-20') }
    expect(findMissingReturns(blend, before)).toEqual([
      { reason: 'not_set', component: null, knownFrom: parseDay('2024-01-01') },
    ])
  })

  it('leave a later period with a return', () => {
    const open = parseDay('2024-02-29')
    expect(blendReturnBetween(blend, open, parseDay('2024-03-31'))).toBeCloseTo(0.05, 12)
    expect(findMissingReturns(blend, { from: open + 1, to: parseDay('2024-03-31') })).toEqual([])
  })

  it('name a missing rate', () => {
    const foreign = blendOfWorld({ ...spec, currencies: { A: 'USD' } }, given)
    expect(findMissingReturns(foreign, { from: open2, to: open2 + 5 })).toEqual([
      { reason: 'no_rate', component: 0, knownFrom: null },
    ])
  })

  it('flag the longest time that a quote was carried forward', () => {
    const [component] = blend.blend.components
    if (!component) throw new Error('no component')
    const stale = findStaleQuote(component, blend.target, parseDay('2024-01-01'), parseDay('2024-03-31'))
    expect(stale && { ...stale, since: toIsoDate(stale.since), until: toIsoDate(stale.until) }).toEqual({
      kind: 'price',
      since: '2023-12-29',
      until: '2024-03-28',
    })
    const quoted = findStaleQuote(component, blend.target, parseDay('2024-03-29'), parseDay('2024-03-31'))
    expect(quoted).toBeNull()
  })
})

const open2 = parseDay('2024-02-10')
