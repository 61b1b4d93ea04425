import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ledger: ReturnType<typeof testLedger>
let family: string
let main: string
let bond: string
let as: string

interface Order {
  kind: string
  position: { name: string }
  account: { name: string }
  quantity: number
  price: number
  amount: number
  gain: number | null
  cash: { account: { name: string }; currency: string; amount: number }[]
}

/** A bond quoted in percent, shares in dollars of a second account, and a short. */
beforeAll(async () => {
  app = await createTestApp()
  ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  as = (await app.signIn('ivy')).access
  main = await ledger.account(family, 'Main')
  const second = await ledger.account(family, 'Second', 'USD')
  await app.database.query('update account set allows_short = true where id = $1', [main])
  bond = await ledger.instrument('Bond', 'bond')
  await app.database.query('update instrument set contract_size = 0.01 where id = $1', [bond])
  const shares = await ledger.instrument('Shares', 'equity', 'USD')
  const sold = await ledger.instrument('Sold', 'equity')
  await ledger.prices(bond, { '2026-11-09': 80, '2026-11-13': 100 })
  await ledger.prices(shares, { '2026-11-09': 100, '2026-11-13': 100 })
  await ledger.prices(sold, { '2026-11-09': 10, '2026-11-13': 10 })
  await ledger.rates('CHF', { '2026-11-09': 1, '2026-11-13': 1 })
  const post = (account: string, transaction: Parameters<typeof ledger.post>[2]) =>
    ledger.post(family, account, transaction)
  await post(main, { type: 'deposit', date: '2026-11-09', amount: '230000' })
  await post(main, { type: 'deposit', date: '2026-11-09', amount: '40000', currency: 'USD' })
  await post(main, { type: 'trade', date: '2026-11-10', instrument: bond, quantity: '100000', price: '80' })
  await post(main, { type: 'trade', date: '2026-11-10', instrument: sold, quantity: '-100', price: '10' })
  await post(second, { type: 'deposit', date: '2026-11-09', amount: '10000', currency: 'USD' })
  await post(second, {
    type: 'trade',
    date: '2026-11-10',
    instrument: shares,
    quantity: '100',
    price: '100',
    currency: 'USD',
  })
})
afterAll(() => app.close())

async function propose(shares: Record<string, number>) {
  await app.database.query('delete from target_allocation')
  const band = ([key, weight]: [string, number]) => ({
    key,
    weight,
    min: Math.max(0, (weight * 100 - 2) / 100),
    max: Math.min(1, (weight * 100 + 2) / 100),
  })
  const target = {
    name: 'Plan',
    dimension: 'instrument_type',
    valid_from: '2026-01-01',
    buckets: Object.entries(shares).map(band),
  }
  const call = (url: string, payload: object) => app.call({ method: 'POST', url, as, payload })
  const made = await call('/api/targets/', target)
  expect(made.statusCode, made.body).toBe(200)
  const reply = await call('/api/targets/propose/', { settings: { currency: 'CHF' }, options: {} })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data as {
    orders: Order[]
    kept: { position: { name: string }; reason: string }[]
    problems: { bucket: string; problem: string }[]
  }
}

it('states orders of bonds in nominal, with the gain of what is sold', async () => {
  const { orders } = await propose({ bond: 0.1, equity: 0.03, cash: 0.87 })
  const [sale] = orders.filter(({ position }) => position.name === 'Bond')
  if (!sale) throw new Error('no order')
  expect(sale.kind).toBe('sell')
  expect(sale.quantity % 1000).toBe(0)
  expect(sale.amount).toBeCloseTo((sale.quantity * sale.price) / 100, 6)
  // Bought at 80, sold at 100.
  expect(sale.gain).toBeCloseTo(sale.quantity * 0.2, 6)
})

it('pays a purchase with cash of its currency before other cash is converted', async () => {
  const { orders } = await propose({ equity: 0.15, bond: 0.34, cash: 0.51 })
  const [buy] = orders.filter(({ position }) => position.name === 'Shares')
  expect(buy).toMatchObject({ kind: 'buy', account: { name: 'Second' } })
  expect(buy?.cash.map(({ account, currency }) => [account.name, currency])).toEqual([['Main', 'USD']])
})

it('says that a short is not traded because it is a short', async () => {
  const { kept } = await propose({ bond: 0.34, equity: 0.03, cash: 0.63 })
  expect(kept).toEqual([{ position: expect.objectContaining({ name: 'Sold' }), reason: 'short' }])
})

it('says that cash stays above its band when no other group may take more', async () => {
  const { problems } = await propose({ bond: 0.3, equity: 0.3, cash: 0.05, real_estate: 0.35 })
  expect(problems).toContainEqual(expect.objectContaining({ bucket: 'cash', problem: 'no_room' }))
})
