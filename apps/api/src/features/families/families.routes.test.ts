import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let other: string
let avi: TestUser
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  await app.addUser({ username: 'ada', role: 'admin' })
  avi = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [avi.id, own])
  for (const name of ['ada', 'avi', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const call = (method: 'POST' | 'DELETE', url: string, who: string, payload: object) =>
  app.call({ method, url, payload, as: as[who] ?? '' })
const list = (who: string, query = '') => call('POST', `/api/families/list/${query}`, who, {})
const create = (fields: object) => call('POST', '/api/families/', 'ada', { currency: 'CHF', ...fields })
const change = (id: string, fields: object) => call('POST', `/api/families/${id}/`, 'ada', fields)
const remove = (id: string, payload: object = {}) => call('DELETE', `/api/families/${id}/`, 'ada', payload)
const errorOf = (reply: { json(): { errors: { code: string; field?: string; message: string }[] } }) =>
  reply.json().errors[0]
const names = (reply: { json(): { data: { name: string }[] } }) => reply.json().data.map(row => row.name)

describe('families', () => {
  it('can be added and changed with their advisers by an administrator', async () => {
    const made = (await create({ name: 'Keller', currency: 'EUR', adviser_ids: [avi.id] })).json().data
    expect(made).toMatchObject({
      name: 'Keller',
      currency: 'EUR',
      is_mfa_required: false,
      advisers: [{ id: avi.id, name: 'avi' }],
      accounts_count: 0,
      users_count: 0,
      transactions_count: 0,
      value: 0,
    })
    expect(names(await list('avi'))).toEqual(['Keller', 'Own'])
    const changed = (
      await change(made.id, { name: 'Keller-Frei', adviser_ids: [], is_mfa_required: true })
    ).json()
    expect(changed.data).toMatchObject({
      name: 'Keller-Frei',
      currency: 'EUR',
      advisers: [],
      is_mfa_required: true,
    })
    expect(names(await list('avi'))).toEqual(['Own'])
  })

  it('reject a taken name, an invalid adviser and an unknown currency', async () => {
    expect(errorOf(await create({ name: 'OWN' }))).toMatchObject({ code: 'already_exists', field: 'name' })
    const { rows } = await app.database.query("select id from app_user where username = 'ivy'")
    for (const id of [rows[0].id, crypto.randomUUID()])
      expect(errorOf(await create({ name: 'New', adviser_ids: [id] }))).toMatchObject({
        code: 'not_found',
        field: 'adviser_ids',
      })
    expect(errorOf(await create({ name: 'New', currency: 'XXZ' }))?.field).toBe('currency')
    expect((await change(crypto.randomUUID(), { name: 'X' })).statusCode).toBe(404)
  })

  it('have correct counts for advisers, who see only assigned families', async () => {
    const rows = (await list('avi')).json().data
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ name: 'Own', users_count: 1, advisers: [{ id: avi.id, name: 'avi' }] })
  })

  it('can be searched, sorted and paged', async () => {
    expect(names(await list('ada', '?q=the'))).toEqual(['Other'])
    const all = names(await list('ada', '?order_by=-created_at'))
    const paged = (await list('ada', '?order_by=-created_at&limit=1&offset=1')).json()
    expect([paged.data[0].name, paged.count]).toEqual([all[1], all.length])
  })

  it('with transactions are erased only with their name typed in, including accounts and users', async () => {
    const family = await app.addFamily('Gone')
    await app.addUser({ username: 'gus', role: 'investor', familyId: family })
    const gus = (await app.signIn('gus')).access
    const ledger = testLedger(app.database)
    const account = await ledger.account(family, 'Last')
    await ledger.post(family, account, { type: 'deposit', date: '2026-01-05', amount: '1', net: '1' })
    expect(errorOf(await remove(family))?.message).toContain('1 transactions')
    expect((await remove(family, { name: 'Gon' })).statusCode).toBe(409)
    expect((await remove(family, { name: 'Gone' })).statusCode).toBe(204)
    for (const at of [0, 1] as const)
      expect((await app.call({ method: 'GET', url: '/api/settings/', as: gus, at })).statusCode).toBe(401)
    for (const table of [
      'family where id',
      'app_user where family_id',
      'account where family_id',
      'transaction where family_id',
    ])
      expect((await app.database.query(`select from ${table} = $1`, [family])).rowCount, table).toBe(0)
    const { rows } = await app.database.query("select details from audit_line where action = 'family_erased'")
    expect(rows[0].details).toMatchObject({ accounts: 1, users: 1, transactions: 1 })
  })
})

