import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../platform/db/database.ts'
import { newLink } from '../../../platform/mail/links.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newSecret } from '../sessions/refresh-token.ts'
import { invitationStore } from './invitation.store.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'taken', role: 'admin' })
})
afterAll(() => app.close())

async function invite(email: string): Promise<{ uid: string; token: string }> {
  const db = await openDatabase(app.database.target)
  const link = newLink('invitation', 'http://plumbline.example')
  const outcome = await invitationStore(() => db).inviteAdmin(email, link)
  await db.close()
  if (outcome === 'already_registered') throw new Error(outcome)
  return Object.fromEntries(new URL(link.url).searchParams) as { uid: string; token: string }
}
const check = (link: object) => app.call({ method: 'POST', url: '/auth/invitation/check/', payload: link })
const accept = (link: object, chosen: object) =>
  app.call({ method: 'POST', url: '/auth/invitation/', payload: { ...link, ...chosen } })
const chosen = (username: string) => ({ username, name: 'Grace', password: 'a good password' })

describe('an invitation', () => {
  it('shows its recipient, and is not used up by reading it', async () => {
    const link = await invite('grace@example.com')
    expect((await check(link)).json().data.email).toBe('grace@example.com')
    expect((await check(link)).statusCode).toBe(200)
  })

  it('creates an admin who is signed in and can sign in again', async () => {
    const reply = await accept(await invite('hana@example.com'), chosen('hana'))
    expect(reply.statusCode).toBe(200)
    const settings = await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })
    expect(settings.json().data.settings).toMatchObject({
      role: 'admin',
      user: 'hana',
      email: 'hana@example.com',
    })
    expect(await app.signIn('hana', 'a good password')).toHaveProperty('access')
  })

  it('keeps the language of its page for the user', async () => {
    const link = await invite('gret@example.com')
    const reply = await app.call({
      method: 'POST',
      url: '/auth/invitation/',
      payload: { ...link, ...chosen('gret') },
      headers: { 'accept-language': 'de-CH,de;q=0.9' },
    })
    const settings = await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })
    expect(settings.json().data.settings.language).toBe('de')
  })

  it('works once, even when used concurrently', async () => {
    const link = await invite('ines@example.com')
    const replies = await Promise.all(Array.from({ length: 8 }, (_, i) => accept(link, chosen(`ines${i}`))))
    expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
    expect((await accept(link, chosen('ines9'))).json().errors[0].code).toBe('link_used')
  })

  it('is replaced by a newer one', async () => {
    const old = await invite('jo@example.com')
    const newer = await invite('jo@example.com')
    expect((await check(old)).statusCode).toBe(410)
    expect((await check(newer)).statusCode).toBe(200)
  })

  it('with a taken username names the field and stays usable', async () => {
    const link = await invite('kim@example.com')
    const refused = await accept(link, chosen('Taken'))
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([409, 'username'])
    expect((await accept(link, chosen('kim'))).statusCode).toBe(200)
  })

  it('with a short password is rejected and stays usable', async () => {
    const link = await invite('lea@example.com')
    const reply = await accept(link, { ...chosen('lea'), password: 'short' })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'password'])
    expect((await check(link)).statusCode).toBe(200)
  })

  it('keeps its address', async () => {
    const reply = await accept(await invite('nia@example.com'), {
      ...chosen('nia'),
      email: 'else@example.com',
    })
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'email'])
  })

  it('is an invalid link if it is made up, altered or expired', async () => {
    const link = await invite('mia@example.com')
    const hostile = [
      { uid: crypto.randomUUID(), token: link.token },
      { uid: link.uid, token: newSecret().toString('base64url') },
      { uid: "' or 1=1 --", token: link.token },
    ]
    for (const forged of hostile) expect((await check(forged)).json().errors[0].code).toBe('invalid_link')
    app.travel(8 * 24 * 60 * 60 * 1000)
    expect((await check(link)).json().errors[0].code).toBe('invalid_link')
    expect((await accept(link, chosen('mia'))).statusCode).toBe(410)
  })

  it('cannot be sent to a registered user', async () => {
    await expect(invite('taken@example.com')).rejects.toThrow('already_registered')
  })
})

describe('the link printed for the first administrator', () => {
  let empty: TestApp
  beforeAll(async () => {
    empty = await createTestApp()
  })
  afterAll(() => empty.close())

  async function print(): Promise<{ uid: string; token: string } | 'has_admin'> {
    const db = await openDatabase(empty.database.target)
    const link = newLink('invitation', 'http://plumbline.example')
    const outcome = await invitationStore(() => db).inviteFirstAdmin(link)
    await db.close()
    if (outcome === 'has_admin') return outcome
    return Object.fromEntries(new URL(link.url).searchParams) as { uid: string; token: string }
  }
  const post = (url: string, payload: object) => empty.call({ method: 'POST', url, payload })

  it('asks for an address, works once, and not beside another administrator', async () => {
    const before = await print()
    const link = await print()
    if (link === 'has_admin' || before === 'has_admin') throw new Error('there is no administrator yet')
    expect((await post('/auth/invitation/check/', before)).statusCode).toBe(410)
    expect((await post('/auth/invitation/check/', link)).json().data).toMatchObject({
      email: null,
      family: null,
    })
    const refused = await post('/auth/invitation/', { ...link, ...chosen('first') })
    expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'email'])
    const accepted = await post('/auth/invitation/', {
      ...link,
      ...chosen('first'),
      email: 'first@example.com',
    })
    const settings = await empty.call({ method: 'GET', url: '/api/settings/', as: accepted.json().access })
    expect(settings.json().data.settings).toMatchObject({ role: 'admin', email: 'first@example.com' })
    expect(await print()).toBe('has_admin')
  })

  it('stops working once there is another administrator', async () => {
    await empty.database.query(`update app_user set disabled_at = now() where username = 'first'`)
    const link = await print()
    await empty.addUser({ username: 'other', role: 'admin' })
    const late = await post('/auth/invitation/', {
      ...(link as object),
      ...chosen('late'),
      email: 'l@example.com',
    })
    expect(late.statusCode).toBe(410)
  })
})
