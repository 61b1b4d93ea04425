import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  type CurrencyViews,
  computeFees,
  explainMove,
  findGaps,
  findStaleRates,
  groupRows,
  joinCurrencyViews,
  joinSnapshots,
  type Ledger,
  listUpcomingEvents,
  measureCoverage,
  openCurrencyViews,
  openLots,
  type Performance,
  type PortfolioSnapshot,
  pnlOnCapital,
  positionResults,
  positionRows,
  priceSeries,
  type QueryResult,
  runQuery,
  type Transaction,
  transactionRows,
} from '../src/index.ts'
import { toTextColumn } from '../src/snapshot/text-column.ts'
import { findDifference } from './continue/sequences.ts'
import { anyRecipe } from './random/any-recipe.ts'
import {
  type GeneratedWorld,
  generatedMarket,
  generateWorld,
  type LedgerRecipe,
} from './random/random-ledger.ts'
import { SUM_TOLERANCE } from './tolerances.ts'

const families = ['p', 'q', 'r'] as const
type Family = (typeof families)[number]

/** The share of one family in a generated ledger: prefixed ids, and a different subset of the transactions. */
function familyLedger({ ledger }: GeneratedWorld, family: Family): Ledger {
  const named = (id: string) => `${family}.${id}`
  const transactions = ledger.transactions
    .filter((_, place) => (place + family.charCodeAt(0)) % 4 !== 0)
    .map(
      (transaction): Transaction => ({
        ...transaction,
        id: named(transaction.id),
        account: named(transaction.account),
        ...(transaction.link === undefined ? {} : { link: named(transaction.link) }),
        ...(transaction.takes === undefined
          ? {}
          : { takes: transaction.takes.map(take => ({ ...take, transaction: named(take.transaction) })) }),
      }),
    )
  const used = new Set(transactions.map(({ instrument }) => instrument))
  const underlyings = new Set(ledger.instruments.map(({ underlying }) => underlying))
  return {
    accounts: ledger.accounts.map(account => ({ ...account, id: named(account.id) })),
    instruments: ledger.instruments.filter(({ id }) => used.has(id) || underlyings.has(id)),
    transactions,
  }
}

/** All figures of the accounts of one family. */
function collectFigures(snapshot: PortfolioSnapshot, family: Family, world: GeneratedWorld) {
  const mask = new Set(snapshot.accounts.map(({ id }) => id).filter(id => id.startsWith(`${family}.`)))
  const period = { from: world.firstDay, to: world.lastDay }
  const views = openCurrencyViews(snapshot, 'EUR')
  const result = runQuery(snapshot, views, {
    period,
    mask,
    groupBy: 'instrument_type',
    feesBy: 'account',
  })
  const range = { from: world.firstDay + 3, to: world.lastDay + 400 }
  return {
    performance: result.performance,
    positions: listRows(result),
    groups: groupRows(result),
    fees: computeFees(result),
    transactions: transactionRows(result).toSorted((a, b) =>
      `${a.position} ${a.transaction}` < `${b.position} ${b.transaction}` ? -1 : 1,
    ),
    moves: explainMove(result).rows.map(({ position, ...row }) => ({
      ...row,
      key: snapshot.positions.keys[position],
    })),
    lots: [...result.isIn].flatMap((isIn, position) =>
      isIn === 1 ? [openLots(snapshot, views.calculated, position, world.lastDay - 1)] : [],
    ),
    events: listUpcomingEvents(snapshot, { range, asOf: world.firstDay + 3, mask }),
  }
}

function listRows({ snapshot, views, isIn, period }: QueryResult) {
  return (['open', 'closed'] as const).flatMap(list =>
    positionRows(snapshot, views, position => isIn[position] === 1, period, list).map(
      ({ index, ...row }) => row,
    ),
  )
}

function buildFamilySnapshots(recipe: LedgerRecipe) {
  const world = generateWorld(recipe)
  const market = generatedMarket(world)
  const ledgers = families.map(family => familyLedger(world, family))
  return {
    world,
    market,
    ledgers,
    snapshots: ledgers.map(ledger => buildSnapshot(ledger, market, world.lastDay)),
  }
}

