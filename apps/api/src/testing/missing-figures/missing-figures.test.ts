import type { Filter } from '@plumbline/contract'
import {
  buildSnapshot,
  type CurrencyViews,
  openCurrencyViews,
  type PortfolioSnapshot,
  type Quote,
  toIsoDate,
} from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
} from '../../../../../packages/engine/test/random/random-ledger.ts'
import { performanceQuery } from '../../features/overview/performance.query.ts'
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
      const place = snapshot.instruments.findIndex(instrument => instrument.id === id)
      const prices = snapshot.prices[place]
      if (!prices || prices.firstDay > snapshot.lastDay) return [id, quotes]
      const stated = [...(prices.quoted ?? prices.values)].map(
        (price, place): Quote => [prices.firstDay + place, price],
      )
      // A contract traded after its expiry has no later quote.
      const hasExpired =
        (snapshot.instruments[place]?.contractExpiration ?? Number.POSITIVE_INFINITY) < prices.firstDay
      return [id, hasExpired ? stated : [...quotes.filter(([day]) => day < prices.firstDay), ...stated]]
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

/**
 * Whether a missing rate decides what a position enters at: units that come from another currency, and positions that
 * enter at their first valued close, have a P/L of 0 until then.
 */
function entersByRate(
  { ledger, lastDay }: GeneratedWorld,
  { calculated }: CurrencyViews,
  { positions }: PortfolioSnapshot,
) {
  const currencies = new Map(ledger.instruments.map(({ id, currency }) => [id, currency]))
  const linked = Map.groupBy(
    ledger.transactions.filter(({ link }) => link !== undefined),
    ({ link }) => link,
  )
  const crosses = [...linked.values()].some(
    pair => new Set(pair.map(({ instrument }) => currencies.get(instrument ?? ''))).size > 1,
  )
  const enters = (day: number, place: number) => {
    const entryDay = calculated.entryDay[place] ?? 0
    return entryDay >= day && entryDay <= lastDay
  }
  return crosses || positions.openDay.some(enters)
}

function drawCase(seed: number): Case {
  const random = createRandom(seed)
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value
  const days = 10 + Math.floor(random() * 40)
  const world = generateWorld({ seed, days, transactions: 26, isTimed: true, hasGaps: false })
  const drop = (from: ReadonlyMap<string, readonly Quote[]>, share: number) =>
    new Map([...from].filter(() => random() >= share))
  const hasAllPrices = random() < 0.5
  /** Some series begin within the ledger. */
  const delay = (from: ReadonlyMap<string, readonly Quote[]>) =>
    new Map(
      [...from].map(([id, quotes]) => {
        const first = random() < 0.3 ? world.firstDay + Math.floor(random() * days) : Number.NEGATIVE_INFINITY
        return [id, quotes.filter(([day]) => day >= first)]
      }),
    )
  const market = {
    ...world,
    rates: delay(drop(world.rates, 0.4)),
    quotes: hasAllPrices ? world.quotes : delay(drop(world.quotes, 0.3)),
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
  const priced = keepUnpriced(world, market, snapshotWith(market))
  const some = snapshotWith(priced)
  const gap = entersByRate(world, openCurrencyViews(some, currency), some)
    ? snapshotWith({ ...priced, rates: world.rates })
    : some
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

/**
 * Whether a flow has another value than with all rates: a trade in a currency without a rate is worth what its
 * instrument is, so that its P/L of the day is 0.
 */
function hasMovedFlows({ gap, full, filter }: Case): boolean {
  const read = (portfolio: Portfolio) =>
    performanceQuery.compute(
      portfolio,
      { params: undefined, query: { series: 'daily' }, body: filter },
      undefined,
    ).data.daily_balance
  const others = new Map(read(full).map(({ date, net_cashflow: flow }) => [date, flow]))
  return read(gap).some(
    ({ date, net_cashflow: flow }) => Math.abs((flow ?? 0) - (others.get(date) ?? 0)) > 1e-6,
  )
}

const pnlPath = /pnl|parts\.|contribution|twr|rel:/

const plain = (reply: unknown) => JSON.parse(JSON.stringify(reply ?? null))

describe('figures of ledgers without some prices and rates', () => {
  const runSeed = Number(process.env.TEST_SEED)
  const cases = Array.from({ length: ledgers }, (_, place) => {
    const drawn = drawCase(runSeed * 10_007 + place)
    return { ...drawn, moved: hasMovedFlows(drawn) }
  })

  it.each(figureCalls)(
    'of %s are null where their inputs are missing, add up and keep their sign',
    (_, run) => {
      const found: string[] = []
      for (const { name, gap, full, filter, moved } of cases) {
        const reply = plain(run(gap, filter))
        const problems = [
          ...findZeros(reply, plain(run(full, filter))).filter(problem => !moved || !pnlPath.test(problem)),
          ...findUnexplained(reply),
          ...findWrongSums(reply),
          ...findSignErrors(reply),
        ]
        found.push(...problems.map(problem => `${name}: ${problem}`))
      }
      expect(found.slice(0, 10)).toEqual([])
    },
  )

  it('have the flows of the complete ledger where a P/L is missing and the flows are known', () => {
    let compared = 0
    for (const { name, gap, full, filter } of cases) {
      const read = (portfolio: Portfolio) =>
        performanceQuery.compute(
          portfolio,
          { params: undefined, query: { series: 'daily' }, body: filter },
          undefined,
        ).data
      const { events, postings } = gap.snapshot
      // Another price moves the flow of a delivery, whose value it is.
      const { posted } = full.snapshot.events
      const isSame = events.posted.every((amount, event) => Number.isNaN(amount) || amount === posted[event])
      if (gap.view.currency !== full.view.currency || !isSame) continue
      const { pnl, coverage, daily_balance: days } = read(gap)
      // What entered at its first value is no payment, and has no counterpart where nothing is missing.
      if (pnl.abs.total !== null || coverage.missing_before.length > 0) continue
      // Without a market rate a trade has the rate that it states.
      const stated = new Set(
        [...postings.day].filter((_, place) => !Number.isNaN(postings.perSettled[place])).map(toIsoDate),
      )
      const others = new Map(read(full).daily_balance.map(({ date, net_cashflow: flow }) => [date, flow]))
      for (const { date, net_cashflow: flow } of days) {
        if (flow === null || stated.has(date)) continue
        if (flow !== 0) compared += 1
        expect(flow, `${name}, ${date}`).toBeCloseTo(others.get(date) ?? Number.NaN, 4)
      }
    }
    expect(compared).toBeGreaterThan(3)
  })
})
