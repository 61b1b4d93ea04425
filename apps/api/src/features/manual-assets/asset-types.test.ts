import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLedger } from '../../testing/test-ledger.ts'
import {
  buy,
  createManualAssetsFixture,
  errorOf,
  type ManualAssetsFixture,
  managePath,
} from './testing/manual-assets-fixture.ts'

let assets: ManualAssetsFixture

beforeAll(async () => {
  assets = await createManualAssetsFixture()
})
afterAll(() => assets.app.close())

describe('every asset type', () => {
  const year = (entries: object[], more: object = {}) => ({ ...more, transactions: entries })
  const cases: [type: string, body: object, value: number][] = [
    ['real_estate', year([buy('2024-04-01', 900_000, { fees: 7000 })], { location: 'Zug' }), 900_000],
    ['art', year([buy('2025-01-10', 40_000)], { author: 'I. Hadorn', year: 1961 }), 40_000],
    ['vehicle', year([buy('2025-01-10', 60_000)], { year: 1956 }), 60_000],
    ['equity', year([buy('2025-03-03', 5000, { quantity: 50, price: 100 })], { isin: 'CH0038863350' }), 5000],
    ['etf', year([{ date: '2025-03-03', type: 'purchase', quantity: 10, price: 25.5 }]), 255],
    ['fund', year([buy('2025-03-03', 1000, { quantity: 8 })]), 1000],
    ['crypto', year([buy('2025-03-03', 30_000, { quantity: 0.5 })]), 30_000],
    ['commodity', year([buy('2025-03-03', 7000, { quantity: 100, price: 70 })]), 7000],
    ['other', year([buy('2025-03-03', 86_000)]), 86_000],
    [
      'bond',
      year([{ date: '2025-03-03', type: 'purchase', quantity: 10_000, price: 98.5 }], {
        maturity: '2030-03-03',
        interest_rate: 0.02,
      }),
      // 2 % for 250 days of 30/360 since the last coupon.
      9850 + (10_000 * 0.02 * 250) / 360,
    ],
    ['loan', year([{ date: '2025-03-03', type: 'drawdown', amount: 25_000 }], { side: 'lent' }), 25_000],
    [
      'private_equity',
      year([
        { date: '2025-01-06', type: 'commitment', amount: 500_000 },
        { date: '2025-03-03', type: 'capital_call', amount: 100_000 },
      ]),
      100_000,
    ],
  ]

  it.each(cases)('%s appears in positions, net asset value and performance', async (type, body, value) => {
    const name = `My ${type}`
    const { asset, added } = await assets.createAsset({ type, name, ...body })
    expect(added).toBeCloseTo(value, 6)
    expect(asset).toMatchObject({
      type,
      instrument_type: type,
      name,
      account: { id: assets.account, name: 'Keepsakes' },
    })
    expect(asset.value).toBeCloseTo(value, 6)
    const row = await assets.position(name)
    expect(row).toMatchObject({ id: asset.position_id, instrument_type: type })
    expect(row.value).toBeCloseTo(value, 6)
    expect((await assets.send('GET', `${managePath}${asset.id}/`, assets.users.ivy)).json().data).toEqual(
      asset,
    )
  })

  it('fx_forward is valued at its gain, without its notional', async () => {
    const forward = {
      type: 'fx_forward',
      name: 'Dollars sold',
      base_currency: 'USD',
      quote_currency: 'CHF',
      maturity: '2027-03-17',
      transactions: [{ date: '2026-09-16', type: 'open', quantity: -100_000, price: 0.9 }],
      valuations: [{ date: '2026-10-30', value: 1500 }],
    }
    const { asset, added } = await assets.createAsset(forward)
    expect(added).toBeCloseTo(1500, 6)
    expect(asset).toMatchObject({ currency: 'CHF', value: expect.closeTo(1500, 6) })
    const settle = { date: '2026-11-10', type: 'settle', price: 0.88 }
    const { data } = (await assets.change(asset.id, { transactions: [settle] })).json()
    expect(data.transactions[0]).toMatchObject({
      type: 'settle',
      quantity: 100_000,
      price: 0.88,
      amount: null,
    })
    expect(data.value).toBe(0)
  })

  it('fx_forward follows the daily rate without valuations', async () => {
    await testLedger(assets.app.database).rates('CHF', { '2026-09-16': 1.1, '2026-11-13': 1.25 })
    const forward = {
      type: 'fx_forward',
      name: 'Dollars bought',
      base_currency: 'USD',
      quote_currency: 'CHF',
      maturity: '2027-03-17',
      transactions: [{ date: '2026-09-16', type: 'open', quantity: 10_000, price: 0.9 }],
    }
    const { added } = await assets.createAsset(forward)
    // A dollar is worth 0.8 francs at the end.
    expect(added).toBeCloseTo(10_000 * (1 / 1.25 - 0.9), 6)
  })

  it('a borrowed loan reduces the net asset value', async () => {
    const { asset, added } = await assets.createAsset({
      type: 'loan',
      name: 'Mortgage',
      side: 'borrowed',
      maturity: '2028-03-31',
      interest_rate: 0.02,
      payments_per_year: 4,
      repayment: 'linear',
      transactions: [
        { date: '2025-03-31', type: 'drawdown', amount: 100_000 },
        { date: '2026-03-31', type: 'repayment', amount: 40_000 },
        { date: '2026-06-30', type: 'interest', amount: 500 },
      ],
    })
    // Plus interest accrued since the end of September: 43 days of 30/360.
    const owed = -60_000 - (60_000 * 0.02 * 43) / 360
    expect(added).toBeCloseTo(owed, 6)
    // The value is that of the day to which interest accrued, not that of the last payment.
    expect(asset).toMatchObject({ value: expect.closeTo(owed, 6), valued_on: '2026-11-13', flags: [] })
    const amounts = asset.transactions.map(({ type, amount }: { type: string; amount: number }) => [
      type,
      amount,
    ])
    expect(amounts).toEqual([
      ['interest', -500],
      ['repayment', -40_000],
      ['drawdown', 100_000],
    ])
    // Six quarters from 13 November 2026 to 31 March 2028.
    expect(asset.schedule).toHaveLength(6)
    expect(asset.schedule[0]).toEqual({
      date: '2026-12-31',
      interest: 300,
      principal: 10_000,
      outstanding: 50_000,
    })
    expect(asset.schedule.at(-1)).toMatchObject({ date: '2028-03-31', outstanding: 0 })
    const too = { date: '2026-07-31', type: 'repayment', amount: 60_001 }
    expect(errorOf(await assets.change(asset.id, { transactions: [too] }))).toEqual([
      400,
      'transactions.0.amount',
    ])
  })
})

describe('an imported security that is quoted in pence', () => {
  it('is no manual asset', async () => {
    const { app, account, family, users, send } = assets
    const { rows } = await app.database.query(
      `insert into instrument (name, instrument_type, currency, family_id) values ('Pence', 'equity', 'GBp', $1)
       returning id`,
      [family],
    )
    const bought = { type: 'trade', date: '2026-11-09', quantity: '10', price: '390', currency: 'GBp' }
    await testLedger(app.database).post(family, account, { ...bought, instrument: rows[0].id })
    const list = await send('GET', `${managePath}list/`, users.ivy)
    expect(list.statusCode, list.body).toBe(200)
    expect(list.body).not.toContain('Pence')
    expect((await send('GET', `${managePath}${rows[0].id}/`, users.ivy)).statusCode).toBe(404)
  })
})
