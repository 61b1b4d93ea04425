import { describe, expect, it } from 'vitest'
import {
  currencyMovers,
  explainMove,
  movesByGroup,
  movesByWeek,
  parseDay,
  type Query,
  splitIntoWeeks,
  sumParts,
  toIsoDate,
  unexplainedPnl,
} from '../../src/index.ts'
import { buy, custodyFee, deposit, dividend, interest, sell, withdrawal, world } from '../world.ts'

describe('the P/L of a position that is bought, reduced and pays income (explain-move-position)', () => {
  const spec = {
    asOf: '2024-01-10',
    currency: 'CHF',
    instruments: [{ id: 'X', currency: 'USD' }],
    accounts: [{ id: 'main', cash: 'none' as const }],
    rates: {
      USD: [
        ['2024-01-01', 0.9],
        ['2024-01-03', 0.88],
        ['2024-01-05', 0.87],
        ['2024-01-07', 0.86],
        ['2024-01-10', 0.85],
      ] as const,
    },
    transactions: [
      buy('2024-01-01', 100, { price: 50 }),
      buy('2024-01-03', 50, { price: 54, fees: 10 }),
      sell('2024-01-05', 30, { price: 58, fees: 8 }),
      dividend('2024-01-07', { amount: 60 }),
    ],
  }
  const w = world({
    ...spec,
    prices: {
      X: [
        ['2024-01-01', 50],
        ['2024-01-03', 54],
        ['2024-01-05', 58],
        ['2024-01-10', 57],
      ],
    },
  })

  it('splits into price, currency, income and fees without a residual', () => {
    const explained = explainMove(w.runQuery({ from: '2024-01-02' }))
    const [row] = explained.rows
    expect(row?.start).toBeCloseTo(4500, 9)
    expect(row?.end).toBeCloseTo(5814, 9)
    // Day by day: 100 rose by 4 at 0.88, 150 by 4 at 0.87, 120 fell by 1 at 0.85. By lots it would be 752.80 and -301.
    expect(row?.parts.price).toBeCloseTo(100 * 4 * 0.88 + 150 * 4 * 0.87 - 120 * 0.85, 9)
    expect(row?.parts.trading).toBeCloseTo(0, 9)
    expect(row?.parts.currency).toBeCloseTo(-0.02 * 100 * 50 - 0.01 * 150 * 54 - 2 * 0.01 * 120 * 58, 9)
    expect(row?.parts.income).toBeCloseTo(51.6, 9)
    expect(row?.parts.fees).toBeCloseTo(-15.76, 9)
    expect(row?.parts.taxes).toBe(0)
    expect(explained.pnl).toBeCloseTo(487.64, 9)
    expect(explained.residual).toBe(0)
    expect(row?.priceChange).toBeCloseTo(0.14, 12)
    // 862.20 was invested, 51.60 of income left and 15.76 of fees came in.
    expect(row?.flows).toBeCloseTo(862.2 - 51.6 + 15.76, 9)
  })

  it('assigns the gap between trade price and close to trading', () => {
    const off = world({
      ...spec,
      prices: {
        X: [
          ['2024-01-01', 50],
          ['2024-01-03', 53],
          ['2024-01-05', 60],
          ['2024-01-10', 57],
        ],
      },
    })
    const { parts, pnl, residual } = explainMove(off.runQuery({ from: '2024-01-02' }))
    // 50 bought one dollar above the close, 30 sold two below it, each at the rate of its day.
    expect(parts.trading).toBeCloseTo(50 * -1 * 0.88 + 30 * -2 * 0.87, 9)
    expect(parts.price).toBeCloseTo(100 * 3 * 0.88 + 150 * 7 * 0.87 - 120 * 3 * 0.85, 9)
    expect(parts.currency).toBeCloseTo(-0.02 * 100 * 50 - 0.01 * 150 * 53 - 2 * 0.01 * 120 * 60, 9)
    expect([pnl, residual]).toEqual([expect.closeTo(487.64, 9), 0])
    const day = explainMove(off.runQuery({ from: '2024-01-03', to: '2024-01-03' }))
    // The opening 100 rose from 50 to 53; the 50 bought later have no price effect.
    expect(day.parts.price).toBeCloseTo(100 * 3 * 0.88, 9)
    expect(day.parts.trading).toBeCloseTo(50 * -1 * 0.88, 9)
    expect(day.parts.currency).toBeCloseTo(5000 * (0.88 - 0.9), 9)
  })
})

