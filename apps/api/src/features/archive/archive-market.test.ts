import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { changedArchive } from './testing/changed-archive.ts'

let here: TestApp
/** An installation with a family, a shared instrument and rates of its own. */
let there: TestApp
let archive: Buffer

beforeAll(async () => {
  ;[here, there] = await Promise.all([createTestApp(), createTestApp()])
  const family = await fill(here, { name: 'Own', shares: ['Rail', 'Chip'], until: '2026-06-30' })
  await fill(there, { name: 'Neighbour', shares: ['Rail'], until: '2026-06-30' })
  await testLedger(here.database).rates('JPY', { '2026-01-05': 0.0064, '2026-06-30': 0.0061 })
  const { access } = await here.signIn('Own-owner')
  const reply = await here.call({ method: 'GET', url: `/api/families/${family}/archive/`, as: access })
  expect(reply.statusCode).toBe(200)
  archive = reply.rawPayload
})
afterAll(async () => {
  await here.close()
  await there.close()
})

/** A family with shares and a house, in an installation with an administrator and CHF rates. */
async function fill(
  app: TestApp,
  { name, shares, until }: { name: string; shares: string[]; until: string },
) {
  const family = await app.addFamily(name)
  await app.addUser({ username: `${name}-owner`, role: 'investor', familyId: family })
  await app.addUser({ username: 'root', role: 'admin' })
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Main')
  await ledger.rates('CHF', { '2026-01-05': 1.11, [until]: 1.2345 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-01-05', amount: '900000' })
  const house = await app.database.query(
    `insert into instrument (name, instrument_type, currency, family_id, account_id, price_kind)
     values ('House', 'real_estate', 'CHF', $1, $2, 'valuation') returning id`,
    [family, account],
  )
  const held = [house.rows[0].id]
  for (const share of shares) held.push(await ledger.instrument(share))
  for (const [index, instrument] of held.entries()) {
    await ledger.prices(instrument, { '2026-01-05': 100 + index, [until]: 120.5 + index })
    const trade = { type: 'trade', date: '2026-01-05', instrument, quantity: '100', price: '100' }
    await ledger.post(family, account, trade)
  }
  return family
}

const send = async (app: TestApp, path: string, payload: Buffer) => {
  const { access } = await app.signIn('root')
  const reply = await app.call({ method: 'POST', url: `/api/families/archive/${path}`, as: access, payload })
  return { status: reply.statusCode, ...reply.json() }
}
const preview = (app: TestApp, payload: Buffer, query = '') => send(app, `contents/${query}`, payload)
const restore = (app: TestApp, payload: Buffer, query: string) => send(app, query, payload)

/** The replies that members of a family get, without ids. */
async function figuresOf(app: TestApp, username: string) {
  const { access } = await app.signIn(username)
  const body = { settings: { currency: 'CHF', period: { name: 'all' } } }
  const ask = async (url: string) =>
    (await app.call({ method: 'POST', url, as: access, payload: body })).json()
  const { data, basis } = await ask('/api/performance/')
  const positions = await ask('/api/positions/list/?limit=100&order_by=name')
  return {
    balance: data.balance,
    data: { ...data, basis: { ...data.basis, family: null } },
    as_of: basis?.as_of,
    positions: positions.data.map(({ name, value, cost, pnl_abs_total, price_current }: Row) => [
      name,
      value,
      cost,
      pnl_abs_total,
      price_current,
    ]),
  }
}
type Row = Record<string, unknown>

/** All shared market data. */
async function sharedMarket(app: TestApp) {
  const { rows } = await app.database.query(`
    select (select jsonb_agg(i order by i.id) from instrument i where i.family_id is null) as instruments,
      (select jsonb_agg(p order by p.instrument_id, p.date) from price p join instrument i on i.id = p.instrument_id
        where i.family_id is null) as prices,
      (select jsonb_agg(c order by c.instrument_id, c.year) from price_chunk c join instrument i
        on i.id = c.instrument_id where i.family_id is null) as closes,
      (select jsonb_agg(r order by r.currency, r.date) from fx_rate r) as rates,
      (select jsonb_agg(r order by r.currency, r.year) from fx_chunk r) as columns,
      (select jsonb_agg(s) from split s join instrument i on i.id = s.instrument_id where i.family_id is null) as splits,
      (select jsonb_agg(e) from instrument_event e join instrument i on i.id = e.instrument_id
        where i.family_id is null) as events,
      (select last_close from market_version) as last_close`)
  return rows[0]
}

/** Ids of instruments of the archive by name. */
async function idsIn(zip: Buffer): Promise<(name: string) => string> {
  let rows: { id: string; name: string }[] = []
  await changedArchive(zip, {
    'instrument.json': text => {
      rows = JSON.parse(text)
      return `${text} `
    },
  })
  return name => rows.find(row => row.name === name)?.id ?? ''
}

describe('restoring a tampered archive', () => {
  it.each(['', '&add_market_data=true'])('changes no figure of another family (%s)', async query => {
    const idOf = await idsIn(archive)
    const tampered = await changedArchive(archive, {
      'prices.csv': text =>
        text
          .replaceAll(/(\d+\.\d+|\d+)\r\n/g, (_, value) => `${Number(value) * 1000}\r\n`)
          .concat(`${idOf('Rail')},2030-01-02,999\r\n${idOf('Chip')},2030-01-02,999\r\n`)
          .concat(`${idOf('Chip')},2026-07-15,77\r\n`),
      'rates.csv': text =>
        text.replaceAll(/(CHF,[^,]+,)[\d.]+/g, '$199').concat('CHF,2026-07-01,500\r\nCHF,2030-01-02,500\r\n'),
      'split.json': () =>
        `[{"instrument_id":"${idOf('Rail')}","ex_date":"2026-02-02","numerator":9,"denominator":1}]`,
      'instrument_event.json': () =>
        `[{"id":"00000000-0000-4000-8000-000000000001","instrument_id":"${idOf('Rail')}","event_type":"dividend","date":"2026-12-01","amount":999,"is_estimated":false,"details":{}}]`,
    })
    const app = await createTestApp()
    await fill(app, { name: 'Neighbour', shares: ['Rail'], until: '2026-06-30' })
    const [before, market] = [await figuresOf(app, 'Neighbour-owner'), await sharedMarket(app)]
    expect(before.balance.total).toBeGreaterThan(800_000)
    const restored = await restore(app, tampered, `?name=Tampered${query.length}${query}`)
    expect(restored.status).toBe(200)
    expect(await figuresOf(app, 'Neighbour-owner')).toEqual(before)
    const after = await sharedMarket(app)
    expect(after.last_close).toBe(market.last_close)
    if (query === '') expect(after).toEqual(market)
    const { rows } = await app.database.query("select 1 from price where date > '2026-12-31'")
    expect(rows).toEqual([])
    expect(restored.data.not_restored).toContainEqual(
      expect.objectContaining({ kind: 'price', reason: 'date', names: expect.arrayContaining(['Rail']) }),
    )
    await app.close()
    expect(restored.data.not_restored).toContainEqual({
      kind: 'split',
      reason: 'kept_here',
      count: 1,
      names: ['Rail'],
    })
  })

  it('skips and reports each market row that an upload would reject', async () => {
    const idOf = await idsIn(archive)
    const odd = await changedArchive(archive, {
      'prices.csv': text =>
        `${text}${idOf('House')},2026-02-30,5\r\n${idOf('House')},1899-12-29,5\r\n${idOf('House')},2026-02-03,-5\r\n` +
        `${idOf('House')},2026-02-03,0\r\n${idOf('House')},2026-02-04,12345678901234567\r\n` +
        `${idOf('House')},2026-02-05,7\r\n${idOf('House')},2026-02-05,8\r\n`,
      'rates.csv': text => `${text}USD,2026-02-05,1\r\nXXQ,2026-02-05,1\r\n`,
    })
    const { status, data } = await preview(there, odd)
    expect(status).toBe(200)
    expect(data.not_restored).toEqual(
      expect.arrayContaining([
        { kind: 'price', reason: 'date', count: 2, names: ['House'] },
        { kind: 'price', reason: 'value', count: 3, names: ['House'] },
        { kind: 'rate', reason: 'currency', count: 2, names: ['USD', 'XXQ'] },
      ]),
    )
    expect((await restore(there, odd, '?name=Odd')).status).toBe(200)
    // Of two rows for one day the last one wins.
    const { rows } = await there.database.query("select close::text from price where date = '2026-02-05'")
    expect(rows).toEqual([{ close: '8' }])
  })

  it('rejects an archive with an unknown currency', async () => {
    const unknown = await changedArchive(archive, {
      'instrument.json': text => text.replace('"currency": "CHF"', '"currency": "QQQ"'),
    })
    const refused = await restore(there, unknown, '?name=Unknown')
    expect([refused.status, refused.errors[0].code]).toEqual([400, 'unreadable_file'])
  })

  it('never refers to a transaction of another family by root or link', async () => {
    const { rows } = await there.database.query('select root_id from transaction limit 1')
    const forged = await changedArchive(archive, {
      'transaction.json': text =>
        text
          .replace(/"root_id": "[^"]*"/, `"root_id": "${rows[0].root_id}"`)
          .replace('"link": null', `"link": "${rows[0].root_id}"`),
    })
    expect((await restore(there, forged, '?name=Forged')).status).toBe(200)
    const found = await there.database.query(
      'select count(distinct family_id)::int as count from transaction where root_id = $1 or link = $1',
      [rows[0].root_id],
    )
    expect(found.rows).toEqual([{ count: 1 }])
  })
})

describe('instruments and rates missing in the target installation', () => {
  it('are restored as private to the family, with identical figures and nothing shared', async () => {
    const before = await sharedMarket(there)
    const { status, data } = await restore(there, archive, '?name=Moved')
    expect(status).toBe(200)
    // Chip and the house are new here; Rail is the shared instrument.
    expect(data).toMatchObject({ instruments_count: 2, prices_count: 4 })
    expect(await sharedMarket(there)).toEqual(before)
    const own = await there.database.query('select name from instrument where family_id = $1 order by name', [
      data.family.id,
    ])
    expect(own.rows).toEqual([{ name: 'Chip' }, { name: 'House' }])
    await there.addUser({ username: 'moved', role: 'investor', familyId: data.family.id })
    const [source, restored] = [await figuresOf(here, 'Own-owner'), await figuresOf(there, 'moved')]
    // Rail keeps the price of this installation, which is the same.
    expect(restored).toEqual(source)
    expect(data.not_restored).toEqual(
      expect.arrayContaining([
        { kind: 'price', reason: 'kept_here', count: 2, names: ['Rail'] },
        { kind: 'rate', reason: 'kept_here', count: 2, names: ['CHF'] },
        { kind: 'rate', reason: 'not_added', count: 2, names: ['JPY'] },
      ]),
    )
  })

  it('become shared only if the administrator adds market data, with correct figures in an empty installation', async () => {
    const fresh = await createTestApp()
    try {
      await fresh.addUser({ username: 'root', role: 'admin' })
      const { data } = await restore(fresh, archive, '?add_market_data=true')
      expect(data).toMatchObject({ instruments_count: 3, not_restored: [] })
      await fresh.addUser({ username: 'ivy', role: 'investor', familyId: data.family.id })
      expect(await figuresOf(fresh, 'ivy')).toEqual(await figuresOf(here, 'Own-owner'))
      const { last_close, rates } = await sharedMarket(fresh)
      expect([last_close, rates.length]).toEqual(['2026-06-30', 4])
    } finally {
      await fresh.close()
    }
  })

  it('do not move the last close of other families, even where no shared price exists yet', async () => {
    const empty = await createTestApp()
    try {
      await empty.addUser({ username: 'root', role: 'admin' })
      expect((await restore(empty, archive, '')).status).toBe(200)
      expect((await sharedMarket(empty)).last_close).toBeNull()
    } finally {
      await empty.close()
    }
  })
})

describe('the preview of a restore', () => {
  it('lists what will and will not be written before anything is', async () => {
    const before = await there.database.query('select count(*)::int as count from instrument')
    const { data } = await preview(there, archive)
    expect(data).toMatchObject({
      name: 'Own',
      accounts: [{ name: 'Main', currency: 'CHF', transactions_count: 4 }],
      custodians: [],
      transactions_count: 4,
      instruments: expect.arrayContaining([
        { name: 'Rail', isin: null, currency: 'CHF', outcome: 'existing' },
        { name: 'House', isin: null, currency: 'CHF', outcome: 'private' },
      ]),
      rates: { count: 0, start_date: null, end_date: null, currencies: [] },
      can_add_market_data: true,
      as_of: null,
    })
    const after = await there.database.query('select count(*)::int as count from instrument')
    expect(after.rows).toEqual(before.rows)
  })

  it('states which market data would be shared, and the last close that would follow', async () => {
    const fresh = await createTestApp()
    try {
      await fresh.addUser({ username: 'root', role: 'admin' })
      const { data } = await preview(fresh, archive, '?add_market_data=true')
      expect(data).toMatchObject({
        shared_instruments_count: 2,
        private_instruments_count: 1,
        prices: { count: 6, start_date: '2026-01-05', end_date: '2026-06-30' },
        rates: { count: 4, currencies: ['CHF', 'JPY'] },
        not_restored: [],
        as_of: '2026-06-30',
      })
    } finally {
      await fresh.close()
    }
  })
})
