import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let ledger: ReturnType<typeof testLedger>
let account: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  ledger = testLedger(app.database)
  account = await ledger.account(own, 'Deposit')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  for (const name of ['ada', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object, who = 'ada', headers = {}) =>
  app.call({
    method,
    url: `/api/instruments/${url}`,
    as: as[who] ?? '',
    headers,
    ...(payload ? { payload } : {}),
  })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
const names = (reply: { json(): { data: { name: string }[] } }) => reply.json().data.map(row => row.name)
async function made(fields: object): Promise<string> {
  const reply = await call('POST', '', { instrument_type: 'equity', currency: 'CHF', ...fields })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().data.id
}
const buy = (instrument: string, date = '2026-01-05') =>
  ledger.post(own, account, { type: 'trade', date, instrument, quantity: '1', price: '10' })

describe('an instrument', () => {
  it('can be added with identifiers and read back', async () => {
    const fields = {
      name: 'Acme',
      long_name: 'Acme Holding AG',
      symbol: 'ACM',
      isin: 'CH0000000007',
      exchange: 'XSWX',
      instrument_type: 'equity',
      currency: 'CHF',
      country: 'CH',
      sector: 'industrials',
      contract_size: 1,
      contract_expiration: null,
      identifiers: [
        { kind: 'bank', value: 'ACME REG' },
        { kind: 'valor', value: '123456' },
      ],
    }
    const reply = await call('POST', '', fields)
    const { id } = reply.json().data
    const whole = { ...fields, id, price: null, price_date: null, price_source: null, holders_count: 0 }
    expect(reply.json().data).toMatchObject({ ...whole, flags: [{ code: 'no_price' }] })
    expect((await call('GET', `${id}/`)).json().data).toMatchObject(whole)
  })

  it('is rejected by field for a duplicate ISIN and currency, and for invalid values', async () => {
    const duplicate = { name: 'Duplicate', isin: 'CH0000000007', instrument_type: 'equity' }
    expect(errorOf(await call('POST', '', { ...duplicate, currency: 'CHF' }))).toMatchObject({
      code: 'already_exists',
      field: 'isin',
    })
    expect((await call('POST', '', { ...duplicate, currency: 'USD' })).statusCode).toBe(200)
    const good = { name: 'X', instrument_type: 'equity', currency: 'CHF' }
    for (const [field, value] of Object.entries({
      isin: 'nonsense',
      sector: 'luck',
      country: 'Switzerland',
      instrument_type: 'share',
      currency: 'EURO',
      contract_size: 0,
      symbol: 'x'.repeat(61),
    }))
      expect(errorOf(await call('POST', '', { ...good, [field]: value }))?.field, field).toBe(field)
    expect(errorOf(await call('POST', '', { instrument_type: 'equity', currency: 'CHF' }))?.field).toBe(
      'name',
    )
  })

  it('has the MIC of its exchange, unless a statement named another', async () => {
    const id = await made({ name: 'Listed', exchange: 'xswx' })
    expect((await call('GET', `${id}/`)).json().data.exchange).toBe('XSWX')
    const refused = await call('PATCH', `${id}/`, { exchange: 'Zurich' })
    expect([refused.statusCode, errorOf(refused)]).toMatchObject([
      400,
      { field: 'exchange', message: 'Use the four characters of the MIC, such as XSWX.' },
    ])
    await app.database.query("update instrument set exchange = 'Six Swiss' where id = $1", [id])
    expect((await call('PATCH', `${id}/`, { exchange: 'Six Swiss', name: 'Kept' })).statusCode).toBe(200)
    expect((await call('PATCH', `${id}/`, { exchange: null })).json().data.exchange).toBeNull()
  })

  it('can be corrected field by field, which recomputes every family that holds it', async () => {
    const id = await made({ name: 'Before', identifiers: [{ kind: 'wkn', value: 'A1B2C3' }] })
    await buy(id)
    const version = async () =>
      Number(
        (await app.database.query('select version from family_version where family_id = $1', [own])).rows[0]
          .version,
      )
    const before = await version()
    const changed = await call('PATCH', `${id}/`, { name: 'After', sector: 'energy', country: 'NO' })
    expect(changed.json().data).toMatchObject({
      name: 'After',
      sector: 'energy',
      country: 'NO',
      currency: 'CHF',
      holders_count: 1,
      identifiers: [{ kind: 'wkn', value: 'A1B2C3' }],
    })
    expect(await version()).toBe(before + 1)
    const replaced = await call('PATCH', `${id}/`, { identifiers: [{ kind: 'figi', value: 'BBG000BLNNH6' }] })
    expect(replaced.json().data.identifiers).toEqual([{ kind: 'figi', value: 'BBG000BLNNH6' }])
    const { rows } = await app.database.query(
      "select details from audit_line where action = 'instrument_changed' and details ->> 'id' = $1 order by at, sequence",
      [id],
    )
    expect(rows[0].details).toMatchObject({ id, changed: ['name', 'country', 'sector'] })
  })

  it('keeps its currency once it has transactions or prices', async () => {
    const id = await made({ name: 'Moving' })
    expect((await call('PATCH', `${id}/`, { currency: 'EUR' })).json().data.currency).toBe('EUR')
    await buy(id)
    expect(errorOf(await call('PATCH', `${id}/`, { currency: 'USD' }))).toMatchObject({
      code: 'still_in_use',
      field: 'currency',
    })
    expect((await call('PATCH', `${id}/`, { currency: 'EUR', name: 'Staying' })).statusCode).toBe(200)
  })

  it('is not listed if a family keeps it manually', async () => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency, price_kind)
       values ($1, 'The house', 'real_estate', 'CHF', 'valuation') returning id`,
      [own],
    )
    const [house, random] = [rows[0].id, crypto.randomUUID()]
    for (const [method, payload] of [
      ['GET', undefined],
      ['PATCH', { name: 'Mine' }],
    ] as const) {
      const replies = [await call(method, `${house}/`, payload), await call(method, `${random}/`, payload)]
      expect(replies.map(reply => [reply.statusCode, reply.body])).toEqual([
        [404, replies[1]?.body],
        [404, replies[1]?.body],
      ])
    }
    expect(names(await call('GET', ''))).not.toContain('The house')
  })
})

describe('the list of instruments', () => {
  it('can be searched by name, symbol, ISIN and identifier, filtered, sorted and paged', async () => {
    expect(names(await call('GET', '?q=acme%20hold'))).toEqual(['Acme'])
    expect(names(await call('GET', '?q=ACM&instrument_type=equity'))).toEqual(['Acme'])
    expect(names(await call('GET', '?q=123456'))).toEqual(['Acme'])
    expect(names(await call('GET', '?q=%25'))).toEqual([])
    expect(names(await call('GET', '?instrument_type=bond'))).toEqual([])
    const all = names(await call('GET', '?order_by=-name'))
    expect(all).toEqual([...all].sort((a, b) => b.toLowerCase().localeCompare(a.toLowerCase())))
    const page = (await call('GET', '?limit=1&offset=1&order_by=-name')).json()
    expect([page.count, page.data[0].name]).toEqual([all.length, all[1]])
    expect(errorOf(await call('GET', '?order_by=terms'))?.field).toBe('order_by')
  })

  it('flags missing and stale prices, except for expired instruments', async () => {
    const [fresh, old, expired] = [
      await made({ name: 'Fresh' }),
      await made({ name: 'Old' }),
      await made({ name: 'Expired', instrument_type: 'option', contract_expiration: '2026-03-20' }),
    ]
    await ledger.prices(fresh, { '2026-11-12': 11, '2026-11-13': 12 })
    await ledger.prices(old, { '2026-10-30': 7 })
    const found = (await call('GET', '?flagged=true&limit=1000')).json().data
    const priceFlag = (id: string) =>
      found.find((row: { id: string }) => row.id === id)?.flags.map((flag: { code: string }) => flag.code)
    expect([priceFlag(fresh), priceFlag(old), priceFlag(expired)]).toEqual([undefined, ['stale'], undefined])
    const calm = names(await call('GET', '?flagged=false&limit=1000'))
    expect(calm.sort()).toEqual(['Expired', 'Fresh'])
    expect((await call('GET', `${fresh}/`)).json().data).toMatchObject({
      price: 12,
      price_date: '2026-11-13',
    })
  })

  it('can be exported as CSV', async () => {
    const reply = await call('GET', '?limit=1', undefined, 'ada', { accept: 'text/csv' })
    expect(reply.headers['content-type']).toContain('text/csv')
    expect(reply.body.split('\r\n').length).toBeGreaterThan(5)
    expect(reply.body).toContain('bank ACME REG; valor 123456')
  })

  it('is limited to administrators, as are changes of the platform', async () => {
    const id = await made({ name: 'Guarded' })
    for (const [method, url, payload] of [
      ['GET', '', undefined],
      ['POST', '', { name: 'x', instrument_type: 'equity', currency: 'CHF' }],
      ['PATCH', `${id}/`, { name: 'x' }],
    ] as const) {
      expect((await call(method, url, payload, 'ivy')).statusCode).toBe(403)
      expect((await app.call({ method, url: `/api/instruments/${url}` })).statusCode).toBe(401)
    }
  })
})

describe('a security that a family imported', () => {
  it('is listed with its family, is named and classified by an administrator, and priced by its owner too', async () => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, isin, instrument_type, currency)
       values ($1, 'XS IMPORTED', 'XS0000000009', 'equity', 'CHF') returning id`,
      [own],
    )
    const { id } = rows[0]
    await buy(id)
    const listed = await call('GET', '?q=imported')
    expect(listed.json().data).toMatchObject([{ id, family: { id: own, name: 'Own' }, holders_count: 1 }])
    const changed = await call('PATCH', `${id}/`, { name: 'Imported Industries', sector: 'industrials' })
    expect(changed.json().data).toMatchObject({ name: 'Imported Industries', sector: 'industrials' })
    const price = { date: '2026-01-06', price: 12.5, source: 'bank' }
    expect((await call('POST', `${id}/prices/`, price)).statusCode).toBe(200)
    expect((await call('GET', `${id}/`)).json().data).toMatchObject({ price: 12.5, price_date: '2026-01-06' })
    expect((await call('POST', `${id}/prices/`, price, 'ivy')).statusCode).toBe(200)
    const upload = await app.call({
      method: 'POST',
      url: '/api/integrations/upload/?name=prices.csv',
      as: as.ada ?? '',
      headers: { 'content-type': 'application/octet-stream' },
      payload: 'isin,date,price\nXS0000000009,2026-01-07,13\n',
    })
    expect(upload.json().data).toMatchObject({ kind: 'prices', changed_count: 1 })
  })

  it('is not a manual asset: data health leads to its prices', async () => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency)
       values ($1, 'Unpriced', 'equity', 'CHF') returning id`,
      [own],
    )
    const { id } = rows[0]
    await ledger.post(own, account, { type: 'deposit', date: '2026-01-05', amount: '1000' })
    await app.database.query(
      `insert into price (instrument_id, date, close, source) values ($1, '2025-06-02', 9, 'test')`,
      [id],
    )
    await buy(id)
    const findings = { method: 'POST', url: '/api/data-health/list/', payload: {} } as const
    const { data } = (await app.call({ ...findings, as: as.ivy ?? '' })).json()
    expect(data.filter((finding: { name: string }) => finding.name === 'Unpriced')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ instrument_id: id, asset_id: null })]),
    )
  })
})
