import { describe, expect, it } from 'vitest'
import {
  compoundReturns,
  explainMove,
  findHighestClose,
  parseDay,
  periodVolatility,
  priceSeries,
  tradingReturns,
} from '../../src/index.ts'
import { KNOWN_CLOSES } from '../facts/known-closes.ts'
import {
  custodyFee,
  type Draft,
  deliverIn,
  deposit,
  dividend,
  interest,
  SECURITIES,
  sell,
  withdrawal,
  world,
} from '../world.ts'

/** Published results that the other files cover only in part. */

const near = (found: number | null | undefined, wanted: number, tolerance: number): void => {
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(tolerance)
}

describe('returns, risk and highs', () => {
  it('compound from any start by month, quarter and year (stats-empyrical-cum-returns, -aggregate)', () => {
    const mixed = [null, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1]
    const from100 = [100, 101, 111.1, 106.65599, 108.78912, 112.05279, 114.29384, 115.43678, 103.8931]
    mixed.forEach((_, index) => {
      near(100 * (1 + (compoundReturns(mixed)[index] ?? 0)), from100[index] ?? 0, 1e-4)
    })
    const negative = [0, -0.06, -0.07, -0.01, -0.09, -0.02, -0.06, -0.08, -0.05]
    const fallen = [0, -0.06, -0.1258, -0.13454, -0.21243, -0.22818, -0.27449, -0.33253, -0.3659]
    negative.forEach((_, index) => {
      near(compoundReturns(negative)[index], fallen[index] ?? 0, 1e-4)
    })
    const months = [0, 0.01, 0.1, -0.04, 0.02, 0.03, 0.02, 0.01, -0.1]
    ;[0.111, 0.008576, -0.07282].forEach((wanted, quarter) => {
      near(compoundReturns(months.slice(quarter * 3, quarter * 3 + 3)).at(-1), wanted, 1e-8)
    })
  })

  it('give the published volatility of real closes over the trading days of a holding (volatility-pp-basf-real-prices)', () => {
    const holidays = new Set(
      ['2014-01-01', '2014-04-18', '2014-04-21', '2014-05-01', '2014-12-25', '2014-12-26', '2015-01-01'].map(
        parseDay,
      ),
    )
    const history = (transactions: readonly Draft[], to: string, excluded = holidays): number | null => {
      const w = world({ asOf: '2015-02-20', prices: { X: KNOWN_CLOSES }, transactions })
      const { performance } = w.runQuery({ from: '2014-02-01', to, filter: SECURITIES })
      const { dailyPnl, dailyBalance } = performance
      const returns = tradingReturns(
        dailyPnl.firstDay,
        dailyBalance.total,
        dailyPnl.cumulativeReturn.total,
        excluded,
      )
      return periodVolatility(returns.map(({ value }) => value))
    }
    const held = [deliverIn('2014-01-02', 10, { net: 763.8 })]
    const sold = [...held, sell('2014-12-01', 10, { net: 725.5 })]
    const again = [...sold, deliverIn('2015-02-02', 10, { net: 811.5 })]
    near(history(held, '2014-07-31'), 0.14156879146, 1e-10)
    expect(history(held, '2014-07-31', new Set())).not.toBeCloseTo(0.14156879146, 7)
    near(history(sold, '2015-01-31'), 0.200573810778, 1e-10)
    near(history(again, '2015-02-20'), 0.20294204144, 1e-10)
  })

  it('measure the all-time high by the highest close (watchlist-all-time-high)', () => {
    const closes = [
      ['2022-06-02', 210],
      ['2022-06-03', 699],
      ['2022-06-04', 699],
      ['2022-06-05', 2133],
      ['2022-06-06', 2074],
      ['2022-06-07', 1854],
      ['2022-06-08', 1500],
      ['2022-06-09', 9],
      ['2022-06-10', 900],
      ['2022-06-11', 1121],
    ] as const
    const series = priceSeries(
      closes.map(([on, close]) => [parseDay(on), close] as const),
      parseDay('2022-06-11'),
    )
    const all = findHighestClose(series, { from: parseDay('2022-06-02'), to: parseDay('2022-06-11') })
    expect(all).toMatchObject({ high: 2133, day: parseDay('2022-06-05') })
    near(all?.distance, -0.47444, 1e-5)
    // The source excludes the first day of its interval.
    const some = findHighestClose(series, { from: parseDay('2022-06-08'), to: parseDay('2022-06-10') })
    expect(some?.high).toBe(1500)
    near(some?.distance, -0.4, 1e-9)
    expect(findHighestClose(series, { from: parseDay('2022-05-01'), to: parseDay('2022-06-01') })).toBeNull()
  })
})

describe('the P/L of a portfolio', () => {
  it('is the sum of its effects without a residual (explain-move-portfolio)', () => {
    const w = world({
      asOf: '2024-02-29',
      currency: 'CHF',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: {
        X: [
          ['2024-01-31', 100],
          ['2024-02-29', 101.5],
        ],
      },
      rates: {
        USD: [
          ['2024-01-31', 0.8],
          ['2024-02-29', 0.795],
        ],
      },
      transactions: [
        deposit('2024-01-31', 39_500, { currency: 'CHF' }),
        deposit('2024-01-31', 2500, { currency: 'USD' }),
        deliverIn('2024-01-31', 106.25, { price: 100 }),
        dividend('2024-02-29', { amount: 20 / 0.795, fees: 7.5 / 0.795 }),
        custodyFee('2024-02-29', 15, { currency: 'CHF' }),
        interest('2024-02-29', { amount: 4, currency: 'CHF' }),
        deposit('2024-02-15', 1000, { currency: 'CHF' }),
        withdrawal('2024-02-16', 250, { currency: 'CHF' }),
      ],
    })
    const result = w.runQuery({ from: '2024-02-01' })
    const { performance } = result
    near(performance.openingBalance, 50_000, 1e-9)
    near(performance.cashFlow.net, 750, 1e-9)
    const move = explainMove(result)
    const { price, trading, currency, income, fees, taxes } = move.parts
    // 106.25 shares gain 1.50 each at 0.795; their 10,625 dollars and the 2,500 in cash lose half a centime each.
    near(price + trading, 106.25 * 1.5 * 0.795, 1e-9)
    near(currency, -(10_625 + 2500) * 0.005, 1e-9)
    near(income, 24, 1e-9)
    near(fees, -22.5, 1e-9)
    expect(taxes).toBe(0)
    near(move.pnl, price + trading + currency + income + fees, 1e-9)
    expect(move.residual).toBe(0)
    near(performance.balance.total, 50_000 + 750 + move.pnl, 1e-9)
  })
})