describe('the trading effect of a purchase sold in parts', () => {
  it.each(['fifo', 'average'] as const)('is converted at the rate of its day (%s)', lotMethod => {
    const w = world({
      asOf: '2024-01-10',
      currency: 'CHF',
      instruments: [{ id: 'X', currency: 'USD' }],
      accounts: [{ id: 'main', lotMethod }],
      prices: { X: [['2024-01-02', 101]] },
      rates: {
        USD: [
          ['2024-01-02', 0.9],
          ['2024-01-05', 0.8],
          ['2024-01-10', 0.7],
        ],
      },
      transactions: [buy('2024-01-02', 10, { price: 100 }), sell('2024-01-05', 4, { price: 101 })],
    })
    const { parts, residual } = explainMove(w.runQuery({ filter: { instrumentTypes: ['equity'] } }))
    expect(parts.trading).toBeCloseTo(10 * 0.9, 9)
    expect(parts.price).toBeCloseTo(0, 9)
    // What was gained in dollars on the first day moves with the rate like the rest of the value.
    expect(parts.currency).toBeCloseTo(1010 * (0.8 - 0.9) + 606 * (0.7 - 0.8), 9)
    expect(residual).toBe(0)
  })
})

describe('a trade settled at a rate of its own', () => {
  it('has the difference to the rate of the close as currency effect, on its day only', () => {
    const w = world({
      asOf: '2024-01-05',
      currency: 'CHF',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: { X: [['2024-01-02', 101]] },
      rates: { USD: [['2024-01-01', 0.9]] },
      transactions: [
        deposit('2024-01-01', 10_000, { currency: 'CHF' }),
        buy('2024-01-02', 10, { net: 920, currency: 'CHF', amount: 1000 }),
      ],
    })
    const shares = { instrumentTypes: ['equity' as const] }
    const { parts, residual } = explainMove(w.runQuery({ filter: shares }))
    expect(parts.currency).toBeCloseTo(1000 * (0.9 - 0.92), 9)
    expect(parts.trading).toBeCloseTo(10 * 0.9, 9)
    expect([parts.price, residual]).toEqual([0, 0])
    const later = explainMove(w.runQuery({ from: '2024-01-03', filter: shares }))
    expect(later.parts).toMatchObject({ currency: 0, trading: 0, price: 0 })
  })
})

describe('the effects of a period', () => {
  const w = world({
    asOf: '2024-03-31',
    currency: 'CHF',
    instruments: [
      { id: 'X', currency: 'USD' },
      { id: 'Y', currency: 'USD' },
    ],
    prices: {
      X: [
        ['2024-03-01', 100],
        ['2024-03-06', 80],
        ['2024-03-13', 120],
        ['2024-03-20', 90],
      ],
      Y: [
        ['2024-03-01', 10],
        ['2024-03-14', 30],
      ],
    },
    rates: {
      USD: [
        ['2024-03-01', 0.9],
        ['2024-03-08', 0.8],
        ['2024-03-15', 0.95],
        ['2024-03-22', 0.85],
      ],
    },
    transactions: [
      deposit('2024-03-01', 100_000, { currency: 'USD' }),
      buy('2024-03-01', 300, { price: 100 }),
      buy('2024-03-01', 500, { instrument: 'Y', price: 10 }),
      sell('2024-03-18', 100, { price: 118 }),
    ],
  })
  const result = w.runQuery({ from: '2024-03-02' })
  const explained = explainMove(result)

  it('are the same by position and by week', () => {
    const weeks = movesByWeek(result, { period: result.period, mask: null }, toIsoDate)
    expect(weeks).toHaveLength(5)
    for (const part of ['price', 'currency', 'trading'] as const) {
      const byPosition = explained.rows.reduce((sum, row) => sum + row.parts[part], 0)
      const byWeek = weeks.reduce((sum, week) => sum + week.parts[part], 0)
      expect(byPosition, part).toBeCloseTo(explained.parts[part], 9)
      expect(byWeek, part).toBeCloseTo(explained.parts[part], 9)
    }
  })

  it('are sums of days', () => {
    const shares = explained.rows.find(({ position }) => result.snapshot.positions.keys[position] === 't0001')
    // The value at the close before each change of the rate: 300 at 80, 300 at 120, 200 at 90.
    expect(shares?.parts.currency).toBeCloseTo(-0.1 * 24_000 + 0.15 * 36_000 - 0.1 * 18_000, 9)
    expect(shares?.parts.price).toBeCloseTo(-20 * 300 * 0.9 + 40 * 300 * 0.8 - 30 * 200 * 0.95, 9)
    expect(shares?.parts.trading).toBeCloseTo(-2 * 100 * 0.95, 9)
  })
})

