import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let ada: string
let demo: string
let main: string
let second: string
let custody: string
let share: string
let bond: string
let pool: string
let dollars: string
let own: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  main = await ledger.account(family, 'Main')
  second = await ledger.account(family, 'Second')
  await app.database.query(`insert into custodian (id, name) values ('bank', 'Bank')`)
  const held = await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', 'Custody', 'CHF') returning id`,
    [family],
  )
  custody = held.rows[0].id
  share = await ledger.instrument('Acme')
  bond = await ledger.instrument('Acme 5 %', 'bond')
  pool = await ledger.instrument('Pool', 'bond')
  dollars = await ledger.instrument('Dollar share', 'equity', 'USD')
  own = await ledger.instrument('Their house', 'real_estate')
  await app.database.query('update instrument set family_id = $1 where id = $2', [other, own])
  await app.database.query('update instrument set contract_size = 0.01 where id = any($1)', [[bond, pool]])
  await ledger.prices(share, { '2026-11-02': 100, '2026-11-13': 120 })
  await ledger.prices(dollars, { '2026-11-02': 50, '2026-11-13': 50 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  ada = (await app.signIn('ada')).access
  demo = (await app.signIn('demo')).access
  await add({ transaction_type: 'deposit', date: '2026-11-02', amount: 10_000 })
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'PATCH'
const send = (method: Method, url: string, as: string | undefined, payload?: object) =>
  app.call({ method, url, ...(payload ? { payload } : {}), ...(as ? { as } : {}) })
const add = (payload: object, as = ivy) =>
  send('POST', '/api/transactions/', as, { account: main, currency: 'CHF', ...payload })
const errorOf = (reply: { statusCode: number; json(): { errors: { field?: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]
const performance = async () => (await send('POST', '/api/performance/', ivy, {})).json().data
const cash = async (account = main, currency = 'CHF') => {
  const { data } = (await send('POST', '/api/cash/', ivy, { filters: { filter_account: [account] } })).json()
  return data.find((row: { currency: string }) => row.currency === currency)?.balance ?? 0
}
const position = async (name: string, account = main) => {
  const filters = { filter_account: [account] }
  const { data } = (await send('POST', '/api/positions/list/', ivy, { filters })).json()
  return data.find((row: { name: string }) => row.name === name)
}
async function added(payload: object) {
  const reply = await add(payload)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const buy = (quantity: number, price: number, more: object = {}) => ({
  transaction_type: 'trade',
  side: 'buy',
  instrument: share,
  date: '2026-11-03',
  quantity,
  price,
  ...more,
})

describe('adding a transaction', () => {
  it('snapshots a purchase and a sale, in positions and cash at once', async () => {
    const before = await cash()
    const bought = await added(buy(20, 100, { fees: 5 }))
    expect(bought).toMatchObject({
      transaction_type: 'trade',
      side: 'buy',
      quantity: 20,
      price: 100,
      original_amount: -2000,
      source: 'manual',
      status: 'booked',
      revision: 1,
      is_editable: true,
      name: 'Acme',
      account: { id: main, name: 'Main' },
    })
    expect(await cash()).toBe(before - 2005)
    const sold = await added(buy(5, 110, { side: 'sell', date: '2026-11-05' }))
    expect(sold).toMatchObject({ side: 'sell', quantity: -5, original_amount: 550, position_id: bought.id })
    expect(await position('Acme')).toMatchObject({ quantity: 15, pnl_abs_realized: 50 - 5, value: 1800 })
  })

  it('snapshots income and charges on a position or on the account', async () => {
    const { id } = await position('Acme')
    const before = await cash()
    const dividend = {
      transaction_type: 'dividend',
      date: '2026-11-06',
      position_id: id,
      amount: 30,
      taxes: 6,
    }
    expect(await added(dividend)).toMatchObject({ position_id: id, original_amount: 24, original_taxes: 6 })
    await added({ transaction_type: 'fees_cash', date: '2026-11-06', amount: -10, note: 'Safe' })
    await added({ transaction_type: 'fees_cash', date: '2026-11-06', amount: 4 })
    await added({ transaction_type: 'interest', date: '2026-11-06', amount: -3 })
    await added({ transaction_type: 'tax', date: '2026-11-06', amount: -2 })
    expect(await cash()).toBe(before + 24 - 10 + 4 - 3 - 2)
    expect(await position('Acme')).toMatchObject({ dividends: 30, taxes: 6 })
  })

  it('takes deposits and withdrawals for flows, and nothing else', async () => {
    const { cash_flow: before } = await performance()
    await added({ transaction_type: 'withdrawal', date: '2026-11-09', amount: -500 })
    await added({ transaction_type: 'deposit', date: '2026-11-09', amount: 200 })
    const { cash_flow: after } = await performance()
    expect(after.withdrawals - before.withdrawals).toBe(-500)
    expect(after.deposits - before.deposits).toBe(200)
  })

  it('converts money, and settles a trade in another currency', async () => {
    const francs = await cash()
    await added({
      transaction_type: 'fx',
      date: '2026-11-09',
      amount: -900,
      counter_currency: 'USD',
      counter_amount: 1000,
    })
    expect([await cash(), await cash(main, 'USD')]).toEqual([francs - 900, 1000])
    const trade = buy(4, 50, { instrument: dollars, amount: -180, fx_rate: 0.9, date: '2026-11-10', fees: 2 })
    expect(await added(trade)).toMatchObject({ currency: 'CHF', price: 50, original_amount: -180 })
    expect(await cash()).toBe(francs - 900 - 182)
    expect(await position('Dollar share')).toMatchObject({ quantity: 4, price_open: 50, currency: 'USD' })
  })

  it('moves money and positions between accounts of the family, with their cost', async () => {
    const total = (await performance()).balance.total
    const out = await added({
      transaction_type: 'transfer_out',
      date: '2026-11-10',
      amount: 700,
      counter_account: second,
    })
    expect(await cash(second)).toBe(700)
    await added({
      transaction_type: 'transfer_out',
      date: '2026-11-10',
      instrument: share,
      quantity: 5,
      counter_account: second,
    })
    expect(await position('Acme', second)).toMatchObject({ quantity: 5, price_open: 100 })
    expect((await performance()).balance.total).toBeCloseTo(total, 9)

    const smaller = await send('PATCH', `/api/transactions/${out.id}/`, ivy, {
      revision: 1,
      reason: 'Typo',
      amount: 600,
    })
    expect(smaller.statusCode, smaller.body).toBe(200)
    expect(await cash(second)).toBe(600)
    await send('POST', `/api/transactions/${out.id}/void/`, ivy, { revision: 2, reason: 'Not made' })
    expect(await cash(second)).toBe(0)
    await send('POST', `/api/transactions/${out.id}/restore/`, ivy, { revision: 3 })
    expect(await cash(second)).toBe(600)
  })

  it('takes accrued interest for interest, and pays back a part of a nominal', async () => {
    const trade = buy(10_000, 97, { instrument: bond, accrued: 125, fees: 5 })
    const before = await cash()
    const { id } = await added(trade)
    expect(await cash()).toBe(before - 9830)
    expect(await position('Acme 5 %')).toMatchObject({ price_open: 97, cost: 9700, interest: -125 })
    const { data } = (await send('GET', `/api/transactions/${id}/history/`, ivy)).json()
    expect(data[0].entered).toEqual({
      quantity: 10_000,
      price: 97,
      amount: -9825,
      accrued: 125,
      counter_currency: null,
      counter_amount: null,
      ratio: null,
      fees: 5,
      taxes: 0,
    })
    expect(data[0].changes).toContainEqual({ field: 'accrued', before: null, after: '125' })
    const part = { transaction_type: 'redemption', date: '2026-11-04', position_id: id, amount: 2000 }
    await added(part)
    expect(await position('Acme 5 %')).toMatchObject({ quantity: 10_000, proceeds: 2000 })
    const sold = await added(buy(10_000, 98, { instrument: bond, side: 'sell', accrued: 130, amount: 9930 }))
    expect(sold).toMatchObject({ original_amount: 9930, price: 98 })
  })

  it('pays for what is still owed of a bond that is paid back in parts', async () => {
    const terms = { pool_factors: [{ date: '2026-11-01', factor: 0.8 }] }
    await app.database.query('update instrument set terms = $1 where id = $2', [JSON.stringify(terms), pool])
    expect(await added(buy(10_000, 97, { instrument: pool }))).toMatchObject({
      original_amount: -7760,
      price: 97,
    })
    expect(await position('Pool')).toMatchObject({ price_open: 97, cost: 7760 })
  })

  it('names the field that does not fit', async () => {
    const bad: [object, number, string][] = [
      [buy(0, 100), 400, 'quantity'],
      [buy(1, -5), 400, 'price'],
      [buy(1, 5, { instrument: null }), 400, 'instrument'],
      [buy(1, 5, { price: null }), 400, 'price'],
      [buy(1, 5, { date: '2026-11-15' }), 400, 'date'],
      [buy(1, 5, { settle_date: '2026-11-01' }), 400, 'settle_date'],
      [buy(1, 5, { accrued: 1 }), 400, 'accrued'],
      [buy(1, 5, { instrument: bond, amount: 5, accrued: 6 }), 400, 'accrued'],
      [{ transaction_type: 'redemption', date: '2026-11-09', instrument: bond }, 400, 'amount'],
      [buy(1, 5, { currency: 'XYZ' }), 400, 'currency'],
      [buy(1, 5, { instrument: own }), 404, 'instrument'],
      [buy(1, 5, { position_id: crypto.randomUUID() }), 404, 'position_id'],
      [buy(1, 5, { account: crypto.randomUUID() }), 404, 'account'],
      [{ transaction_type: 'deposit', date: '2026-11-09' }, 400, 'amount'],
      [{ transaction_type: 'spin_off', date: '2026-11-09' }, 400, 'transaction_type'],
      [{ transaction_type: 'split', date: '2026-11-09', instrument: share }, 400, 'ratio'],
      [
        { transaction_type: 'fx', date: '2026-11-09', amount: 1, counter_currency: 'CHF' },
        400,
        'counter_currency',
      ],
      [
        { transaction_type: 'fx', date: '2026-11-09', amount: 1, counter_currency: 'EUR' },
        400,
        'counter_amount',
      ],
      [
        { transaction_type: 'transfer_out', date: '2026-11-09', amount: 1, counter_account: main },
        400,
        'counter_account',
      ],
    ]
    for (const [payload, status, field] of bad)
      expect(errorOf(await add(payload)), field).toEqual([status, field])
  })

  it('is for manual accounts; administrators may snapshot in any', async () => {
    const deposit = { transaction_type: 'deposit', date: '2026-11-09', amount: 1, account: custody }
    expect(errorOf(await add(deposit))).toEqual([403, 'account'])
    const byAdmin = await add(deposit, ada)
    expect(byAdmin.statusCode).toBe(200)
    const { id } = byAdmin.json().data
    const correction = { revision: 1, reason: 'x', amount: 2 }
    expect((await send('PATCH', `/api/transactions/${id}/`, ivy, correction)).statusCode).toBe(403)
    expect((await send('PATCH', `/api/transactions/${id}/`, ada, correction)).statusCode).toBe(200)
  })
})

describe('correcting and voiding', () => {
  it('keeps every version with who, when and why', async () => {
    const { id } = await added(
      buy(10, 90, { instrument: share, account: second, date: '2026-11-04', fees: 3 }),
    )
    const url = `/api/transactions/${id}/`
    const corrected = await send('PATCH', url, ivy, { revision: 1, reason: 'Invoice 118', price: 95 })
    expect(corrected.json().data).toMatchObject({
      revision: 2,
      price: 95,
      quantity: 10,
      original_amount: -950,
    })
    await send('POST', `${url}void/`, ivy, { revision: 2, reason: 'Booked twice' })
    const { data } = (await send('GET', `${url}history/`, ivy)).json()
    expect(data.map((row: { status: string }) => row.status)).toEqual(['void', 'superseded', 'superseded'])
    expect(data[0]).toMatchObject({
      revision: 3,
      reason: 'Booked twice',
      made_by: { name: 'ivy' },
      changes: [],
    })
    expect(data[1]).toMatchObject({ reason: 'Invoice 118', transaction: { price: 95 } })
    expect(data[1].changes).toEqual([
      { field: 'price', before: '90', after: '95' },
      { field: 'amount', before: '-900', after: '-950' },
    ])
    expect(data[2].changes).toContainEqual({ field: 'fees', before: null, after: '3' })
    expect((await send('GET', `/api/transactions/${id}:fees/history/`, ivy)).json().data).toHaveLength(3)
  })

  it('is refused when someone was quicker', async () => {
    const { id } = await added({ transaction_type: 'deposit', date: '2026-11-09', amount: 11 })
    const url = `/api/transactions/${id}/`
    const both = await Promise.all(
      [12, 13].map(amount => send('PATCH', url, ivy, { revision: 1, reason: 'x', amount })),
    )
    expect(both.map(reply => reply.statusCode).sort()).toEqual([200, 409])
    expect((await send('POST', `${url}void/`, ivy, { revision: 1, reason: 'x' })).statusCode).toBe(409)
    expect((await send('POST', `${url}void/`, ivy, { revision: 2, reason: 'x' })).statusCode).toBe(200)
    expect((await send('PATCH', url, ivy, { revision: 3, reason: 'x', amount: 1 })).statusCode).toBe(409)
    expect((await send('POST', `${url}void/`, ivy, { revision: 3, reason: 'x' })).statusCode).toBe(409)
    const back = await send('POST', `${url}restore/`, ivy, { revision: 3 })
    expect(back.json().data).toMatchObject({ status: 'booked', revision: 4 })
  })

  it('asks why, and for a version', async () => {
    const { id } = await added({ transaction_type: 'deposit', date: '2026-11-09', amount: 5 })
    expect(errorOf(await send('PATCH', `/api/transactions/${id}/`, ivy, { revision: 1 }))).toEqual([
      400,
      'reason',
    ])
    const without = await send('POST', `/api/transactions/${id}/void/`, ivy, { reason: 'x' })
    expect(errorOf(without)).toEqual([400, 'revision'])
    const ahead = { revision: 1, reason: 'x', date: '2027-01-01' }
    expect(errorOf(await send('PATCH', `/api/transactions/${id}/`, ivy, ahead))).toEqual([400, 'date'])
  })

  it('keeps a sale a sale when only its quantity is corrected', async () => {
    const { id } = await added(buy(2, 100, { side: 'sell', date: '2026-11-11' }))
    const reply = await send('PATCH', `/api/transactions/${id}/`, ivy, {
      revision: 1,
      reason: 'x',
      quantity: 3,
    })
    expect(reply.json().data).toMatchObject({ side: 'sell', quantity: -3, original_amount: 300 })
  })

  it('brings the entries of an asset in line', async () => {
    const made = await send('POST', '/api/positions/manage/', ivy, {
      type: 'equity',
      name: 'Unlisted',
      account: main,
      currency: 'CHF',
      transactions: [{ date: '2026-11-03', type: 'purchase', quantity: 10, amount: 100 }],
      valuations: [{ date: '2026-11-05', value: 200 }],
    })
    const asset = made.json().data
    const purchase = asset.transactions[0].id
    const more = { revision: 1, reason: 'Twenty', quantity: 20, amount: -100 }
    expect((await send('PATCH', `/api/transactions/${purchase}/`, ivy, more)).statusCode).toBe(200)
    expect((await send('GET', `/api/positions/manage/${asset.id}/`, ivy)).json().data.value).toBeCloseTo(
      200,
      9,
    )
    const gone = await send('POST', `/api/transactions/${purchase}/void/`, ivy, { revision: 2, reason: 'x' })
    expect(errorOf(gone)).toEqual([400, 'date'])
  })
})

describe('a preview', () => {
  const preview = (payload: object, as = ivy) => send('POST', '/api/transactions/preview/', as, payload)
  const changesOf = (reply: { json(): { data: { changes: { figure: string; difference: number }[] } } }) =>
    Object.fromEntries(reply.json().data.changes.map(({ figure, difference }) => [figure, difference]))

  it('tells what a transaction would change, holds the equation, and snapshots nothing', async () => {
    const before = await performance()
    const reply = await preview({ add: { account: main, currency: 'CHF', ...buy(10, 100, { fees: 7 }) } })
    expect(reply.statusCode, reply.body).toBe(200)
    const changes = changesOf(reply)
    expect(changes.nav).toBeCloseTo(200 - 7, 9)
    expect(changes.pnl_realized).toBeCloseTo(-7, 9)
    expect(changes.pnl_unrealized).toBeCloseTo(200, 9)
    expect(changes.cash).toBeCloseTo(-1007, 9)
    expect(changes.net_cashflow).toBe(0)
    expect((changes.net_cashflow ?? 0) + (changes.pnl_total ?? 0)).toBeCloseTo(changes.nav ?? 0, 9)
    expect(await performance()).toEqual(before)
  })

  it('tells what a correction and a withdrawal would change', async () => {
    const { id } = await added({ transaction_type: 'deposit', date: '2026-11-09', amount: 100 })
    const corrected = changesOf(await preview({ id, correct: { revision: 1, amount: 150 } }))
    expect([corrected.nav, corrected.net_cashflow]).toEqual([50, 50])
    expect(changesOf(await preview({ id, is_void: true })).nav).toBe(-100)
  })

  it('warns of what would be oversold or overdrawn, and shows what may be a duplicate', async () => {
    const sale = { account: main, currency: 'CHF', ...buy(500, 100, { side: 'sell', date: '2026-11-12' }) }
    expect((await preview({ add: sale })).json().data.warnings).toMatchObject([{ field: 'quantity' }])
    const drawn = {
      account: main,
      currency: 'CHF',
      transaction_type: 'withdrawal',
      date: '2026-11-12',
      amount: 1e6,
    }
    expect((await preview({ add: drawn })).json().data.warnings).toMatchObject([{ field: 'amount' }])
    const { id } = await added({ transaction_type: 'deposit', date: '2026-11-10', amount: 77 })
    const again = {
      account: main,
      currency: 'CHF',
      transaction_type: 'deposit',
      date: '2026-11-10',
      amount: 77,
    }
    const { similar } = (await preview({ add: again })).json().data
    expect(similar.map((row: { id: string }) => row.id)).toEqual([id])
  })

  it('asks for one thing at a time', async () => {
    expect(errorOf(await preview({}))).toEqual([400, 'add'])
    expect(errorOf(await preview({ is_void: true }))).toEqual([400, 'id'])
  })
})

describe('whose transactions', () => {
  it('of someone else do not exist, nor do any for those who are signed out', async () => {
    const { id } = await added({ transaction_type: 'deposit', date: '2026-11-09', amount: 9 })
    const never = crypto.randomUUID()
    const calls: [Method, string, object?][] = [
      ['GET', 'history/'],
      ['PATCH', '', { revision: 1, reason: 'x', amount: 1 }],
      ['POST', 'void/', { revision: 1, reason: 'x' }],
      ['POST', 'restore/', { revision: 1 }],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await send(method, `/api/transactions/${id}/${path}`, ned, payload)
      const unknown = await send(method, `/api/transactions/${never}/${path}`, ned, payload)
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect((await send(method, `/api/transactions/${id}/${path}`, undefined, payload)).statusCode).toBe(401)
      expect((await send(method, `/api/transactions/${id}/${path}`, demo, payload)).statusCode).toBe(403)
    }
    const deposit = { transaction_type: 'deposit', date: '2026-11-09', amount: 1 }
    const into = await add(deposit, ned)
    const nowhere = await add({ ...deposit, account: never }, ned)
    expect([into.statusCode, into.body]).toEqual([404, nowhere.body])
    const looked = await send('POST', '/api/transactions/preview/', ned, { id, is_void: true })
    expect(looked.statusCode).toBe(404)
    expect((await send('POST', '/api/transactions/', undefined, deposit)).statusCode).toBe(401)
    expect((await add(deposit, demo)).statusCode).toBe(403)
  })
})
