import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buy,
  createManualAssetsFixture,
  errorOf,
  type ManualAssetsFixture,
} from './testing/manual-assets-fixture.ts'

let assets: ManualAssetsFixture

beforeAll(async () => {
  assets = await createManualAssetsFixture()
})
afterAll(() => assets.app.close())

describe('valuations', () => {
  it('hold until the next valuation and are not interpolated', async () => {
    const { asset, added } = await assets.createAsset({
      type: 'real_estate',
      name: 'House on the hill',
      transactions: [buy('2025-01-02', 1_000_000), { date: '2025-06-30', type: 'rent', amount: 20_000 }],
      valuations: [
        { date: '2025-12-31', value: 1_100_000, source: 'Appraiser' },
        { date: '2026-06-30', value: 1_200_000 },
      ],
    })
    expect(added).toBeCloseTo(1_200_000, 6)
    expect(asset).toMatchObject({
      valued_on: '2026-06-30',
      valuations_count: 2,
      transactions_count: 2,
      flags: [],
    })
    expect(asset.valuations[1]).toMatchObject({ value: 1_100_000, source: 'Appraiser', change_rel: null })
    expect(asset.valuations[0].change_rel).toBeCloseTo(1_200_000 / 1_100_000 - 1, 12)
    const valueOn = async (end_date: string) => {
      const period = { name: null, start_date: '2025-01-01', end_date }
      return (await assets.position('House on the hill', { settings: { period } })).value
    }
    expect(await valueOn('2025-12-30')).toBe(1_000_000)
    expect(await valueOn('2026-03-31')).toBe(1_100_000)
    expect(await valueOn('2026-06-29')).toBe(1_100_000)
    expect(await valueOn('2026-06-30')).toBe(1_200_000)
    const row = await assets.position('House on the hill')
    expect(row).toMatchObject({ other_income: 20_000, pnl_abs_unrealized: 200_000, pnl_abs_total: 220_000 })
  })

  it('state a total, so an earlier purchase changes the value per unit', async () => {
    const { asset } = await assets.createAsset({
      type: 'equity',
      name: 'Unlisted AG',
      transactions: [buy('2025-01-02', 1000, { quantity: 100 })],
      valuations: [{ date: '2025-06-30', value: 1500 }],
    })
    const more = (
      await assets.change(asset.id, { transactions: [buy('2025-03-01', 1000, { quantity: 100 })] })
    ).json().data
    expect(more.value).toBeCloseTo(1500, 6)
    expect(more.valuations).toHaveLength(1)
    expect(more.valuations[0]).toMatchObject({ value: 1500, revision: 2 })
    const later = (
      await assets.change(asset.id, { transactions: [buy('2025-09-01', 800, { quantity: 100 })] })
    ).json().data
    // 300 units at 7.50, the price of the current valuation.
    expect(later.value).toBeCloseTo(2250, 6)
  })

  it('need a holding, and allow one per day', async () => {
    const initialState = { type: 'art', name: 'Unpaid', valuations: [{ date: '2026-01-02', value: 10 }] }
    expect(errorOf(await assets.create(initialState))).toEqual([400, 'valuations.0.date'])
    const twice = {
      type: 'art',
      name: 'Twice',
      transactions: [buy('2025-01-02', 10)],
      valuations: [
        { date: '2026-01-02', value: 10 },
        { date: '2026-01-02', value: 11 },
      ],
    }
    expect(errorOf(await assets.create(twice))).toEqual([400, 'valuations.1.date'])
  })
})

describe('private equity', () => {
  it('shows commitment, calls, distributions and multiples; calls and distributions alone earn nothing', async () => {
    const { asset, added } = await assets.createAsset({
      type: 'private_equity',
      name: 'Ostgate Growth',
      transactions: [
        { date: '2025-01-06', type: 'commitment', amount: 1000 },
        { date: '2025-02-03', type: 'capital_call', amount: 400 },
        { date: '2025-09-01', type: 'capital_call', amount: 200 },
        { date: '2026-02-02', type: 'distribution', amount: 150 },
      ],
      valuations: [{ date: '2025-06-30', value: 500 }],
    })
    // 400 became 500; 200 came in and 150 went out at the carrying value.
    expect(added).toBeCloseTo(550, 6)
    expect(asset.fund).toMatchObject({
      committed: 1000,
      called: 600,
      uncalled: 400,
      distributed: 150,
      dpi: 0.25,
      rvpi: expect.closeTo(550 / 600, 9),
      tvpi: expect.closeTo(700 / 600, 9),
    })
    expect(asset.transactions[0]).toMatchObject({
      type: 'distribution',
      amount: 150,
      quantity: null,
      price: null,
    })
    const row = await assets.position('Ostgate Growth')
    expect(row.pnl_abs_total).toBeCloseTo(100, 6)

    // A corrected valuation changes the units of later calls and distributions.
    const [valuation] = asset.valuations
    const revalued = (await assets.change(asset.id, { valuations: [{ ...valuation, value: 600 }] })).json()
      .data
    expect(revalued.value).toBeCloseTo(650, 6)
    expect((await assets.position('Ostgate Growth')).pnl_abs_total).toBeCloseTo(200, 6)
  })

  it('can pay out income, which leaves the capital unchanged', async () => {
    const { asset } = await assets.createAsset({
      type: 'private_equity',
      name: 'Income fund',
      transactions: [
        { date: '2025-02-03', type: 'capital_call', amount: 400 },
        { date: '2026-02-02', type: 'distribution', amount: 30, quantity: 0 },
      ],
    })
    expect(asset.value).toBeCloseTo(400, 6)
    expect((await assets.position('Income fund')).dividends).toBeCloseTo(30, 6)
  })
})
