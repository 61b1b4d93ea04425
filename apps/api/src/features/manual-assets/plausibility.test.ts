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

const questionsOf = (reply: {
  statusCode: number
  json(): { errors?: { field?: string; question?: object }[] }
}) => [
  reply.statusCode,
  ...(reply.json().errors ?? []).map(({ field, question }) => ({ field, ...question })),
]

describe('a valuation', () => {
  it('below zero is refused, and never saved without its sign', async () => {
    const house = { type: 'real_estate', name: 'House', transactions: [buy('2026-01-05', 4_900_000)] }
    const { asset } = await assets.createAsset(house)
    const reply = await assets.change(asset.id, { valuations: [{ date: '2026-11-13', value: -5 }] })
    expect(errorOf(reply)).toEqual([400, 'valuations.0.value'])
    expect(await assets.nav()).toBe(4_900_000)
  })

  it('that changes the net asset value by more than a fifth is a question with the effect', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'Print',
      transactions: [buy('2026-01-05', 100_000)],
    })
    const nav = await assets.nav()
    const value = nav * 0.5
    const change = { valuations: [{ date: '2026-11-13', value }], confirm: [] as string[] }
    const asked = await assets.change(asset.id, change)
    expect(questionsOf(asked)).toMatchObject([
      409,
      { code: 'nav_change', field: 'valuations.0.value', before: nav, currency: 'CHF' },
      { code: 'unusual_price', field: 'valuations.0.value', before: 100_000 },
    ])
    expect(await assets.nav()).toBe(nav)
    const confirm = ['nav_change', 'unusual_price']
    const saved = await assets.change(asset.id, { ...change, confirm })
    expect(saved.statusCode, saved.body).toBe(200)
    expect(await assets.nav()).toBeCloseTo(asked.json().errors[0].question.after, 6)
  })

  it('of a new asset, or a date before the account, is asked about before the asset exists', async () => {
    const nav = await assets.nav()
    const castle = {
      type: 'real_estate',
      name: 'Castle',
      transactions: [buy('1960-01-05', nav)],
      confirm: [],
    }
    const asked = await assets.create(castle)
    expect(questionsOf(asked)).toMatchObject([
      409,
      { code: 'nav_change', before: nav, after: 2 * nav },
      { code: 'before_first_day', field: 'transactions.0.date', before: '2026-01-05', after: '1960-01-05' },
    ])
    expect(await assets.position('Castle')).toBeUndefined()
  })
})

describe('a minus sign', () => {
  it.each([
    ['transactions.0.price', { date: '2026-01-05', type: 'purchase', quantity: 1, price: -100 }],
    ['transactions.0.quantity', { date: '2026-01-05', type: 'purchase', quantity: -1, amount: 100 }],
    ['transactions.0.amount', { date: '2026-01-05', type: 'dividend', amount: -5 }],
  ])('against the direction is refused: %s', async (field, entry) => {
    expect(errorOf(await assets.create({ type: 'equity', name: 'Odd', transactions: [entry] }))).toEqual([
      400,
      field,
    ])
  })

  it('with the direction is accepted, as it is read', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'Vase',
      transactions: [buy('2026-02-02', -300)],
    })
    expect(asset.transactions[0].amount).toBe(-300)
  })
})
