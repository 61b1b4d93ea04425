import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let share: string
let own: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  own = await app.addFamily('Own')
  share = await ledger.instrument('Acme')
  await ledger.prices(share, { '2026-01-05': 10, '2026-01-06': 11 })
  const account = await ledger.account(own, 'Deposit')
  await ledger.post(own, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: share,
    quantity: '100',
    price: '10',
  })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  for (const name of ['ada', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, who = 'ada', headers = {}) =>
  app.call({ method, url, as: as[who] ?? '', headers, ...(payload ? { payload } : {}) })
const pathOf = (id = share) => `/api/instruments/${id}/prices/`
const set = (date: string, price: number, id = share) =>
  call('POST', pathOf(id), { date, price, source: 'Fund house', confirm: [...plausibilityQuestions] })
const remove = (date: string, id = share) =>
  call('DELETE', `${pathOf(id)}${date}/`, { confirm: [...plausibilityQuestions] })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
async function valueOfShare(): Promise<number> {
  const reply = await call('POST', '/api/positions/list/', {}, 'ivy')
  return reply.json().data[0].value
}

describe('a price', () => {
  it('set manually shows its author and changes figures at once', async () => {
    expect(await valueOfShare()).toBe(1100)
    const reply = await set('2026-01-06', 12.5)
    expect(reply.json().data).toMatchObject({
      date: '2026-01-06',
      price: 12.5,
      source: 'Fund house',
      set_by: { name: 'ada' },
    })
    expect(await valueOfShare()).toBe(1250)
    await set('2026-01-07', 0.1)
    expect(await valueOfShare()).toBe(10)
  })

  it('gives way to the previous one when removed', async () => {
    const asked = await call('DELETE', `${pathOf()}2026-01-07/`)
    expect(asked.json().errors[0].question).toMatchObject({ code: 'nav_change', before: -990, after: 250 })
    expect((await remove('2026-01-07')).statusCode).toBe(204)
    expect(await valueOfShare()).toBe(1250)
    expect((await remove('2026-01-07')).statusCode).toBe(404)
    expect((await call('DELETE', `${pathOf()}someday/`)).statusCode).toBe(404)
  })

  it('is audited with its previous value', async () => {
    const { rows } = await app.database.query(
      "select action, details from audit_line where action like 'price_%' order by at, sequence",
    )
    expect(rows.map(row => [row.action, row.details.date, row.details.before, row.details.price])).toEqual([
      ['price_set', '2026-01-06', '11', '12.5'],
      ['price_set', '2026-01-07', null, '0.1'],
      ['price_removed', '2026-01-07', '0.1', undefined],
    ])
  })

  it('in the future is rejected by its field, since it would move the last close', async () => {
    const tomorrow = new Date(app.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    for (const date of [tomorrow, '1899-12-31', '2026-02-30'])
      expect(errorOf(await set(date, 1)), date).toMatchObject({ code: 'invalid_field', field: 'date' })
    const wrong = await call('POST', pathOf(), { date: '2026-01-05', price: '1', source: '' })
    expect(wrong.json().errors.map((error: { field: string }) => error.field)).toEqual(['price', 'source'])
  })

  it('far from the last one, of another sign or before the first one is saved once confirmed', async () => {
    const body = (date: string, price: number, confirm: string[] = []) => ({
      date,
      price,
      source: 'Fund house',
      confirm,
    })
    const ask = async (date: string, price: number, confirm?: string[]) => {
      const reply = await call('POST', pathOf(), body(date, price, confirm))
      const errors: { field: string; question: object }[] = reply.json().errors ?? []
      return [reply.statusCode, ...errors.map(({ field, question }) => ({ field, ...question }))]
    }
    expect(await ask('2026-01-08', 12.6)).toEqual([200])
    const far = { field: 'price', code: 'unusual_price', before: 12.6, currency: 'CHF' }
    const nav = { field: 'price', code: 'nav_change', before: 260, currency: 'CHF' }
    const tenfold = [409, { ...far, after: 126 }, { ...nav, after: 11_600 }]
    expect(await ask('2026-01-09', 126)).toEqual(tenfold)
    expect(await ask('2026-01-09', -12.6)).toEqual([409, { ...far, after: -12.6 }, { ...nav, after: -2260 }])
    expect(await ask('2026-01-09', 126, ['before_first_day'])).toEqual(tenfold)
    expect(await ask('2026-01-09', 126, ['unusual_price'])).toEqual([409, { ...nav, after: 11_600 }])
    expect(await ask('2026-01-09', 126, ['unusual_price', 'nav_change'])).toEqual([200])
    const early = { field: 'date', code: 'before_first_day', after: '2019-01-04', currency: null }
    expect(await ask('2019-01-04', 10)).toMatchObject([409, early])
    expect((await remove('2026-01-09')).statusCode).toBe(204)
    expect((await remove('2026-01-08')).statusCode).toBe(204)
  })

  it('of a security without a quote is compared with the price of its purchase, and asked about with debt', async () => {
    const ledger = testLedger(app.database)
    const debtor = await app.addFamily('Debtor')
    const account = await ledger.account(debtor, 'Margin')
    const fund = await ledger.instrument('Fund')
    const date = '2026-01-05'
    await ledger.post(debtor, account, { type: 'deposit', date, amount: '1100' })
    await ledger.post(debtor, account, {
      type: 'trade',
      date,
      instrument: fund,
      quantity: '100',
      price: '101',
    })
    await app.database.query('select bump_market_version()')
    const ask = async (price: number) => {
      const payload = { date: '2026-01-08', price, source: 'Fund house', confirm: [] }
      const reply = await call('POST', pathOf(fund), payload)
      const errors: { message: string; question: object }[] = reply.json().errors ?? []
      return [reply.statusCode, ...errors.map(({ message, question }) => ({ message, ...question }))]
    }
    const nav = {
      message: 'The net asset value of Debtor would change by more than 20%.',
      code: 'nav_change',
      before: 1100,
      currency: 'CHF',
    }
    const far = { code: 'unusual_price', before: 101, after: 10_100 }
    expect(await ask(10_100)).toMatchObject([409, far, { ...nav, after: 1_001_000 }])
    // Fifteen percent more for the fund is more than twice the net asset value.
    expect(await ask(116)).toEqual([409, { ...nav, after: 2600 }])
    expect(await ask(102)).toEqual([200])
  })

  it('is stored exactly, however small', async () => {
    await set('2025-01-06', 1e-7)
    await set('2025-01-07', -37.63)
    const { rows } = await app.database.query(
      "select close::text from price where date in ('2025-01-06', '2025-01-07') order by date",
    )
    expect(rows).toEqual([{ close: '0.0000001' }, { close: '-37.63' }])
  })
})

describe('the prices of an instrument', () => {
  it('are listed newest first, by range and page', async () => {
    const list = (await call('GET', pathOf())).json()
    expect(list.data.map((price: { date: string }) => price.date)).toEqual([
      '2026-01-06',
      '2026-01-05',
      '2025-01-07',
      '2025-01-06',
    ])
    const range = (await call('GET', `${pathOf()}?start_date=2025-01-07&end_date=2026-01-05&limit=1`)).json()
    expect([range.count, range.data.length]).toEqual([2, 1])
    expect(range.next).toContain(`${pathOf()}?`)
    expect(range.next).toContain('start_date=2025-01-07')
  })

  it('can be exported as CSV', async () => {
    const reply = await call('GET', `${pathOf()}?limit=1`, undefined, 'ada', { accept: 'text/csv' })
    expect(reply.body.split('\r\n')[0]).toBe('date,price,source,set_by,received_at,instrument,currency')
    expect(reply.body).toContain('2026-01-06,12.5,Fund house,ada,')
    expect(reply.body.trim().split('\r\n')).toHaveLength(5)
  })

  it('return not found for a manual asset and for an unknown instrument', async () => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency, price_kind)
       values ($1, 'The house', 'real_estate', 'CHF', 'valuation') returning id`,
      [own],
    )
    for (const id of [rows[0].id, crypto.randomUUID()]) {
      expect((await call('GET', pathOf(id))).statusCode).toBe(404)
      expect((await set('2026-01-05', 1, id)).statusCode).toBe(404)
      expect((await call('DELETE', `${pathOf(id)}2026-01-05/`)).statusCode).toBe(404)
    }
  })

  it('are limited to administrators', async () => {
    for (const [method, url, payload] of [
      ['GET', pathOf(), undefined],
      ['POST', pathOf(), { date: '2026-01-05', price: 1, source: 'x' }],
      ['DELETE', `${pathOf()}2026-01-05/`, undefined],
    ] as const) {
      expect((await call(method, url, payload, 'ivy')).statusCode).toBe(403)
      expect((await app.call({ method, url })).statusCode).toBe(401)
    }
  })
})