describe('joined snapshots', () => {
  it('give the figures of each family exactly as its own snapshot does', () => {
    fc.assert(
      fc.property(anyRecipe, recipe => {
        const { world, snapshots } = buildFamilySnapshots(recipe)
        const { snapshot } = joinSnapshots(snapshots)
        families.forEach((family, part) => {
          const own = snapshots[part]
          expect(own && collectFigures(snapshot, family, world)).toEqual(
            own && collectFigures(own, family, world),
          )
        })
      }),
      { numRuns: 300, seed: 20_260_102 },
    )
  })

  it('have totals equal to the sum of their parts', () => {
    fc.assert(
      fc.property(anyRecipe, recipe => {
        const { world, snapshots } = buildFamilySnapshots(recipe)
        const period = { from: world.firstDay, to: world.lastDay }
        const whole = (snapshot: PortfolioSnapshot) =>
          runQuery(snapshot, openCurrencyViews(snapshot, 'EUR'), { period, mask: null }).performance
        const joined = whole(joinSnapshots(snapshots).snapshot)
        const parts = snapshots.map(whole)
        const scale = parts.reduce((sum, part) => sum + Math.abs(part.balance.total), 1)
        for (const read of [
          (part: Performance) => part.balance.total,
          (part: Performance) => part.pnl.abs.total,
          (part: Performance) => part.pnl.abs.realized,
          (part: Performance) => part.cashFlow.net,
        ])
          expect(
            Math.abs(read(joined) - parts.reduce((sum, part) => sum + read(part), 0)),
          ).toBeLessThanOrEqual(SUM_TOLERANCE * scale)
      }),
      { numRuns: 200, seed: 20_260_103 },
    )
  })

  it('have the same figures computed part by part as computed as a whole', () => {
    fc.assert(
      fc.property(anyRecipe, recipe => {
        const { world, snapshots } = buildFamilySnapshots(recipe)
        const { snapshot } = joinSnapshots(snapshots)
        const parts = snapshots.map(part => ({ snapshot: part, views: openCurrencyViews(part, 'EUR') }))
        const figures = (views: CurrencyViews) => {
          const result = runQuery(snapshot, views, {
            period: { from: world.firstDay + 2, to: world.lastDay },
            mask: new Set(snapshot.accounts.map(({ id }) => id).filter((_, place) => place % 3 !== 1)),
            groupBy: 'instrument_type',
            feesBy: 'account',
          })
          const { dailyFigures, performance } = result
          return {
            dailyFigures,
            performance,
            positions: listRows(result),
            groups: groupRows(result),
            stale: findStaleRates(result),
            gaps: findGaps(result),
            onCapital: pnlOnCapital(result),
            coverage: measureCoverage(result),
            results: positionResults(snapshot, views, position => result.isIn[position] === 1, result.period),
          }
        }
        const whole = figures(openCurrencyViews(snapshot, 'EUR'))
        expect(findDifference(figures(joinCurrencyViews(snapshot, parts, 'EUR')), whole)).toBeNull()
      }),
      { numRuns: 300, seed: 20_261_119 },
    )
  })

  it('equal one snapshot of all ledgers if the market quotes every instrument', () => {
    const [first, second] = [ledgerWith('p', 10, 'A'), ledgerWith('q', 20, 'B')]
    const { snapshot } = joinSnapshots([first, second].map(ledger => buildSnapshot(ledger, quotedMarket, 12)))
    const together = buildSnapshot(
      {
        accounts: [...first.accounts, ...second.accounts],
        instruments: [...first.instruments, ...second.instruments.filter(({ id }) => id === 'B')].sort(
          (a, b) => (a.id < b.id ? -1 : 1),
        ),
        transactions: [...first.transactions, ...second.transactions],
      },
      quotedMarket,
      12,
    )
    const summarize = (each: PortfolioSnapshot) => {
      const result = runQuery(each, openCurrencyViews(each, 'CHF'), {
        period: { from: 0, to: 12 },
        mask: null,
      })
      const byKey = (a: { key: string }, b: { key: string }) => (a.key < b.key ? -1 : 1)
      return { performance: result.performance, positions: listRows(result).sort(byKey) }
    }
    expect(summarize(snapshot)).toEqual(summarize(together))
    expect(snapshot.instruments).toEqual(together.instruments)
    expect(snapshot.transactions).toEqual(toTextColumn(['p.1', 'p.2', 'q.1', 'q.2']))
    expect([...snapshot.transactionDays]).toEqual([1, 5, 1, 5])
  })

  it("do not share a ledger's own valuations with the other ledgers", () => {
    const valued = (family: Family, price: number): Ledger => {
      const ledger = ledgerWith(family, 10, 'A')
      const valuation: Transaction = {
        id: `${family}.3`,
        account: `${family}.a`,
        type: 'valuation',
        day: 8,
        instrument: 'X',
        price,
        currency: 'CHF',
      }
      return { ...ledger, transactions: [...ledger.transactions, valuation] }
    }
    const unquoted = { ...quotedMarket, prices: new Map() }
    const { snapshot, places } = joinSnapshots([
      buildSnapshot(valued('p', 50), unquoted, 12),
      buildSnapshot(valued('q', 70), unquoted, 12),
      buildSnapshot(valued('r', 50), unquoted, 12),
    ])
    const result = runQuery(snapshot, openCurrencyViews(snapshot, 'CHF'), {
      period: { from: 0, to: 12 },
      mask: null,
    })
    const worth = listRows(result).filter(({ instrument }) => instrument === 'X')
    expect(worth.map(({ account, calculated }) => [account, calculated.value])).toEqual([
      ['p.a', 500],
      ['q.a', 700],
      ['r.a', 500],
    ])
    expect(snapshot.instruments.map(({ id }) => id)).toEqual(['A', 'X', 'X'])
    expect(places.map(({ instruments }) => [...instruments])).toEqual([
      [0, 1],
      [0, 2],
      [0, 1],
    ])
  })

  it("value an option by its own ledger's price of the underlying", () => {
    const withOption = (family: Family, price: number): Ledger => {
      const ledger = ledgerWith(family, 10, 'A')
      const account = `${family}.a`
      return {
        ...ledger,
        instruments: [
          ...ledger.instruments,
          { id: 'O', name: 'O', type: 'option', currency: 'CHF', underlying: 'X', strike: 40, right: 'call' },
        ],
        transactions: [
          ...ledger.transactions,
          { id: `${family}.3`, account, type: 'valuation', day: 8, instrument: 'X', price, currency: 'CHF' },
          {
            id: `${family}.4`,
            account,
            type: 'trade',
            day: 9,
            instrument: 'O',
            quantity: 2,
            price: 3,
            currency: 'CHF',
          },
        ],
      }
    }
    const option = priceSeries([[9, 4]], 12)
    const market = { ...quotedMarket, prices: new Map([['O', option]]) }
    const { snapshot } = joinSnapshots([
      buildSnapshot(withOption('p', 50), market, 12),
      buildSnapshot(withOption('q', 70), market, 12),
    ])
    const result = runQuery(snapshot, openCurrencyViews(snapshot, 'CHF'), {
      period: { from: 0, to: 12 },
      mask: null,
    })
    const exposures = listRows(result).filter(({ instrument }) => instrument === 'O')
    expect(exposures.map(({ account, calculated }) => [account, calculated.exposure])).toEqual([
      ['p.a', 100],
      ['q.a', 140],
    ])
  })

  it('throw if two of them share an account', () => {
    const snapshot = buildSnapshot(ledgerWith('p', 10, 'A'), quotedMarket, 12)
    expect(() => joinSnapshots([snapshot, snapshot])).toThrow('must not share an account')
  })
})

const quotedMarket = {
  pivot: 'CHF',
  prices: new Map(
    ['A', 'B', 'X'].map((id, place) => [
      id,
      priceSeries(
        [
          [0, 30 + place],
          [6, 40 + place],
        ],
        12,
      ),
    ]),
  ),
  rates: new Map(),
}

/** A family that buys X and one other instrument. */
function ledgerWith(family: Family, quantity: number, other: string): Ledger {
  const account = `${family}.a`
  const trade = { account, type: 'trade', price: 31, currency: 'CHF' } as const
  return {
    accounts: [{ id: account, custodian: 'c', name: account, cash: 'none', lotMethod: 'fifo' }],
    instruments: [other, 'X'].map(id => ({ id, name: id, type: 'equity', currency: 'CHF' })),
    transactions: [
      { ...trade, id: `${family}.1`, day: 1, instrument: 'X', quantity },
      { ...trade, id: `${family}.2`, day: 5, instrument: other, quantity: 3 },
    ],
  }
}
