import { allEndpoints, hasRole } from '@plumbline/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/outbox.ts'
import { generateCode, setUpTwoFactor } from '../../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
const minute = 60_000

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
})
afterAll(() => app.close())

/** Each test uses its own address, so that tests do not share tries. */
let here: string
let tests = 0
/** Where users sign in and set up what they need. */
const atHome = '127.0.0.1'
beforeEach(() => {
  tests += 1
  here = `10.0.0.${tests}`
})

let count = 0
async function newUser() {
  count += 1
  const user = await app.addUser({ username: `user${count}`, role: 'investor', familyId: family })
  return { ...user, ...(await app.signIn(user.username)) }
}
const post = (url: string, payload: object, as?: string, more: { at?: 0 | 1; remoteAddress?: string } = {}) =>
  app.call({ method: 'POST', url, payload, remoteAddress: here, ...(as ? { as } : {}), ...more })
const login = (username: string, remoteAddress?: string) =>
  post(
    '/auth/login/',
    { username, password: testPassword },
    undefined,
    remoteAddress ? { remoteAddress } : {},
  )
const verify = (tfaId: string, otp: string, more: { at?: 0 | 1; remoteAddress?: string } = {}) =>
  post('/auth/verify-2fa/', { tfa_id: tfaId, otp }, undefined, more)
const settings = async (as: string, at: 0 | 1 = 0) =>
  app.call({ method: 'GET', url: '/api/settings/', as, at })
const codeIn = (reply: { json(): { errors: { code: string }[] } }) => reply.json().errors[0]?.code

describe('setting up two-factor', () => {
  it('shows the key once, and returns ten backup codes of more than 64 bits with the first valid code', async () => {
    const user = await newUser()
    const { otp_auth_url, secret } = (await post('/auth/create-2fa/', {}, user.access)).json().data
    expect(otp_auth_url).toMatch(/^otpauth:\/\/totp\/Plumbline:user1\?/)
    expect(otp_auth_url).toContain(`secret=${secret}`)
    const wrong = await post('/auth/activate-2fa/', { otp: '000000' }, user.access)
    expect([wrong.statusCode, wrong.json().errors[0]]).toMatchObject([
      400,
      { code: 'wrong_code', field: 'otp' },
    ])
    expect((await settings(user.access)).json().data.settings.is_mfa_active).toBe(false)
    const right = await post('/auth/activate-2fa/', { otp: generateCode(secret, app.now()) }, user.access)
    const codes: string[] = right.json().data.backup_codes
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}-[0-9a-z]{5}$/)
    expect((await settings(user.access)).json().data.settings.is_mfa_active).toBe(true)
    expect(codeIn(await post('/auth/create-2fa/', {}, user.access))).toBe('two_factor_on')
    expect(codeIn(await post('/auth/activate-2fa/', { otp: '123456' }, user.access))).toBe('two_factor_on')
    expect((await mailsTo(app, 'user1@example.com')).map(mail => mail.kind)).toContain('two_factor_on')
  })

  it('stores neither key nor codes in readable form', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    let dump = ''
    for (const table of ['two_factor', 'backup_code', 'audit_line', 'mail'])
      dump += JSON.stringify((await app.database.query(`select t::text as row from ${table} t`)).rows)
    for (const secret of [phone.key, ...phone.backupCodes]) {
      expect(dump).not.toContain(secret)
      expect(dump).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  it('names the field of a malformed code, and needs a sign-in', async () => {
    const user = await newUser()
    const reply = await post('/auth/activate-2fa/', { otp: '12' }, user.access)
    expect([reply.statusCode, reply.json().errors[0].field]).toEqual([400, 'otp'])
    expect((await post('/auth/create-2fa/', {})).statusCode).toBe(401)
  })
})

