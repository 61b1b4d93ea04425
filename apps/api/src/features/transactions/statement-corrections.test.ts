import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { type TestTransaction, testLedger } from '../../testing/test-ledger.ts'

/**
 * Statements state transactions differently than forms, often only as a net amount with all costs. Whatever the
 * form, a correction changes the given fields and nothing else.
 */
let app: TestApp
let ivy: string
let family: string
let account: string
let share: string
let bond: string
let dollars: string
let post: ReturnType<typeof testLedger>['post']

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  post = ledger.post
  family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  account = await ledger.account(family, 'Main')
  share = await ledger.instrument('Acme')
  bond = await ledger.instrument('Acme 5 %', 'bond')
  await app.database.query('update instrument set contract_size = 0.01 where id = $1', [bond])
  dollars = await ledger.instrument('Dollar share', 'equity', 'USD')
  for (const id of [share, bond, dollars]) await ledger.prices(id, { '2026-11-02': 100, '2026-11-13': 100 })
  await ledger.rates('CHF', { '2026-11-02': 1.1 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  ivy = (await app.signIn('ivy')).access
  await post(family, account, {
    type: 'trade',
    date: '2026-11-02',
    instrument: share,
    quantity: '10',
    price: '100',
  })
  await post(family, account, {
    type: 'trade',
    date: '2026-11-02',
    instrument: dollars,
    quantity: '10',
    price: '100',
    currency: 'USD',
  })
})
afterAll(() => app.close())

interface Entered {
  quantity: number | null
  price: number | null
  amount: number
  accrued: number | null
  counter_currency: string | null
  counter_amount: number | null
  fees: number
  taxes: number
}

async function entered(id: string): Promise<Entered> {
  const url = `/api/transactions/${id}/history/`
  const reply = await app.call({ method: 'GET', url, as: ivy })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data[0].entered
}

async function cash(): Promise<number> {
  const reply = await app.call({ method: 'POST', url: '/api/cash/', payload: {}, as: ivy })
  const found = reply.json().data.find((row: { currency: string }) => row.currency === 'CHF')
  expect(found, reply.body).toBeDefined()
  return found.balance
}

let lastCash = 0

/** Posts a transaction as a statement states it. */
async function posted(statement: TestTransaction): Promise<string> {
  const id = await post(family, account, statement)
  lastCash = await cash()
  return id
}

/** The entered form of a transaction and the cash moved, after a correction. */
async function corrected(id: string, revision: number, fields: object) {
  const before = lastCash
  const payload = { revision, reason: 'invoice', ...fields }
  const reply = await app.call({ method: 'PATCH', url: `/api/transactions/${id}/`, payload, as: ivy })
  expect(reply.statusCode, reply.body).toBe(200)
  lastCash = await cash()
  return { now: await entered(id), moved: lastCash - before }
}

const day = { date: '2026-11-03' }
const statements: Record<string, () => TestTransaction> = {
  'a dividend stated net': () => ({
    ...day,
    type: 'dividend',
    instrument: share,
    net: '65.10',
    taxes: '34.90',
  }),
  'a dividend stated with its quantity': () => ({
    ...day,
    type: 'dividend',
    instrument: share,
    quantity: '10',
    price: '10',
    net: '65.10',
    taxes: '34.90',
  }),
  'a dividend stated in full': () => ({
    ...day,
    type: 'dividend',
    instrument: share,
    amount: '100',
    net: '65.10',
    taxes: '34.90',
  }),
  'a dividend in dollars, paid in francs': () => ({
    ...day,
    type: 'dividend',
    instrument: dollars,
    amount: '100',
    net: '60.5',
    taxes: '15.1',
    currency: 'CHF',
  }),
  'a purchase stated net': () => ({
    ...day,
    type: 'trade',
    instrument: share,
    quantity: '3',
    net: '305.30',
    fees: '5.10',
  }),
  'a purchase stated with price and net amount': () => ({
    ...day,
    type: 'trade',
    instrument: share,
    quantity: '3',
    price: '100.1',
    net: '305.30',
    fees: '5',
  }),
  'a sale stated net': () => ({
    ...day,
    type: 'trade',
    instrument: share,
    quantity: '-3',
    net: '290.10',
    fees: '5.10',
    taxes: '0.20',
  }),
  'a purchase in dollars, paid in francs': () => ({
    ...day,
    type: 'trade',
    instrument: dollars,
    quantity: '3',
    price: '100',
    net: '280.30',
    fees: '5.10',
    currency: 'CHF',
  }),
  'a bond purchase with accrued interest, stated net': () => ({
    ...day,
    type: 'trade',
    instrument: bond,
    quantity: '10000',
    price: '97',
    accrued: '125',
    net: '9830',
    fees: '5',
  }),
  'a bond purchase with accrued interest, stated by price': () => ({
    ...day,
    type: 'trade',
    instrument: bond,
    quantity: '10000',
    price: '97',
    accrued: '125',
    fees: '5',
  }),
  'a bond sale with accrued interest': () => ({
    ...day,
    type: 'trade',
    instrument: bond,
    quantity: '-10000',
    price: '97',
    accrued: '125',
    net: '9820',
    fees: '5',
  }),
  'interest of the account': () => ({ ...day, type: 'interest', net: '6.50', taxes: '3.50' }),
  'a conversion': () => ({
    ...day,
    type: 'fx',
    net: '905',
    fees: '5',
    counterCurrency: 'USD',
    counterAmount: '1000',
  }),
  'a deposit': () => ({ ...day, type: 'deposit', net: '500' }),
  'a withdrawal': () => ({ ...day, type: 'withdrawal', net: '500' }),
}

