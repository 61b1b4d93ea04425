import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEntryFixture, type EntryFixture, errorOf, type Method } from './testing/entry-fixture.ts'

let ledger: EntryFixture

beforeAll(async () => {
  ledger = await createEntryFixture()
})
afterAll(() => ledger.app.close())

describe('adding a transaction', () => {
  it('posts a purchase and a sale to positions and cash', async () => {
    const before = await ledger.cash()
    const bought = await ledger.added(ledger.buy(20, 100, { fees: 5 }))
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
      account: { id: ledger.accounts.main, name: 'Main' },
    })
    expect(await ledger.cash()).toBe(before - 2005)
    const sold = await ledger.added(ledger.buy(5, 110, { side: 'sell', date: '2026-11-05' }))
    expect(sold).toMatchObject({ side: 'sell', quantity: -5, original_amount: 550, position_id: bought.id })
    expect(await ledger.position('Acme')).toMatchObject({
      quantity: 15,
      pnl_abs_realized: 50 - 5,
      value: 1800,
    })
  })

  it('posts income and charges to a position or to the account', async () => {
    const { id } = await ledger.position('Acme')
    const before = await ledger.cash()
    const dividend = {
      transaction_type: 'dividend',
      date: '2026-11-06',
      position_id: id,
      amount: 30,
      taxes: 6,
    }
    expect(await ledger.added(dividend)).toMatchObject({
      position_id: id,
      original_amount: 24,
      original_taxes: 6,
    })
    await ledger.added({ transaction_type: 'fees_cash', date: '2026-11-06', amount: -10, note: 'Safe' })
    await ledger.added({ transaction_type: 'fees_cash', date: '2026-11-06', amount: 4 })
    await ledger.added({ transaction_type: 'interest', date: '2026-11-06', amount: -3 })
    await ledger.added({ transaction_type: 'tax', date: '2026-11-06', amount: -2 })
    expect(await ledger.cash()).toBe(before + 24 - 10 + 4 - 3 - 2)
    expect(await ledger.position('Acme')).toMatchObject({ dividends: 30, taxes: 6 })
  })

  it('counts only deposits and withdrawals as flows', async () => {
    const { cash_flow: before } = await ledger.performance()
    await ledger.added({ transaction_type: 'withdrawal', date: '2026-11-09', amount: -500 })
    await ledger.added({ transaction_type: 'deposit', date: '2026-11-09', amount: 200 })
    const { cash_flow: after } = await ledger.performance()
    expect(after.withdrawals - before.withdrawals).toBe(-500)
    expect(after.deposits - before.deposits).toBe(200)
  })

  it('converts currencies, and settles a trade in another currency', async () => {
    const francs = await ledger.cash()
    await ledger.added({
      transaction_type: 'fx',
      date: '2026-11-09',
      amount: -900,
      counter_currency: 'USD',
      counter_amount: 1000,
    })
    expect([await ledger.cash(), await ledger.cash(ledger.accounts.main, 'USD')]).toEqual([
      francs - 900,
      1000,
    ])
    const trade = ledger.buy(4, 50, {
      instrument: ledger.instruments.dollars,
      amount: -180,
      fx_rate: 0.9,
      date: '2026-11-10',
      fees: 2,
    })
    expect(await ledger.added(trade)).toMatchObject({ currency: 'CHF', price: 50, original_amount: -180 })
    expect(await ledger.cash()).toBe(francs - 900 - 182)
    expect(await ledger.position('Dollar share')).toMatchObject({
      quantity: 4,
      price_open: 50,
      currency: 'USD',
    })
  })

  it('transfers cash and positions between accounts of the family, at cost', async () => {
    const total = (await ledger.performance()).balance.total
    const out = await ledger.added({
      transaction_type: 'transfer_out',
      date: '2026-11-10',
      amount: 700,
      counter_account: ledger.accounts.second,
    })
    expect(await ledger.cash(ledger.accounts.second)).toBe(700)
    await ledger.added({
      transaction_type: 'transfer_out',
      date: '2026-11-10',
      instrument: ledger.instruments.share,
      quantity: 5,
      counter_account: ledger.accounts.second,
    })
    expect(await ledger.position('Acme', ledger.accounts.second)).toMatchObject({
      quantity: 5,
      price_open: 100,
    })
    expect((await ledger.performance()).balance.total).toBeCloseTo(total, 9)

    const smaller = await ledger.send('PATCH', `/api/transactions/${out.id}/`, ledger.users.ivy, {
      revision: 1,
      reason: 'Typo',
      amount: 600,
    })
    expect(smaller.statusCode, smaller.body).toBe(200)
    expect(await ledger.cash(ledger.accounts.second)).toBe(600)
    await ledger.send('POST', `/api/transactions/${out.id}/void/`, ledger.users.ivy, {
      revision: 2,
      reason: 'Not made',
    })
    expect(await ledger.cash(ledger.accounts.second)).toBe(0)
    await ledger.send('POST', `/api/transactions/${out.id}/restore/`, ledger.users.ivy, { revision: 3 })
    expect(await ledger.cash(ledger.accounts.second)).toBe(600)
  })

  it('posts accrued interest as interest, and redeems part of a nominal', async () => {
    const trade = ledger.buy(10_000, 97, { instrument: ledger.instruments.bond, accrued: 125, fees: 5 })
    const before = await ledger.cash()
    const { id } = await ledger.added(trade)
    expect(await ledger.cash()).toBe(before - 9830)
    expect(await ledger.position('Acme 5 %')).toMatchObject({ price_open: 97, cost: 9700, interest: -125 })
    const { data } = (await ledger.send('GET', `/api/transactions/${id}/history/`, ledger.users.ivy)).json()
    expect(data[0].entered).toEqual({
      quantity: 10_000,
      price: 97,
      amount: -9825,
      accrued: 125,
      counter_currency: null,
      counter_amount: null,
      ratio: null,
      basis_share: null,
      fees: 5,
      taxes: 0,
    })
    expect(data[0].changes).toContainEqual({ field: 'accrued', before: null, after: '125' })
    const part = { transaction_type: 'redemption', date: '2026-11-04', position_id: id, amount: 2000 }
    await ledger.added(part)
    expect(await ledger.position('Acme 5 %')).toMatchObject({ quantity: 10_000, proceeds: 2000 })
    const sold = await ledger.added(
      ledger.buy(10_000, 98, {
        instrument: ledger.instruments.bond,
        side: 'sell',
        accrued: 130,
        amount: 9930,
      }),
    )
    expect(sold).toMatchObject({ original_amount: 9930, price: 98 })
  })

  it('prices a bond with partial redemptions at its outstanding nominal', async () => {
    const terms = { pool_factors: [{ date: '2026-11-01', factor: 0.8 }] }
    await ledger.app.database.query('update instrument set terms = $1 where id = $2', [
      JSON.stringify(terms),
      ledger.instruments.pool,
    ])
    expect(await ledger.added(ledger.buy(10_000, 97, { instrument: ledger.instruments.pool }))).toMatchObject(
      {
        original_amount: -7760,
        price: 97,
      },
    )
    expect(await ledger.position('Pool')).toMatchObject({ price_open: 97, cost: 7760 })
  })

  it('names the invalid field', async () => {
    const bad: [object, number, string][] = [
      [ledger.buy(0, 100), 400, 'quantity'],
      [ledger.buy(1, -5), 400, 'price'],
      [ledger.buy(1, 5, { instrument: null }), 400, 'instrument'],
      [ledger.buy(1, 5, { price: null }), 400, 'price'],
      [ledger.buy(1, 5, { date: '2026-11-15' }), 400, 'date'],
      [ledger.buy(1, 5, { settle_date: '2026-11-01' }), 400, 'settle_date'],
      [ledger.buy(1, 5, { accrued: 1 }), 400, 'accrued'],
      [ledger.buy(1, 5, { instrument: ledger.instruments.bond, amount: 5, accrued: 6 }), 400, 'accrued'],
      [
        { transaction_type: 'redemption', date: '2026-11-09', instrument: ledger.instruments.bond },
        400,
        'amount',
      ],
      [ledger.buy(1, 5, { currency: 'XYZ' }), 400, 'currency'],
      [ledger.buy(1, 5, { instrument: ledger.instruments.foreign }), 404, 'instrument'],
      [ledger.buy(1, 5, { position_id: crypto.randomUUID() }), 404, 'position_id'],
      [ledger.buy(1, 5, { account: crypto.randomUUID() }), 404, 'account'],
      [{ transaction_type: 'deposit', date: '2026-11-09' }, 400, 'amount'],
      [{ transaction_type: 'spin_off', date: '2026-11-09' }, 400, 'transaction_type'],
      [{ transaction_type: 'split', date: '2026-11-09', instrument: ledger.instruments.share }, 400, 'ratio'],
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
        {
          transaction_type: 'transfer_out',
          date: '2026-11-09',
          amount: 1,
          counter_account: ledger.accounts.main,
        },
        400,
        'counter_account',
      ],
    ]
    for (const [payload, status, field] of bad)
      expect(errorOf(await ledger.add(payload)), field).toEqual([status, field])
  })

  it('is limited to manual accounts, except for administrators', async () => {
    const deposit = {
      transaction_type: 'deposit',
      date: '2026-11-09',
      amount: 1,
      account: ledger.accounts.custody,
    }
    expect(errorOf(await ledger.add(deposit))).toEqual([403, 'account'])
    const byAdmin = await ledger.add(deposit, ledger.users.ada)
    expect(byAdmin.statusCode).toBe(200)
    const { id } = byAdmin.json().data
    const correction = { revision: 1, reason: 'x', amount: 2 }
    expect(
      (await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, correction)).statusCode,
    ).toBe(403)
    expect(
      (await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ada, correction)).statusCode,
    ).toBe(200)
  })
})