describe('signing in with two-factor', () => {
  it('needs the password and then a code; the password alone opens no session', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    const first = await login(user.username)
    expect(Object.keys(first.json())).toEqual(['tfa_id'])
    const { tfa_id } = first.json()
    expect((await settings(tfa_id)).statusCode).toBe(401)
    expect((await post('/auth/login-refresh/', { refresh: tfa_id })).statusCode).toBe(401)
    expect((await post('/auth/create-2fa/', {}, tfa_id)).statusCode).toBe(401)
    expect(codeIn(await verify(tfa_id, '000000'))).toBe('wrong_code')
    const second = await verify(tfa_id, phone.nextCode(), { at: 1 })
    expect(second.statusCode).toBe(200)
    expect((await settings(second.json().access)).statusCode).toBe(200)
    expect(codeIn(await verify(tfa_id, phone.nextCode()))).toBe('session_expired')
  })

  it('rejects a used code on every server', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    expect(codeIn(await verify((await login(user.username)).json().tfa_id, phone.code()))).toBe('wrong_code')
    const code = phone.nextCode()
    expect((await verify((await login(user.username)).json().tfa_id, code)).statusCode).toBe(200)
    expect(codeIn(await verify((await login(user.username)).json().tfa_id, code, { at: 1 }))).toBe(
      'wrong_code',
    )
    expect(codeIn(await post('/auth/deactivate-2fa/', { otp: code }, user.access))).toBe('wrong_code')
  })

  it('accepts codes of the adjacent time steps only', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    app.travel(3 * minute)
    const at = (steps: number) => generateCode(phone.key, new Date(app.now().getTime() + steps * 30_000))
    const { tfa_id } = (await login(user.username)).json()
    expect(codeIn(await verify(tfa_id, at(-2)))).toBe('wrong_code')
    expect(codeIn(await verify(tfa_id, at(2)))).toBe('wrong_code')
    expect((await verify(tfa_id, at(-1))).statusCode).toBe(200)
    expect((await verify((await login(user.username)).json().tfa_id, at(1))).statusCode).toBe(200)
  })

  it('accepts a code once of fifty concurrent uses on two servers', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    for (let trial = 0; trial < 4; trial += 1) {
      const challenges = await Promise.all(Array.from({ length: 8 }, () => login(user.username)))
      const ids: string[] = challenges.map(reply => reply.json().tfa_id)
      const code = phone.nextCode()
      const replies = await Promise.all(
        Array.from({ length: 50 }, (_, i) => verify(ids[i % 8] ?? '', code, { at: i % 2 === 0 ? 0 : 1 })),
      )
      expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
      expect(replies.every(reply => [200, 400, 401, 429].includes(reply.statusCode))).toBe(true)
      app.travel(11 * minute)
    }
  })

  it('expires the challenge after five minutes, and on a password change', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    const late = (await login(user.username)).json().tfa_id
    app.travel(5.1 * minute)
    expect(codeIn(await verify(late, phone.code()))).toBe('session_expired')
    const { access } = (await verify((await login(user.username)).json().tfa_id, phone.nextCode())).json()
    const stolen = (await login(user.username)).json().tfa_id
    const changed = await post(
      '/auth/change-password/',
      { old_password: testPassword, new_password: 'quite another one', otp: phone.nextCode() },
      access,
    )
    expect(changed.statusCode).toBe(204)
    expect(codeIn(await verify(stolen, phone.nextCode()))).toBe('session_expired')
  })

  it('rejects codes of another user', async () => {
    const user = await newUser()
    const other = await newUser()
    await setUpTwoFactor(app, user.access)
    const phone = await setUpTwoFactor(app, other.access)
    expect(codeIn(await verify((await login(user.username)).json().tfa_id, phone.nextCode()))).toBe(
      'wrong_code',
    )
    const [backup = ''] = phone.backupCodes
    expect(codeIn(await verify((await login(user.username)).json().tfa_id, backup))).toBe('wrong_code')
  })

  it('evaluates ten guesses and then one a minute', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    let evaluated = 0
    for (let i = 0; i < 30; i += 1) {
      const remoteAddress = `10.9.0.${i}`
      const { tfa_id } = (await login(user.username, remoteAddress)).json()
      const reply = await verify(tfa_id, '000000', { at: i % 2 === 0 ? 0 : 1, remoteAddress })
      if (reply.statusCode === 400) evaluated += 1
      else expect([reply.statusCode, Number(reply.headers['retry-after']) > 0]).toEqual([429, true])
    }
    expect(evaluated).toBe(10)
    // The owner signs in with the phone from a known place, and with a backup code from anywhere.
    const challenge = (await login(user.username, atHome)).json().tfa_id
    expect((await verify(challenge, phone.nextCode(), { remoteAddress: atHome })).statusCode).toBe(200)
    const { tfa_id } = (await login(user.username, '10.8.0.1')).json()
    const [backup = ''] = phone.backupCodes
    expect((await verify(tfa_id, backup, { remoteAddress: '10.8.0.1' })).statusCode).toBe(200)
  })
})

