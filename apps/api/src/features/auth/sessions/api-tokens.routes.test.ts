import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink, mailsTo } from '../../../testing/outbox.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
})
afterAll(() => app.close())

let count = 0
async function newUser() {
  count += 1
  const username = `owner${count}`
  const { id } = await app.addUser({ username, role: 'investor', familyId: family })
  return { id, username, ...(await app.signIn(username)) }
}
const post = (url: string, payload: object, as?: string) =>
  app.call({ method: 'POST', url, payload, ...(as ? { as } : {}) })
const make = (as: string, body: object) => post('/auth/api-tokens/', { name: 'script', ...body }, as)
const statusOf = async (as: string) =>
  (await app.call({ method: 'GET', url: '/api/settings/', as, at: 1 })).statusCode

describe('the expiry of an API token', () => {
  it('is 90 days by default', async () => {
    const { access } = await newUser()
    const { expires_at, token } = (await make(access, {})).json().data
    const days = (new Date(expires_at).getTime() - app.now().getTime()) / day
    expect(days).toBeCloseTo(90, 1)
    app.travel(90 * day - 60_000)
    expect(await statusOf(token)).toBe(200)
    app.travel(120_000)
    expect(await statusOf(token)).toBe(401)
  })

  it('can be set in days, or explicitly to never', async () => {
    const { access } = await newUser()
    const week = (await make(access, { name: 'week', expires_in_days: 7 })).json().data
    expect((new Date(week.expires_at).getTime() - app.now().getTime()) / day).toBeCloseTo(7, 1)
    const never = await make(access, { name: 'never', expires_in_days: null })
    expect(never.json().data.expires_at).toBeNull()
    const moment = await make(access, { name: 'moment', expires_at: null })
    expect(moment.json().data.expires_at).toBeNull()
  })

  it('must be a positive whole number of days, in one field', async () => {
    const { access } = await newUser()
    const bodies: [object, string][] = [
      [{ expires_in_days: 0 }, 'expires_in_days'],
      [{ expires_in_days: 1.5 }, 'expires_in_days'],
      [{ expires_in_days: 100_000 }, 'expires_in_days'],
      [{ expires_in_days: 7, expires_at: '2040-01-01T00:00:00Z' }, 'expires_at'],
    ]
    for (const [body, field] of bodies) {
      const reply = await make(access, body)
      expect([reply.statusCode, reply.json().errors[0].field], JSON.stringify(body)).toEqual([400, field])
    }
  })
})

describe('a new API token', () => {
  it('notifies its owner by mail and in the app, in their language, without the token', async () => {
    const { access, username, id } = await newUser()
    await app.call({ method: 'PATCH', url: '/api/settings/', payload: { language: 'de' }, as: access })
    const made = (await make(access, { name: 'Steuern', expires_in_days: null })).json().data
    const [mail] = await mailsTo(app, `${username}@example.com`)
    expect(mail).toMatchObject({ kind: 'api_token', subject: 'Neues API-Token' })
    expect(mail?.body_text).toContain('Name: Steuern. Zugriff: lesen. Gültig bis: unbegrenzt.')
    const { rows } = await app.database.query('select kind, details from notification where user_id = $1', [
      id,
    ])
    expect(rows).toMatchObject([{ kind: 'account', details: { facts: { mail: 'api_token' } } }])
    const inbox = await app.call({ method: 'GET', url: '/api/notifications/', as: access })
    expect(inbox.json().data).toMatchObject([{ kind: 'account', title: 'Neues API-Token' }])
    expect(JSON.stringify([mail, rows])).not.toContain(made.token)
  })

  it('is refused with a wrong password', async () => {
    const { access } = await newUser()
    const wrong = await make(access, { password: 'not this one' })
    expect(wrong.json().errors[0]).toMatchObject({ code: 'wrong_password', field: 'password' })
    expect((await make(access, { password: testPassword })).statusCode).toBe(200)
  })
})

describe('API tokens on a password change', () => {
  const change = (as: string, more: object = {}) =>
    post(
      '/auth/change-password/',
      { old_password: testPassword, new_password: 'quite another one', ...more },
      as,
    )

  it('are revoked, and the audit log states how many', async () => {
    const { access, id } = await newUser()
    const { token } = (await make(access, {})).json().data
    expect((await change(access)).statusCode).toBe(204)
    expect(await statusOf(token)).toBe(401)
    const { rows } = await app.database.query(
      "select details from audit_line where actor_id = $1 and action = 'password_changed'",
      [id],
    )
    expect(rows).toEqual([{ details: { api_tokens_revoked: 1 } }])
  })

  it('are kept if requested', async () => {
    const { access } = await newUser()
    const { token } = (await make(access, {})).json().data
    expect((await change(access, { keep_api_tokens: true })).statusCode).toBe(204)
    expect(await statusOf(token)).toBe(200)
  })

  it('of other users stay valid', async () => {
    const [mine, theirs] = [await newUser(), await newUser()]
    const { token } = (await make(theirs.access, {})).json().data
    await change(mine.access)
    expect(await statusOf(token)).toBe(200)
  })

  it('are revoked by a password reset', async () => {
    const { access, username } = await newUser()
    const { token } = (await make(access, { expires_in_days: null })).json().data
    await post('/auth/reset-password/', { email: username })
    const link = await mailedLink(app, `${username}@example.com`, 'password_reset')
    await post('/auth/reset-password/confirm/', { ...link, password: 'quite another one' })
    expect(await statusOf(token)).toBe(401)
  })
})
