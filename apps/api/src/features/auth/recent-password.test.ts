import { allEndpoints, type Endpoint } from '@plumbline/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailedLink } from '../../testing/outbox.ts'
import { type Authenticator, setUpTwoFactor } from '../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let app: TestApp
let family: string
const minute = 60_000
const sensitive = allEndpoints().filter(([, endpoint]) => endpoint.needsRecentPassword)

beforeAll(async () => {
  app = await createTestApp({ demo: true })
  family = await app.addFamily('Own')
})
afterAll(() => app.close())

let count = 0
/** Each test uses its own address, so that tests do not share tries. */
beforeEach(() => {
  count += 1
})

const post = (url: string, payload: object, as?: string) =>
  app.call({ method: 'POST', url, payload, remoteAddress: `10.8.0.${count}`, ...(as ? { as } : {}) })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
const confirm = (as: string, more: object = {}) =>
  post('/auth/confirm-password/', { password: testPassword, ...more }, as)
const makeToken = (as: string, name = 'script') => post('/auth/api-tokens/', { name }, as)
const request = (endpoint: Endpoint, as: string) =>
  app.call({
    method: endpoint.method,
    url: endpoint.path.replaceAll(/:\w+/g, crypto.randomUUID()),
    ...(endpoint.method === 'GET' ? {} : { payload: {} }),
    as,
  })

async function newUser(role: 'admin' | 'investor' = 'investor') {
  const username = `person${count}${role}`
  const familyId = role === 'investor' ? { familyId: family } : {}
  await app.addUser({ username, role, ...familyId })
  return { username, ...(await app.signIn(username)) }
}

/** The same sign-in eleven minutes later, with a new access token. */
async function aged(refresh: string): Promise<{ access: string; refresh: string }> {
  app.travel(11 * minute)
  return (await post('/auth/login-refresh/', { refresh })).json()
}

describe('a sensitive call', () => {
  it('is every call that changes a factor, creates a token or reads a mailed link', () => {
    expect(sensitive.map(([name]) => name).sort()).toEqual([
      'audit.readMail',
      'auth.activateTwoFactor',
      'auth.createApiToken',
      'auth.createTwoFactor',
      'auth.deactivateTwoFactor',
      'auth.renewBackupCodes',
      'users.resetTwoFactor',
    ])
  })

  it('is refused eleven minutes after sign-in until the password is confirmed', async () => {
    const { access } = await aged((await newUser('admin')).refresh)
    for (const [name, endpoint] of sensitive) {
      const reply = await request(endpoint, access)
      const outcome = [reply.statusCode, errorOf(reply)?.code]
      expect(outcome, name).toEqual([403, 'password_confirmation_required'])
    }
    expect((await confirm(access)).statusCode).toBe(204)
    for (const [name, endpoint] of sensitive)
      expect((await request(endpoint, access)).statusCode, name).not.toBe(403)
  })

  it('works four minutes after a confirmation, and not after eleven', async () => {
    const { access, refresh } = await aged((await newUser()).refresh)
    await confirm(access)
    app.travel(4 * minute)
    expect((await makeToken(access)).statusCode).toBe(200)
    const later = await aged(refresh)
    expect(errorOf(await makeToken(later.access, 'second'))?.code).toBe('password_confirmation_required')
  })

  it('is refused with an API token of any scope', async () => {
    const { access } = await newUser('admin')
    for (const scope of ['read', 'read_write']) {
      const made = await post('/auth/api-tokens/', { name: scope, scope }, access)
      for (const [name, endpoint] of sensitive)
        expect((await request(endpoint, made.json().data.token)).statusCode, name).toBe(403)
      expect((await confirm(made.json().data.token)).statusCode).toBe(403)
    }
  })

  it('is refused to a sign-in by a mailed link, which has no password', async () => {
    const email = 'rita@example.com'
    await post('/auth/register/', { username: 'rita', name: 'Rita', email, password: testPassword })
    const link = await mailedLink(app, email, 'registration')
    const { access } = (await post('/auth/register/confirm/', link)).json()
    expect(errorOf(await makeToken(access))?.code).toBe('password_confirmation_required')
    await confirm(access)
    expect((await makeToken(access)).statusCode).toBe(200)
  })
})

