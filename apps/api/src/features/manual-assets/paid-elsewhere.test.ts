import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buy,
  createManualAssetsFixture,
  type ManualAssetsFixture,
  managePath,
} from './testing/manual-assets-fixture.ts'

let assets: ManualAssetsFixture
let account: string

beforeAll(async () => {
  assets = await createManualAssetsFixture()
  const opened = await assets.send('POST', '/api/accounts/', assets.users.ivy, {
    name: 'Home',
    currency: 'CHF',
    cash: 'tracked',
  })
  account = opened.json().data.id
})
afterAll(() => assets.app.close())

/** The cash of the account, and the net asset value. */
async function figures(): Promise<{ cash: number; nav: number }> {
  const { accounts } = (await assets.send('GET', `${managePath}form_fields/`, assets.users.ivy)).json()
  const found = accounts.find(({ id }: { id: string }) => id === account)
  return { cash: found.balances[0]?.amount ?? 0, nav: await assets.nav() }
}

const house = (more: object) => ({
  account,
  type: 'real_estate',
  name: 'Chalet',
  transactions: [buy('2025-01-02', 500_000, { fees: 10_000, ...more })],
})

describe('an entry that was paid elsewhere', () => {
  it('leaves cash as it is and adds its value to the net asset value', async () => {
    const before = await figures()
    const { asset } = await assets.createAsset(house({ paid_from: 'elsewhere' }))
    expect(asset.transactions[0].paid_from).toBe('elsewhere')
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 500_000 })

    // A correction of the price moves the deposit with it.
    const corrected = await assets.change(asset.id, {
      transactions: [{ ...asset.transactions[0], amount: 520_000 }],
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 520_000 })

    // Paid from the account after all: cash goes down by price and costs.
    const fromAccount = await assets.change(asset.id, {
      transactions: [{ ...corrected.json().data.transactions[0], paid_from: 'account' }],
    })
    expect(fromAccount.json().data.transactions[0].paid_from).toBe('account')
    expect(await figures()).toEqual({ cash: before.cash - 530_000, nav: before.nav - 10_000 })

    const again = await assets.change(asset.id, {
      transactions: [{ ...fromAccount.json().data.transactions[0], paid_from: 'elsewhere' }],
    })
    expect(again.statusCode, again.body).toBe(200)
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 520_000 })

    // Deleting the asset takes the deposit with it, and undo brings both back.
    await assets.send('DELETE', `${managePath}${asset.id}/`, assets.users.ivy)
    expect(await figures()).toEqual(before)
    const restored = await assets.send('POST', `${managePath}${asset.id}/restore/`, assets.users.ivy, {})
    expect(restored.json().data.transactions[0].paid_from).toBe('elsewhere')
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 520_000 })

    // Voided in the list of transactions: the deposit follows.
    const [entry] = restored.json().data.transactions
    const voided = await assets.send('POST', `/api/transactions/${entry.id}/void/`, assets.users.ivy, {
      revision: entry.revision,
      reason: 'never bought',
    })
    expect(voided.statusCode, voided.body).toBe(200)
    expect(await figures()).toEqual(before)
    const undone = await assets.send('POST', `/api/transactions/${entry.id}/restore/`, assets.users.ivy, {
      revision: entry.revision + 1,
    })
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 520_000 })
  })

  it('counts a house with a mortgage at its equity', async () => {
    const before = await figures()
    await assets.createAsset({
      account,
      type: 'real_estate',
      name: 'House',
      transactions: [buy('2025-03-03', 900_000, { paid_from: 'elsewhere' })],
    })
    const { asset } = await assets.createAsset({
      account,
      type: 'loan',
      name: 'Mortgage',
      side: 'borrowed',
      transactions: [{ date: '2025-03-03', type: 'drawdown', amount: 600_000, paid_from: 'elsewhere' }],
    })
    expect(await figures()).toEqual({ cash: before.cash, nav: before.nav + 300_000 })
    expect(asset.loan).toMatchObject({ outstanding: 600_000, principal_paid: 0, upcoming: null })
  })

  it('has no counterpart where the account keeps no cash', async () => {
    const { asset, added } = await assets.createAsset({
      type: 'art',
      name: 'Print',
      transactions: [buy('2025-01-02', 1000, { paid_from: 'elsewhere' })],
    })
    expect(added).toBe(1000)
    expect(asset.transactions[0].paid_from).toBe('account')
  })
})