describe('the last chosen family', () => {
  const choose = (who: string, family: string | null) =>
    call('POST', '/api/families/switch/', who, { family })
  const lastChosen = async (who: string) =>
    (await app.call({ method: 'GET', url: '/api/settings/', as: as[who] ?? '' })).json().data.settings.family

  it('is kept for the next sign-in', async () => {
    expect((await choose('ada', other)).json()).toEqual({ data: { family: { id: other, name: 'Other' } } })
    expect(await lastChosen('ada')).toEqual({ id: other, name: 'Other' })
    const { rows } = await app.database.query(
      "select chosen from user_settings s join app_user u on u.id = s.user_id where username = 'ada'",
    )
    expect(rows[0].chosen.family).toBe(other)
    expect((await choose('ada', null)).json()).toEqual({ data: { family: null } })
    expect(await lastChosen('ada')).toBeNull()
  })

  it('must be visible to the user', async () => {
    const [foreign, random] = [await choose('avi', other), await choose('avi', crypto.randomUUID())]
    expect([foreign.statusCode, foreign.body]).toEqual([random.statusCode, random.body])
    expect(foreign.statusCode).toBe(404)
    expect((await choose('ivy', own)).statusCode).toBe(403)
  })
})

describe('the clients of an adviser', () => {
  it('are the families they serve', async () => {
    const reply = await call('POST', '/api/clients/list/', 'avi', {})
    expect(reply.json()).toMatchObject({ count: 1, total: { value_calculated: 0, accounts_count: 0 } })
    expect(reply.json().data[0]).toMatchObject({
      family: { id: own, name: 'Own' },
      value: 0,
      data_status: 'no_data',
      flags: [],
    })
    expect(reply.json().data[0].last_seen_at).not.toBeNull()
    expect((await call('POST', '/api/clients/list/', 'avi', { family: other })).json().count).toBe(0)
  })

  it('can be exported as CSV', async () => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/clients/list/',
      payload: {},
      as: as.avi ?? '',
      headers: { accept: 'text/csv' },
    })
    expect(reply.headers['content-type']).toContain('text/csv')
    expect(reply.body.split('\r\n')[1]).toMatch(/^Own,avi,0,CHF/)
  })
})

