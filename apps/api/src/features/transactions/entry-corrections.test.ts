import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEntryFixture, type EntryFixture, errorOf } from './testing/entry-fixture.ts'

let ledger: EntryFixture

beforeAll(async () => {
  ledger = await createEntryFixture()
})
afterAll(() => ledger.app.close())

describe('correcting and voiding a transaction', () => {
  it('keeps every revision with author, time and reason', async () => {
    const { id } = await ledger.added(
      ledger.buy(10, 90, {
        instrument: ledger.instruments.share,
        account: ledger.accounts.second,
        date: '2026-11-04',
        fees: 3,
      }),
    )
    const url = `/api/transactions/${id}/`
    const corrected = await ledger.send('PATCH', url, ledger.users.ivy, {
      revision: 1,
      reason: 'Invoice 118',
      price: 95,
    })
    expect(corrected.json().data).toMatchObject({
      revision: 2,
      price: 95,
      quantity: 10,
      original_amount: -950,
    })
    await ledger.send('POST', `${url}void/`, ledger.users.ivy, { revision: 2, reason: 'Booked twice' })
    const { data } = (await ledger.send('GET', `${url}history/`, ledger.users.ivy)).json()
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
    expect(
      (await ledger.send('GET', `/api/transactions/${id}:fees/history/`, ledger.users.ivy)).json().data,
    ).toHaveLength(3)
  })

  it('is rejected if someone else was faster', async () => {
    const { id } = await ledger.added({ transaction_type: 'deposit', date: '2026-11-09', amount: 11 })
    const url = `/api/transactions/${id}/`
    const both = await Promise.all(
      [12, 13].map(amount =>
        ledger.send('PATCH', url, ledger.users.ivy, { revision: 1, reason: 'x', amount }),
      ),
    )
    expect(both.map(reply => reply.statusCode).sort()).toEqual([200, 409])
    expect(
      (await ledger.send('POST', `${url}void/`, ledger.users.ivy, { revision: 1, reason: 'x' })).statusCode,
    ).toBe(409)
    expect(
      (await ledger.send('POST', `${url}void/`, ledger.users.ivy, { revision: 2, reason: 'x' })).statusCode,
    ).toBe(200)
    expect(
      (await ledger.send('PATCH', url, ledger.users.ivy, { revision: 3, reason: 'x', amount: 1 })).statusCode,
    ).toBe(409)
    expect(
      (await ledger.send('POST', `${url}void/`, ledger.users.ivy, { revision: 3, reason: 'x' })).statusCode,
    ).toBe(409)
    const back = await ledger.send('POST', `${url}restore/`, ledger.users.ivy, { revision: 3 })
    expect(back.json().data).toMatchObject({ status: 'booked', revision: 4 })
  })

  it('needs a reason and a revision', async () => {
    const { id } = await ledger.added({ transaction_type: 'deposit', date: '2026-11-09', amount: 5 })
    expect(
      errorOf(await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, { revision: 1 })),
    ).toEqual([400, 'reason'])
    const without = await ledger.send('POST', `/api/transactions/${id}/void/`, ledger.users.ivy, {
      reason: 'x',
    })
    expect(errorOf(without)).toEqual([400, 'revision'])
    const ahead = { revision: 1, reason: 'x', date: '2027-01-01' }
    expect(errorOf(await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, ahead))).toEqual([
      400,
      'date',
    ])
  })

  it('keeps a sale a sale if only its quantity is corrected', async () => {
    const { id } = await ledger.added(ledger.buy(2, 100, { side: 'sell', date: '2026-11-11' }))
    const reply = await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, {
      revision: 1,
      reason: 'x',
      quantity: 3,
    })
    expect(reply.json().data).toMatchObject({ side: 'sell', quantity: -3, original_amount: 300 })
  })

  it('restates the entries of a manual asset', async () => {
    const made = await ledger.send('POST', '/api/positions/manage/', ledger.users.ivy, {
      type: 'equity',
      name: 'Unlisted',
      account: ledger.accounts.main,
      currency: 'CHF',
      transactions: [{ date: '2026-11-03', type: 'purchase', quantity: 10, amount: 100 }],
      valuations: [{ date: '2026-11-05', value: 200 }],
      confirm: [...plausibilityQuestions],
    })
    const asset = made.json().data
    const purchase = asset.transactions[0].id
    const more = { revision: 1, reason: 'Twenty', quantity: 20, amount: -100 }
    expect(
      (await ledger.send('PATCH', `/api/transactions/${purchase}/`, ledger.users.ivy, more)).statusCode,
    ).toBe(200)
    expect(
      (await ledger.send('GET', `/api/positions/manage/${asset.id}/`, ledger.users.ivy)).json().data.value,
    ).toBeCloseTo(200, 9)
    const gone = await ledger.send('POST', `/api/transactions/${purchase}/void/`, ledger.users.ivy, {
      revision: 2,
      reason: 'x',
    })
    expect(errorOf(gone)).toEqual([400, 'date'])
  })
})

it('does not count a voided transaction in the range of dates', async () => {
  const range = async () => {
    const reply = await ledger.send('GET', '/api/settings/', ledger.users.ivy)
    return reply.json().data.lists.date_picker_range.min
  }
  const before = await range()
  const { id } = await ledger.added({ transaction_type: 'deposit', date: '1960-01-01', amount: 1 })
  expect(await range()).toBe('1960-01-01')
  const body = { revision: 1, reason: 'Typo' }
  expect(
    (await ledger.send('POST', `/api/transactions/${id}/void/`, ledger.users.ivy, body)).statusCode,
  ).toBe(200)
  expect(await range()).toBe(before)
})

