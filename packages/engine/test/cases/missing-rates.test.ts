import { describe, expect, it } from 'vitest'
import {
  computeFees,
  findGapDays,
  findGaps,
  findStaleRates,
  knownAmounts,
  knownFees,
  knownPerformance,
  parseDay,
} from '../../src/index.ts'
import { buy, custodyFee, deposit, world } from '../world.ts'

describe('a currency without a rate', () => {
  const w = world({
    asOf: '2025-01-10',
    instruments: [{ id: 'X' }, { id: 'Y', currency: 'JPY' }],
    prices: { X: [['2025-01-02', 20]], Y: [['2025-01-02', 300]] },
    transactions: [
      deposit('2025-01-02', 1000),
      buy('2025-01-03', 10, { price: 20 }),
      deposit('2025-01-06', 5000, { currency: 'JPY' }),
      buy('2025-01-06', 10, { instrument: 'Y', price: 300, currency: 'JPY', fees: 50 }),
    ],
  })
  const result = w.runQuery()
  const gaps = findGaps(result).total
  const known = knownPerformance(result, gaps)

  it('makes values partial, and flows, P/L and returns null with the reason', () => {
    expect(known.balance).toEqual({ allocated: 200, cash: 800, total: 1000 })
    expect(known.cashFlow.net).toBeNull()
    expect(known.pnl.abs.total).toBeNull()
    expect(known.pnl.rel.total).toBeNull()
    expect(known.flags).toEqual(expect.arrayContaining(['no_rate', 'partial']))
    expect(gaps.end).toEqual({ positions: 2, cash: 2, unvaluedPositions: 1, unvaluedCash: 1 })
  })

  it('makes cost, fees and entry price of its positions unknown, not 0', () => {
    const row = w.rows('open').find(({ instrument }) => instrument === 'Y')
    expect(row?.calculated).toMatchObject({ value: null, priceOpen: null, pnlAbs: { total: null } })
    expect(row && knownAmounts(row.calculated)).toMatchObject({ cost: null, fees: null, taxes: 0 })
    expect(row && knownAmounts(row.original)).toMatchObject({ cost: 3000, fees: 50 })
    expect(knownFees(computeFees(result).total)).toBeNull()
    expect(computeFees(result).total.bps).toBeNull()
  })

  it('leaves the days before its first transaction known', () => {
    const days = findGapDays(result)
    const open = result.period.from - 1
    const at = (on: string) => parseDay(on) - open
    expect(days?.cumulativePnl[at('2025-01-05')]).toBe(0)
    expect(days?.cumulativePnl[at('2025-01-06')]).toBe(1)
    expect(days?.unvaluedCash[at('2025-01-05')]).toBe(0)
    expect(days?.unvaluedCash[at('2025-01-10')]).toBe(1)
  })
})

describe('a fee without a rate', () => {
  it('makes the P/L of a valued position unknown', () => {
    const w = world({
      asOf: '2025-01-10',
      transactions: [deposit('2025-01-02', 1000), custodyFee('2025-01-03', 700, { currency: 'JPY' })],
    })
    const result = w.runQuery()
    expect(knownPerformance(result, findGaps(result).total).pnl.abs.total).toBeNull()
  })
})

describe('a forward settled without a rate', () => {
  it('has unknown proceeds and an unknown P/L, not 0', () => {
    const w = world({
      asOf: '2025-07-31',
      currency: 'CHF',
      instruments: [
        {
          id: 'W',
          type: 'fx_forward',
          currency: 'CHF',
          baseCurrency: 'JPY',
          contractExpiration: parseDay('2025-07-15'),
        },
      ],
      prices: { W: [['2025-01-01', 0.006]] },
      transactions: [
        buy('2025-01-02', -100_000, { instrument: 'W', price: 0.006, currency: 'CHF' }),
        {
          on: '2025-07-15',
          type: 'fx',
          instrument: 'W',
          currency: 'JPY',
          net: 100_000,
          counterCurrency: 'CHF',
          counterAmount: 610,
        },
      ],
    })
    const row = w.rows('closed').find(({ instrument }) => instrument === 'W')
    expect(row && knownAmounts(row.calculated).proceeds).toBeNull()
    expect(row?.calculated.pnlAbs.total).toBeNull()
    expect(row?.flags).toContain('no_rate')
  })
})

describe('a rate that is carried forward', () => {
  it('is stale after a week, with the day of its quote', () => {
    const w = world({
      asOf: '2025-01-31',
      rates: { JPY: [['2025-01-02', 0.006]] },
      transactions: [deposit('2025-01-02', 5000, { currency: 'JPY' })],
    })
    expect(findStaleRates(w.runQuery())).toEqual([
      { currency: 'JPY', quoteDay: parseDay('2025-01-02'), usedOn: parseDay('2025-01-31') },
    ])
    expect(w.rows('cash')[0]?.flags).toContain('stale_rate')
    expect(findStaleRates(w.runQuery({ to: '2025-01-09' }))).toEqual([])
  })
})

describe('a currency without a rate beside a reporting currency with an old one', () => {
  it('is missing, not stale', () => {
    const w = world({
      asOf: '2025-03-10',
      currency: 'CHF',
      rates: { EUR: [['2025-01-02', 0.95]] },
      transactions: [deposit('2025-01-02', 5000, { currency: 'THB' })],
    })
    expect(findStaleRates(w.runQuery({ currency: 'EUR' }))).toEqual([])
  })
})
