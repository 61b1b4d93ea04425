import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink, mailsTo } from '../../../testing/outbox.ts'
import { setUpTwoFactor } from '../../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
const minute = 60_000

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
})
afterAll(() => app.close())

let count = 0
async function newUser() {
  count += 1
  return app.addUser({ username: `user${count}`, role: 'investor', familyId: family })
}
const post = (url: string, payload: object, more: object = {}) =>
  app.call({ method: 'POST', url, payload, remoteAddress: `10.1.0.${count}`, ...more })
const requestLink = (email: string, more: object = {}) => post('/auth/reset-password/', { email }, more)
const check = (link: object) => post('/auth/reset-password/check/', link)
const confirm = (link: object, password: string, at: 0 | 1 = 0) =>
  post('/auth/reset-password/confirm/', { ...link, password }, { at })
async function linkFor(username: string) {
  await requestLink(username)
  return mailedLink(app, `${username}@example.com`, 'password_reset')
}

describe('a password reset link', () => {
  it('sets the password once without signing in, and ends every sign-in and token on both servers', async () => {
    const { username } = await newUser()
    const { access, refresh } = await app.signIn(username)
    const made = await post('/auth/api-tokens/', { name: 'script', password: testPassword }, { as: access })
    const link = await linkFor(username)
    expect((await check(link)).statusCode).toBe(204)
    const reply = await confirm(link, 'quite another one')
    expect([reply.statusCode, reply.body, reply.cookies]).toEqual([204, '', []])
    for (const at of [0, 1] as const)
      for (const as of [access, made.json().data.token])
        expect((await app.call({ method: 'GET', url: '/api/settings/', as, at })).statusCode).toBe(401)
    expect((await post('/auth/login-refresh/', { refresh })).statusCode).toBe(401)
    await expect(app.signIn(username, testPassword)).rejects.toThrow()
    const { access: fresh } = await app.signIn(username, 'quite another one')
    const { settings } = (await app.call({ method: 'GET', url: '/api/settings/', as: fresh })).json().data
    expect(Date.parse(settings.password_changed_at)).toBeGreaterThan(0)
    expect((await confirm(link, 'and another one')).json().errors[0].code).toBe('link_used')
    expect((await mailsTo(app, `${username}@example.com`)).map(mail => mail.kind)).toContain(
      'password_changed',
    )
  })

  // Fifty passwords are hashed in a low-priority worker.
  it('works for one of fifty concurrent uses', { timeout: 300_000 }, async () => {
    const { username } = await newUser()
    const link = await linkFor(username)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => confirm(link, `one of many ${i}`, i % 2 === 0 ? 0 : 1)),
    )
    expect(replies.filter(reply => reply.statusCode === 204)).toHaveLength(1)
    expect(replies.every(reply => [204, 410, 503].includes(reply.statusCode))).toBe(true)
  })

  it('must be the newest one, and is valid for 60 minutes', async () => {
    const { username } = await newUser()
    const old = await linkFor(username)
    app.travel(1000)
    const newer = await linkFor(username)
    expect((await confirm(old, 'quite another one')).statusCode).toBe(410)
    app.travel(59 * minute)
    expect((await check(newer)).statusCode).toBe(204)
    app.travel(2 * minute)
    expect((await check(newer)).json().errors[0].code).toBe('invalid_link')
    expect((await confirm(newer, 'quite another one')).statusCode).toBe(410)
  })

  it('stops working when the password is changed otherwise', async () => {
    const { username } = await newUser()
    const link = await linkFor(username)
    const { access } = await app.signIn(username)
    const changed = { old_password: testPassword, new_password: 'quite another one' }
    expect((await post('/auth/change-password/', changed, { as: access })).statusCode).toBe(204)
    expect((await confirm(link, 'and another one')).statusCode).toBe(410)
  })

  it('keeps the second factor', async () => {
    const { username } = await newUser()
    await setUpTwoFactor(app, (await app.signIn(username)).access)
    await confirm(await linkFor(username), 'quite another one')
    const reply = await post('/auth/login/', { username, password: 'quite another one' })
    expect(Object.keys(reply.json())).toEqual(['tfa_id'])
  })

  it('has 256 random bits, of which only the hash is stored after sending', async () => {
    const { username } = await newUser()
    const { token } = await linkFor(username)
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const { rows } = await app.database.query('select l::text as row from one_time_link l')
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  it('leads to the configured address, whatever host a request claims', async () => {
    const { username } = await newUser()
    const hostile = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    await requestLink(username, { headers: hostile })
    const [mail] = await mailsTo(app, `${username}@example.com`)
    expect(mail?.link).toMatch(/^https:\/\/plumbline\.example\/password-reset\//)
    expect(JSON.stringify(mail)).not.toContain('evil')
  })

  it('rejects common passwords and the own address by field, and stays usable', async () => {
    const { username } = await newUser()
    const link = await linkFor(username)
    for (const password of ['password123', `${username}@example.com`]) {
      const reply = await confirm(link, password)
      expect(reply.json().errors[0]).toMatchObject({ code: 'password_too_common', field: 'password' })
    }
    expect((await confirm(link, 'short')).json().errors[0].field).toBe('password')
    expect((await check(link)).statusCode).toBe(204)
  })

  it('is invalid if it is made up or of another kind', async () => {
    const { username } = await newUser()
    const link = await linkFor(username)
    const forged = [
      { uid: crypto.randomUUID(), token: link.token },
      { uid: link.uid, token: Buffer.alloc(32).toString('base64url') },
      { uid: "' or 1=1 --", token: link.token },
    ]
    for (const each of forged) expect((await check(each)).json().errors[0].code).toBe('invalid_link')
    const otherKind = await post('/auth/change-email/confirm/', link)
    expect(otherKind.json().errors[0].code).toBe('invalid_link')
  })
})

describe('requesting a reset link', () => {
  it('replies identically for known and unknown users, and mails only known ones', async () => {
    const known = await newUser()
    await newUser()
    const asked = [known.username, 'nobody', 'nobody@example.com', `${known.username}@EXAMPLE.com`]
    const replies = await Promise.all(asked.map(email => requestLink(email)))
    const seen = replies.map(reply => [reply.statusCode, reply.body, Object.keys(reply.headers).sort()])
    for (const each of seen) expect(each).toEqual(seen[0])
    expect(replies[0]?.json()).toEqual({ data: { has_mail_server: false } })
    expect(await mailsTo(app, `${known.username}@example.com`)).toHaveLength(2)
    expect(await mailsTo(app, 'nobody@example.com')).toEqual([])
  })

  it('mails nothing to disabled, pending or demo users', async () => {
    const disabled = await newUser()
    await app.database.query('update app_user set disabled_at = now() where id = $1', [disabled.id])
    const pending = await newUser()
    await app.database.query('update app_user set password_hash = null where id = $1', [pending.id])
    await app.addUser({ username: 'show', role: 'demo', familyId: family })
    for (const username of [disabled.username, pending.username, 'show']) {
      expect((await requestLink(username)).statusCode).toBe(200)
      expect(await mailsTo(app, `${username}@example.com`)).toEqual([])
    }
  })

  it('names the missing field', async () => {
    const reply = await post('/auth/reset-password/', {})
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'email'])
  })
})

