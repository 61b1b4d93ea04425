import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'

let app: TestApp
const as: Record<string, string> = {}
const accounts: Record<string, string> = {}
const families: Record<string, string> = {}
const instruments: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  // A Sunday.
  app.travel(Date.parse('2026-11-15T12:00:00Z') - Date.now())
  await app.addUser({ username: 'admin', role: 'admin' })
  for (const name of ['shares', 'coins', 'house']) {
    const id = await app.addFamily(name)
    families[name] = id
    accounts[name] = await testLedger(app.database).account(id, name)
    await app.addUser({ username: name, role: 'investor', familyId: id })
  }
  await signIn()
})
afterAll(() => app.close())

/** Again after each day: sessions end. */
async function signIn(): Promise<void> {
  for (const name of ['admin', 'shares', 'coins', 'house']) as[name] = (await app.signIn(name)).access
}

const post = (family: string, transaction: Parameters<ReturnType<typeof testLedger>['post']>[2]) =>
  testLedger(app.database).post(families[family] ?? '', accounts[family] ?? '', transaction)

async function read(who: string) {
  const body = { settings: {}, filters: {} }
  const positions = await app.call({
    method: 'POST',
    url: '/api/positions/list/',
    as: as[who] ?? '',
    payload: body,
  })
  const performance = await app.call({
    method: 'POST',
    url: '/api/performance/',
    as: as[who] ?? '',
    payload: body,
  })
  expect(positions.statusCode, positions.body).toBe(200)
  expect(performance.statusCode, performance.body).toBe(200)
  return {
    asOf: positions.json().basis.as_of,
    count: positions.json().count,
    nav: performance.json().data.balance.total,
  }
}

const setPrice = (instrument: string, date: string, price: number) =>
  app.call({
    method: 'POST',
    url: `/api/instruments/${instruments[instrument]}/prices/`,
    as: as.admin ?? '',
    payload: { date, price, source: 'Typed' },
  })

describe('the last day of figures', () => {
  it('hides no holding when the only price of an installation is older than the transactions', async () => {
    const ledger = testLedger(app.database)
    instruments.share = await ledger.instrument('Share')
    await post('shares', { type: 'deposit', date: '2026-11-09', amount: '10000', net: '10000' })
    await post('shares', {
      type: 'trade',
      date: '2026-11-10',
      instrument: instruments.share,
      quantity: '100',
      price: '100',
    })
    const before = await read('shares')
    expect(before).toMatchObject({ asOf: '2026-11-13', count: 1, nav: 10_000 })
    expect((await setPrice('share', '2026-10-30', 100)).statusCode).toBe(200)
    expect(await read('shares')).toMatchObject({ asOf: '2026-11-10', count: 1, nav: 10_000 })
  })

  it('follows from the closes of each family, on the calendar of what it holds', async () => {
    const ledger = testLedger(app.database)
    instruments.coin = await ledger.instrument('Coin', 'crypto')
    await ledger.prices(instruments.coin, {
      '2026-11-12': 50,
      '2026-11-13': 51,
      '2026-11-14': 52,
      '2026-11-15': 53,
    })
    await post('coins', {
      type: 'transfer_in',
      date: '2026-11-12',
      instrument: instruments.coin,
      quantity: '10',
    })
    expect((await setPrice('share', '2026-11-13', 110)).statusCode).toBe(200)
    expect(await read('shares')).toMatchObject({ asOf: '2026-11-13', nav: 11_000 })
    expect(await read('coins')).toMatchObject({ asOf: '2026-11-15', nav: 530 })
  })

  it('does not move with a price of an instrument that the family does not hold, or has sold', async () => {
    const ledger = testLedger(app.database)
    instruments.other = await ledger.instrument('Other')
    instruments.sold = await ledger.instrument('Sold')
    for (const [date, quantity] of [
      ['2026-11-10', '5'],
      ['2026-11-11', '-5'],
    ] as const)
      await post('coins', { type: 'trade', date, instrument: instruments.sold, quantity, price: '1' })
    app.travel(2 * 86_400_000)
    await signIn()
    const before = [await read('shares'), await read('coins')]
    expect(before.map(each => each.asOf)).toEqual(['2026-11-13', '2026-11-15'])
    for (const name of ['other', 'sold']) await setPrice(name, '2026-11-17', 7)
    expect([await read('shares'), await read('coins')]).toEqual(before)
    await setPrice('share', '2026-11-16', 120)
    expect(await read('shares')).toMatchObject({ asOf: '2026-11-16', nav: 12_000 })
    expect(await read('coins')).toEqual(before[1])
  })

  it('counts a valuation of a manual asset on the day it is entered', async () => {
    await post('house', {
      type: 'transfer_in',
      date: '2026-11-12',
      quantity: '1',
      ...(instruments.share && { instrument: instruments.share }),
    })
    expect(await read('house')).toMatchObject({ asOf: '2026-11-16', nav: 120 })
    const made = await app.call({
      method: 'POST',
      url: '/api/positions/manage/',
      as: as.house ?? '',
      payload: {
        account: accounts.house,
        type: 'real_estate',
        name: 'House',
        currency: 'CHF',
        transactions: [{ type: 'purchase', date: '2026-11-02', quantity: 1, price: 500_000 }],
        valuations: [{ date: '2026-11-17', value: 530_000 }],
        confirm: ['nav_change', 'before_first_day'],
      },
    })
    expect(made.statusCode, made.body).toBe(200)
    // The purchase was paid in cash.
    expect(await read('house')).toMatchObject({ asOf: '2026-11-17', nav: 30_120 })
  })

  it('is the last of several families, whose figures add up', async () => {
    const parts = await Promise.all(['shares', 'coins', 'house'].map(name => read(name)))
    const all = await read('admin')
    expect(all.asOf).toBe('2026-11-17')
    expect(all.nav).toBe(parts.reduce((sum, { nav }) => sum + nav, 0))
    // Their own days stay as they are.
    expect(await Promise.all(['shares', 'coins', 'house'].map(name => read(name)))).toEqual(parts)
  })

  it('includes a transaction that is posted today, before the close', async () => {
    await post('shares', { type: 'deposit', date: '2026-11-17', amount: '500', net: '500' })
    expect(await read('shares')).toMatchObject({ asOf: '2026-11-17', nav: 12_500 })
  })
})
