import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type Filter,
  groupRows,
  type Instrument,
  moneyWeightedReturn,
  openCurrencyViews,
  type PortfolioSnapshot,
  parseDay,
  priceSeries,
  rateSeries,
  runQuery,
  type Transaction,
} from '../src/index.ts'
import { EVENT } from '../src/posting/journal.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

/** Random worlds that combine collateral, spin-offs and missing prices with all other transactions. */
const worlds = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  days: fc.integer({ min: 6, max: 20 }),
  transactions: fc.integer({ min: 8, max: 24 }),
  isTimed: fc.boolean(),
  hasGaps: fc.boolean(),
})
const scopes: readonly Filter[] = [
  { sides: ['short'] },
  { instrumentTypes: ['future', 'fx_forward', 'option'] },
  { instrumentTypes: ['equity', 'etf', 'fund'] },
  { currencies: ['EUR'] },
]
const RUNS = { numRuns: 250, seed: 20_260_102 }

function snapshotFor(recipe: Parameters<typeof generateWorld>[0]) {
  const world = generateWorld(recipe)
  return { world, snapshot: buildSnapshot(world.ledger, generatedMarket(world), world.lastDay) }
}

function eventsOfPosition(snapshot: PortfolioSnapshot, position: number): number[] {
  const from = snapshot.positions.eventFrom[position] ?? 0
  return Array.from(
    { length: (snapshot.positions.eventFrom[position + 1] ?? 0) - from },
    (_, place) => from + place,
  )
}

describe('the collateral of shorts and contracts', () => {
  it('is never negative and is released when they are closed', () => {
    fc.assert(
      fc.property(worlds, recipe => {
        const { snapshot } = snapshotFor(recipe)
        const view = openCurrencyViews(snapshot, 'CHF').calculated
        for (let position = 0; position < snapshot.positions.count; position += 1) {
          const instrument = snapshot.instruments[snapshot.positions.instrument[position] ?? -1]
          const isContract = instrument?.type === 'future' || instrument?.type === 'fx_forward'
          const isShort = (snapshot.positions.side[position] ?? 1) < 0 && instrument !== undefined
          let collateral = 0
          let most = 1
          for (const event of eventsOfPosition(snapshot, position)) {
            if ((view.entryDay[position] ?? 0) < (snapshot.events.day[event] ?? 0))
              collateral += view.collateral[event] ?? 0
            most = Math.max(most, Math.abs(collateral))
            if (!isContract && !isShort) expect(collateral).toBe(0)
            if ((view.entryDay[position] ?? 0) > 0) continue
            expect(collateral).toBeGreaterThanOrEqual(-SUM_TOLERANCE * most)
            if (snapshot.events.after[event] === 0 && snapshot.events.quantity[event] !== 0)
              expect(Math.abs(collateral)).toBeLessThanOrEqual(SUM_TOLERANCE * most)
          }
        }
      }),
      RUNS,
    )
  })

  it('reconciles the capital of any scope: closing V* = opening V* + inflows + P/L', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom(...scopes), (recipe, filter) => {
        const { world, snapshot } = snapshotFor(recipe)
        const views = openCurrencyViews(snapshot, 'EUR')
        const period = { from: world.firstDay + 2, to: world.lastDay }
        const { dailyFigures, performance, isIn } = runQuery(snapshot, views, { period, mask: null, filter })
        const { value, collateral, flow } = dailyFigures.total
        let before = 0
        for (let position = 0; position < snapshot.positions.count; position += 1) {
          if (isIn[position] !== 1) continue
          for (const event of eventsOfPosition(snapshot, position))
            if ((snapshot.events.day[event] ?? 0) < period.from)
              before += views.calculated.collateral[event] ?? 0
          const entry = views.calculated.entryDay[position] ?? 0
          if (entry < period.from) before += views.calculated.entryCollateral[position] ?? 0
        }
        const scale = Math.max(1, ...value.map(Math.abs), ...collateral.map(Math.abs))
        expect(Math.abs((collateral[0] ?? 0) - before)).toBeLessThanOrEqual(SUM_TOLERANCE * scale)
        const last = value.length - 1
        const capital = (day: number): number => (value[day] ?? 0) + (collateral[day] ?? 0)
        const cameIn =
          flow.reduce((sum, amount) => sum + amount, 0) + (collateral[last] ?? 0) - (collateral[0] ?? 0)
        const rest = capital(last) - capital(0) - cameIn - performance.pnl.abs.total
        expect(Math.abs(rest)).toBeLessThanOrEqual(SUM_TOLERANCE * scale * last)
      }),
      { ...RUNS, numRuns: 120 },
    )
  })
})

