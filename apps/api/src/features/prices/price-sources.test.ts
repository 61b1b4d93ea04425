import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let account: string
/** A security that the family imported, one of the platform, and one of another family. */
let imported: string
let shared: string
let foreign: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  own = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  account = await ledger.account(own, 'Deposit')
  const security = async (family: string | null, name: string, isin: string) => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, symbol, isin, instrument_type, currency)
       values ($1, $2, $3, $4, 'equity', 'CHF') returning id`,
      [family, name, name.slice(0, 4).toUpperCase(), isin],
    )
    return rows[0].id as string
  }
  imported = await security(own, 'Imported', 'CH0012221716')
  shared = await security(null, 'Shared', 'US0378331005')
  foreign = await security(other, 'Foreign', 'CH0038863350')
  await ledger.post(own, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: imported,
    quantity: '10',
    price: '50',
  })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.database.query(
    "insert into family_access (user_id, family_id) select id, $1 from app_user where username = 'avi'",
    [own],
  )
  for (const name of ['ada', 'avi', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.query('delete from price')
  await app.database.query('delete from price_chunk')
})

const upload = (payload: string, who: string, query = 'name=prices.csv') =>
  app.call({
    method: 'POST',
    url: `/api/integrations/upload/?${query}`,
    payload,
    headers: { 'content-type': 'text/csv' },
    as: as[who] ?? '',
  })
const set = (id: string, price: number, who: string, date = '2026-01-06') =>
  app.call({
    method: 'POST',
    url: `/api/instruments/${id}/prices/`,
    as: as[who] ?? '',
    payload: { date, price },
  })
const prices = async () => {
  const { rows } = await app.database.query(
    `select i.name, p.date::text, p.close::text, p.source from price p join instrument i on i.id = p.instrument_id order by 1, 2`,
  )
  return rows.map(row => [row.name, row.date, row.close, row.source])
}
const firstError = (reply: { json(): { errors: { message: string; field?: string }[] } }) =>
  reply.json().errors[0]

describe('a file of prices', () => {
  const yahoo =
    'Date,Open,High,Low,Close,Adj Close,Volume\n2026-01-05,1,2,1,57.20,55.11,1200\n2026-01-06,null,null,null,null,null,null\n'

  it('of one security asks for the security, then takes the close and says what was skipped', async () => {
    const unnamed = await upload(yahoo, 'ada')
    expect(unnamed.statusCode).toBe(400)
    expect(firstError(unnamed)).toMatchObject({ field: 'instrument' })
    const reply = await upload(yahoo, 'ada', `name=KROC.csv&instrument=${imported}`)
    expect(reply.json().data).toMatchObject({ rows_count: 1, changed_count: 1, empty_count: 1 })
    expect(await prices()).toEqual([['Imported', '2026-01-05', '57.2', 'upload']])
    const none = await upload(yahoo, 'ada', `name=KROC.csv&instrument=${crypto.randomUUID()}`)
    expect([none.statusCode, firstError(none)?.field]).toEqual([404, 'instrument'])
  })

  it('of Stooq is read with a ticker that is an identifier of the security', async () => {
    await app.database.query("insert into instrument_identifier values ($1, 'stooq', 'IMPO.CH')", [imported])
    const reply = await upload(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>\nIMPO.CH,D,20260105,000000,1,1,1,58.5,1,0\n',
      'ada',
    )
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await prices()).toEqual([['Imported', '2026-01-05', '58.5', 'upload']])
  })

  it('of a bank sets the prices of several securities, or none of them', async () => {
    const bank =
      'ISIN;Datum;Kurs;Währung\nCH0012221716;05.01.2026;58,92;CHF\nUS0378331005;05.01.2026;210,00;CHF\n'
    const wrong = await upload(`${bank}CH0038863350;05.01.2026;1,50;USD\n`, 'ada')
    expect(firstError(wrong)?.message).toBe("Line 4: there is no instrument 'CH0038863350' in USD.")
    expect(await prices()).toEqual([])
    expect((await upload(bank, 'ada')).json().data).toMatchObject({ rows_count: 2, changed_count: 2 })
    expect(await prices()).toHaveLength(2)
  })

  it('in percent is taken for bonds only', async () => {
    const line = 'ISIN;Datum;Kurs\nCH0012221716;05.01.2026;98,50 %\n'
    const refused = await upload(line, 'ada')
    expect(firstError(refused)?.message).toBe(
      "Line 2: the price of 'CH0012221716' is in percent, which only prices of bonds and structured products are.",
    )
    const setType = (type: string) =>
      app.database.query('update instrument set instrument_type = $2 where id = $1', [imported, type])
    const { rows } = await app.database.query('select instrument_type from instrument where id = $1', [
      imported,
    ])
    await setType('bond')
    expect((await upload(line, 'ada')).statusCode).toBe(200)
    expect(await prices()).toEqual([['Imported', '2026-01-05', '98.5', 'upload']])
    await setType(String(rows[0]?.instrument_type))
  })

  it('with a price that is a hundred times the last one is stored once confirmed', async () => {
    const line = (price: string) => `isin,date,price\nCH0012221716,2026-01-0${price}\n`
    await upload(line('5,60'), 'ada')
    const asked = await upload(line('6,6000'), 'ada')
    expect([asked.statusCode, firstError(asked)]).toMatchObject([
      409,
      {
        message: 'The price of Imported (line 2) differs greatly from the last one.',
        question: { code: 'unusual_price', before: 60, after: 6000, currency: 'CHF' },
      },
    ])
    expect(await prices()).toHaveLength(1)
    expect((await upload(line('6,6000'), 'ada', 'name=a.csv&confirm=unusual_price')).statusCode).toBe(200)
    expect(await prices()).toHaveLength(2)
  })

  it('of an adviser sets prices of securities that their families imported, and no others', async () => {
    const line = (isin: string) => `isin,date,price\n${isin},2026-01-05,60\n`
    expect((await upload(line('CH0012221716'), 'avi')).statusCode).toBe(200)
    expect(firstError(await upload(line('US0378331005'), 'avi'))?.message).toBe(
      "Line 2: only an administrator may set prices of 'US0378331005'.",
    )
    expect(firstError(await upload(line('CH0038863350'), 'avi'))?.message).toBe(
      "Line 2: there is no instrument 'CH0038863350'.",
    )
    expect((await upload(line('CH0012221716'), 'ivy')).statusCode).toBe(403)
    expect(await prices()).toEqual([['Imported', '2026-01-05', '60', 'upload']])
  })
})

describe('a typed price', () => {
  it('is for administrators, and for owners and advisers of a family that imported the security', async () => {
    expect((await set(imported, 61, 'avi')).json().data).toMatchObject({ price: 61, source: 'typed' })
    expect((await set(shared, 61, 'avi')).statusCode).toBe(403)
    expect((await set(foreign, 61, 'avi')).statusCode).toBe(404)
    expect((await set(imported, 61, 'ivy')).json().data).toMatchObject({ price: 61, source: 'typed' })
    expect((await set(shared, 61, 'ivy')).statusCode).toBe(403)
    expect((await set(foreign, 61, 'ivy')).statusCode).toBe(404)
    expect((await set(shared, 61, 'ada')).statusCode).toBe(200)
  })
})

describe('the typed and uploaded prices', () => {
  const get = (url: string, who: string, headers = {}) =>
    app.call({ method: 'GET', url, as: as[who] ?? '', headers })
  const entered = async (who: string, query = '') =>
    (await get(`/api/prices/${query}`, who))
      .json()
      .data.map(({ instrument, price }: { instrument: { name: string }; price: number }) => [
        instrument.name,
        price,
      ])
  const remove = (id: string, date: string, who: string, payload?: object) =>
    app.call({
      method: 'DELETE',
      url: `/api/instruments/${id}/prices/${date}/`,
      as: as[who] ?? '',
      ...(payload && { payload }),
    })

  beforeEach(async () => {
    await upload('isin,date,price\nCH0012221716,2026-01-05,60\nCH0038863350,2026-01-05,7\n', 'ada')
    await set(imported, 61, 'avi')
    await set(shared, 210, 'ada')
    await app.database.query(
      "insert into price (instrument_id, date, close, source) values ($1, '2026-01-07', 62, 'yahoo')",
      [imported],
    )
  })

  it('are listed without those of providers, for owners and advisers of the family that imported the security', async () => {
    const theirs = [
      ['Imported', 61],
      ['Imported', 60],
    ]
    expect(await entered('avi')).toEqual(theirs)
    expect(await entered('ivy')).toEqual(theirs)
    expect(await entered('ada')).toEqual([
      ['Imported', 61],
      ['Shared', 210],
      ['Foreign', 7],
      ['Imported', 60],
    ])
    expect(await entered('ada', '?order_by=price&limit=2')).toEqual([
      ['Foreign', 7],
      ['Imported', 60],
    ])
    expect(await entered('ada', '?q=US037')).toEqual([['Shared', 210]])
    expect(await entered('ada', `?family=${own}`)).toEqual(theirs)
    expect((await app.call({ method: 'GET', url: '/api/prices/' })).statusCode).toBe(401)
  })

  it('say who entered them and from where, as CSV too', async () => {
    const { data, count } = (await get('/api/prices/?limit=1', 'ivy')).json()
    expect(count).toBe(2)
    expect(data[0]).toMatchObject({
      instrument: { id: imported },
      family: { name: 'Own' },
      currency: 'CHF',
      date: '2026-01-06',
      source: 'typed',
    })
    const csv = (await get('/api/prices/?limit=1', 'ada', { accept: 'text/csv' })).body.trim().split('\r\n')
    expect(csv[0]).toBe('instrument,family,currency,date,price,source,set_by,received_at')
    expect(csv).toHaveLength(5)
    expect(csv[1]).toContain('Imported,Own,CHF,2026-01-06,61,typed,avi,')
  })

  it('are deleted by those who may type them, audited, and asked about where they change much', async () => {
    for (const [id, status] of [
      [shared, 403],
      [foreign, 404],
    ] as const) {
      expect((await remove(id, '2026-01-06', 'ivy')).statusCode).toBe(status)
      expect((await get(`/api/instruments/${id}/prices/`, 'ivy')).statusCode).toBe(status)
    }
    expect((await remove(imported, '2026-01-04', 'ivy')).statusCode).toBe(404)
    await app.database.query("delete from price where source = 'yahoo'")
    await set(imported, 90, 'ada', '2026-01-08')
    await app.call({
      method: 'POST',
      url: `/api/instruments/${imported}/prices/`,
      as: as.ada ?? '',
      payload: { date: '2026-01-08', price: 90, confirm: ['unusual_price', 'nav_change'] },
    })
    expect(firstError(await remove(imported, '2026-01-08', 'ivy'))).toMatchObject({
      question: { code: 'nav_change', before: 400, after: 110 },
    })
    const confirmed = await remove(imported, '2026-01-08', 'ivy', { confirm: ['nav_change'] })
    expect(confirmed.statusCode).toBe(204)
    expect(await entered('ivy')).toEqual([
      ['Imported', 61],
      ['Imported', 60],
    ])
    const { rows } = await app.database.query(
      "select details ->> 'before' as before from audit_line where action = 'price_removed' order by at desc, sequence desc limit 1",
    )
    expect(rows).toEqual([{ before: '90' }])
  })
})

describe('prices of statements', () => {
  const state = (price: number, who = 'avi') =>
    app.call({
      method: 'POST',
      url: `/api/reconciliation/${account}/`,
      as: as[who] ?? '',
      payload: {
        date: '2026-01-06',
        lines: [
          { isin: 'CH0012221716', name: null, currency: 'CHF', quantity: 10, price },
          { isin: 'US0378331005', name: null, currency: 'CHF', quantity: 1, price: 99 },
        ],
      },
    })

  it('value the securities of the family, and never those of the platform', async () => {
    const reply = await state(62.5)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await prices()).toEqual([['Imported', '2026-01-06', '62.5', 'statement']])
    await state(63)
    expect(await prices()).toEqual([['Imported', '2026-01-06', '63', 'statement']])
  })

  it('give way to typed and uploaded ones, and do not replace them', async () => {
    await state(62.5)
    await set(imported, 64, 'ada')
    expect(await prices()).toEqual([['Imported', '2026-01-06', '64', 'typed']])
    await state(65)
    expect(await prices()).toEqual([['Imported', '2026-01-06', '64', 'typed']])
  })
})
