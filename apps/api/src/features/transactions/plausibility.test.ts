import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createEntryFixture, type EntryFixture, errorOf } from './testing/entry-fixture.ts'

let ledger: EntryFixture

beforeAll(async () => {
  ledger = await createEntryFixture()
})
afterAll(() => ledger.app.close())

interface Reply {
  statusCode: number
  json(): { errors?: { code: string; field?: string; question?: { code: string } }[] }
}

/** The status, and the questions with their fields and effects. */
const questionsOf = (reply: Reply) => [
  reply.statusCode,
  ...(reply.json().errors ?? []).map(({ field, question }) => ({ field, ...question })),
]

const deposit = (amount: number, more: object = {}) => ({
  transaction_type: 'deposit',
  date: '2026-11-09',
  amount,
  confirm: [],
  ...more,
})

describe('a transaction with implausible values', () => {
  it('is saved only once a change of the net asset value by more than a fifth is confirmed', async () => {
    const before = (await ledger.performance()).balance.total
    expect(before).toBe(10_000)
    expect((await ledger.add(deposit(2000))).statusCode).toBe(200)
    const large = { field: 'amount', code: 'nav_change', before: 12_000, after: 14_500, currency: 'CHF' }
    expect(questionsOf(await ledger.add(deposit(2500)))).toEqual([409, large])
    expect((await ledger.performance()).balance.total).toBe(12_000)
    expect((await ledger.add(deposit(2500, { confirm: ['nav_change'] }))).statusCode).toBe(200)
    expect((await ledger.performance()).balance.total).toBe(14_500)
  })

  it('asks about a date before the first transaction of the account or of the instrument', async () => {
    const early = { field: 'date', code: 'before_first_day', currency: null }
    expect(questionsOf(await ledger.add(deposit(10, { date: '1960-01-01' })))).toEqual([
      409,
      { ...early, before: '2026-11-02', after: '1960-01-01' },
    ])
    const bought = await ledger.add(ledger.buy(1, 100, { date: '2026-10-30', confirm: [] }))
    expect(questionsOf(bought)).toEqual([
      409,
      { ...early, before: '2026-11-02', after: '2026-10-30' },
      { ...early, before: '2026-11-02', after: '2026-10-30' },
    ])
    expect(bought.json().errors.map((error: { message: string }) => error.message)).toEqual([
      'The date is before the first transaction of Main.',
      'The date is before the first transaction of Acme.',
    ])
  })

  it('of an account without any is compared with the first day of the family', async () => {
    const empty = ledger.accounts.second
    const reply = await ledger.add(deposit(10, { date: '1960-01-01', account: empty }))
    expect(questionsOf(reply)).toEqual([
      409,
      { field: 'date', code: 'before_first_day', before: '2026-11-02', after: '1960-01-01', currency: null },
    ])
    expect(reply.json().errors[0].message).toBe('The date is before the first transaction of Own.')
  })

  it('is asked about as the first one of a family, if it is of decades ago', async () => {
    const start = (date: string) =>
      ledger.add(deposit(10, { date, account: ledger.accounts.theirs }), ledger.users.ned)
    expect(questionsOf(await start('1960-01-01'))).toEqual([
      409,
      { field: 'date', code: 'before_first_day', before: null, after: '1960-01-01', currency: null },
    ])
    expect((await start('2010-01-04')).statusCode).toBe(200)
  })

  it('asks about a price far from the last one, of an instrument that nobody held too', async () => {
    const far = { field: 'price', code: 'unusual_price', before: 100, currency: 'CHF' }
    expect(questionsOf(await ledger.add(ledger.buy(1, 10, { confirm: [] })))).toEqual([
      409,
      { ...far, after: 10 },
    ])
    expect((await ledger.add(ledger.buy(1, 130, { confirm: [] }))).statusCode).toBe(200)
    expect(questionsOf(await ledger.add(ledger.buy(1, 1000, { confirm: [] })))).toEqual([
      409,
      { ...far, after: 1000 },
    ])
  })

  it('is asked about again when a correction makes it implausible, but not about what stays', async () => {
    const { id } = await ledger.added(deposit(50, { date: '2026-11-10' }))
    const correct = (payload: object) =>
      ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, {
        reason: 'x',
        confirm: [],
        ...payload,
      })
    expect(questionsOf(await correct({ revision: 1, amount: 50_000 }))).toMatchObject([
      409,
      { code: 'nav_change', field: 'amount' },
    ])
    expect((await correct({ revision: 1, note: 'Gift' })).statusCode).toBe(200)
    expect(questionsOf(await correct({ revision: 2, date: '1999-01-04' }))).toMatchObject([
      409,
      { code: 'before_first_day', after: '1999-01-04' },
    ])
  })

  it('names unknown questions as invalid', async () => {
    expect(errorOf(await ledger.add(deposit(1, { confirm: ['everything'] })))).toEqual([400, 'confirm.0'])
  })
})

describe('a minus sign', () => {
  it.each([
    ['amount', { transaction_type: 'deposit', amount: -5 }],
    ['counter_amount', { transaction_type: 'fx', amount: -9, counter_currency: 'USD', counter_amount: -10 }],
    ['amount', { transaction_type: 'transfer_in', amount: -5 }],
    ['quantity', { transaction_type: 'trade', side: 'buy', quantity: -5, price: 100, instrument: 'share' }],
    ['amount', { transaction_type: 'trade', side: 'sell', quantity: 1, amount: -99, instrument: 'share' }],
    ['price', { transaction_type: 'trade', side: 'buy', quantity: 1, price: -100, instrument: 'share' }],
  ])('against the direction is refused: %s of %o', async (field, payload) => {
    const instrument = 'instrument' in payload ? { instrument: ledger.instruments.share } : {}
    const reply = await ledger.add({ date: '2026-11-10', ...payload, ...instrument })
    expect(errorOf(reply)).toEqual([400, field])
  })

  it('with the direction is kept', async () => {
    const cash = await ledger.cash()
    await ledger.added({ transaction_type: 'withdrawal', date: '2026-11-10', amount: -5 })
    await ledger.added({ transaction_type: 'withdrawal', date: '2026-11-10', amount: 5 })
    await ledger.added(ledger.buy(1, 100, { amount: -100 }))
    expect(await ledger.cash()).toBe(cash - 110)
  })

  it('does not get in the way of a correction that turns a purchase into a sale', async () => {
    const { id } = await ledger.added(ledger.buy(1, 100, { amount: -100 }))
    const body = { revision: 1, reason: 'Sold', side: 'sell' }
    const reply = await ledger.send('PATCH', `/api/transactions/${id}/`, ledger.users.ivy, body)
    expect(reply.json().data).toMatchObject({ side: 'sell', quantity: -1, original_amount: 100 })
  })
})
