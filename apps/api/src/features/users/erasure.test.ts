import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

const marker = 'zqxmarker'
const address = '203.0.113.77'
const password = 'a good password'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await createTestApp({ demo: true, jobs: true })
  await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
})
afterAll(() => app.close())

async function call(method: 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as?: string) {
  const reply = await app.call({
    method,
    url,
    ...(payload && { payload }),
    ...(as && { as }),
    ...(as !== admin && { remoteAddress: address }),
    headers: {
      ...(as !== admin && { 'user-agent': `${marker} client/1.0` }),
      // Replies to create calls are stored for a day, under the key of the user.
      ...(method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
    },
  })
  expect(reply.statusCode, `${method} ${url}: ${reply.body}`).toBeLessThan(300)
  return reply.body === '' ? {} : reply.json()
}
const post = (url: string, payload: object, as?: string) => call('POST', url, payload, as)

/** Every table column that contains the marker or the address, views excluded. */
async function traces(): Promise<string[]> {
  const { rows: columns } = await app.database.query(
    `select table_schema as schema, table_name as table, column_name as column, data_type as type
     from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
       and data_type in ('text', 'character varying', 'jsonb', 'json', 'ARRAY', 'inet', 'bytea')
     order by 1, 2, 3`,
  )
  const found: string[] = []
  for (const { schema, table, column, type } of columns) {
    const text = type === 'bytea' ? `encode("${column}", 'escape')` : `"${column}"::text`
    const { rows } = await app.database.query(
      `select count(*)::int as count from "${schema}"."${table}" where ${text} ilike $1 or ${text} like $2`,
      [`%${marker}%`, `%${address}%`],
    )
    if (rows[0].count > 0) found.push(`${table}.${column}`)
  }
  return found
}

const isIntact = async () => (await app.database.query('select audit_is_intact() as intact')).rows[0].intact

/** Registers a user who leaves their name in many places, first as an investor, then as an administrator. */
async function fillPersonalData(): Promise<{ id: string; familyId: string }> {
  const email = `${marker}@example.com`
  await post('/auth/register/', { username: marker, name: `Zqxmarker "O'Neil" & Co`, email, password })
  const joined = await post('/auth/register/confirm/', await mailedLink(app, email, 'registration'))
  let as = joined.access
  const settings = await app.call({ method: 'GET', url: '/api/settings/', as })
  const familyId = settings.json().data.settings.family.id
  const { rows } = await app.database.query('select id from app_user where username = $1', [marker])
  const id = rows[0].id

  const account = (await post('/api/accounts/', { name: 'Private', currency: 'CHF' }, as)).data.id
  const payment = { account, transaction_type: 'deposit', date: '2026-01-05', currency: 'CHF', amount: 100 }
  await post('/api/transactions/', payment, as)
  await post('/api/reports/', { name: `${marker} fees`, report_type: 'fees', calculated_currency: 'CHF' }, as)
  await post('/api/templates/', { name: `${marker} view`, filterSector: [] }, as)
  await post('/api/strategy/', { name: `${marker} growth`, position_ids: [] }, as)
  const rule = {
    task_type: 'pnl_move',
    task_data: { threshold: 0.01, relativity: 'rel' },
    actions: ['email'],
  }
  await post('/api/user-tasks/', { name: `${marker} rule`, ...rule }, as)
  await post('/auth/confirm-password/', { password }, as)
  await post('/auth/api-tokens/', { name: `${marker} laptop`, scope: 'read', password }, as)
  await call('PATCH', '/api/settings/', { name: `Zqxmarker Second` }, as)
  await post('/auth/change-username/', { username: `${marker}.two`, password }, as)
  await post('/auth/change-email/', { email: `${marker}.new@example.com`, password }, as)
  await post(
    '/auth/change-email/confirm/',
    await mailedLink(app, `${marker}.new@example.com`, 'email_change'),
  )
  await post('/auth/reset-password/', { email: `${marker}.two` })
  const reset = await mailedLink(app, `${marker}.new@example.com`, 'password_reset')
  await post('/auth/reset-password/confirm/', { ...reset, password: 'another good one' })
  await app.call({
    method: 'POST',
    url: '/auth/login/',
    payload: { username: `${marker}.two`, password: 'wrong password' },
    remoteAddress: address,
  })
  // Someone tries to register with the address of a user.
  await post('/auth/register/', {
    username: 'else',
    name: 'Else',
    email: `${marker}.new@example.com`,
    password,
  })

  await post(`/api/users/${id}/`, { role: 'admin', family: null }, admin)
  as = (await post('/auth/login/', { username: `${marker}.two`, password: 'another good one' })).access
  await post('/api/users/', { email: 'guest@example.com', name: 'Guest', role: 'adviser' }, as)
  const { rows: mails } = await app.database.query('select id from mail where to_address like $1', [
    `${marker}.new%`,
  ])
  await call('DELETE', `/api/outbox/${mails[0].id}/`, undefined, as)
  await post(`/api/families/${familyId}/`, { currency: 'EUR' }, as)
  return { id, familyId }
}

describe('erasing a user', () => {
  it('leaves only a pseudonym in all tables, and an intact audit chain', async () => {
    const { id, familyId } = await fillPersonalData()
    expect(await traces()).toEqual(
      expect.arrayContaining(['app_user.email', 'mail.body_text', 'registration.name', 'sign_in.address']),
    )
    expect(await isIntact()).toBe(true)
    await call('DELETE', `/api/users/${id}/`, undefined, admin)
    expect(await traces()).toEqual([])
    expect(await isIntact()).toBe(true)

    const pseudonym = `user-${id.slice(0, 8)}`
    const lines = async (query: string) =>
      (await app.call({ method: 'GET', url: `/api/audit/?limit=1000&${query}`, as: admin })).json().data
    expect((await lines('action=user_deleted'))[0]).toMatchObject({
      user: { name: 'ada' },
      details: pseudonym,
      subject: { kind: 'user', id },
    })
    const theirs: { action: string; user: object; address: string | null }[] = await lines(`user=${id}`)
    expect(theirs.map(line => line.action)).toContain('transaction_added')
    for (const line of theirs) expect(line).toMatchObject({ user: { id, name: pseudonym }, address: null })
    const { rows } = await app.database.query('select name from family where id = $1', [familyId])
    expect(rows).toEqual([{ name: `Family ${familyId.slice(0, 8)}` }])
    const invitation = await app.database.query(
      "select body_text from mail where to_address = 'guest@example.com'",
    )
    expect(invitation.rows[0].body_text).toContain('Plumbline invites you')
  })
})

describe('erasing an invited user', () => {
  it('leaves nothing in the replies stored for idempotency', async () => {
    const invited = { email: `${marker}@example.com`, name: 'Zqxmarker Invited', role: 'adviser' }
    const { data } = await post('/api/users/', invited, admin)
    expect(await traces()).toContain('idempotency_key.body')
    await call('DELETE', `/api/users/${data.user.id}/`, undefined, admin)
    expect(await traces()).toEqual([])
  })
})

describe('erasing a family', () => {
  it('leaves nothing of its members, although it was named after one', async () => {
    const email = `${marker}@example.com`
    await post('/auth/register/', { username: marker, name: 'Zqxmarker Person', email, password })
    const joined = await post('/auth/register/confirm/', await mailedLink(app, email, 'registration'))
    const settings = await app.call({ method: 'GET', url: '/api/settings/', as: joined.access })
    const { id, name } = settings.json().data.settings.family
    // Erasing the account writes its name to the audit log.
    await post('/api/accounts/', { name: 'Zqxmarker Person', currency: 'CHF' }, joined.access)
    expect(await traces()).toContain('family.name')
    await call('DELETE', `/api/families/${id}/`, { name }, admin)
    expect(await traces()).toEqual([])
    expect(await isIntact()).toBe(true)
  })
})

describe('an audit line', () => {
  const change = (set: string) =>
    app.database.query(`update audit_line set ${set} where action = 'family_created'`)
  const switchErasing = (value: 'on' | '') =>
    app.database.query("select set_config('plumbline.erasing', $1, false)", [value])

  it('can be erased but not changed otherwise', async () => {
    await post('/api/families/', { name: 'Keller', currency: 'CHF' }, admin)
    for (const set of [
      "subject = 'Other'",
      "subject = 'Other', subject_salt = null",
      'details = \'{"more": 1}\', subject_salt = null',
      'subject_salt = audit_salt()',
      "actor_name = 'Other', actor_salt = null",
    ]) {
      await expect(change(set), set).rejects.toThrow('only grows')
      // During an erasure, too, a line keeps what it says or loses it.
      await switchErasing('on')
      await expect(change(set), set).rejects.toThrow('row-level security')
      await switchErasing('')
    }
    for (const set of ["action = 'other'", 'actor_id = null'])
      await expect(change(set), set).rejects.toThrow('permission denied')
    await expect(app.database.query('delete from audit_line')).rejects.toThrow('permission denied')
  })
})
