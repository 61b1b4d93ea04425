import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink, mailsTo } from '../../testing/outbox.ts'
import { setUpTwoFactor } from '../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let app: TestApp
let family: string

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
})
afterAll(() => app.close())

let count = 0
async function newUser() {
  count += 1
  const user = await app.addUser({ username: `user${count}`, role: 'investor', familyId: family })
  return { ...user, ...(await app.signIn(user.username)) }
}
const post = (url: string, payload: object, as?: string, at: 0 | 1 = 0) =>
  app.call({ method: 'POST', url, payload, at, ...(as ? { as } : {}) })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
const settings = (as: string, at: 0 | 1 = 0) => app.call({ method: 'GET', url: '/api/settings/', as, at })

/** Each sensitive change with its own fields, apart from the password and code. */
const changes: [url: string, own: object, passwordField: string][] = [
  ['/auth/change-password/', { new_password: 'quite another one' }, 'old_password'],
  ['/auth/change-email/', { email: 'elsewhere@example.com' }, 'password'],
  ['/auth/change-username/', { username: 'renamed' }, 'password'],
]

describe.each(changes)('%s', (url, own, field) => {
  it('needs the password, and an unused code if two-factor is on', async () => {
    const user = await newUser()
    const nothing = await post(url, own, user.access)
    expect([nothing.statusCode, errorOf(nothing)?.field]).toEqual([400, field])
    const wrong = await post(url, { ...own, [field]: 'not the password' }, user.access)
    expect(errorOf(wrong)).toMatchObject({ code: 'wrong_password', field })
    const phone = await setUpTwoFactor(app, user.access)
    const right = { ...own, [field]: testPassword }
    expect(errorOf(await post(url, right, user.access))).toMatchObject({ code: 'wrong_code', field: 'otp' })
    const guessed = await post(url, { ...right, otp: '000000' }, user.access)
    expect(errorOf(guessed)).toMatchObject({ code: 'wrong_code', field: 'otp' })
    const code = phone.nextCode()
    const done = await post(url, { ...right, otp: code }, user.access)
    expect([200, 204]).toContain(done.statusCode)
    const again = await post(url, { ...right, [field]: testPassword, otp: code }, user.access)
    expect(['wrong_code', 'wrong_password']).toContain(errorOf(again)?.code)
  })

  it('needs a sign-in', async () => {
    expect((await post(url, { ...own, [field]: testPassword })).statusCode).toBe(401)
  })
})

describe('changing the password', () => {
  it('ends all other sign-ins on both servers and keeps this one', async () => {
    const user = await newUser()
    const other = await app.signIn(user.username)
    const body = { old_password: testPassword, new_password: 'quite another one' }
    expect((await post('/auth/change-password/', body, user.access)).statusCode).toBe(204)
    for (const at of [0, 1] as const) {
      expect((await settings(other.access, at)).statusCode).toBe(401)
      expect((await settings(user.access, at)).statusCode).toBe(200)
    }
    expect((await post('/auth/login-refresh/', { refresh: other.refresh }, undefined, 1)).statusCode).toBe(
      401,
    )
    expect((await post('/auth/login-refresh/', { refresh: user.refresh })).statusCode).toBe(200)
    await expect(app.signIn(user.username)).rejects.toThrow()
    expect((await mailsTo(app, `${user.username}@example.com`))[0]?.kind).toBe('password_changed')
  })

  it('rejects a short or common password by its field', async () => {
    const user = await newUser()
    const body = (new_password: string) => ({ old_password: testPassword, new_password })
    expect(errorOf(await post('/auth/change-password/', body('short'), user.access))?.field).toBe(
      'new_password',
    )
    const common = await post('/auth/change-password/', body(`${user.username}2026`), user.access)
    expect(errorOf(common)).toMatchObject({ code: 'password_too_common', field: 'new_password' })
  })

  it('accepts 64 to 128 characters of any script exactly', async () => {
    const user = await newUser()
    const long = 'пароль-日本語-ünï'.repeat(8).slice(0, 128)
    const body = { old_password: testPassword, new_password: long }
    expect((await post('/auth/change-password/', body, user.access)).statusCode).toBe(204)
    await expect(app.signIn(user.username, long.slice(0, -1))).rejects.toThrow()
    expect(await app.signIn(user.username, long)).toHaveProperty('access')
  })
})

describe('changing the e-mail address', () => {
  const change = (as: string, email: string) =>
    post('/auth/change-email/', { email, password: testPassword }, as)
  const confirm = (link: object, at: 0 | 1 = 0) => post('/auth/change-email/confirm/', link, undefined, at)

  it('needs a link mailed to the new address, and notifies the old one twice', async () => {
    const user = await newUser()
    expect((await change(user.access, 'new1@example.com')).json()).toEqual({
      data: { has_mail_server: false },
    })
    expect((await settings(user.access)).json().data.settings.email).toBe(`${user.username}@example.com`)
    const link = await mailedLink(app, 'new1@example.com', 'email_change')
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => confirm(link, i % 2 === 0 ? 0 : 1)),
    )
    expect(replies.filter(reply => reply.statusCode === 204)).toHaveLength(1)
    expect((await settings(user.access)).json().data.settings.email).toBe('new1@example.com')
    const notices = await mailsTo(app, `${user.username}@example.com`)
    expect(notices.map(mail => mail.kind).sort()).toEqual(['email_change_asked', 'email_changed'])
    expect(notices[0]?.body_text).toContain('new1@example.com')
  })

  it('accepts only the newest link, for 60 minutes', async () => {
    const user = await newUser()
    await change(user.access, 'new2@example.com')
    const old = await mailedLink(app, 'new2@example.com', 'email_change')
    await change(user.access, 'new3@example.com')
    expect((await confirm(old)).statusCode).toBe(410)
    app.travel(61 * 60_000)
    expect((await confirm(await mailedLink(app, 'new3@example.com', 'email_change'))).statusCode).toBe(410)
  })

  it('to a taken address replies the same, mails nothing there, and fails on confirmation', async () => {
    const user = await newUser()
    const other = await newUser()
    const reply = await change(user.access, `${other.username}@example.com`)
    expect(reply.json()).toEqual({ data: { has_mail_server: false } })
    expect(await mailsTo(app, `${other.username}@example.com`)).toEqual([])
  })

  it('is limited to ten requests, then one a minute', async () => {
    app.travel(30 * 60_000)
    const user = await newUser()
    const statuses = []
    for (let i = 0; i < 11; i += 1)
      statuses.push((await change(user.access, `stranger${i}@example.com`)).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    app.travel(30 * 60_000)
  })

  it('voids a reset link that went to the old address', async () => {
    const user = await newUser()
    await post('/auth/reset-password/', { email: user.username })
    const reset = await mailedLink(app, `${user.username}@example.com`, 'password_reset')
    await change(user.access, 'new4@example.com')
    await confirm(await mailedLink(app, 'new4@example.com', 'email_change'))
    expect((await post('/auth/reset-password/check/', reset)).statusCode).toBe(410)
  })
})

describe('changing the username', () => {
  it('lets the user sign in with the new name, and rejects a taken one', async () => {
    const user = await newUser()
    const other = await newUser()
    const change = (username: string) =>
      post('/auth/change-username/', { username, password: testPassword }, user.access)
    const taken = await change(other.username.toUpperCase())
    expect([taken.statusCode, errorOf(taken)?.field]).toEqual([409, 'username'])
    expect((await change('freshname')).statusCode).toBe(204)
    const { access } = await app.signIn('freshname')
    expect((await settings(access)).json().data.settings).toMatchObject({
      user: 'freshname',
      role: 'investor',
    })
  })
})