describe('confirming the password', () => {
  it('counts for this sign-in alone', async () => {
    const user = await newUser()
    const other = await app.signIn(user.username)
    const mine = await aged(user.refresh)
    const theirs = (await post('/auth/login-refresh/', { refresh: other.refresh })).json()
    await confirm(mine.access)
    expect((await makeToken(mine.access)).statusCode).toBe(200)
    expect(errorOf(await makeToken(theirs.access, 'b'))?.code).toBe('password_confirmation_required')
  })

  it('rejects a wrong password, limits guesses, and keeps the sign-in', async () => {
    const { access } = await aged((await newUser()).refresh)
    const wrong = await confirm(access, { password: 'not this one' })
    expect([wrong.statusCode, errorOf(wrong)]).toMatchObject([
      400,
      { code: 'wrong_password', field: 'password' },
    ])
    expect(errorOf(await makeToken(access))?.code).toBe('password_confirmation_required')
    for (let guess = 0; guess < 9; guess += 1) await confirm(access, { password: `guess ${guess}` })
    expect((await confirm(access)).statusCode).toBe(429)
  })

  it('is audited without the typed password', async () => {
    const { access, username } = await newUser()
    await confirm(access)
    const { rows } = await app.database.query(
      `select l::text as line from audit_line l join app_user u on u.id = l.actor_id
       where u.username = $1 and l.action = 'password_confirmed'`,
      [username],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].line).not.toContain(testPassword)
  })

  it('needs a sign-in', async () => {
    expect((await post('/auth/confirm-password/', { password: testPassword })).statusCode).toBe(401)
  })
})

describe('with two-factor on', () => {
  let phone: Authenticator
  let access: string
  let refresh: string
  beforeEach(async () => {
    const user = await newUser()
    phone = await setUpTwoFactor(app, user.access)
    const old = await aged(user.refresh)
    access = old.access
    refresh = old.refresh
  })

  it('needs a code besides the password', async () => {
    const without = await confirm(access)
    expect([without.statusCode, errorOf(without)]).toMatchObject([400, { code: 'wrong_code', field: 'otp' }])
    expect(errorOf(await makeToken(access))?.code).toBe('password_confirmation_required')
    expect((await confirm(access, { otp: phone.code() })).statusCode).toBe(204)
    expect((await makeToken(access)).statusCode).toBe(200)
  })

  it('accepts the code of the confirmation once more for the call that required it', async () => {
    const otp = phone.code()
    await confirm(access, { otp })
    expect((await post('/auth/backup-codes/', { otp }, access)).statusCode).toBe(200)
    expect(errorOf(await post('/auth/backup-codes/', { otp }, access))?.code).toBe('wrong_code')
  })

  it('accepts a backup code of the confirmation once more to turn two-factor off', async () => {
    const [otp = ''] = phone.backupCodes
    await confirm(access, { otp })
    expect((await post('/auth/deactivate-2fa/', { otp }, access)).statusCode).toBe(204)
  })

  it('rejects that code from another sign-in', async () => {
    const otp = phone.code()
    await confirm(access, { otp })
    const [backup = ''] = phone.backupCodes
    const { rows } = await app.database.query('select user_id from sign_in where id = $1', [
      refresh.split('.')[0],
    ])
    const { rows: people } = await app.database.query('select username from app_user where id = $1', [
      rows[0].user_id,
    ])
    const challenge = await post('/auth/login/', { username: people[0].username, password: testPassword })
    const other = await post('/auth/verify-2fa/', { tfa_id: challenge.json().tfa_id, otp: backup })
    const replayed = await post('/auth/backup-codes/', { otp }, other.json().access)
    expect(errorOf(replayed)?.code).toBe('wrong_code')
  })
})
