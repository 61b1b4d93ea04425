import type { Filter } from '@plumbline/contract'
import { buildSnapshot, type Quote, toIsoDate } from '@plumbline/engine'
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
  hasAllPrices: boolean
}

function drawCase(seed: number): Case {
  const random = createRandom(seed)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const days = 10 + Math.floor(random() * 40)
  const world = generateWorld({ seed, days, transactions: 26, isTimed: true, hasGaps: false })
  const drop = (from: ReadonlyMap<string, readonly Quote[]>, share: number) =>
    new Map([...from].filter(() => random() >= share))
  const hasAllPrices = random() < 0.6
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
  return {
    name: `ledger ${seed} in ${currency}`,
    gap: openTestPortfolio(snapshotWith(market), currency),
    // No currency of the ledger is SGD, so any other one shows which figures are 0.
    full: openTestPortfolio(snapshotWith(world), currency === 'SGD' ? 'CHF' : currency),
    // The period of a request is a string or null by its schema.
    filter: { settings: { period }, filters } as unknown as Filter,
    // A forward without quotes is priced at the rate of its currencies, else at the price it was entered at.
    hasAllPrices: hasAllPrices && (world.quotes.get('i10') ?? []).length > 0,
  }
}

const plain = (reply: unknown) => JSON.parse(JSON.stringify(reply ?? null))

describe('figures of ledgers without some prices and rates', () => {
  const cases = Array.from({ length: ledgers }, (_, place) => drawCase(place * 7919 + 11))

  it.each(figureCalls)(
    'of %s are null where their inputs are missing, add up and keep their sign',
    (_, run) => {
      const found: string[] = []
      for (const { name, gap, full, filter, hasAllPrices } of cases) {
        const reply = plain(run(gap, filter))
        const problems = [
          // A price stated by a transaction replaces a quote, so that a P/L can be 0 without quotes.
          ...(hasAllPrices ? findZeros(reply, plain(run(full, filter))) : []),
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