const charges: Record<string, () => TestTransaction> = {
  'a charge': () => ({ ...day, type: 'fees_cash', net: '12.50' }),
  'a tax': () => ({ ...day, type: 'tax', amount: '7' }),
}

describe('correcting an imported transaction', () => {
  for (const [name, statement] of Object.entries(statements))
    it(`${name}: changes only the corrected costs`, async () => {
      const id = await posted(statement())
      const was = await entered(id)
      expect(was).toMatchObject({
        fees: Number(statement().fees ?? 0),
        taxes: Number(statement().taxes ?? 0),
      })
      const seen = await corrected(id, 1, { note: 'seen' })
      expect(seen).toEqual({ now: was, moved: 0 })
      const dearer = await corrected(id, 2, { fees: was.fees + 1.25 })
      expect(dearer).toEqual({ now: { ...was, fees: was.fees + 1.25 }, moved: expect.closeTo(-1.25, 9) })
      const taxed = await corrected(id, 3, { taxes: was.taxes + 0.75 })
      expect(taxed).toEqual({
        now: { ...was, fees: was.fees + 1.25, taxes: was.taxes + 0.75 },
        moved: expect.closeTo(-0.75, 9),
      })
      const { rows } = await app.database.query(
        'select amount::text, net::text from transaction where root_id = $1 and superseded_by is null',
        [id],
      )
      // Exact to the last digit: no float64 noise is posted.
      for (const decimal of [rows[0].amount, rows[0].net])
        expect(decimal ?? '0').toMatch(/^-?\d+(\.\d{1,2}0*)?$/)
    })

  for (const [name, statement] of Object.entries({ ...statements, ...charges }))
    it(`${name}: sets the corrected amount`, async () => {
      const id = await posted(statement())
      const { amount } = await entered(id)
      const { now, moved } = await corrected(id, 1, { amount: amount - 5.5 })
      expect(now.amount).toBeCloseTo(amount - 5.5, 9)
      expect(moved).toBeCloseTo(-5.5, 9)
    })

  it('a conversion: changes the received amount and keeps the paid one', async () => {
    const id = await posted({ ...day, type: 'fx', net: '905', counterCurrency: 'USD', counterAmount: '1000' })
    const was = await entered(id)
    expect(was).toMatchObject({ counter_amount: 1000, counter_currency: 'USD' })
    const { now } = await corrected(id, 1, { counter_amount: 1010.25 })
    expect(now).toEqual({ ...was, counter_amount: 1010.25 })
    const { rows } = await app.database.query(
      'select counter_amount::text, net::text from transaction where root_id = $1 and superseded_by is null',
      [id],
    )
    expect(rows).toEqual([
      { counter_amount: expect.stringMatching(/^1010\.250*$/), net: expect.stringMatching(/^905(\.0*)?$/) },
    ])
  })

  for (const side of [1, -1])
    it(`changes accrued interest of a ${side > 0 ? 'purchase' : 'sale'} alone, however it was stated`, async () => {
      const trade = { ...day, type: 'trade', instrument: bond, quantity: String(side * 10_000) }
      for (const stated of [{ price: '97' }, { net: '9825', price: '97' }, { amount: '9700' }]) {
        const id = await posted({ ...trade, ...stated, accrued: '125' })
        const { now, moved } = await corrected(id, 1, { accrued: 100 })
        expect(moved).toBeCloseTo(side * 25, 9)
        expect(now).toMatchObject({ accrued: 100, quantity: side * 10_000 })
      }
    })
})
