import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  add,
  bestWorst,
  buildSnapshot,
  currencyMovers,
  decimate,
  exact,
  groupRows,
  measureCoverage,
  multiply,
  openCurrencyViews,
  parseDay,
  roundParts,
  roundTo,
  runQuery,
  share,
  strategyRows,
  subtract,
  toIsoDate,
  toNumber,
  toText,
} from '../src/index.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'
import { buy, deliverIn, deposit, SECURITIES, sell, world } from './world.ts'

/** Every runtime of the engine has it, but the language's own types do not. */
declare function structuredClone<Value>(value: Value): Value

const D = Decimal.clone({ precision: 100, toExpPos: 100, toExpNeg: -100 })
const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 12 }))
  .map(([units, scale]) => new D(units.toString()).div(new D(10).pow(scale)).toString())

describe('exact decimals', () => {
  it('add, subtract and multiply like decimals of any length', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(toText(add(exact(a), exact(b)))).toBe(new D(a).add(b).toString())
        expect(toText(subtract(exact(a), exact(b)))).toBe(new D(a).sub(b).toString().replace(/^-0$/, '0'))
        expect(toText(multiply(exact(a), exact(b)))).toBe(new D(a).mul(b).toString().replace(/^-0$/, '0'))
        expect(toNumber(exact(a))).toBe(Number(a))
      }),
      { numRuns: 500, seed: 1 },
    )
  })

  it('take a number as its shortest decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), value => {
        expect(toNumber(exact(value))).toBe(value === 0 ? 0 : value)
      }),
      { numRuns: 500, seed: 2 },
    )
    expect(toText(add(exact(0.1), exact(0.2)))).toBe('0.3')
    expect(toText(exact('1e-7'))).toBe('0.0000001')
  })

  it('reject text and numbers that are not decimals', () => {
    for (const value of ['', '1,5', 'abc', Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => exact(value)).toThrow(RangeError)
  })
})

describe('printed parts', () => {
  it('add up to the printed total, each within one unit of its value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
          minLength: 1,
          maxLength: 12,
        }),
        parts => {
          const rounded = roundParts(parts, 2)
          const total = rounded.reduce<Decimal>((sum, part) => sum.add(part ?? 0), new D(0))
          expect(total.toNumber()).toBe(
            roundTo(
              parts.reduce((sum, part) => sum + part, 0),
              2,
            ),
          )
          rounded.forEach((part, index) => {
            expect(Math.abs((part ?? 0) - (parts[index] ?? 0))).toBeLessThan(0.0200001)
          })
        },
      ),
      { numRuns: 500, seed: 3 },
    )
  })

  it('keep null parts null', () => {
    expect(roundParts([1.005, null, 2.994], 2)).toEqual([1.01, null, 2.99])
    expect(roundTo(1.005, 2)).toBe(1.01)
    expect(roundTo(-0.0001, 2)).toBe(0)
  })
})

describe('a decimated series', () => {
  it('keeps its ends and extremes, in order, within its size', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -999, max: 999 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 4, max: 60 }),
        (values, points) => {
          const kept = [...decimate(values, points)]
          expect(kept.length).toBeLessThanOrEqual(Math.max(points, 4))
          expect(kept).toEqual(kept.toSorted((a, b) => a - b))
          expect(new Set(kept).size).toBe(kept.length)
          expect([kept[0], kept.at(-1)]).toEqual([0, values.length - 1])
          expect(Math.max(...kept.map(index => values[index] ?? 0))).toBe(Math.max(...values))
          expect(Math.min(...kept.map(index => values[index] ?? 0))).toBe(Math.min(...values))
        },
      ),
      { numRuns: 500, seed: 4 },
    )
  })

  it('of two or three points keeps only its ends', () => {
    for (const points of [2, 3]) expect([...decimate([5, 9, 1, 7, 6], points)]).toEqual([0, 4])
  })
})

