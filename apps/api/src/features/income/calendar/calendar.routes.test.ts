import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'
import { testLedger } from '../../../testing/test-ledger.ts'

let app: TestApp
let family: string
let side: string
const users: Record<string, { id: string; access: string }> = {}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  await app.addFamily('Other')
  const main = await ledger.account(family, 'Main')
  side = await ledger.account(family, 'Side')
  const share = await ledger.instrument('Acme, Inc; Ltd', 'equity', 'USD')
  const other = await ledger.instrument('Sidecar', 'equity', 'USD')
  for (const id of [share, other]) await ledger.prices(id, { [inDays(-100)]: 100 })
  const trade = { type: 'trade', price: '100', date: inDays(-100), currency: 'USD', quantity: '50' }
  await ledger.post(family, main, { ...trade, instrument: share })
  await ledger.post(family, side, { ...trade, instrument: other })
  for (const [id, type, days] of [
    [share, 'ex_dividend', 40],
    [share, 'dividend', 45],
    [other, 'dividend', 50],
  ] as const)
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date, amount, currency, is_estimated, details)
       values ($1, $2, $3, '0.8', 'USD', false, '{"per":"unit"}')`,
      [id, type, inDays(days)],
    )
  for (const [username, role] of [
    ['ivy', 'investor'],
    ['lou', 'investor'],
    ['max', 'adviser'],
    ['guest', 'demo'],
  ] as const) {
    const { id } = await app.addUser({ username, role, ...(role === 'adviser' ? {} : { familyId: family }) })
    if (username === 'lou') {
      await app.database.query('update app_user set sees_all_accounts = false where id = $1', [id])
      await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [id, side])
    }
    if (role === 'adviser')
      await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, family])
    users[username] = { id, access: (await app.signIn(username)).access }
  }
})
afterAll(() => app.close())

const own = '/api/income/calendar/'
const send = (name: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', payload?: object) =>
  app.call({ method, url: own, as: users[name]?.access ?? '', ...(payload && { payload }) })
const subscribe = async (name: string, options: object = {}): Promise<string> => {
  const { url } = (await send(name, 'POST', options)).json().data
  return new URL(url).pathname
}
const readFile = (url: string) => app.call({ method: 'GET', url })

describe('a calendar subscription', () => {
  it('is read without a sign-in, without amounts unless they are chosen', async () => {
    const path = await subscribe('ivy')
    const reply = await readFile(path)
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.body).toContain(`${String.raw`SUMMARY:Dividends: Acme\, Inc\; Ltd`}\r\n`)
    expect(reply.body).toContain(String.raw`SUMMARY:Ex-dividend: Acme\, Inc\; Ltd`)
    expect(reply.body).not.toContain('40.00')
    expect(reply.body.match(/BEGIN:VEVENT/g)).toHaveLength(3)
    expect(reply.body).toContain(String.raw`X-WR-CALNAME:Plumbline income\, Own`)
    expect((await readFile(path)).body).toBe(reply.body)

    const changed = await send('ivy', 'PATCH', { amounts: true, ex_dates: false })
    expect(changed.json().data).toMatchObject({
      amounts: true,
      ex_dates: false,
      payments: true,
      maturities: true,
    })
    const { body } = await readFile(path)
    expect(body).toContain(String.raw`Acme\, Inc\; Ltd\, USD 40.00`)
    expect(body).not.toContain('Ex-dividend')
    const state = (await send('ivy', 'GET')).json().data
    expect(state.last_read_at).not.toBeNull()
    expect(state).not.toHaveProperty('url')
  })

  it('ends with a new link and when it is revoked', async () => {
    const first = await subscribe('ivy')
    const second = await subscribe('ivy')
    expect((await readFile(first)).statusCode).toBe(404)
    expect((await readFile(second)).statusCode).toBe(200)
    const { rows } = await app.database.query('select c::text as row from calendar_subscription c')
    expect(rows.some(({ row }) => row.includes(second.slice(10, 53)))).toBe(false)
    expect((await send('ivy', 'DELETE')).statusCode).toBe(204)
    const revoked = await readFile(second)
    const unknown = await readFile(`/calendar/${'x'.repeat(43)}.ics`)
    expect(revoked.statusCode).toBe(404)
    expect(revoked.json()).toEqual(unknown.json())
    expect((await send('ivy', 'GET')).json().data).toBeNull()
    expect((await send('ivy', 'DELETE')).statusCode).toBe(404)
    expect((await send('ivy', 'PATCH', {})).statusCode).toBe(404)
    const audit = await app.database.query(
      "select distinct action from audit_line where action like 'calendar%' order by action",
    )
    expect(audit.rows.map(({ action }) => action)).toEqual(['calendar_link_made', 'calendar_link_revoked'])
  })

  it('shows what its owner may see now, and nothing to an owner who lost access', async () => {
    const limited = await subscribe('lou')
    const before = (await readFile(limited)).body
    expect(before).toContain('Sidecar')
    expect(before).not.toContain('Acme')
    await app.database.query('delete from account_grant where user_id = $1', [users.lou?.id])
    expect((await readFile(limited)).statusCode).toBe(404)

    const adviser = await subscribe('max', { family })
    expect((await readFile(adviser)).body).toContain('Acme')
    await app.database.query('delete from family_access where user_id = $1', [users.max?.id])
    expect((await readFile(adviser)).statusCode).toBe(404)

    const disabled = await subscribe('ivy')
    await app.database.query('update app_user set disabled_at = now() where id = $1', [users.ivy?.id])
    expect((await readFile(disabled)).statusCode).toBe(404)
    await app.database.query('update app_user set disabled_at = null where id = $1', [users.ivy?.id])
  })

  it('ends with a change of the password, as API tokens do', async () => {
    const path = await subscribe('max')
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [
      users.max?.id,
      family,
    ])
    expect((await readFile(path)).statusCode).toBe(200)
    const passwords = { old_password: testPassword, new_password: 'quite another one' }
    const url = '/auth/change-password/'
    const reply = await app.call({
      method: 'POST',
      url,
      as: users.max?.access ?? '',
      payload: passwords,
    })
    expect(reply.statusCode).toBe(204)
    expect((await readFile(path)).statusCode).toBe(404)
  })

  it('is not for the demo, nor for a family that the user may not see', async () => {
    expect((await send('guest', 'POST', {})).statusCode).toBe(403)
    const foreign = (await app.database.query("select id from family where name = 'Other'")).rows[0].id
    expect((await send('ivy', 'POST', { family: foreign })).statusCode).toBe(404)
    expect((await app.call({ method: 'GET', url: own })).statusCode).toBe(401)
  })

  it('limits how often an address reads', async () => {
    const replies = []
    for (let read = 0; read < 60; read += 1) replies.push(await readFile(`/calendar/${'y'.repeat(43)}.ics`))
    expect(replies.some(({ statusCode }) => statusCode === 429)).toBe(true)
  })
})