describe('the P/L of a portfolio (explain-move-portfolio)', () => {
  const w = world({
    asOf: '2024-03-08',
    currency: 'CHF',
    instruments: [{ id: 'X', currency: 'USD' }],
    prices: {
      X: [
        ['2024-03-01', 100],
        ['2024-03-08', 106],
      ],
    },
    rates: {
      USD: [
        ['2024-03-01', 0.9],
        ['2024-03-08', 0.88],
      ],
    },
    transactions: [
      deposit('2024-03-01', 48_500, { currency: 'CHF' }),
      deposit('2024-03-01', 2600, { currency: 'USD' }),
      buy('2024-03-01', 20, { price: 100 }),
      dividend('2024-03-05', { amount: 25, fees: 3 }),
      deposit('2024-03-06', 1000, { currency: 'CHF' }),
      withdrawal('2024-03-06', 250, { currency: 'CHF' }),
      interest('2024-03-07', { amount: 4, currency: 'CHF' }),
      custodyFee('2024-03-07', 15, { currency: 'CHF' }),
    ],
  })
  const query = { from: '2024-03-02' }
  const result = w.runQuery(query)
  const explained = explainMove(result)

  it('sums positions, the currency effect on cash, and the income and costs of its accounts', () => {
    const { start, end, flows, pnl, parts, residual, rows } = explained
    expect(start).toBeCloseTo(48_500 + 2600 * 0.9, 9)
    expect(flows).toBe(750)
    expect(start + flows + pnl).toBeCloseTo(end, 9)
    expect(parts.price).toBeCloseTo(20 * 6 * 0.88, 9)
    // 2,000 of shares and 600 of cash in dollars lost 0.02 each; the dividend arrived at 0.90 and lost as cash.
    expect(parts.currency).toBeCloseTo(-0.02 * (2000 + 600 + 22), 9)
    expect(parts.income).toBeCloseTo(25 * 0.9 + 4, 9)
    expect(parts.fees).toBeCloseTo(-3 * 0.9 - 15, 9)
    expect(residual).toBe(0)
    expect(sumParts(parts)).toBeCloseTo(pnl, 9)
    expect(rows.map(row => row.isCash)).toEqual([false, true, true])
    expect(rows.every(row => unexplainedPnl(row) === 0)).toBe(true)
  })

  it('has currency movers that sum to its currency effect', () => {
    const movers = currencyMovers(result).reduce((sum, mover) => sum + mover.fxPnl, 0)
    expect(movers).toBeCloseTo(explained.parts.currency, 9)
  })

  it('splits by group and by week', () => {
    const groups = movesByGroup(result, explained, 'instrument_type')
    expect(groups.map(({ group }) => group)).toEqual(['equity', 'cash'])
    const query: Query = { period: result.period, mask: null }
    const weeks = movesByWeek(result, query, toIsoDate)
    expect(weeks.map(({ group }) => group)).toEqual(['2024-03-02', '2024-03-04'])
    expect(weeks.reduce((sum, week) => sum + week.pnl, 0)).toBeCloseTo(explained.pnl, 9)
    const linked = weeks.reduce((sum, week) => sum + (week.contribution ?? 0), 0)
    expect(linked).toBeCloseTo(result.performance.pnl.rel.total ?? 0, 12)
    expect(splitIntoWeeks({ from: parseDay('2024-03-04'), to: parseDay('2024-03-10') })).toHaveLength(1)
  })

  it('lists only positions that moved', () => {
    const quiet = explainMove(w.runQuery({ from: '2024-03-02', to: '2024-03-04' }))
    expect([quiet.rows.length, quiet.unmoved, quiet.pnl]).toEqual([0, 3, 0])
  })
})

describe('the P/L of a future', () => {
  it('is a price effect, because a future has no value beyond its gain', () => {
    const w = world({
      asOf: '2024-01-05',
      currency: 'CHF',
      instruments: [{ id: 'X', type: 'future', contractSize: 10, currency: 'USD' }],
      prices: {
        X: [
          ['2024-01-02', 100],
          ['2024-01-03', 104],
          ['2024-01-04', 103],
        ],
      },
      rates: {
        USD: [
          ['2024-01-01', 0.9],
          ['2024-01-04', 0.8],
        ],
      },
      transactions: [
        deposit('2024-01-01', 1000, { currency: 'USD' }),
        buy('2024-01-02', 2, { price: 99 }),
        sell('2024-01-04', 1, { price: 106 }),
      ],
    })
    const { rows, residual } = explainMove(
      w.runQuery({ from: '2024-01-02', filter: { instrumentTypes: ['future'] } }),
    )
    const [row] = rows
    // Entered one dollar below the day's close, at its rate; half sold three above the close.
    expect(row?.parts.trading).toBeCloseTo(2 * 10 * 1 * 0.9 + 10 * 3 * 0.8, 9)
    expect(residual).toBe(0)
    const day = explainMove(
      w.runQuery({ from: '2024-01-03', to: '2024-01-03', filter: { instrumentTypes: ['future'] } }),
    )
    expect(day.parts).toMatchObject({ price: expect.closeTo(20 * 4 * 0.9, 9), currency: 0, trading: 0 })
  })
})