describe('a preview', () => {
  const preview = (payload: object, as = ledger.users.ivy) =>
    ledger.send('POST', '/api/transactions/preview/', as, payload)
  const changesOf = (reply: { json(): { data: { changes: { figure: string; difference: number }[] } } }) =>
    Object.fromEntries(reply.json().data.changes.map(({ figure, difference }) => [figure, difference]))

  it('shows the changes, satisfies the equation, and posts nothing', async () => {
    const before = await ledger.performance()
    const reply = await preview({
      add: { account: ledger.accounts.main, currency: 'CHF', ...ledger.buy(10, 100, { fees: 7 }) },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    const changes = changesOf(reply)
    expect(changes.nav).toBeCloseTo(200 - 7, 9)
    expect(changes.pnl_realized).toBeCloseTo(-7, 9)
    expect(changes.pnl_unrealized).toBeCloseTo(200, 9)
    expect(changes.cash).toBeCloseTo(-1007, 9)
    expect(changes.net_cashflow).toBe(0)
    expect((changes.net_cashflow ?? 0) + (changes.pnl_total ?? 0)).toBeCloseTo(changes.nav ?? 0, 9)
    expect(await ledger.performance()).toEqual(before)
  })

  it('names the currency of each amount: cash is in its own', async () => {
    const deposit = { transaction_type: 'deposit', date: '2026-11-09', amount: 100, currency: 'USD' }
    const reply = await preview({ add: { account: ledger.accounts.main, ...deposit } })
    const changes: { figure: string; currency: string | null; difference: number }[] =
      reply.json().data.changes
    expect(changes.find(({ figure }) => figure === 'cash')).toMatchObject({
      currency: 'USD',
      difference: 100,
    })
    expect(changes.filter(({ figure }) => figure !== 'cash').map(({ currency }) => currency)).toEqual(
      Array(5).fill('CHF'),
    )
    const bought = await preview({
      add: { account: ledger.accounts.main, currency: 'CHF', ...ledger.buy(10, 100) },
    })
    const quantity = bought
      .json()
      .data.changes.find(({ figure }: { figure: string }) => figure === 'position_quantity')
    expect(quantity).toMatchObject({ currency: null })
  })

  it('shows the changes of a correction and of a void', async () => {
    const { id } = await ledger.added({ transaction_type: 'deposit', date: '2026-11-09', amount: 100 })
    const corrected = changesOf(await preview({ id, correct: { revision: 1, amount: 150 } }))
    expect([corrected.nav, corrected.net_cashflow]).toEqual([50, 50])
    expect(changesOf(await preview({ id, is_void: true })).nav).toBe(-100)
  })

  it('compares a position with itself when its first purchase is voided or one is added', async () => {
    const buy = (date: string) =>
      ledger.buy(6, 100, { date, instrument: ledger.instruments.dollars, currency: 'USD', price: 50 })
    const first = await ledger.added(buy('2026-11-03'))
    await ledger.added(buy('2026-11-04'))
    const figures = (reply: {
      json(): { data: { changes: { figure: string; before: number; after: number }[] } }
    }) => reply.json().data.changes.find(({ figure }) => figure === 'position_quantity')
    expect(figures(await preview({ id: first.id, is_void: true }))).toMatchObject({ before: 12, after: 6 })
    const more = { account: ledger.accounts.main, ...buy('2026-11-05') }
    expect(figures(await preview({ add: more }))).toMatchObject({ before: 12, after: 18 })
    const cost = async (payload: object) => changesOf(await preview(payload)).position_cost
    const whole = (await ledger.position('Dollar share')).cost
    expect(await cost({ id: first.id, is_void: true })).toBeCloseTo(-whole / 2, 9)
    expect(await cost({ add: more })).toBeCloseTo(whole / 2, 9)
  })

  it('warns about oversold positions and negative cash, and lists possible duplicates', async () => {
    const sale = {
      account: ledger.accounts.main,
      currency: 'CHF',
      ...ledger.buy(500, 100, { side: 'sell', date: '2026-11-12' }),
    }
    expect((await preview({ add: sale })).json().data.warnings).toMatchObject([{ field: 'quantity' }])
    const drawn = {
      account: ledger.accounts.main,
      currency: 'CHF',
      transaction_type: 'withdrawal',
      date: '2026-11-12',
      amount: 1e6,
    }
    expect((await preview({ add: drawn })).json().data.warnings).toMatchObject([{ field: 'amount' }])
    const { id } = await ledger.added({ transaction_type: 'deposit', date: '2026-11-10', amount: 77 })
    const again = {
      account: ledger.accounts.main,
      currency: 'CHF',
      transaction_type: 'deposit',
      date: '2026-11-10',
      amount: 77,
    }
    const { similar } = (await preview({ add: again })).json().data
    expect(similar.map((row: { id: string }) => row.id)).toEqual([id])
  })

  it('accepts one operation at a time', async () => {
    expect(errorOf(await preview({}))).toEqual([400, 'add'])
    expect(errorOf(await preview({ is_void: true }))).toEqual([400, 'id'])
  })
})