describe('client figures', () => {
  it('are computed per family and add up in the requested currency', async () => {
    const ledger = testLedger(app.database)
    const share = await ledger.instrument('Acme')
    const old = await ledger.instrument('Old')
    await ledger.prices(share, { '2026-01-05': 100, '2026-01-06': 110, '2026-02-02': 120, '2026-02-03': 126 })
    await ledger.prices(old, { '2026-01-05': 1 })
    const chf = new Float64Array(366).fill(Number.NaN)
    chf[0] = 1.25
    await app.database.query("insert into fx_chunk (currency, year, rates) values ('CHF', 2026, $1)", [
      Buffer.from(chf.buffer),
    ])
    await app.database.query('select bump_market_version()')
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
      avi.id,
      other,
    ])
    await app.database.query("update family set base_currency = 'USD' where id = $1", [other])
    const fill = async (family: string, currency: string, instrument: string, quantity: string) => {
      const account = await ledger.account(family, `of ${currency}`, currency)
      await ledger.post(family, account, {
        type: 'deposit',
        date: '2026-01-05',
        amount: '1000',
        net: '1000',
        currency,
      })
      await ledger.post(family, account, {
        type: 'trade',
        date: '2026-01-05',
        instrument,
        quantity,
        price: instrument === share ? '100' : '1',
        currency: 'CHF',
      })
    }
    await fill(own, 'CHF', share, '10')
    await fill(other, 'CHF', old, '200')

    const inChf = { settings: { currency: 'CHF' } }
    const reply = (await call('POST', '/api/clients/list/?order_by=-value_calculated', 'avi', inChf)).json()
    const [first, second] = reply.data
    expect(first).toMatchObject({ family: { id: own }, value: 1260, value_calculated: 1260, day_pnl_abs: 60 })
    expect(first.day_pnl_rel).toBeCloseTo(0.05, 12)
    expect(first.ytd_pnl_rel).toBeCloseTo(0.26, 12)
    expect(second).toMatchObject({
      family: { id: other },
      currency: 'USD',
      value: 1250,
      value_calculated: 1000,
    })
    expect(second.flags.map((flag: { code: string }) => flag.code)).toContain('stale')
    expect(reply.total).toMatchObject({
      value_calculated: 2260,
      day_pnl_abs: 60,
      stale_value: 200,
      stale_families_count: 1,
    })
    expect(reply.total.day_pnl_rel).toBeCloseTo(60 / 2200, 12)
    expect(first.weight + second.weight).toBeCloseTo(1, 12)
    expect(reply.basis).toMatchObject({ currency: 'CHF', as_of: '2026-02-03' })
    expect(first).toMatchObject({ ytd_pnl_abs: 260, own_ytd_pnl_abs: 260, cash_share: 0, issues_count: 0 })
    expect(second).toMatchObject({ own_day_pnl_abs: 0, day_pnl_abs: 0, cash_share: 0.8 })
    expect(reply.total).toMatchObject({ ytd_pnl_abs: 260, count: 2, unknown_count: 0, up_count: 1 })
    const rising = (await call('POST', '/api/clients/list/?order_by=value_calculated', 'avi', {})).json()
    expect(rising.data.map((each: { family: { id: string } }) => each.family.id)).toEqual([other, own])
  })

  it('list clients that need attention first, in groups with subtotals', async () => {
    const grouped = (await call('POST', '/api/clients/list/?group_by=attention', 'avi', {})).json()
    expect(grouped.data.map((each: { family: { id: string } }) => each.family.id)).toEqual([other, own])
    expect(grouped.data[0]).toMatchObject({
      group: 'attention',
      issues: [{ kind: 'price_old', count: 1 }],
      alerts: [{ kind: 'data_issues', text: '1 data issue' }],
    })
    expect(grouped.groups).toMatchObject([
      { key: 'attention', name: 'Needs attention', value_calculated: 1000, count: 1 },
      { key: 'in_order', name: 'In order', value_calculated: 1260, count: 1 },
    ])
    expect(grouped.counts).toEqual({ all: 2, attention: 1, tasks: 0 })
    const only = (await call('POST', '/api/clients/list/?show=attention', 'avi', {})).json()
    expect([only.count, only.total.value_calculated]).toEqual([1, 1000])
  })

  it('have no issue that a user has accepted', async () => {
    const { data } = (
      await call('POST', '/api/data-health/list/?kind=price_old', 'avi', { family: other })
    ).json()
    await call('POST', `/api/data-health/${data[0].id}/decide/`, 'avi', { is_accepted: true })
    const client = (await call('POST', '/api/clients/list/', 'avi', { family: other })).json().data[0]
    expect([client.issues_count, client.alerts]).toEqual([0, []])
  })

  it('show the next task, the tasks that are due and the last statement', async () => {
    const today = new Date().toISOString().slice(0, 10)
    for (const due_date of ['2031-01-01', today, '2020-01-01'])
      await call('POST', '/api/clients/tasks/', 'avi', { family: own, text: `Due ${due_date}`, due_date })
    await app.database.query(
      "insert into client_statement (family_id, last_day) values ($1, '2025-12-31'), ($1, '2026-03-31')",
      [own],
    )
    const tasks = (await call('POST', '/api/clients/list/?show=tasks', 'avi', {})).json()
    expect(tasks).toMatchObject({ count: 1, counts: { tasks: 1 } })
    expect(tasks.data[0]).toMatchObject({
      open_tasks_count: 3,
      overdue_tasks_count: 1,
      next_task: { text: 'Due 2020-01-01', is_overdue: true },
      last_statement_date: '2026-03-31',
      alerts: [{ kind: 'tasks_overdue', text: '1 task overdue' }],
    })
  })

  it('can be compared for two families, each in its own currency or both in one', async () => {
    const compare = (payload: object) => call('POST', '/api/clients/compare/', 'avi', payload)
    const { data } = (await compare({ families: [own, other], currency: 'CHF' })).json()
    expect(data.clients).toMatchObject([
      { family: { id: own }, currency: 'CHF', value: 1260, cash_share: 0, positions_count: 1 },
      { family: { id: other }, currency: 'CHF', value: 1000, cash_share: 0.8, twr_per_year: null },
    ])
    expect(data.allocation).toEqual([
      { key: 'equity', weights: [1, 0.2] },
      { key: 'cash', weights: [0, 0.8] },
    ])
    expect(data.held_by_both).toEqual([])
    const own_currency = (await compare({ families: [own, other] })).json().data.clients
    expect(
      own_currency.map((each: { currency: string; value: number }) => [each.currency, each.value]),
    ).toEqual([
      ['CHF', 1260],
      ['USD', 1250],
    ])
    expect(errorOf(await compare({ families: [own, own] }))?.field).toBe('families')
    for (const id of [crypto.randomUUID(), await app.addFamily('Foreign')])
      expect(errorOf(await compare({ families: [own, id] }))).toMatchObject({
        code: 'not_found',
        field: 'families',
      })
  })

  it('appear in the list of families too, in the currency of each', async () => {
    const rows = (await list('ada', '?order_by=-value')).json().data
    expect(rows.slice(0, 2).map((row: { name: string; value: number }) => [row.name, row.value])).toEqual([
      ['Own', 1260],
      ['Other', 1250],
    ])
  })

  it('flag missing data of a family', async () => {
    const { rows } = await app.database.query(
      "insert into integration (family_id, name, kind) values ($1, 'Bank of Test', 'custodian') returning id",
      [own],
    )
    await app.database.query(
      "insert into integration_run (integration_id, status, message) values ($1, 'refused', 'Sign-in refused')",
      [rows[0].id],
    )
    const client = (await call('POST', '/api/clients/list/', 'avi', { family: own })).json().data[0]
    expect([client.data_status, client.data_text]).toEqual([
      'failed',
      'Bank of Test: The provider reported a problem. Administrators see its message.',
    ])
  })

  it('state why a source of a family failed in the language of the reader, without naming servers', async () => {
    await app.database.query(
      `update integration_run set message = null, details =
        '{"trouble": {"code": "http_status", "details": {"host": "bank.example:8443", "status": 503}}}'`,
    )
    const read = async (as: string) =>
      (await call('POST', '/api/clients/list/', as, { family: own })).json().data[0].data_text
    expect(await read('avi')).toBe('Bank of Test: The provider responded with status 503.')
    await app.database.query(
      `insert into user_settings (user_id, chosen) select id, '{"language":"de"}' from app_user where username = 'avi'`,
    )
    expect(await read('avi')).toBe('Bank of Test: Der Anbieter antwortete mit Status 503.')
    await app.database.query(
      `update integration_run set details = '{"trouble": {"code": "access_expired", "details": {}}}'`,
    )
    expect(await read('avi')).toBe('Bank of Test: Anmeldung abgelehnt: Der Zugangsschlüssel ist abgelaufen.')
    await app.database.query("delete from user_settings where chosen ->> 'language' = 'de'")
  })
})
