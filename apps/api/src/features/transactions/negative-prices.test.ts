import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testLedger } from '../../testing/test-ledger.ts'
import { createEntryFixture, type EntryFixture, errorOf } from './testing/entry-fixture.ts'

let ledger: EntryFixture
let future: string
let power: string

beforeAll(async () => {
  ledger = await createEntryFixture()
  const market = testLedger(ledger.app.database)
  future = await market.instrument('Crude oil', 'future')
  power = await market.instrument('Power', 'commodity')
  await ledger.app.database.query('update instrument set contract_size = 1000 where id = $1', [future])
  await market.prices(future, { '2026-11-02': 18.27, '2026-11-03': -37.63, '2026-11-04': 10.01 })
  await market.prices(power, { '2026-11-02': -5 })
})
afterAll(() => ledger.app.close())

describe('a trade at a negative price', () => {
  it('is the entry of a future', async () => {
    await ledger.added(ledger.buy(1, -37.63, { instrument: future }))
    expect(await ledger.position('Crude oil')).toMatchObject({ price_open: -37.63, value: 47_640 })
  })

  it('pays the buyer, and a correction keeps it so', async () => {
    const cash = await ledger.cash()
    const added = await ledger.added(ledger.buy(10, -5, { instrument: power, fees: 1 }))
    expect(await ledger.cash()).toBe(cash + 49)
    expect(await ledger.position('Power')).toMatchObject({ price_open: -5, value: -50 })
    const corrected = await ledger.send('PATCH', `/api/transactions/${added.id}/`, ledger.users.ivy, {
      revision: 1,
      reason: 'Fee as stated',
      fees: 2,
    })
    expect(corrected.statusCode, corrected.body).toBe(200)
    expect(await ledger.cash()).toBe(cash + 48)
    expect(await ledger.position('Power')).toMatchObject({ price_open: -5 })
  })

  it('is rejected for a share', async () => {
    expect(errorOf(await ledger.add(ledger.buy(1, -5)))).toEqual([400, 'price'])
  })
})
