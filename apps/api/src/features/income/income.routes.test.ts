import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let lou: string
let ned: string

/** The first day of the month `months` after the current one, plus days: income counts in calendar months. */
function inMonths(months: number, days = 0): string {
  const today = new Date()
  const first = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 1 + days)
  return new Date(first).toISOString().slice(0, 10)
}

interface Ladder {
  currency: string
  opening: number
  points: { balance: number }[]
}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const main = await ledger.account(family, 'Main')
  const side = await ledger.account(family, 'Side')
  const { id: louId } = await app.addUser({ username: 'lou', role: 'investor', familyId: family })
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [louId])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [louId, side])
  const share = await ledger.instrument('Acme', 'equity', 'USD')
  const sold = await ledger.instrument('Bygone', 'equity', 'CHF')
  const exotic = await ledger.instrument('Exotic', 'equity', 'ZMW')
  const from = inMonths(-30)
  for (const id of [share, sold, exotic]) await ledger.prices(id, { [from]: 100 })
  await ledger.rates('CHF', { [from]: 1.25 })
  const trade = { type: 'trade', price: '100', date: from }
  for (const account of [main, side]) {
    await ledger.post(family, account, { type: 'deposit', date: from, amount: '100000', currency: 'CHF' })
    await ledger.post(family, account, { ...trade, instrument: share, quantity: '50', currency: 'USD' })
  }
  await ledger.post(family, main, { ...trade, instrument: sold, quantity: '10', currency: 'CHF' })
  await ledger.post(family, main, { ...trade, instrument: exotic, quantity: '10', currency: 'ZMW' })
  const paid = { type: 'dividend', date: inMonths(-3, 9) }
  await ledger.post(family, main, { ...paid, instrument: share, amount: '40', currency: 'USD' })
  await ledger.post(family, side, { ...paid, instrument: share, amount: '40', currency: 'USD' })
  await ledger.post(family, main, { ...paid, instrument: sold, amount: '12.5', currency: 'CHF' })
  await ledger.post(family, main, { ...paid, instrument: exotic, amount: '77', currency: 'ZMW' })
  await ledger.post(family, main, {
    ...trade,
    instrument: sold,
    quantity: '-10',
    currency: 'CHF',
    date: inMonths(-2),
  })
  const fund = await ledger.instrument('Fund', 'private_equity', 'USD')
  await ledger.prices(fund, { [from]: 1 })
  await ledger.post(family, main, {
    ...{ type: 'capital_call', instrument: fund, quantity: '500', price: '1', currency: 'USD' },
    date: inMonths(-2),
  })
  for (const month of [-11, -8, -5, -2]) {
    const fee = { type: 'fees_cash', amount: '10', currency: 'CHF' }
    await ledger.post(family, main, { ...fee, date: inMonths(month) })
  }
  await app.database.query(
    `insert into instrument_event (instrument_id, event_type, date, amount, currency, is_estimated, details)
     values ($1, 'dividend', $2, '1', 'USD', false, '{"per":"unit"}')`,
    [share, inMonths(2, 4)],
  )
  ivy = (await app.signIn('ivy')).access
  lou = (await app.signIn('lou')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const settings = { currency: 'CHF' }
const post = (as = ivy, body: object = { settings }, headers: Record<string, string> = {}, query = '') =>
  app.call({ method: 'POST', url: `/api/income/${query}`, as, payload: body, headers })
const read = async (as = ivy, body: object = { settings }) => (await post(as, body)).json().data

describe('income', () => {
  it('states what was received and what is expected, by position and certainty', async () => {
    const data = await read()
    expect(data.total).toMatchObject({
      // 2 x 40 dollars at 0.8 and 12.50 francs; dollars of the calendar and the repeated payment.
      received: 76.5,
      declared: 80,
      contractual: 0,
      estimated: 64,
      expected: 144,
      change: null,
      left_out: 2,
    })
    expect(data.total.flags.map(({ code }: { code: string }) => code)).toEqual(['no_rate', 'partial'])
    const rows = data.positions.map((row: Record<string, unknown>) => [
      row.name,
      (row.account as { name: string }).name,
      row.is_closed,
      row.certainty,
      row.expected,
      row.received,
    ])
    expect(rows).toEqual(
      expect.arrayContaining([
        ['Acme', 'Main', false, 'estimated', 72, 32],
        ['Acme', 'Side', false, 'estimated', 72, 32],
        ['Exotic', 'Main', false, 'estimated', null, null],
        ['Bygone', 'Main', true, null, 0, 12.5],
      ]),
    )
    expect(rows).toHaveLength(4)
    expect(rows.at(-1)?.[0]).toBe('Bygone')
  })

  it('adds up to the same total by month, kind, currency, account and position', async () => {
    const data = await read()
    const sum = (rows: Record<string, number | null>[], field: string) =>
      Math.round(rows.reduce((total, row) => total + (row[field] ?? 0), 0) * 100) / 100
    for (const group of ['months', 'kinds', 'currencies', 'accounts', 'positions'])
      for (const field of ['expected', 'received'])
        expect(sum(data[group], field), `${group} ${field}`).toBe(data.total[field])
    expect(data.months).toHaveLength(12)
    expect(data.months[1]).toMatchObject({ month: inMonths(2).slice(0, 7), expected: 80 })
    expect(data.months[1].kinds).toEqual([{ kind: 'dividend', certain: 80, estimated: 0, received: 0 }])
  })

  it('projects the cash of every currency with the day it runs dry', async () => {
    const { cash } = await read()
    const dollars = cash.find(({ currency }: { currency: string }) => currency === 'USD')
    // Shares for 10,000 and a call of 500 were paid without dollars, and 80 came in.
    expect(dollars).toMatchObject({ opening: -10420, runs_dry: new Date().toISOString().slice(0, 10) })
    const francs = cash.find(({ currency }: { currency: string }) => currency === 'CHF')
    expect(francs).toMatchObject({ runs_dry: null })
  })

  it('shows a user with one account its income only, and other families nothing', async () => {
    const own = await read(lou)
    expect(own.total).toMatchObject({ received: 32, expected: 72, left_out: 0, flags: [] })
    expect(own.accounts.map((row: { account: { name: string } }) => row.account.name)).toEqual(['Side'])
    expect(own.payments.every((row: { account: { name: string } }) => row.account.name === 'Side')).toBe(true)
    const none = await read(ned)
    expect(none).toMatchObject({ positions: [], payments: [], cash: [], total: { expected: 0, received: 0 } })
    expect((await app.call({ method: 'POST', url: '/api/income/', payload: {} })).statusCode).toBe(401)
  })

  it('compares payments that are no income with what came in or went out', async () => {
    const { other } = await read()
    // Called in dollars, at 0.8; the running fee repeats by quarter.
    expect(other.kinds.map(({ kind }: { kind: string }) => kind)).toEqual(['fee', 'capital_call'])
    const [fee, called] = other.kinds
    expect(called).toMatchObject({ received: -400, expected: 0, change: 400, next_payment: null })
    expect(fee).toMatchObject({ received: -40, expected: -40, change: 0 })
    expect(fee.next_payment).toMatchObject({ currency: 'CHF', original_amount: -10 })
    expect(other.total).toMatchObject({ received: -440, expected: -40, change: 400, flags: [] })
    const own = await read(lou)
    expect(own.other).toEqual({ total: { expected: 0, received: 0, change: 0, flags: [] }, kinds: [] })
  })

  it('lists every payment as CSV', async () => {
    const reply = await post(ivy, { settings }, { accept: 'text/csv' })
    expect(reply.headers['content-type']).toContain('text/csv')
    const [head, ...lines] = reply.body.trim().split('\r\n')
    expect(head).toContain('date,status,kind,certainty')
    expect(head).toContain('calculated_currency,period_start,as_of,flags')
    const { payments } = await read()
    expect(lines).toHaveLength(payments.length)
    expect(lines.filter(line => line.includes('Exotic')).every(line => line.endsWith('no_rate'))).toBe(true)
  })

  it('lists the cash ladder as CSV: the balance today, then every day that moves it', async () => {
    const reply = await post(ivy, { settings }, { accept: 'text/csv' }, '?list=cash')
    expect(reply.headers['content-disposition']).toContain('Own income cash ladder')
    const [head = '', ...lines] = reply.body.trim().split('\r\n')
    expect(head.replace('\uFEFF', '')).toBe(
      'currency,date,amount,estimated,balance,is_below_zero,runs_dry,calculated_currency,period_start,as_of,flags',
    )
    const { cash } = await read()
    const steps = cash.flatMap((ladder: Ladder) => [
      [ladder.currency, ladder.opening],
      ...ladder.points.map(({ balance }) => [ladder.currency, balance]),
    ])
    expect(steps.length).toBeGreaterThan(cash.length)
    expect(lines.map(line => [line.split(',')[0], Number(line.split(',')[4])])).toEqual(steps)
  })
})
