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
function wish(username: string, more: object = {}) {
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
  const wished = wish(username, more)
  await register(wished)
  return mailedLink(app, wished.email, 'registration')
}

describe('registering', () => {
  it('makes a family with this user as its investor, once the mailed link is used', async () => {
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

  it('gives the family of a second person of the same name another name', async () => {
    const reply = await confirm(await linkFor('nora2'))
    const read = await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })
    expect(read.json().data.settings.account).toBe('Nora Keller 2')
  })

  it('works for one of fifty at once, over two servers', async () => {
    const link = await linkFor('ines')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => confirm(link, i % 2 === 0 ? 0 : 1)),
    )
    expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
    const { rows } = await app.database.query("select from app_user where username = 'ines'")
    expect(rows).toHaveLength(1)
  })

  it('answers an address that has a user like any other, and mails that user something else', async () => {
    const fresh = await register(wish('omar'))
    const known = await register(wish('other', { email: 'Taken@example.com' }))
    const shape = (reply: typeof fresh) => [reply.statusCode, reply.body, Object.keys(reply.headers).sort()]
    expect(shape(known)).toEqual(shape(fresh))
    expect(known.json()).toEqual({ data: { has_mail_server: false } })
    expect((await mailsTo(app, 'Taken@example.com'))[0]).toMatchObject({
      kind: 'registration_known',
      link: null,
    })
  })

  it('lets a taken username be replaced at the end, where only the holder of the link can see it', async () => {
    const link = await linkFor('kim', { username: 'Taken' })
    const refused = await confirm(link)
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([409, 'username'])
    expect((await confirm({ ...link, username: 'kim' })).statusCode).toBe(200)
  })

  it('refuses two people with one address', async () => {
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

  it('names every field that is wrong, and ignores those that are nobody’s to choose', async () => {
    const reply = await register({ username: 'a b', name: '', email: 'x', password: 'short' })
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual([
      'username',
      'name',
      'email',
      'password',
    ])
    const common = await register(wish('pat', { password: 'password123' }))
    expect(common.json().errors[0]).toMatchObject({ code: 'password_too_common', field: 'password' })
    const { rows: before } = await app.database.query("select id from family where name = 'Own'")
    const greedy = { role: 'admin', family_id: before[0].id, is_beta_tester: true, id: crypto.randomUUID() }
    const { access } = (await confirm(await linkFor('quin', greedy))).json()
    const { settings } = (await app.call({ method: 'GET', url: '/api/settings/', as: access })).json().data
    expect(settings).toMatchObject({ role: 'investor', is_beta_tester: false })
    expect(settings.family.id).not.toBe(before[0].id)
  })

  it('writes in the language the browser asks for', async () => {
    await register(wish('rita'), { headers: { 'accept-language': 'de-CH,de;q=0.9' } })
    expect((await mailsTo(app, 'rita@example.com'))[0]?.subject).toBe('Bestätigen Sie Ihre Registrierung')
  })

  it('is told on the sign-in page, and closed where no demo runs', async () => {
    const internal = (at: TestApp) => at.call({ method: 'GET', url: '/api/internal/settings' })
    expect((await internal(app)).json().data.registration_open).toBe(true)
    const closed = await createTestApp()
    expect((await internal(closed)).json().data.registration_open).toBe(false)
    const reply = await closed.call({ method: 'POST', url: '/auth/register/', payload: wish('sam') })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([403, 'registration_closed'])
    await closed.close()
  })
})
