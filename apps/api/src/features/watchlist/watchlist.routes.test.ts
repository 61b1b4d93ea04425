import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let acme: string
let bolt: string
let pence: string
let house: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  acme = await ledger.instrument('Acme')
  bolt = await ledger.instrument('Bolt', 'etf', 'USD')
  pence = await ledger.instrument('Penny', 'equity', 'GBX')
  house = await ledger.instrument('House', 'real_estate')
  await app.database.query(`update instrument set family_id = $1, price_kind = 'valuation' where id = $2`, [
    family,
    house,
  ])
  await app.database.query(
    `update instrument set symbol = 'ACM', isin = 'CH0038863350', long_name = 'Acme Holding' where id = $1`,
    [acme],
  )
  await ledger.instrument('Acme Dec call', 'option')
  await ledger.prices(acme, { '2026-06-01': 300, '2026-11-11': 90, '2026-11-12': 100, '2026-11-13': 110 })
  await app.database.query(
    `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-11-12', 2, 1)`,
    [bolt],
  )
  await ledger.prices(bolt, { '2026-11-11': 80, '2026-11-12': 44 })
  await ledger.prices(pence, { '2026-11-02': 250 })
  const account = await ledger.account(family, 'Main')
  for (const [quantity, price] of [
    ['10', '100'],
    ['-4', '100'],
  ] as const)
    await ledger.post(family, account, {
      type: 'trade',
      date: '2026-11-12',
      instrument: acme,
      quantity,
      price,
    })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())
