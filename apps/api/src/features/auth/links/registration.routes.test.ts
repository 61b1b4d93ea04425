import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink, mailsTo } from '../../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp({ demo: true })
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'taken', role: 'investor', familyId: family })
})
afterAll(() => app.close())

let count = 0
const post = (url: string, payload: object, more: object = {}) =>
  app.call({ method: 'POST', url, payload, remoteAddress: `10.1.0.${count}`, ...more })
function registration(username: string, more: object = {}) {
  count += 1
  return {
    username,
    name: 'Nora Keller',
    email: `${username}@example.com`,
    password: 'a good password',
    ...more,
  }
}
const register = (payload: object, more: object = {}) => post('/auth/register/', payload, more)
const confirm = (payload: object, at: 0 | 1 = 0) => post('/auth/register/confirm/', payload, { at })
async function linkFor(username: string, more: object = {}) {
  const payload = registration(username, more)
  await register(payload)
  return mailedLink(app, payload.email, 'registration')
}

describe('registration', () => {
  it('creates a family with this user as its investor after the mailed link is used', async () => {
    const link = await linkFor('nora')
    await expect(app.signIn('nora', 'a good password')).rejects.toThrow()
    const reply = await confirm(link)
    const { settings, lists } = (
      await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })
    ).json().data
    expect(settings).toMatchObject({ role: 'investor', user: 'nora', email: 'nora@example.com' })
    expect(lists.families).toEqual([{ id: settings.family.id, name: 'Nora Keller' }])
    expect(await app.signIn('nora', 'a good password')).toHaveProperty('access')
    expect((await confirm(link)).json().errors[0].code).toBe('link_used')
  })

  it('numbers the family of a second user with the same name', async () => {
    const reply = await confirm(await linkFor('nora2'))
    const read = await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })
    expect(read.json().data.settings.account).toBe('Nora Keller 2')
  })

  it('works for one of fifty concurrent uses on two servers', async () => {
    const link = await linkFor('ines')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => confirm(link, i % 2 === 0 ? 0 : 1)),
    )
    expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
    const { rows } = await app.database.query("select from app_user where username = 'ines'")
    expect(rows).toHaveLength(1)
  })

  it('replies the same to a known address, and mails that user a different text', async () => {
    const fresh = await register(registration('omar'))
    const known = await register(registration('other', { email: 'Taken@example.com' }))
    const shape = (reply: typeof fresh) => [reply.statusCode, reply.body, Object.keys(reply.headers).sort()]
    expect(shape(known)).toEqual(shape(fresh))
    expect(known.json()).toEqual({ data: { has_mail_server: false } })
    expect((await mailsTo(app, 'Taken@example.com'))[0]).toMatchObject({
      kind: 'registration_known',
      link: null,
    })
  })

  it('lets a taken username be replaced on confirmation, visible only to the holder of the link', async () => {
    const link = await linkFor('kim', { username: 'Taken' })
    const refused = await confirm(link)
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([409, 'username'])
    expect((await confirm({ ...link, username: 'kim' })).statusCode).toBe(200)
  })

  it('rejects a second user with the same address', async () => {
    const first = await linkFor('lea')
    const second = await linkFor('leo', { email: 'lea@example.com' })
    expect((await confirm(first)).statusCode).toBe(200)
    expect((await confirm(second)).json().errors[0]).toMatchObject({ code: 'already_exists', field: 'email' })
  })

  it('expires after a day', async () => {
    const link = await linkFor('mia')
    app.travel(24.1 * 60 * 60 * 1000)
    expect((await confirm(link)).json().errors[0].code).toBe('invalid_link')
  })

  it('names every invalid field, and those that callers may not set', async () => {
    const reply = await register({ username: 'a b', name: '', email: 'x', password: 'short' })
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual([
      'username',
      'name',
      'email',
      'password',
    ])
    const common = await register(registration('pat', { password: 'password123' }))
    expect(common.json().errors[0]).toMatchObject({ code: 'password_too_common', field: 'password' })
    const { rows: before } = await app.database.query("select id from family where name = 'Own'")
    const greedy = { role: 'admin', family_id: before[0].id, is_beta_tester: true, id: crypto.randomUUID() }
    const refused = await register(registration('quin', greedy))
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map((error: { field: string }) => error.field)).toEqual(Object.keys(greedy))
    expect(await mailsTo(app, 'quin@example.com')).toEqual([])
  })

  it('uses the language that the browser prefers', async () => {
    await register(registration('rita'), { headers: { 'accept-language': 'de-CH,de;q=0.9' } })
    expect((await mailsTo(app, 'rita@example.com'))[0]?.subject).toBe('Bestätigen Sie Ihre Registrierung')
  })

  it('is announced on the sign-in page, and closed outside demo mode', async () => {
    const internal = (at: TestApp) => at.call({ method: 'GET', url: '/api/internal/settings' })
    expect((await internal(app)).json().data.registration_open).toBe(true)
    const closed = await createTestApp()
    expect((await internal(closed)).json().data.registration_open).toBe(false)
    const reply = await closed.call({ method: 'POST', url: '/auth/register/', payload: registration('sam') })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'registration_closed'])
    await closed.close()
  })
})