describe('a snapshot in shared memory', () => {
  it('gives the same results and is not copied for another worker', () => {
    const generated = generateWorld({ seed: 5, days: 20, transactions: 30, isTimed: true, hasGaps: true })
    const snapshot = buildSnapshot(generated.ledger, generatedMarket(generated), generated.lastDay)
    const shared = structuredClone(share(snapshot).value)
    const query = {
      period: { from: generated.firstDay, to: generated.lastDay },
      mask: null,
      groupBy: 'account' as const,
    }
    const here = runQuery(snapshot, openCurrencyViews(snapshot, 'EUR'), query)
    const there = runQuery(shared, openCurrencyViews(shared, 'EUR'), query)
    expect(there.performance).toEqual(here.performance)
    expect(groupRows(there)).toEqual(groupRows(here))
    expect(shared.events.day.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(shared.segments.units.buffer).toBeInstanceOf(SharedArrayBuffer)
    expect(share(snapshot).bytes).toBeGreaterThan(1000)
    expect(share(share(snapshot).value).bytes).toBe(0)
  })
})

describe('the coverage of totals', () => {
  it('lists unvalued positions and sums stale and estimated values', () => {
    const w = world({
      asOf: '2020-03-01',
      instruments: [
        { id: 'OLD' },
        { id: 'EST' },
        { id: 'NONE' },
        { id: 'YEN', currency: 'JPY' },
        { id: 'FRESH' },
      ],
      prices: { OLD: [['2020-01-01', 10]], FRESH: [['2020-02-28', 5]], YEN: [['2020-01-01', 100]] },
      transactions: [
        buy('2020-01-02', 10, { instrument: 'OLD', price: 9 }),
        buy('2020-01-02', 3, { instrument: 'EST', price: 7 }),
        deliverIn('2020-01-02', 4, { instrument: 'NONE' }),
        deliverIn('2020-01-02', 2, { instrument: 'YEN', amount: 200 }),
        buy('2020-01-02', 1, { instrument: 'FRESH', price: 5 }),
      ],
    })
    const coverage = measureCoverage(w.runQuery())
    expect(coverage).toMatchObject({ staleValue: 100, estimatedValue: 21 })
    expect(coverage.unvalued).toEqual([
      { key: 't0002', flag: 'no_price' },
      { key: 't0003', flag: 'no_rate' },
    ])
    const rows = new Map(w.rows('open').map(row => [row.instrument, row]))
    expect(rows.get('OLD')?.flags).toEqual(['stale'])
    expect(rows.get('NONE')?.calculated).toMatchObject({ value: null, priceCurrent: null })
    expect(rows.get('YEN')?.flags).toEqual(['no_rate', 'stale'])
    expect(rows.get('YEN')?.original.value).toBe(200)
    expect(w.runQuery().performance.balance.total).toBe(100 + 21 + 5 - 90 - 21 - 5)
  })

  it('has no return after a day that lost its whole base', () => {
    const { performance } = world({
      asOf: '2020-01-03',
      prices: {
        X: [
          ['2020-01-01', 10],
          ['2020-01-03', 0],
        ],
      },
      transactions: [buy('2020-01-02', 10, { price: 10 })],
    }).runQuery({ filter: SECURITIES })
    expect(performance.pnl.rel).toEqual({ total: null, realized: null, unrealized: null })
    expect(performance.flags).toEqual(['base_lost'])
    expect(performance.pnl.abs.total).toBe(-100)
  })

  it('reports P/L of days without capital apart from the return', () => {
    const { performance } = world({
      asOf: '2020-01-02',
      transactions: [{ on: '2020-01-02', type: 'interest', currency: 'EUR', amount: 5 }],
    }).runQuery()
    expect(performance.flags).toEqual(['unlinked'])
    expect(performance.unlinkedPnl).toBe(5)
    expect(performance.pnl.rel.total).toBeNull()
  })
})

describe('groups and rankings', () => {
  const w = world({
    asOf: '2020-01-05',
    currency: 'EUR',
    instruments: [
      { id: 'A', currency: 'USD' },
      { id: 'B', currency: 'EUR' },
      { id: 'C', currency: 'EUR' },
    ],
    prices: {
      A: [
        ['2020-01-01', 10],
        ['2020-01-05', 11],
      ],
      B: [
        ['2020-01-01', 10],
        ['2020-01-05', 12],
      ],
      C: [
        ['2020-01-01', 10],
        ['2020-01-05', 9],
      ],
    },
    rates: {
      USD: [
        ['2020-01-01', 1],
        ['2020-01-05', 0.5],
      ],
    },
    transactions: [
      deposit('2020-01-01', 1000),
      buy('2020-01-02', 10, { instrument: 'A', price: 10, currency: 'EUR', rate: 1 }),
      buy('2020-01-02', 10, { instrument: 'B', price: 10 }),
      buy('2020-01-02', 10, { instrument: 'C', price: 10 }),
    ],
  })

  it('rank positions by P/L in the reporting currency or in their own', () => {
    const open = w.rows('open')
    const names = (rows: readonly { instrument: string | null }[]) => rows.map(row => row.instrument)
    const calculated = bestWorst(open, { count: 10, currencyType: 'calculated' })
    expect([names(calculated.best), names(calculated.worst)]).toEqual([['B'], ['A', 'C']])
    const original = bestWorst(open, { count: 10, currencyType: 'original', orderBy: 'pnl_abs_total' })
    expect([names(original.best), names(original.worst)]).toEqual([['B', 'A'], ['C']])
    expect(bestWorst(open, { count: 1, currencyType: 'calculated' }).worst).toHaveLength(1)
  })

  it('list currency movers that add up to the currency effect of all positions', () => {
    const movers = currencyMovers(w.runQuery({ from: '2020-01-02' }))
    expect(movers[0]).toMatchObject({ currency: 'USD', rateChange: -0.5 })
    const rows = [...w.rows('open', { from: '2020-01-02' }), ...w.rows('cash', { from: '2020-01-02' })]
    expect(movers.reduce((sum, mover) => sum + mover.fxPnl, 0)).toBeCloseTo(
      rows.reduce((sum, row) => sum + row.fx, 0),
      9,
    )
  })

  it('count each position once in the total if strategies overlap', () => {
    const result = w.runQuery()
    const query = { period: result.period, mask: null }
    const strategies = [
      { id: 's1', positions: ['t0001', 't0002'] },
      { id: 's2', positions: ['t0002'] },
    ]
    const rows = strategyRows(result, query, strategies)
    expect(rows.strategies.map(row => [row.group, row.value])).toEqual([
      ['s1', 175],
      ['s2', 120],
    ])
    expect(rows.overlap?.value).toBe(120)
    expect((rows.none?.value ?? 0) + 175).toBeCloseTo(result.performance.balance.total, 9)
  })

  it('exclude accounts outside the mask', () => {
    const { snapshot } = w
    const result = runQuery(snapshot, w.views(), {
      period: { from: parseDay('2020-01-01'), to: parseDay('2020-01-05') },
      mask: new Set(),
    })
    expect(result.performance.balance.total).toBe(0)
    expect(result.isIn.some(isIn => isIn === 1)).toBe(false)
    expect(toIsoDate(snapshot.lastDay)).toBe('2020-01-05')
  })

  it('include the collateral of shorts in a scope without cash', () => {
    const short = world({
      asOf: '2020-01-03',
      accounts: [{ id: 'main', shortsAllowed: true }],
      prices: {
        X: [
          ['2020-01-01', 10],
          ['2020-01-03', 8],
        ],
      },
      transactions: [sell('2020-01-02', 10, { price: 10 })],
    })
    expect(short.runQuery({ filter: SECURITIES }).performance.pnl.rel.total).toBeCloseTo(0.2, 9)
  })
})