beforeEach(() => app.database.query('delete from watched_ticker'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const own = '/api/watchlist/user/tickers/'
const send = (method: Method, url: string, as: string | undefined, payload?: object) =>
  app.call({ method, url, ...(payload ? { payload } : {}), ...(as ? { as } : {}) })
const add = (payload: object, as = ivy) => send('POST', own, as, payload)
const above = (price: number, more: object = {}) => ({ price, direction: 'above', ...more })
const below = (price: number, more: object = {}) => ({ price, direction: 'below', ...more })
const errorOf = (reply: { statusCode: number; json(): { errors: { code: string; field?: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]

describe('the ticker catalogue', () => {
  const search = (query: string) => send('GET', `/api/watchlist/tickers/${query}`, ivy)

  it('is searched by name, symbol and ISIN, without contracts and manual assets', async () => {
    for (const q of ['acm', 'ACM', 'holding', 'CH00388'])
      expect((await search(`?q=${q}`)).json().data.map((row: { id: string }) => row.id)).toEqual([acme])
    expect((await search('?q=house')).json().count).toBe(0)
    expect((await search('?q=acme')).json().data[0]).toMatchObject({ symbol: 'ACM', currency: 'CHF' })
  })

  it('finds what the transactions of a family can be about: contracts, and no imports of others', async () => {
    await app.addUser({ username: 'ada', role: 'admin' })
    const ada = (await app.signIn('ada')).access
    const ledger = testLedger(app.database)
    const [mine, theirs] = [await ledger.instrument('Twin'), await ledger.instrument('Twin')]
    const families = await app.database.query(`select id, name from family where name in ('Own', 'Other')`)
    const idOf = (name: string) => families.rows.find(row => row.name === name).id
    await app.database.query('update instrument set family_id = $1 where id = $2', [idOf('Own'), mine])
    await app.database.query('update instrument set family_id = $1 where id = $2', [idOf('Other'), theirs])
    const found = async (query: string) =>
      (await send('GET', `/api/watchlist/tickers/${query}`, ada))
        .json()
        .data.map((row: { id: string; name: string }) => row.id)
    expect((await found('?q=twin')).toSorted()).toEqual([mine, theirs].toSorted())
    expect(await found(`?q=twin&family=${idOf('Own')}`)).toEqual([mine])
    expect(await found(`?q=acme&family=${idOf('Own')}`)).toEqual([acme])
    expect(await found('?q=acme&contracts=true')).toHaveLength(2)
  })

  it('returns nothing for an empty search, escapes wildcards, and pages by twenty', async () => {
    expect((await search('?q=')).json()).toMatchObject({ count: 0, data: [] })
    expect((await search('?q=%25')).json().count).toBe(0)
    await app.database.query(
      `insert into instrument (name, instrument_type, currency) select 'Many ' || n, 'fund', 'CHF' from generate_series(1, 25) n`,
    )
    const many = (await search('?q=many')).json()
    expect([many.count, many.data.length]).toEqual([25, 20])
    expect((await send('GET', many.next, ivy)).json().data).toHaveLength(5)
    expect(errorOf(await search('?q=many&limit=1001'))).toEqual([400, 'limit'])
  })

  it('needs a sign-in', async () => {
    expect((await send('GET', '/api/watchlist/tickers/?q=acme', undefined)).statusCode).toBe(401)
  })
})

describe('the price history', () => {
  const history = (id: string, query = '', as: string | undefined = ivy) =>
    send('GET', `/api/watchlist/tickers/${id}/price-history/${query}`, as)

  it('returns closes by date range, decimated on request', async () => {
    expect((await history(acme)).json().data.prices).toHaveLength(4)
    const { data } = (await history(acme, '?start_date=2026-11-12')).json()
    expect(data.prices).toEqual([
      { date: '2026-11-12', price: 100 },
      { date: '2026-11-13', price: 110 },
    ])
    const ledger = testLedger(app.database)
    const long = await ledger.instrument('Long')
    const days = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
    )
    await ledger.prices(long, Object.fromEntries(days.map((day, n) => [day, n === 30 ? 999 : 100 + n])))
    const thin = (await history(long, '?points=12')).json().data.prices
    expect(thin.length).toBeLessThanOrEqual(12)
    expect(thin.map((row: { price: number }) => row.price)).toContain(999)
  })

  it('handles splits and minor units', async () => {
    const prices = (await history(bolt)).json().data.prices.map((row: { price: number }) => row.price)
    expect(prices).toEqual([40, 44])
    const { data } = (await history(pence)).json()
    expect([data.ticker.currency, data.prices[0].price]).toEqual(['GBP', 2.5])
    expect(data.flags[0]).toMatchObject({ code: 'stale', date: '2026-11-02' })
  })

  it('are adjusted for splits unless they are asked for as traded, and ignore an announced split', async () => {
    const traded = (await history(bolt, '?price_units=as_traded')).json().data
    expect(traded.prices.map((row: { price: number }) => row.price)).toEqual([80, 44])
    expect(traded.splits).toEqual([{ date: '2026-11-12', numerator: 2, denominator: 1 }])
    await app.database.query(
      `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2027-02-01', 5, 1)`,
      [bolt],
    )
    const { data } = (await history(bolt)).json()
    expect(data.prices.map((row: { price: number }) => row.price)).toEqual([40, 44])
    expect(data.splits).toHaveLength(1)
    await app.database.query(`delete from split where ex_date = '2027-02-01'`)
  })

  it('rejects invalid dates, and returns not found outside of the catalogue', async () => {
    expect(errorOf(await history(acme, '?start_date=2026-11-13&end_date=2026-11-12'))).toEqual([
      400,
      'end_date',
    ])
    expect((await history(house)).statusCode).toBe(404)
    expect((await history(crypto.randomUUID())).statusCode).toBe(404)
    expect((await history(acme, '', '')).statusCode).toBe(401)
  })
})

describe('the watchlist', () => {
  it('shows price, change, distances to several targets, and holdings', async () => {
    const targets = [above(121, { note: 'Sell half' }), below(99, { notify: false }), above(200)]
    const { data } = (await add({ ticker: acme, price_targets: targets, note: 'Wait' })).json()
    expect(data).toMatchObject({ price: 110, price_date: '2026-11-13', note: 'Wait', held_quantity: 6 })
    expect([data.held_value, data.value_currency]).toEqual([660, 'CHF'])
    expect(data.day_change).toBeCloseTo(0.1, 12)
    const [buy, sell, far] = data.price_targets
    expect(buy).toMatchObject({ price: 99, direction: 'below', notify: false, reached_at: null })
    expect(buy.distance).toBeCloseTo(-0.1, 12)
    expect(sell).toMatchObject({ price: 121, note: 'Sell half', notify: true })
    expect(sell.distance).toBeCloseTo(0.1, 12)
    expect(far.distance).toBeCloseTo(200 / 110 - 1, 12)
    expect(Math.abs(data.nearest_distance)).toBeCloseTo(0.1, 12)
    // The close in June is older than three months before the last one.
    expect(data.price_trend).toEqual([90, 100, 110])
    expect((await send('GET', `${own}${data.id}/`, ivy)).json().data).toEqual(data)
  })

  it('does not count a target as reached that the price had passed before it was set', async () => {
    const { data } = (await add({ ticker: acme, price_targets: [above(100)] })).json()
    expect(data.price_targets[0]).toMatchObject({ reached_at: null, change_since: null })
    expect(data.nearest_distance).toBeCloseTo(100 / 110 - 1, 12)
    const penny = (await add({ ticker: pence, price_targets: [above(3)] })).json().data
    expect([penny.price, penny.price_targets[0].reached_at]).toEqual([2.5, null])
  })

  it('changes, keeps and deletes targets', async () => {
    const { data } = (await add({ ticker: acme, price_targets: [above(100), below(90)] })).json()
    const [low, high] = data.price_targets
    const kept = { ...above(100, { note: 'kept' }), id: high.id }
    const url = `${own}${data.id}/`
    const changed = (await send('PATCH', url, ivy, { price_targets: [kept, above(150)] })).json().data
    expect(changed.price_targets.map((row: { price: number }) => row.price)).toEqual([100, 150])
    expect(changed.price_targets[0]).toMatchObject({ id: high.id, note: 'kept', reached_at: high.reached_at })
    const moved = (await send('PATCH', url, ivy, { price_targets: [{ ...kept, price: 140 }] })).json().data
    expect(moved.price_targets).toHaveLength(1)
    expect(moved.price_targets[0]).toMatchObject({ id: high.id, price: 140, reached_at: null })
    const gone = await send('PATCH', url, ivy, { price_targets: [{ ...below(80), id: low.id }] })
    expect(errorOf(gone)).toEqual([404, 'price_targets.0.id'])
    const noted = (await send('PATCH', url, ivy, { note: null })).json().data
    expect([noted.note, noted.price_targets.length]).toEqual([null, 1])
  })

  it('divides the targets set before a split, keeps their history, and counts none as reached by it', async () => {
    const targets = [above(100, { note: 'Sell' }), below(60, { note: 'Buy' }), above(50, { note: 'Then' })]
    const { data } = (await add({ ticker: bolt, price_targets: targets })).json()
    // As if set on the day before the split of 2 for 1, at 80: only the target at 50 had been passed.
    await app.database.query(
      `update price_target set priced_on = '2026-11-11',
         reached_at = case when note = 'Then' then present_moment() end
       where watched_ticker_id = $1`,
      [data.id],
    )
    const after = (await send('GET', `${own}${data.id}/`, ivy)).json().data
    type Target = { note: string; price: number; reached_at: string | null; distance: number; id: string }
    const shown = (rows: Target[]) =>
      rows.map(({ note, price, reached_at }) => [note, price, reached_at !== null])
    const split = [
      ['Then', 25, true],
      ['Buy', 30, false],
      ['Sell', 50, false],
    ]
    expect(shown(after.price_targets)).toEqual(split)
    expect(after.price_targets[2].distance).toBeCloseTo(50 / 44 - 1, 12)
    expect(after.price_trend).toEqual([40, 44])
    const kept = after.price_targets.map(({ id, price, note }: Target, index: number) => ({
      id,
      price,
      note,
      direction: index === 1 ? 'below' : 'above',
    }))
    const saved = (await send('PATCH', `${own}${data.id}/`, ivy, { price_targets: kept })).json().data
    expect(shown(saved.price_targets)).toEqual(split)
  })

  it('is sorted by distance, price and name, identically in pages and CSV', async () => {
    await add({ ticker: acme, price_targets: [above(220)] })
    await add({ ticker: bolt, price_targets: [below(43)] })
    await add({ ticker: pence })
    const names = async (query: string) =>
      (await send('GET', `${own}${query}`, ivy))
        .json()
        .data.map((row: { ticker: { name: string } }) => row.ticker.name)
    expect(await names('')).toEqual(['Bolt', 'Acme', 'Penny'])
    expect(await names('?order_by=-name')).toEqual(['Penny', 'Bolt', 'Acme'])
    expect(await names('?order_by=-price&limit=1&offset=1')).toEqual(['Bolt'])
    expect(errorOf(await send('GET', `${own}?order_by=colour`, ivy))).toEqual([400, 'order_by'])
    const csv = await app.call({ method: 'GET', url: own, as: ivy, headers: { accept: 'text/csv' } })
    expect(csv.body.split('\r\n')).toHaveLength(5)
    expect(csv.body).toContain('above 220')
    expect(csv.headers['content-disposition']).toMatch(/Own.*\d{4}-\d{2}-\d{2}.*CHF.*\.csv/)
  })

  it('shows a missing price as null', async () => {
    const none = await testLedger(app.database).instrument('Silent')
    const { data } = (await add({ ticker: none, price_targets: [above(5)] })).json()
    expect(data).toMatchObject({ price: null, day_change: null, nearest_distance: null, held_quantity: null })
    expect(data.flags[0].code).toBe('no_price')
  })

  it('rejects a second ticker with the same symbol, an unknown one, and invalid targets', async () => {
    await add({ ticker: acme })
    expect(errorOf(await add({ ticker: acme }))).toEqual([409, 'ticker'])
    expect(errorOf(await add({ ticker: house }))).toEqual([404, 'ticker'])
    expect(errorOf(await add({ ticker: bolt, price_targets: [above(-1)] }))).toEqual([
      400,
      'price_targets.0.price',
    ])
    const sideways = [{ price: 1, direction: 'sideways' }]
    expect(errorOf(await add({ ticker: bolt, price_targets: sideways }))).toEqual([
      400,
      'price_targets.0.direction',
    ])
    const twice = [above(5), above(5)]
    expect(errorOf(await add({ ticker: bolt, price_targets: twice }))).toEqual([400, 'price_targets.1.price'])
  })

  it('restores a removed ticker with its targets for a short time', async () => {
    const { id } = (await add({ ticker: acme, price_targets: [above(200)] })).json().data
    expect((await send('DELETE', `${own}${id}/`, ivy)).statusCode).toBe(204)
    expect((await send('GET', `${own}${id}/`, ivy)).statusCode).toBe(404)
    expect((await send('POST', `${own}${id}/restore/`, ivy)).json().data.price_targets).toHaveLength(1)
    await send('DELETE', `${own}${id}/`, ivy)
    await add({ ticker: acme })
    expect((await send('POST', `${own}${id}/restore/`, ivy)).statusCode).toBe(409)
    app.travel(60_000)
    ivy = (await app.signIn('ivy')).access
    expect((await send('POST', `${own}${id}/restore/`, ivy)).statusCode).toBe(410)
  })

  it('of another user returns not found', async () => {
    const { id } = (await add({ ticker: acme, price_targets: [above(200)] })).json().data
    const calls: [Method, string, object?][] = [
      ['GET', ''],
      ['PATCH', '', { note: 'x' }],
      ['DELETE', ''],
      ['POST', 'restore/'],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await send(method, `${own}${id}/${path}`, ned, payload)
      const unknown = await send(method, `${own}${crypto.randomUUID()}/${path}`, ned, payload)
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect((await send(method, `${own}${id}/${path}`, undefined, payload)).statusCode).toBe(401)
    }
    expect((await send('GET', own, ned)).json().count).toBe(0)
    // Both may watch the same one.
    expect((await add({ ticker: acme }, ned)).json().data).toMatchObject({
      held_quantity: null,
      price_targets: [],
    })
  })
})
