import { describe, expect, it } from 'vitest'
import { parseDay, xirr } from '../../src/index.ts'
import { buy, convert, deposit, SECURITIES, sell, world } from '../world.ts'

/** Published results that the other files cover only in part. */

const near = (found: number | null | undefined, wanted: number, tolerance: number): void => {
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(tolerance)
}
const flows = (list: readonly (readonly [on: string, amount: number])[]) =>
  list.map(([on, amount]) => ({ day: parseDay(on), amount }))

const EURUSD = [
  ['2014-12-31', 1.2141],
  ['2015-01-02', 1.2043],
  ['2015-01-05', 1.1915],
  ['2015-01-06', 1.1914],
  ['2015-01-07', 1.1831],
  ['2015-01-08', 1.1768],
  ['2015-01-09', 1.1813],
  ['2015-01-12', 1.1804],
  ['2015-01-13', 1.1782],
  ['2015-01-14', 1.1775],
  ['2015-01-15', 1.1708],
  ['2015-01-16', 1.1588],
] as const
const USD = EURUSD.map(([on, rate]) => [on, 1 / rate] as const)

describe('amounts in two currencies', () => {
  it('give the published result for three lots (fx-pp-fifo-three-lots)', () => {
    const w = world({
      asOf: '2015-08-10',
      instruments: [{ id: 'X', currency: 'USD' }],
      accounts: [
        { id: 'E', cash: 'none' },
        { id: 'U', cash: 'none' },
      ],
      prices: { X: [['2015-08-03', 115.52]] },
      rates: { USD },
      transactions: [
        buy('2015-01-01', 5, { account: 'E', net: 454.6, currency: 'EUR', amount: 551.9 }),
        buy('2015-01-01', 5, { account: 'U', net: 571.9, fees: 10, taxes: 10 }),
        buy('2015-08-03', 5, { account: 'U', net: 577.6 }),
      ],
    })
    const rows = w.rows('open')
    const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
    const cost = sum(row => (row.calculated.priceOpen ?? 0) * row.quantity)
    const costs = sum(row => row.calculated.fees + row.calculated.taxes)
    const pnl = sum(row => row.calculated.pnlAbs.total)
    expect(sum(row => row.quantity)).toBe(15)
    // The source includes fees in the cost; ours are separate.
    near(cost + costs, 1424.1, 0.006)
    near(pnl / (cost + costs), 0.0500245769257777, 1e-5)
    const unrealized = sum(row => row.calculated.pnlAbs.unrealized)
    near(unrealized - sum(row => row.fx), 44.36, 0.011)
    // The source's return is before taxes, so the tax is not a contribution.
    const rate = (on: string): number => USD.findLast(([day]) => day <= on)?.[1] ?? 0
    const { rate: irr } = xirr(
      flows([
        ['2015-01-01', -454.6],
        ['2015-01-01', -561.9 * rate('2015-01-01')],
        ['2015-08-03', -577.6 * rate('2015-08-03')],
        ['2015-08-10', sum(row => row.calculated.value)],
      ]),
    )
    near(irr, 0.144628284554509, 0.0005)
  })

  it('give the published result in two accounts (fx-pp-two-accounts)', () => {
    const w = world({
      asOf: '2016-01-01',
      instruments: [{ id: 'X', currency: 'USD' }],
      prices: {
        X: [
          ['2015-01-02', 100],
          ['2015-01-08', 110],
          ['2015-12-01', 120],
        ],
      },
      rates: { USD },
      transactions: [
        buy('2015-01-01', 10, { account: 'B', net: 800, currency: 'EUR' }),
        buy('2015-01-02', 10, { account: 'A', net: 900, currency: 'EUR' }),
        sell('2015-01-09', 5, { account: 'A', net: 500, currency: 'EUR' }),
      ],
    })
    const { pnl } = w.runQuery({ filter: SECURITIES }).performance
    near(pnl.abs.realized, 50, 1e-9)
    near(pnl.abs.unrealized, 303.33, 0.011)
    // Day by day on the closes. The source's 8.77 is the part of the lots sold, measured on their cost.
    const rate = (day: string) => USD.findLast(([known]) => known <= day)?.[1] ?? 0
    const { fx } = w.rows('open', { to: '2015-01-09' }).find(({ account }) => account === 'A') ?? { fx: 0 }
    const onCloses =
      1000 * (rate('2015-01-08') - rate('2015-01-02')) + 1100 * (rate('2015-01-09') - rate('2015-01-08'))
    near(fx, onCloses, 1e-9)
  })

  it('split a return into market return and currency return (fx-cfa-yen-krona)', () => {
    const history = (start: number, end: number, rateStart: number, rateEnd: number) => {
      const w = world({
        asOf: '2020-12-31',
        instruments: [{ id: 'X', currency: 'JPY' }],
        currency: 'USD',
        prices: {
          X: [
            ['2020-01-01', start],
            ['2020-12-31', end],
          ],
        },
        rates: {
          JPY: [
            ['2020-01-01', rateStart],
            ['2020-12-31', rateEnd],
          ],
        },
        transactions: [buy('2020-01-01', 1, { price: start })],
      })
      const row = w.row('open', { from: '2020-01-02' })
      return { local: row.original.pnlRel.total ?? 0, base: row.calculated.pnlRel.total ?? 0 }
    }
    const yen = history(2000, 2200, 1 / 100, 1 / 105)
    near(yen.local, 0.1, 1e-9)
    near(yen.base, 0.047619, 1e-6)
    near(yen.base - yen.local, -0.0524, 1e-4)
    const krona = history(100, 130, 6, 5.4)
    near(krona.base, 0.17, 1e-9)
    near(krona.local, 0.3, 1e-9)
    near(krona.base - krona.local, -0.13, 1e-9)
  })

  it('do not count a conversion as a contribution (fx-conversion-not-a-flow)', () => {
    const w = world({
      asOf: '2026-09-01',
      rates: { USD: [['2026-08-31', 0.8758]] },
      transactions: [deposit('2026-08-31', 200), convert('2026-09-01', 106.03, 'EUR', 124.9743801, 'USD')],
    })
    const { cashFlow } = w.runQuery({ from: '2026-09-01' }).performance
    expect(cashFlow).toEqual({ net: 0, deposits: 0, withdrawals: 0 })
    expect(cashFlow.net).not.toBeCloseTo(3.42, 2)
  })

  it('keep the value of foreign cash at the time of its deposit (fx-ghostfolio-cash)', () => {
    const w = world({
      asOf: '2025-01-01',
      currency: 'CHF',
      rates: {
        USD: [
          ['2023-12-31', 0.85],
          ['2024-12-31', 0.9],
          ['2025-01-01', 0.91],
        ],
      },
      transactions: [
        deposit('2023-12-31', 1000, { currency: 'USD' }),
        deposit('2024-12-31', 1000, { currency: 'USD' }),
      ],
    })
    near(w.views('CHF').calculated.costAfter.at(-1), 1750, 1e-9)
    near(w.runQuery().performance.balance.total, 1820, 1e-9)
  })
})
