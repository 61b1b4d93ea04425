import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let account: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  account = await ledger.account(family, 'Deposit')
  await ledger.post(family, account, { type: 'deposit', date: '2026-01-05', amount: '1000', currency: 'GBP' })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  for (const name of ['ada', 'avi', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.database.query('delete from fx_rate')
  await app.database.query('delete from fx_chunk')
})

const set = (
  base: string,
  quote: string,
  rate: number,
  date = '2026-01-05',
  who = 'ada',
  confirm: string[] = [],
) =>
  app.call({
    method: 'POST',
    url: '/api/rates/',
    as: as[who] ?? '',
    payload: { base, quote, rate, date, confirm },
  })
const stored = async () => {
  const { rows } = await app.database.query(
    'select currency, date::text, rate::text, via, source, is_entered from fx_rate order by date, currency',
  )
  return rows
}
const balance = async (currency: string) => {
  const reply = await app.call({
    method: 'POST',
    url: '/api/performance/',
    as: as.ivy ?? '',
    payload: {
      settings: { currency, period: { name: 'all', start_date: null, end_date: null } },
      filters: {},
    },
  })
  return reply.json().data.balance.total
}

describe('an exchange rate', () => {
  it('is entered in either direction and changes figures at once', async () => {
    expect(await balance('USD')).toBeNull()
    const reply = await set('GBP', 'USD', 1.25)
    expect(reply.json().data).toMatchObject({
      currency: 'GBP',
      rate: 1.25,
      stated: null,
      via: null,
      source: 'typed',
    })
    expect(await balance('USD')).toBe(1250)
    const inverse = await set('USD', 'GBP', 0.5, '2026-01-05', 'ada', ['unusual_price'])
    expect(inverse.json().data).toMatchObject({
      currency: 'GBP',
      rate: 2,
      stated: { base: 'USD', quote: 'GBP', rate: 0.5 },
      set_by: { name: 'ada' },
    })
    expect(await balance('USD')).toBe(2000)
  })

  it('between two other currencies is derived, and stays as stated when the other rate changes', async () => {
    await set('EUR', 'USD', 1.1)
    const reply = await set('GBP', 'EUR', 1.2)
    expect(reply.json().data).toMatchObject({ currency: 'GBP', rate: 1.32, via: 'EUR' })
    expect(await balance('EUR')).toBeCloseTo(1200, 9)
    await set('EUR', 'USD', 1.05)
    expect(await stored()).toMatchObject([
      { currency: 'EUR', rate: '1.05', via: null },
      { currency: 'GBP', rate: '1.26', via: 'EUR' },
    ])
    expect(await balance('EUR')).toBeCloseTo(1200, 9)
    expect(await balance('USD')).toBeCloseTo(1260, 9)
  })

  it('that is derived shows its legs in the receipt', async () => {
    await set('EUR', 'USD', 1.1)
    await set('GBP', 'EUR', 1.2)
    const receipt = await app.call({
      method: 'POST',
      url: '/api/receipt/',
      as: as.ivy ?? '',
      payload: {
        settings: { currency: 'USD', period: { name: 'all', start_date: null, end_date: null } },
        filters: {},
        subject: { kind: 'position', id: `cash:${account}:GBP` },
        figure: 'value',
        view: 'calculated',
      },
    })
    const lines: { label: string; source: string }[] = receipt
      .json()
      .data.calculations.flatMap((each: { lines: object[] }) => each.lines)
    expect(lines.find(({ label }) => label.includes('GBP/USD'))?.source).toBe(
      'derived from GBP/EUR 1.2 (entered manually), EUR/USD 1.1 (entered manually)',
    )
  })

  it('is derived by a rate of the week before, but not by an older one', async () => {
    await set('EUR', 'USD', 1.1, '2026-01-05')
    expect((await set('EUR', 'CHF', 0.95, '2026-01-12')).statusCode).toBe(200)
    const late = await set('EUR', 'CHF', 0.95, '2026-01-20')
    expect(late.statusCode).toBe(400)
    expect(late.json().errors[0]).toMatchObject({ code: 'invalid_field', field: 'quote' })
    expect(late.json().errors[0].message).toContain('Neither EUR nor CHF has a rate in USD on 2026-01-20')
  })

  it('never goes in a circle', async () => {
    await set('EUR', 'USD', 1.1)
    await set('GBP', 'EUR', 1.2)
    // The pair in the other direction changes the same rate, not that of the euro by the pound.
    const other = await set('EUR', 'GBP', 0.8)
    expect(other.json().data).toMatchObject({ currency: 'GBP', via: 'EUR', rate: 1.375 })
    expect(await stored()).toMatchObject([
      { currency: 'EUR', rate: '1.1', via: null },
      { currency: 'GBP', rate: '1.375', via: 'EUR' },
    ])
  })

  it('that is probably the other direction is saved once confirmed', async () => {
    await set('GBP', 'USD', 1.31, '2026-01-05')
    const odd = await set('GBP', 'USD', 0.76, '2026-01-06')
    expect(odd.statusCode).toBe(409)
    expect(odd.json().errors[0]).toMatchObject({
      field: 'rate',
      question: { code: 'unusual_price', before: 1.31, after: 0.76, currency: 'USD' },
    })
    expect((await set('GBP', 'USD', 0.76, '2026-01-06', 'ada', ['unusual_price'])).statusCode).toBe(200)
  })

  it('names the wrong field', async () => {
    const field = async (...given: Parameters<typeof set>) => (await set(...given)).json().errors[0].field
    expect(await field('GBP', 'GBP', 1)).toBe('quote')
    expect(await field('GBP', 'USD', 0)).toBe('rate')
    expect(await field('GBP', 'USD', -1)).toBe('rate')
    expect(await field('XXQ', 'USD', 1)).toBe('base')
    expect(await field('GBP', 'USD', 1, '2031-01-01')).toBe('date')
    expect(await field('GBP', 'USD', 1, '1899-12-31')).toBe('date')
    expect(await stored()).toEqual([])
  })

  it('is listed, exported, removed and audited', async () => {
    await set('GBP', 'USD', 1.31, '2026-01-05')
    await set('GBP', 'USD', 1.32, '2026-01-06')
    const get = (query: string, headers = {}) =>
      app.call({ method: 'GET', url: `/api/rates/${query}`, as: as.ada ?? '', headers })
    expect((await get('?currency=GBP&limit=1')).json()).toMatchObject({
      count: 2,
      data: [{ date: '2026-01-06', rate: 1.32 }],
    })
    expect((await get('', { accept: 'text/csv' })).body).toContain('GBP,2026-01-05,1.31,typed')
    const remove = (path: string) =>
      app.call({ method: 'DELETE', url: `/api/rates/${path}/`, as: as.ada ?? '' })
    expect((await remove('GBP/2026-01-06')).statusCode).toBe(204)
    expect((await remove('GBP/2026-01-06')).statusCode).toBe(404)
    expect(await balance('USD')).toBe(1310)
    const { rows } = await app.database.query(
      "select action, subject, details ->> 'stated' as stated from audit_line where action like 'rate_%' order by at desc, sequence desc limit 2",
    )
    expect(rows).toEqual([
      { action: 'rate_removed', subject: 'GBP', stated: null },
      { action: 'rate_set', subject: 'GBP', stated: '1 GBP = 1.32 USD' },
    ])
  })

  it('is listed apart from those of providers', async () => {
    await set('GBP', 'USD', 1.31)
    await app.database.query(
      "insert into fx_rate (currency, date, rate, source) values ('EUR', '2026-01-05', 1.17, 'ecb')",
    )
    const list = async (query: string) => {
      const reply = await app.call({ method: 'GET', url: `/api/rates/${query}`, as: as.ada ?? '' })
      return reply
        .json()
        .data.map((rate: { currency: string; is_entered: boolean }) => [rate.currency, rate.is_entered])
    }
    expect(await list('?entered=true')).toEqual([['GBP', true]])
    expect(await list('?entered=false')).toEqual([['EUR', false]])
    expect(await list('')).toHaveLength(2)
  })

  it('is listed in the order asked for, with a total order', async () => {
    await set('GBP', 'USD', 1.31, '2026-01-05')
    await set('EUR', 'USD', 1.1, '2026-01-05')
    await set('GBP', 'USD', 1.32, '2026-01-06')
    const list = async (order: string) => {
      const reply = await app.call({ method: 'GET', url: `/api/rates/?order_by=${order}`, as: as.ada ?? '' })
      return reply.json().data.map(({ rate }: { rate: number }) => rate)
    }
    expect(await list('rate')).toEqual([1.1, 1.31, 1.32])
    expect(await list('currency')).toEqual([1.1, 1.32, 1.31])
    expect(await list('-date')).toEqual([1.32, 1.1, 1.31])
  })

  it('is entered after a question, where the net asset value would change by much', async () => {
    await set('GBP', 'USD', 1.25, '2026-01-05')
    await app.database.query("update family set base_currency = 'USD' where id = $1", [family])
    const asked = await set('GBP', 'USD', 1.6, '2026-01-06')
    expect(asked.statusCode).toBe(409)
    expect(
      asked.json().errors.map(({ question }: { question: { code: string } }) => question),
    ).toContainEqual(
      expect.objectContaining({ code: 'nav_change', before: 1250, after: 1600, currency: 'USD' }),
    )
    expect(await balance('USD')).toBe(1250)
    expect((await set('GBP', 'USD', 1.3, '2026-01-06')).statusCode).toBeLessThan(300)
    expect(await balance('USD')).toBe(1300)
  })

  it('is deleted after a question, where the net asset value would change by much', async () => {
    await set('GBP', 'USD', 1.25, '2026-01-05')
    await app.database.query("update family set base_currency = 'USD' where id = $1", [family])
    await set('GBP', 'USD', 1.6, '2026-01-06', 'ada', ['unusual_price', 'nav_change'])
    const remove = (payload?: object) =>
      app.call({
        method: 'DELETE',
        url: '/api/rates/GBP/2026-01-06/',
        as: as.ada ?? '',
        ...(payload && { payload }),
      })
    const asked = await remove()
    expect(asked.statusCode).toBe(409)
    expect(asked.json().errors).toMatchObject([
      { question: { code: 'nav_change', before: 1600, after: 1250, currency: 'USD' } },
    ])
    expect(await balance('USD')).toBe(1600)
    expect((await remove({ confirm: ['nav_change'] })).statusCode).toBe(204)
    expect(await balance('USD')).toBe(1250)
    // Without any rate the pounds leave the total.
    const last = await app.call({ method: 'DELETE', url: '/api/rates/GBP/2026-01-05/', as: as.ada ?? '' })
    expect(last.json().errors).toMatchObject([{ question: { before: 1250, after: 0 } }])
  })

  it('is limited to administrators, as it concerns every family', async () => {
    for (const who of ['avi', 'ivy'])
      expect((await set('GBP', 'USD', 1, '2026-01-05', who)).statusCode).toBe(403)
    expect((await app.call({ method: 'GET', url: '/api/rates/' })).statusCode).toBe(401)
  })
})