const FIRST = parseDay('2024-01-01')

/** One position opened on the first day and closed on the last, in an account without cash. */
function single(
  instrument: Omit<Instrument, 'id' | 'name' | 'currency'>,
  prices: readonly number[],
  quantity: number,
  shares: readonly number[] = [],
) {
  const lastDay = FIRST + prices.length - 1
  const trade = (id: string, day: number, units: number, price: number): Transaction => ({
    id,
    account: 'a',
    type: 'trade',
    day,
    instrument: 'X',
    quantity: units,
    price,
  })
  const quotes = (list: readonly number[]) => list.map((price, day) => [FIRST + day, price] as const)
  const snapshot = buildSnapshot(
    {
      accounts: [{ id: 'a', custodian: 'bank', cash: 'none', shortsAllowed: true }],
      instruments: [
        { id: 'X', name: 'X', currency: 'USD', ...instrument },
        { id: 'U', name: 'U', type: 'equity', currency: 'USD' },
      ],
      transactions: [
        trade('1', FIRST, quantity, prices[0] ?? 0),
        trade('2', lastDay, -quantity, prices.at(-1) ?? 0),
      ],
    },
    {
      pivot: 'EUR',
      prices: new Map([
        ['X', priceSeries(quotes(prices), lastDay)],
        ...(shares.length > 0 ? ([['U', priceSeries(quotes(shares), lastDay)]] as const) : []),
      ]),
      rates: new Map([['USD', rateSeries([[FIRST, 0.9]], lastDay)]]),
    },
    lastDay,
  )
  const result = runQuery(snapshot, openCurrencyViews(snapshot, 'USD'), {
    period: { from: FIRST, to: lastDay },
    mask: null,
  })
  return { pnl: result.performance.pnl, result }
}

const paths = fc.array(fc.double({ min: 50, max: 95, noNaN: true }), { minLength: 2, maxLength: 12 })
const sizes = fc.integer({ min: 1, max: 20 })

