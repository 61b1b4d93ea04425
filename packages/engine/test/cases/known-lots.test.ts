import { describe, expect, it } from 'vitest'
import { buy, dividend, SECURITIES, sell, transfer, world } from '../world.ts'

/** Published results that the other files cover only in part. */

const near = (found: number | null | undefined, wanted: number, tolerance: number): void => {
  expect(Math.abs((found ?? Number.NaN) - wanted)).toBeLessThanOrEqual(tolerance)
}

describe('lots and costs', () => {
  it('sum to the same total, pooled across accounts or not (transfer-pp-1498-four-depots)', () => {
    const transactions = [
      buy('2019-01-15', 10, { account: '3', net: 150 }),
      buy('2019-02-15', 50, { account: '1', net: 1000 }),
      ...transfer('2019-03-15', 5, '3', '4', {}),
      buy('2019-04-15', 20, { account: '2', net: 174.6 }),
      sell('2019-05-15', 20, { account: '2', net: 188 }),
    ]
    const prices = { X: [['2019-01-01', 10]] as const }
    const { pnl } = world({ asOf: '2019-12-31', prices, transactions }).runQuery({
      filter: SECURITIES,
    }).performance
    near(pnl.abs.realized, 13.4, 1e-9)
    near(pnl.abs.total / (150 + 1000 + 174.6), -0.405103427449796, 1e-9)
    const one = transactions
      .filter(({ type }) => type === 'trade')
      .map(posting => ({ ...posting, account: 'main' }))
    const pooled = world({
      asOf: '2019-12-31',
      prices,
      accounts: [{ id: 'main', lotMethod: 'average' }],
      transactions: one,
    })
    const { original: row, quantity } = pooled.row('open')
    near((row.priceOpen ?? 0) * quantity, 993.45, 1e-9)
    near(row.pnlAbs.realized, -143.15, 1e-9)
    near(row.pnlAbs.unrealized, -393.45, 1e-9)
    near(row.pnlAbs.total, pnl.abs.total, 1e-9)
  })

  it('pool across two custody accounts under the average method (transfer-pp-1909-two-depots)', () => {
    const row = world({
      asOf: '2020-11-21',
      prices: { X: [['2020-11-20', 280.5]] },
      accounts: [{ id: 'main', lotMethod: 'average' }],
      transactions: [
        buy('2020-09-21', 10, { net: 2000 }),
        buy('2020-10-21', 10, { net: 1000 }),
        sell('2020-11-21', 10, { net: 2805 }),
      ],
    }).row('open').original
    near((row.priceOpen ?? 0) * 10, 1500, 1e-9)
    near(row.pnlAbs.unrealized, 1305, 1e-9)
  })

  it('carry their fees on a transfer if fees are part of the cost (transfer-wealthfolio-partial-lot)', () => {
    const w = world({
      asOf: '2023-06-30',
      transactions: [
        buy('2023-01-01', 10, { account: 'A', amount: 1010 }),
        buy('2023-02-01', 5, { account: 'A', amount: 1005 }),
        ...transfer('2023-06-01', 12, 'A', 'B', {}),
      ],
    })
    const cost = (account: string) => {
      const row = w.rows('open').find(entry => entry.account === account)
      return (row?.original.priceOpen ?? 0) * (row?.quantity ?? 0)
    }
    near(cost('B'), 1412, 1e-9)
    near(cost('A'), 603, 1e-9)
  })

  it('give the published result for dividends in two accounts (dividend-pp-1879)', () => {
    const w = world({
      asOf: '2020-12-31',
      prices: {
        X: [
          ['2019-12-27', 7.416],
          ['2019-12-30', 7.394],
          ['2020-01-02', 7.57],
          ['2020-11-13', 3.865],
          ['2020-11-16', 4.006],
        ],
      },
      transactions: [
        buy('2020-04-01', 100, { account: '1', net: 414.7 }),
        buy('2020-04-01', 100, { account: '2', net: 414.6 }),
        dividend('2020-08-01', { account: '1', net: 40 }),
        dividend('2020-08-01', { account: '2', net: 40 }),
      ],
    })
    const rows = w.rows('open').map(({ original, quantity }) => ({ ...original, quantity }))
    const sum = (pick: (row: (typeof rows)[number]) => number | null) =>
      rows.reduce((total, row) => total + (pick(row) ?? 0), 0)
    const cost = sum(row => (row.priceOpen ?? 0) * row.quantity)
    near(cost, 829.3, 1e-9)
    near(sum(row => row.pnlAbs.unrealized) / cost, -0.0338839985529965, 1e-9)
    near(sum(row => row.dividends) / cost, 0.096466, 1e-6)
    near(sum(row => row.pnlAbs.total) / cost, 0.0625829012420113, 1e-9)
  })

  it("include the multiplier in an option's cost basis (option-wealthfolio-multiplier)", () => {
    const w = world({
      asOf: '2025-02-28',
      currency: 'USD',
      instruments: [{ id: 'X', type: 'option', contractSize: 100 }],
      transactions: [
        buy('2025-01-02', 5, { price: 3, fees: 10 }),
        sell('2025-02-01', 3, { price: 4, fees: 5 }),
      ],
    })
    const first = w.row('open', { to: '2025-01-31' })
    const withCosts = (first.original.priceOpen ?? 0) * 100 * first.quantity + first.original.fees
    near(withCosts, 1510, 1e-9)
    near(withCosts / first.quantity, 302, 1e-9)
    near((withCosts * 2) / 5, 604, 1e-9)
    near(1200 - 5 - (withCosts * 3) / 5, 289, 1e-9)
  })

  it('keep the price gain apart from dividends and fees (dividend-ghostfolio-msft, rel-ghostfolio-*)', () => {
    const share = world({
      asOf: '2023-07-10',
      currency: 'USD',
      prices: {
        X: [
          ['2023-07-09', 337.22],
          ['2023-07-10', 331.83],
        ],
      },
      transactions: [
        buy('2021-09-16', 1, { price: 298.58, fees: 19 }),
        dividend('2021-11-16', { amount: 0.62 }),
      ],
    })
    const row = share.row('open').original
    near((row.pnlAbs.unrealized ?? 0) - row.fees, 14.25, 1e-9)
    near(row.pnlAbs.total, 14.87, 1e-9)
    near(share.runQuery({ from: '2023-07-10' }).performance.pnl.abs.total, -5.39, 1e-9)
    const closed = world({
      asOf: '2021-12-18',
      currency: 'CHF',
      transactions: [
        buy('2021-11-22', 2, { price: 142.9, fees: 1.55 }),
        sell('2021-11-30', 2, { price: 136.6, fees: 1.65 }),
      ],
    }).row('closed').original
    near((closed.pnlAbs.total ?? 0) + closed.fees, -12.6, 1e-9)
    near(((closed.pnlAbs.total ?? 0) + closed.fees) / closed.capitalBase, -0.0440867739678097, 1e-12)
    near(closed.pnlRel.total, -0.0552834149755073, 1e-12)
    const part = world({
      asOf: '2022-04-11',
      currency: 'CHF',
      prices: { X: [['2022-04-11', 87.8]] },
      transactions: [
        buy('2022-03-07', 2, { price: 75.8, fees: 2.95 }),
        sell('2022-04-08', 1, { price: 85.73, fees: 1.3 }),
      ],
    }).row('open').original
    near(part.fees, 4.25, 1e-9)
    near(part.pnlRel.total, 0.1166226913, 1e-9)
    // The source divides by capital weighted by days: 32 days of 151.60 and 3 of 75.80.
    const weighted = (32 * 151.6 + 3 * 75.8) / 35
    near((part.pnlAbs.total ?? 0) / weighted, 0.121844602843303, 1e-9)
  })

  it('give the published P/L of the units closed (lots-pp-long-multiple-buys, short-pp-multiple-sells-partial-cover, short-nautilus)', () => {
    const long = world({
      asOf: '2024-12-31',
      transactions: [
        buy('2024-01-01', 12, { net: 120 }),
        buy('2024-02-01', 5, { net: 60 }),
        buy('2024-03-01', 3, { net: 90 }),
        sell('2024-12-31', 18, { net: 360 }),
      ],
    }).row('open').original
    const entry = 360 - (long.pnlAbs.realized ?? 0)
    near(entry, 210, 1e-9)
    near((long.pnlAbs.realized ?? 0) / entry, 0.7142857143, 1e-9)
    const short = world({
      asOf: '2024-12-31',
      accounts: [{ id: 'main', shortsAllowed: true }],
      transactions: [
        sell('2024-01-01', 2, { net: 200 }),
        sell('2024-02-01', 3, { net: 360 }),
        sell('2024-03-01', 2, { net: 100 }),
        buy('2024-12-31', 4, { net: 80 }),
      ],
    }).row('open').original
    near((short.pnlAbs.realized ?? 0) / (80 + (short.pnlAbs.realized ?? 0)), 0.8181818182, 1e-9)
  })

  it('realize the fraction that a merger pays in cash (merger-lots-carry-over)', () => {
    const w = world({
      asOf: '2024-03-31',
      currency: 'USD',
      instruments: [{ id: 'X' }, { id: 'N' }],
      prices: { N: [['2024-01-01', 60]] },
      transactions: [
        buy('2020-03-02', 28, { net: 448 }),
        { on: '2024-01-10', type: 'merger', link: 'm', instrument: 'X', quantity: -28 },
        {
          on: '2024-01-10',
          type: 'merger',
          link: 'm',
          instrument: 'N',
          quantity: 6,
          numerator: 22,
          denominator: 100,
          net: 0.16 * 60,
        },
      ],
    })
    near(0.16 * 60 - w.runQuery().performance.pnl.abs.realized, 11.636364, 1e-6)
  })
})