describe('access to transactions', () => {
  it('returns not found for other families, and needs a sign-in', async () => {
    const { id } = await ledger.added({ transaction_type: 'deposit', date: '2026-11-09', amount: 9 })
    const never = crypto.randomUUID()
    const calls: [Method, string, object?][] = [
      ['GET', 'history/'],
      ['PATCH', '', { revision: 1, reason: 'x', amount: 1 }],
      ['POST', 'void/', { revision: 1, reason: 'x' }],
      ['POST', 'restore/', { revision: 1 }],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await ledger.send(method, `/api/transactions/${id}/${path}`, ledger.users.ned, payload)
      const unknown = await ledger.send(
        method,
        `/api/transactions/${never}/${path}`,
        ledger.users.ned,
        payload,
      )
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect(
        (await ledger.send(method, `/api/transactions/${id}/${path}`, undefined, payload)).statusCode,
      ).toBe(401)
      expect(
        (await ledger.send(method, `/api/transactions/${id}/${path}`, ledger.users.demo, payload)).statusCode,
      ).toBe(403)
    }
    const deposit = { transaction_type: 'deposit', date: '2026-11-09', amount: 1 }
    const into = await ledger.add(deposit, ledger.users.ned)
    const nowhere = await ledger.add({ ...deposit, account: never }, ledger.users.ned)
    expect([into.statusCode, into.body]).toEqual([404, nowhere.body])
    const looked = await ledger.send('POST', '/api/transactions/preview/', ledger.users.ned, {
      id,
      is_void: true,
    })
    expect(looked.statusCode).toBe(404)
    expect((await ledger.send('POST', '/api/transactions/', undefined, deposit)).statusCode).toBe(401)
    expect((await ledger.add(deposit, ledger.users.demo)).statusCode).toBe(403)
  })
})