describe('the return of a single position', () => {
  const close = (found: number | null, wanted: number): void => {
    expect(found).not.toBeNull()
    expect(Math.abs((found ?? 0) - wanted)).toBeLessThan(1e-9)
  }

  it('divides the gain of a short by its proceeds, whatever the prices in between', () => {
    fc.assert(
      fc.property(paths, sizes, (prices, size) => {
        const { pnl } = single({ type: 'equity' }, prices, -size)
        close(pnl.rel.total, 1 - (prices.at(-1) ?? 0) / (prices[0] ?? 1))
      }),
    )
  })

  it('divides the gain of a future or forward by its entry notional, long or short', () => {
    fc.assert(
      fc.property(
        paths,
        sizes,
        fc.boolean(),
        fc.constantFrom('future', 'fx_forward'),
        (prices, size, isLong, type) => {
          const { pnl } = single({ type, contractSize: 10 }, prices, isLong ? size : -size)
          close(pnl.rel.total, ((prices.at(-1) ?? 0) / (prices[0] ?? 1) - 1) * (isLong ? 1 : -1))
        },
      ),
    )
  })

  it('divides the gain of a short option by the price of the underlying, or its strike without a price', () => {
    const premiums = fc.array(fc.double({ min: 1, max: 20, noNaN: true }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(premiums, sizes, fc.double({ min: 60, max: 120, noNaN: true }), (prices, size, share) => {
        const option = {
          type: 'option',
          contractSize: 100,
          underlying: 'U',
          strike: 90,
          right: 'put',
        } as const
        const { pnl } = single(option, prices, -size, [share])
        close(pnl.rel.total, ((prices[0] ?? 0) - (prices.at(-1) ?? 0)) / share)
        const unquoted = single(option, prices, -size)
        close(unquoted.pnl.rel.total, ((prices[0] ?? 0) - (prices.at(-1) ?? 0)) / 90)
      }),
    )
  })

  it('has an internal rate of return on the same capital', () => {
    const prices = Array.from({ length: 367 }, (_, day) => (day === 366 ? 15 : 20))
    const { result } = single({ type: 'equity' }, prices, -3)
    expect(moneyWeightedReturn(result.dailyFigures, result.performance.isWholeAccounts).rate).toBeCloseTo(
      0.25 ** 1 - 0.0006,
      2,
    )
  })
})

describe('a purchase on credit', () => {
  it('has no capital while its value equals the debt, despite rounding residues', () => {
    const amounts = fc.double({ min: 0.01, max: 100_000, noNaN: true })
    fc.assert(
      fc.property(
        amounts,
        amounts,
        fc.double({ min: 0.001, max: 200, noNaN: true }),
        (units, price, rate) => {
          const lastDay = FIRST + 3
          const snapshot = buildSnapshot(
            {
              accounts: [{ id: 'a', custodian: 'bank', cash: 'tracked' }],
              instruments: [{ id: 'X', name: 'X', type: 'equity', currency: 'USD' }],
              transactions: ['1', '2', '3'].map(id => ({
                id,
                account: 'a',
                type: 'trade' as const,
                day: FIRST + 1,
                instrument: 'X',
                quantity: units / Number(id),
                price,
              })),
            },
            {
              pivot: 'EUR',
              prices: new Map([['X', priceSeries([[FIRST, price]], lastDay)]]),
              rates: new Map([['USD', rateSeries([[FIRST, rate]], lastDay)]]),
            },
            lastDay,
          )
          const period = { from: FIRST, to: lastDay }
          const result = runQuery(snapshot, openCurrencyViews(snapshot, 'EUR'), {
            period,
            mask: null,
            groupBy: 'instrument_type',
          })
          expect(result.performance.pnl.rel.total).toBeNull()
          expect(result.performance.balance.total).toBe(0)
          expect(groupRows(result, 'value').map(group => group.weight)).toEqual([null, null])
        },
      ),
      RUNS,
    )
  })
})

describe('spin-offs', () => {
  it('conserve cost and value and realize nothing, in any currency and under any lot method', () => {
    fc.assert(
      fc.property(worlds, fc.constantFrom('CHF', 'EUR', 'USD'), (recipe, currency) => {
        const { snapshot } = snapshotFor(recipe)
        const view = openCurrencyViews(snapshot, currency).calculated
        const { events } = snapshot
        for (let place = 0; place + 1 < snapshot.chronological.length; place += 1) {
          const given = snapshot.chronological[place] ?? 0
          if (events.kind[given] !== EVENT.allocateCost) continue
          const taken = snapshot.chronological.find(
            event => events.posting[event] === events.posting[given] && events.kind[event] === EVENT.carryIn,
          )
          expect(taken).toBeDefined()
          if (taken === undefined) continue
          const parent = events.position[given] ?? 0
          const child = events.position[taken] ?? 0
          // A position that cannot be valued is out of scope, and so are transfers to and from it.
          if ((view.entryDay[parent] ?? 0) > 0 || (view.entryDay[child] ?? 0) > 0) continue
          const costChange = (event: number): number => {
            const first = snapshot.positions.eventFrom[events.position[event] ?? 0] ?? 0
            return (view.costAfter[event] ?? 0) - (event === first ? 0 : (view.costAfter[event - 1] ?? 0))
          }
          const scale = 1 + Math.abs(view.costAfter[given] ?? 0) + Math.abs(view.costAfter[taken] ?? 0)
          expect(Math.abs(costChange(given) + costChange(taken))).toBeLessThanOrEqual(SUM_TOLERANCE * scale)
          expect(Math.abs((view.posted[given] ?? 0) + (view.posted[taken] ?? 0))).toBeLessThanOrEqual(
            SUM_TOLERANCE * scale,
          )
          expect([view.realized[given], view.realized[taken]]).toEqual([0, 0])
        }
      }),
      RUNS,
    )
  })
})

describe('positions without a price', () => {
  it('do not affect totals until their first valued close and then enter at their value', () => {
    fc.assert(
      fc.property(worlds, recipe => {
        const { world, snapshot } = snapshotFor({ ...recipe, hasGaps: true })
        const views = openCurrencyViews(snapshot, 'CHF')
        const view = views.calculated
        for (let position = 0; position < snapshot.positions.count; position += 1) {
          const entry = view.entryDay[position] ?? 0
          if (entry < 0) continue
          const filter = { positions: [snapshot.positions.keys[position] ?? ''] }
          const to = Math.min(world.lastDay, entry - 1)
          if (to >= world.firstDay) {
            const before = runQuery(snapshot, views, {
              period: { from: world.firstDay, to },
              mask: null,
              filter,
            })
            expect(before.performance.balance.total).toBe(0)
            expect(before.performance.pnl.abs.total).toBe(0)
            expect(before.performance.cashFlow.net).toBe(0)
          }
          if (entry > world.lastDay) continue
          const period = { from: entry, to: entry }
          const after = runQuery(snapshot, views, { period, mask: null, filter }).performance
          // Transactions of that day are part of the entry value.
          expect(after.cashFlow.net).toBeCloseTo(view.entryValue[position] ?? 0, 6)
          expect(after.pnl.abs.total).toBeCloseTo(0, 6)
        }
      }),
      { ...RUNS, numRuns: 120 },
    )
  })
})