describe('backup codes', () => {
  it('work once each, even under fifty concurrent uses, in any case and without dashes', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    const [one = '', two = ''] = phone.backupCodes
    const challenges = await Promise.all([1, 2, 3, 4].map(() => login(user.username)))
    const ids: string[] = challenges.map(reply => reply.json().tfa_id)
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, i) => verify(ids[i % 4] ?? '', one, { at: i % 2 === 0 ? 0 : 1 })),
    )
    expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
    app.travel(15 * minute)
    const again = (await login(user.username)).json().tfa_id
    expect((await verify(again, two.toUpperCase().replaceAll('-', ''))).statusCode).toBe(200)
    const { access } = (await verify((await login(user.username)).json().tfa_id, phone.nextCode())).json()
    const left = await app.call({ method: 'GET', url: '/auth/backup-codes/', as: access })
    expect(left.json().data.remaining).toBe(8)
  })

  it('are renewed with a code, which voids the old ones', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    expect(codeIn(await post('/auth/backup-codes/', { otp: '000000' }, user.access))).toBe('wrong_code')
    const renewed = await post('/auth/backup-codes/', { otp: phone.nextCode() }, user.access)
    const fresh: string[] = renewed.json().data.backup_codes
    expect(fresh).toHaveLength(10)
    const { tfa_id } = (await login(user.username)).json()
    expect(codeIn(await verify(tfa_id, phone.backupCodes[0] ?? ''))).toBe('wrong_code')
    expect((await verify(tfa_id, fresh[0] ?? '')).statusCode).toBe(200)
  })

  it('do not exist without two-factor', async () => {
    const user = await newUser()
    expect(codeIn(await post('/auth/backup-codes/', { otp: '123456' }, user.access))).toBe('two_factor_off')
    expect(codeIn(await post('/auth/deactivate-2fa/', { otp: '123456' }, user.access))).toBe('two_factor_off')
  })
})

describe('turning two-factor on or off', () => {
  it('ends all other sign-ins on every server', async () => {
    const user = await newUser()
    const before = await app.signIn(user.username)
    const phone = await setUpTwoFactor(app, user.access)
    for (const at of [0, 1] as const) expect((await settings(before.access, at)).statusCode).toBe(401)
    expect((await post('/auth/login-refresh/', { refresh: before.refresh })).statusCode).toBe(401)
    expect((await settings(user.access, 1)).statusCode).toBe(200)
    const other = (await verify((await login(user.username)).json().tfa_id, phone.nextCode())).json()
    const off = await post('/auth/deactivate-2fa/', { otp: phone.nextCode() }, user.access)
    expect(off.statusCode).toBe(204)
    for (const at of [0, 1] as const) expect((await settings(other.access, at)).statusCode).toBe(401)
    expect((await settings(user.access)).statusCode).toBe(200)
    expect((await login(user.username)).json()).toHaveProperty('access')
  })

  it('is not possible if it is required', async () => {
    const user = await newUser()
    const phone = await setUpTwoFactor(app, user.access)
    await app.database.query('update app_user set two_factor_required = true where id = $1', [user.id])
    const off = await post('/auth/deactivate-2fa/', { otp: phone.nextCode() }, user.access)
    expect([off.statusCode, codeIn(off)]).toEqual([403, 'two_factor_required'])
  })
})

describe('required but missing two-factor', () => {
  it('leaves only setup, settings and sign-out open', async () => {
    const user = await newUser()
    await app.database.query('update app_user set two_factor_required = true where id = $1', [user.id])
    const open: string[] = []
    for (const [name, endpoint] of allEndpoints()) {
      if (endpoint.may === 'anyone' || !hasRole('investor', endpoint.may)) continue
      const url = endpoint.path.replaceAll(/:\w+/g, crypto.randomUUID())
      const body = endpoint.method === 'GET' ? {} : { payload: {} }
      const reply = await app.call({ method: endpoint.method, url, as: user.access, ...body })
      if (reply.statusCode !== 403 || codeIn(reply) !== 'two_factor_setup_required') open.push(name)
    }
    expect(open.sort()).toEqual([
      'auth.activateTwoFactor',
      'auth.confirmPassword',
      'auth.createTwoFactor',
      'settings.read',
    ])
    expect((await settings(user.access)).json().data.settings.is_mfa_required).toBe(true)
    await setUpTwoFactor(app, user.access)
    const list = await app.call({ method: 'GET', url: '/auth/sign-ins/', as: user.access })
    expect(list.statusCode).toBe(200)
    expect((await post('/auth/logout/', {}, user.access)).statusCode).toBe(204)
  })

  it('can be required by the family or the role', async () => {
    const guarded = await app.addFamily('Guarded')
    await app.database.query('update family set two_factor_required = true where id = $1', [guarded])
    await app.addUser({ username: 'gus', role: 'investor', familyId: guarded })
    await app.addUser({ username: 'show', role: 'demo', familyId: guarded })
    await app.addUser({ username: 'avi', role: 'adviser' })
    const list = (as: string) => app.call({ method: 'POST', url: '/api/accounts/list/', payload: {}, as })
    expect(codeIn(await list((await app.signIn('gus')).access))).toBe('two_factor_setup_required')
    expect((await list((await app.signIn('show')).access)).statusCode).not.toBe(403)
    const avi = (await app.signIn('avi')).access
    expect((await list(avi)).statusCode).not.toBe(403)
    await app.database.query("update security_rules set two_factor_roles = '{adviser}'")
    expect(codeIn(await list(avi))).toBe('two_factor_setup_required')
    await app.database.query("update security_rules set two_factor_roles = '{}'")
  })
})