describe('a demo without a mail server', () => {
  it('shows links of invitations to the inviting administrator alone, and all others in the outbox', async () => {
    const demo = await createTestApp({ demo: true })
    const own = await demo.addFamily('Own')
    await demo.addUser({ username: 'ada', role: 'admin' })
    await demo.addUser({ username: 'ivy', role: 'investor', familyId: own })
    const [ada, ivy] = [(await demo.signIn('ada')).access, (await demo.signIn('ivy')).access]
    const call = (url: string, payload: object, as?: string) =>
      demo.call({ method: 'POST', url, payload, ...(as && { as }) })
    const invited = await call('/api/users/', { email: 'in@example.com', role: 'adviser' }, ada)
    const again = await call(`/api/users/${invited.json().data.user.id}/resend/`, {}, ada)
    for (const reply of [invited, again]) expect(reply.json().data.link).toContain('/user-invitation?')
    const replies = [
      await call('/auth/reset-password/', { email: 'ivy' }),
      await call('/auth/change-email/', { email: 'new@example.com', password: testPassword }, ivy),
      await call('/auth/register/', {
        username: 'noa',
        name: 'Noa',
        email: 'noa@example.com',
        password: 'a good password',
      }),
    ]
    const { rows } = await demo.database.query('select link from mail where link is not null')
    expect(rows).toHaveLength(replies.length + 2)
    for (const reply of replies) {
      expect(reply.statusCode, reply.body).toBe(200)
      expect(reply.json().data.has_mail_server).toBe(false)
      expect(reply.body).not.toMatch(/token=|password-reset\/|user-invitation|change-email|register\?/)
    }
    const read = (url: string, as: string) => demo.call({ method: 'GET', url, as })
    const outbox = await read('/api/outbox/', ada)
    expect(outbox.body).not.toContain('/password-reset/')
    const { rows: mails } = await demo.database.query(`select id from mail where kind = 'password_reset'`)
    const { id } = mails[0]
    expect((await read(`/api/outbox/${id}/`, ada)).json().data.link).toContain('/password-reset/')
    for (const url of ['/api/outbox/', `/api/outbox/${id}/`])
      expect((await read(url, ivy)).statusCode).toBe(403)
    await demo.close()
  })
})