const upload = (payload: string, who = 'ada', query = 'name=rates.csv') =>
  app.call({
    method: 'POST',
    url: `/api/integrations/upload/?${query}`,
    payload,
    headers: { 'content-type': 'text/csv' },
    as: as[who] ?? '',
  })

describe('a file of rates', () => {
  it('of the ECB is stored as stated, with the legs of derived rates', async () => {
    const reply = await upload(
      'Date,USD,JPY,CYP,GBP,\n2026-01-06,1.17,180.0,N/A,0.9,\n2026-01-05,1.16,178.5,N/A,0.87,\n',
    )
    expect(reply.json().data).toEqual({
      kind: 'rates',
      rows_count: 6,
      changed_count: 6,
      empty_count: 0,
      derived_count: 4,
      start_date: '2026-01-05',
      end_date: '2026-01-06',
    })
    const { rows } = await app.database.query(
      "select currency, rate::text, via, stated_base, stated_quote, stated_rate::text from fx_rate where date = '2026-01-06' order by 1",
    )
    expect(rows).toEqual([
      { currency: 'EUR', rate: '1.17', via: null, stated_base: null, stated_quote: null, stated_rate: null },
      {
        currency: 'GBP',
        rate: '1.3',
        via: 'EUR',
        stated_base: 'EUR',
        stated_quote: 'GBP',
        stated_rate: '0.9',
      },
      {
        currency: 'JPY',
        rate: '0.0065',
        via: 'EUR',
        stated_base: 'EUR',
        stated_quote: 'JPY',
        stated_rate: '180',
      },
    ])
    expect(await balance('EUR')).toBeCloseTo(1000 / 0.9, 9)
    expect((await upload('Date,USD,\n2026-01-06,1.17,\n')).json().data).toMatchObject({ changed_count: 0 })
  })

  it('of a bank may state pairs without dollars, if one of them has a rate', async () => {
    const table = 'Datum;Währungspaar;Kurs\n05.01.2026;GBP/CHF;1,25\n05.01.2026;EUR/CHF;0,95\n'
    const refused = await upload(table)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map((error: { message: string }) => error.message)).toEqual([
      'Line 2: neither GBP nor CHF has a rate in USD on 2026-01-05 or in the week before.',
      'Line 3: neither EUR nor CHF has a rate in USD on 2026-01-05 or in the week before.',
    ])
    expect(await stored()).toEqual([])
    expect((await upload(`${table}05.01.2026;USD/CHF;0,80\n`)).statusCode).toBe(200)
    expect(await stored()).toMatchObject([
      { currency: 'CHF', rate: '1.25', via: null },
      { currency: 'EUR', rate: '1.1875', via: 'CHF' },
      { currency: 'GBP', rate: '1.5625', via: 'CHF' },
    ])
  })

  it('of the data portal is stored as units per euro', async () => {
    const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE'
    const row = (currency: string, value: string) =>
      `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,2026-01-05,${value}`
    expect((await upload([header, row('JPY', '180'), row('USD', '1.17')].join('\n'))).statusCode).toBe(200)
    expect(await stored()).toMatchObject([
      { currency: 'EUR', rate: '1.17', via: null },
      { currency: 'JPY', rate: '0.0065', via: 'EUR' },
    ])
  })

  it('in XML is read as the one in CSV', async () => {
    const reply = await upload(
      '<?xml version="1.0"?><Envelope><Cube><Cube time="2026-01-05"><Cube currency="USD" rate="1.17"/></Cube></Cube></Envelope>',
    )
    expect(reply.json().data).toMatchObject({ rows_count: 1, changed_count: 1 })
    expect(await stored()).toMatchObject([{ currency: 'EUR', rate: '1.17' }])
  })

  it('that does not say in which currency its rates are is refused with the reason', async () => {
    const reply = await upload('Datum;Währung;Devisenkurs\n05.01.2026;EUR;0,93\n')
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].message).toBe(
      'Line 1: The file does not say in which currency the rates are. Add a column with currency pairs, such as EUR/CHF.',
    )
    expect(await stored()).toEqual([])
  })

  it('with a rate that is a hundred times the last one is stored once confirmed', async () => {
    await upload('Datum;Währungspaar;Kurs\n05.01.2026;USD/CHF;0,80\n05.01.2026;JPY/CHF;0,0052\n')
    const table = 'Datum;Währungspaar;Kurs\n06.01.2026;USD/CHF;0,81\n06.01.2026;JPY/CHF;0,53\n'
    const before = await stored()
    const asked = await upload(table)
    expect(asked.statusCode).toBe(409)
    expect(asked.json().errors).toEqual([
      {
        code: 'confirmation_required',
        message: 'The price of JPY/CHF (line 3) differs greatly from the last one.',
        question: {
          code: 'unusual_price',
          before: expect.closeTo(0.0052 * (0.81 / 0.8), 9),
          after: 0.53,
          currency: 'CHF',
        },
      },
    ])
    expect(await stored()).toEqual(before)
    expect((await upload(table, 'ada', 'name=rates.csv&confirm=unusual_price')).statusCode).toBe(200)
    expect(await stored()).toHaveLength(before.length + 2)
  })

  it('is compared with itself and with later rates, where none is stored before', async () => {
    const lines = ['2026-01-05,GBP,USD,1.31', '2026-01-06,GBP,USD,13.2', '2026-01-07,GBP,USD,1.32']
    const asked = await upload(['Date,From,To,Rate', ...lines].join('\n'))
    expect(asked.json().errors).toMatchObject([{ question: { before: 1.31, after: 13.2, currency: 'USD' } }])
    await upload('Date,From,To,Rate\n2026-01-07,GBP,USD,1.32\n')
    const earlier = await upload('Date,From,To,Rate\n2026-01-05,USD,GBP,1.31\n')
    expect(earlier.json().errors).toMatchObject([
      { question: { before: expect.closeTo(1 / 1.32, 9), after: 1.31, currency: 'GBP' } },
    ])
    expect(await stored()).toHaveLength(1)
  })

  it('lists every bad line and stores none of the others', async () => {
    const reply = await upload(
      'currency,date,rate\nGBP,2026-01-05,1.3\nGBP,2026-13-05,1.3\nGBP,2026-01-06,x\nZZZ,2026-01-06,1\n',
    )
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map((error: { message: string }) => error.message.slice(0, 6))).toEqual([
      'Line 3',
      'Line 4',
      'Line 5',
    ])
    expect(await stored()).toEqual([])
  })

  it('is for administrators only', async () => {
    for (const who of ['avi', 'ivy'])
      expect((await upload('currency,date,rate\nGBP,2026-01-05,1.3\n', who)).statusCode).toBe(403)
  })
})
