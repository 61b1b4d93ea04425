import type { Filter } from '@plumbline/contract'
import { buildSnapshot, type PortfolioSnapshot, type Quote, toIsoDate } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
} from '../../../../../packages/engine/test/random/random-ledger.ts'
import type { Portfolio } from '../../queries/query.ts'
import { openTestPortfolio } from '../test-portfolio.ts'
import { findSignErrors, findUnexplained, findWrongSums, findZeros } from './compare-replies.ts'
import { figureCalls } from './figure-calls.ts'

const ledgers = Number(process.env.MISSING_FIGURES_LEDGERS ?? 40)

/** Mulberry32: the same seed gives the same numbers. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

interface Case {
  name: string
  gap: Portfolio
  /** The same ledger with all prices and rates. */
  full: Portfolio
  filter: Filter
}

/**
 * The quotes of `world` where `snapshot` has no price, and the prices that it takes from transactions where it has one:
 * such a price is an input, so that a P/L of 0 between two equal ones is true.
 */
function completeQuotes(world: GeneratedWorld, snapshot: PortfolioSnapshot): Map<string, readonly Quote[]> {
  return new Map(
    [...world.quotes].map(([id, quotes]) => {
      const prices = snapshot.prices[snapshot.instruments.findIndex(instrument => instrument.id === id)]
      if (!prices || prices.firstDay > snapshot.lastDay) return [id, quotes]
      const stated = [...(prices.quoted ?? prices.values)].map(
        (price, place): Quote => [prices.firstDay + place, price],
      )
      return [id, [...quotes.filter(([day]) => day < prices.firstDay), ...stated]]
    }),
  )
}

/**
 * Keeps the quotes of instruments with transactions before any price, and of underlyings: what arrives without a value
 * enters at its first close with a cost of 0, and an exercise without a close of the shares realizes nothing for them.
 */
function keepUnpriced(
  world: GeneratedWorld,
  market: GeneratedWorld,
  { prices, instruments }: PortfolioSnapshot,
): GeneratedWorld {
  const quotes = new Map(market.quotes)
  for (const { instrument: id, day } of world.ledger.transactions) {
    const firstDay = prices[instruments.findIndex(each => each.id === id)]?.firstDay
    const own = world.quotes.get(id ?? '')
    if (own && firstDay !== undefined && firstDay > day) quotes.set(id ?? '', own)
  }
  for (const { underlying: id } of world.ledger.instruments) {
    const own = world.quotes.get(id ?? '')
    if (own) quotes.set(id ?? '', own)
  }
  return { ...market, quotes }
}

function drawCase(seed: number): Case {
  const random = createRandom(seed)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const days = 10 + Math.floor(random() * 40)
  const world = generateWorld({ seed, days, transactions: 26, isTimed: true, hasGaps: false })
  const drop = (from: ReadonlyMap<string, readonly Quote[]>, share: number) =>
    new Map([...from].filter(() => random() >= share))
  const hasAllPrices = random() < 0.5
  const market = {
    ...world,
    rates: drop(world.rates, 0.5),
    quotes: hasAllPrices ? world.quotes : drop(world.quotes, 0.4),
  }
  const currency = pick(['CHF', 'EUR', 'USD', 'SGD'])
  const from = world.firstDay + Math.floor(random() * days)
  const period =
    random() < 0.5
      ? { name: 'all', start_date: null, end_date: null }
      : { name: null, start_date: toIsoDate(from), end_date: toIsoDate(world.lastDay) }
  const filters = random() < 0.4 ? { filter_currency: [pick(['CHF', 'EUR', 'USD'])] } : {}
  // The sectors of generated ledgers are none of the contract's.
  const instruments = world.ledger.instruments.map(instrument => ({ ...instrument, sector: null }))
  const ledger = { ...world.ledger, instruments }
  const snapshotWith = (changed: GeneratedWorld) =>
    buildSnapshot(ledger, generatedMarket(changed), world.lastDay)
  const gap = snapshotWith(keepUnpriced(world, market, snapshotWith(market)))
  return {
    name: `ledger ${seed} in ${currency}`,
    gap: openTestPortfolio(gap, currency),
    // No currency of the ledger is SGD, so any other one shows which figures are 0.
    full: openTestPortfolio(
      snapshotWith({ ...world, quotes: completeQuotes(world, gap) }),
      currency === 'SGD' ? 'CHF' : currency,
    ),
    // The period of a request is a string or null by its schema.
    filter: { settings: { period }, filters } as unknown as Filter,
  }
}

const plain = (reply: unknown) => JSON.parse(JSON.stringify(reply ?? null))

describe('figures of ledgers without some prices and rates', () => {
  const cases = Array.from({ length: ledgers }, (_, place) => drawCase(place * 7919 + 11))

  it.each(figureCalls)(
    'of %s are null where their inputs are missing, add up and keep their sign',
    (_, run) => {
      const found: string[] = []
      for (const { name, gap, full, filter } of cases) {
        const reply = plain(run(gap, filter))
        const problems = [
          ...findZeros(reply, plain(run(full, filter))),
          ...findUnexplained(reply),
          ...findWrongSums(reply),
          ...findSignErrors(reply),
        ]
        found.push(...problems.map(problem => `${name}: ${problem}`))
      }
      expect(found.slice(0, 10)).toEqual([])
    },
  )
})
