import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildSnapshot,
  groupCapital,
  groupRows,
  openCurrencyViews,
  pnlOnCapital,
  positionRow,
  runQuery,
} from '../src/index.ts'
import { generatedMarket, generateWorld } from './random/random-ledger.ts'
import { buy, deposit, sell, world } from './world.ts'

const instruments = [{ id: 'X' }, { id: 'Y' }]

describe('the capital of a group', () => {
  it('counts money that moves from one member to another once', () => {
    const moved = world({
      asOf: '2020-01-10',
      instruments,
      prices: { X: [['2020-01-10', 12]], Y: [['2020-01-10', 13]] },
      transactions: [
        deposit('2020-01-01', 1000),
        buy('2020-01-02', 100, { price: 10 }),
        sell('2020-01-06', 100, { price: 12 }),
        buy('2020-01-06', 100, { instrument: 'Y', price: 12 }),
      ],
    })
    const result = moved.runQuery({ filter: { instrumentTypes: ['equity'] } })
    expect(pnlOnCapital(result).capital).toBeCloseTo(1200, 9)
    expect(pnlOnCapital(result).rel.total).toBeCloseTo(300 / 1200, 12)
  })

  it('counts a position that was opened and closed on one day', () => {
    const short = world({
      asOf: '2020-01-10',
      prices: { X: [['2020-01-10', 12]] },
      transactions: [buy('2020-01-02', 10, { price: 10 }), sell('2020-01-02', 10, { price: 11 })],
    })
    const result = short.runQuery({ filter: { instrumentTypes: ['equity'] } })
    expect(pnlOnCapital(result).capital).toBe(100)
    expect(pnlOnCapital(result).rel.total).toBeCloseTo(0.1, 12)
  })

  it('counts cash at its balance, and an overdraft not at all', () => {
    const margin = world({
      asOf: '2020-01-10',
      prices: { X: [['2020-01-10', 12]] },
      transactions: [deposit('2020-01-01', 400), buy('2020-01-02', 50, { price: 10 })],
    })
    expect(pnlOnCapital(margin.runQuery({})).capital).toBe(500)
  })

  it('gives a percentage with the sign of the amount where the time-weighted return has the other sign', () => {
    // A gain of 10 % on 100, then a loss of 5 % on 100,000.
    const late = world({
      asOf: '2020-01-10',
      prices: {
        X: [
          ['2020-01-01', 10],
          ['2020-01-04', 11],
          ['2020-01-10', 10.45],
        ],
      },
      transactions: [buy('2020-01-01', 10, { price: 10 }), buy('2020-01-05', 10_000, { price: 11 })],
    })
    const [row] = groupRows(
      late.runQuery({ groupBy: 'instrument_type', filter: { instrumentTypes: ['equity'] } }),
    )
    expect(row?.twr.total).toBeCloseTo(0.045, 9)
    expect(row?.pnl.total).toBeLessThan(0)
    expect(row?.pnlRel.total).toBeCloseTo((row?.pnl.total ?? 0) / (row?.capital ?? 1), 12)
    expect(row?.pnlRel.total).toBeLessThan(0)
  })

  it('is the base of a single position, at most the sum of several, and never changes the sign', () => {
    const worlds = fc.record({
      seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      days: fc.integer({ min: 6, max: 20 }),
      transactions: fc.integer({ min: 8, max: 24 }),
      isTimed: fc.boolean(),
      hasGaps: fc.boolean(),
    })
    fc.assert(
      fc.property(worlds, recipe => {
        const generated = generateWorld(recipe)
        const snapshot = buildSnapshot(generated.ledger, generatedMarket(generated), generated.lastDay)
        const views = openCurrencyViews(snapshot, 'CHF')
        const period = { from: generated.lastDay - Math.floor(recipe.days / 2), to: generated.lastDay }
        const result = runQuery(snapshot, views, { period, mask: null, groupBy: 'instrument_type' })
        const securities = Array.from({ length: snapshot.positions.count }, (_, position) => position).filter(
          position => (snapshot.positions.instrument[position] ?? -1) >= 0,
        )
        const single = groupCapital(
          result,
          securities.map(position => [position]),
        )
        let sum = 0
        for (const [place, position] of securities.entries()) {
          const { capitalBase } = positionRow(snapshot, views, position, period).calculated
          const own = Number.isFinite(capitalBase) ? capitalBase : (single[place] ?? 0)
          expect(single[place]).toBeCloseTo(own, 6)
          sum += single[place] ?? 0
        }
        expect(groupCapital(result, [securities])[0]).toBeLessThanOrEqual(sum * (1 + 1e-9) + 1e-6)
        for (const { pnl, pnlRel } of groupRows(result))
          if (pnlRel.total !== null) expect(Math.sign(pnlRel.total)).toBe(Math.sign(pnl.total))
      }),
      { numRuns: 150, seed: 20_261_118 },
    )
  })
})
