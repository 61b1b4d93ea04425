import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLedger } from '../../testing/test-ledger.ts'
import { createEntryFixture, type EntryFixture } from './testing/entry-fixture.ts'

let ledger: EntryFixture
let brewery: string
let gallery: string

beforeAll(async () => {
  ledger = await createEntryFixture()
  const market = testLedger(ledger.app.database)
  brewery = await market.instrument('Brewery', 'equity', 'GBp')
  gallery = await market.instrument('Gallery', 'equity', 'GBp')
  // As London quotes it, in pence.
  await market.prices(brewery, { '2026-11-02': 390, '2026-11-13': 388 })
})
afterAll(() => ledger.app.close())

const buyAt = (price: number, more: object = {}) => ({
  transaction_type: 'trade',
  side: 'buy',
  instrument: brewery,
  currency: 'GBP',
  date: '2026-11-03',
  quantity: 100,
  price,
  ...more,
})

describe('a security that is quoted in pence', () => {
  it('is bought, listed and corrected at prices in pounds', async () => {
    const bought = await ledger.added(buyAt(3.9))
    expect(bought).toMatchObject({ price: 3.9, currency: 'GBP', original_amount: -390 })
    expect(await ledger.cash(ledger.accounts.main, 'GBP')).toBe(-390)
    expect(await ledger.position('Brewery')).toMatchObject({ quantity: 100, price_open: 3.9 })
    const corrected = await ledger.send('PATCH', `/api/transactions/${bought.id}/`, ledger.users.ivy, {
      revision: 1,
      reason: 'Misread',
      price: 4.05,
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(await ledger.cash(ledger.accounts.main, 'GBP')).toBe(-405)
    const history = await ledger.send('GET', `/api/transactions/${bought.id}/history/`, ledger.users.ivy)
    const [newest] = history.json().data
    expect(newest.entered).toMatchObject({ price: 4.05, amount: -405 })
    expect(newest.changes).toContainEqual({ field: 'price', before: '3.9', after: '4.05' })
  })

  it('is asked about when the price was meant in pence', async () => {
    const reply = await ledger.add({ ...buyAt(390), quantity: 0.01, confirm: [] })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().errors[0].question).toMatchObject({
      code: 'unusual_price',
      before: 3.9,
      after: 390,
      currency: 'GBP',
    })
    const usual = await ledger.add({ ...buyAt(3.91), quantity: 1, confirm: ['before_first_day'] })
    expect(usual.statusCode, usual.body).toBe(200)
  })

  it('is delivered at a value in pounds', async () => {
    const { second } = ledger.accounts
    const received = { transaction_type: 'transfer_in', instrument: gallery, currency: 'GBP', quantity: 10 }
    await ledger.added({ ...received, account: second, date: '2026-11-04', amount: 25 })
    expect(await ledger.position('Gallery', second)).toMatchObject({ quantity: 10, price_open: 2.5 })
    await ledger.added({ ...received, account: second, date: '2026-11-05', price: 3.5 })
    expect(await ledger.position('Gallery', second)).toMatchObject({ quantity: 20, price_open: 3 })
  })
})
