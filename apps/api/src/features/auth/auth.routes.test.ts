import { accessCookie, clientHeader, refreshCookie, webClient } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let app: TestApp
const web = { [clientHeader]: webClient }
const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
})
afterAll(() => app.close())

function login(username: string, password: string, headers = {}): Promise<LightMyRequestResponse> {
  return app.call({ method: 'POST', url: '/auth/login/', payload: { username, password }, headers })
}
function refresh(token: string, at: 0 | 1 = 0): Promise<LightMyRequestResponse> {
  return app.call({ method: 'POST', url: '/auth/login-refresh/', payload: { refresh: token }, at })
}
function verify(token: string): Promise<LightMyRequestResponse> {
  return app.call({ method: 'POST', url: '/auth/login-verify/', payload: { token } })
}
function cookieOf(reply: LightMyRequestResponse, name: string) {
  return reply.cookies.find(cookie => cookie.name === name)
}

describe('signing in', () => {
  it('accepts the username in any case, or the e-mail address', async () => {
    for (const name of ['ivy', 'IVY', ' ivy ', 'Ivy@Example.com'])
      expect((await login(name, testPassword)).statusCode, name).toBe(200)
  })

  it('returns both tokens under both names to an API client, and no cookie', async () => {
    const reply = await login('ivy', testPassword)
    const { access, refresh: refreshToken, access_token, refresh_token } = reply.json()
    expect(access).toBe(access_token)
    expect(refreshToken).toBe(refresh_token)
    expect(reply.cookies).toEqual([])
  })

  it('sets cookies for the web client, with the refresh token hidden from scripts', async () => {
    const reply = await login('ivy', testPassword, web)
    expect(reply.json()).not.toHaveProperty('refresh')
    expect(cookieOf(reply, accessCookie)).toMatchObject({
      value: reply.json().access,
      path: '/',
      sameSite: 'Strict',
    })
    expect(cookieOf(reply, accessCookie)).not.toHaveProperty('httpOnly')
    expect(cookieOf(reply, refreshCookie)).toMatchObject({
      path: '/auth/',
      sameSite: 'Strict',
      httpOnly: true,
    })
  })

  it('marks cookies Secure under an https address, even if the proxy does not forward the protocol', async () => {
    for (const [publicUrl, isSecure] of [
      ['https://plumbline.example', true],
      ['http://127.0.0.1:4000', undefined],
    ] as const) {
      const served = await createTestApp({ publicUrl })
      await served.addUser({ username: 'ada', role: 'admin' })
      const payload = { username: 'ada', password: testPassword }
      const reply = await served.call({ method: 'POST', url: '/auth/login/', payload, headers: web })
      // Access and refresh token, and the device id.
      expect(reply.cookies.map(cookie => cookie.secure)).toEqual([isSecure, isSecure, isSecure])
      const out = await served.call({ method: 'POST', url: '/auth/logout/', payload: {}, headers: web })
      expect(out.cookies.map(cookie => cookie.secure)).toEqual([isSecure, isSecure])
      await served.close()
    }
  })

  it('replies identically to a wrong password and to an unknown user', async () => {
    const wrong = await login('ivy', 'not the password')
    const unknown = await login('nobody', 'not the password')
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      errors: [{ code: 'login_failed', message: 'Ooops, login failed. Please try again later.' }],
    })
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body])
  })

  it('names the missing field', async () => {
    const reply = await app.call({ method: 'POST', url: '/auth/login/', payload: { username: 'ivy' } })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].field).toBe('password')
  })

  it('is refused for disabled users and for users without a password', async () => {
    await app.addUser({ username: 'dora', role: 'admin' })
    await app.database.query("update app_user set disabled_at = now() where username = 'dora'")
    await app.addUser({ username: 'penny', role: 'admin' })
    await app.database.query("update app_user set password_hash = null where username = 'penny'")
    expect((await login('dora', testPassword)).statusCode).toBe(401)
    expect((await login('penny', testPassword)).statusCode).toBe(401)
    expect((await login('penny', 'null')).statusCode).toBe(401)
  })

  it('stores an Argon2id hash of the password, and only hashes of tokens', async () => {
    const tokens = await app.signIn('ivy')
    await app.addUser({ username: 'hugo', role: 'admin' })
    await app.call({
      method: 'POST',
      url: '/auth/change-password/',
      payload: { old_password: testPassword, new_password: 'quite another one' },
      as: (await app.signIn('hugo')).access,
    })
    const { rows } = await app.database.query("select password_hash from app_user where username = 'hugo'")
    expect(rows[0].password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const dump = JSON.stringify((await app.database.query('select * from sign_in')).rows)
    expect(dump).not.toContain(tokens.refresh.split('.')[1])
  })

  it('is written to the audit log', async () => {
    const count = async () =>
      (await app.database.query("select from audit_line where action = 'sign_in'")).rowCount ?? 0
    const before = await count()
    await app.signIn('ivy')
    expect(await count()).toBe(before + 1)
  })
})

describe('an access token', () => {
  it('is valid for five minutes', async () => {
    const { access } = await app.signIn('ivy')
    expect((await verify(access)).statusCode).toBe(200)
    app.travel(4.9 * minute)
    expect((await app.call({ method: 'GET', url: '/api/settings/', as: access })).statusCode).toBe(200)
    app.travel(0.2 * minute)
    expect((await verify(access)).statusCode).toBe(401)
    expect((await app.call({ method: 'GET', url: '/api/settings/', as: access })).statusCode).toBe(401)
  })

  it('is refused if we did not issue it as an access token', async () => {
    const { access, refresh: refreshToken } = await app.signIn('ivy')
    const [header, payload, signature] = access.split('.')
    const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url')
    const foreign = await new SignJWT({ sid: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setSubject(crypto.randomUUID())
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(new Uint8Array(32))
    const hostile = [
      `${none}.${payload}.`,
      `${header}.${payload}.${signature?.slice(1)}`,
      foreign,
      refreshToken,
      'x',
      '',
    ]
    for (const token of hostile) {
      expect((await verify(token)).statusCode, token).toBe(401)
      expect((await app.call({ method: 'GET', url: '/api/settings/', as: token })).statusCode, token).toBe(
        401,
      )
    }
  })

  it('is not accepted from a cookie alone', async () => {
    const { access } = await app.signIn('ivy')
    const reply = await app.call({
      method: 'GET',
      url: '/api/settings/',
      cookies: { [accessCookie]: access },
    })
    expect(reply.statusCode).toBe(401)
  })
})

describe('refreshing', () => {
  it('returns a new pair and keeps the session alive on every server', async () => {
    const first = await app.signIn('ivy')
    const reply = await refresh(first.refresh, 1)
    expect(reply.statusCode).toBe(200)
    expect(reply.json().refresh).not.toBe(first.refresh)
    expect(
      (await app.call({ method: 'GET', url: '/api/settings/', as: reply.json().access })).statusCode,
    ).toBe(200)
  })

  it('accepts the other field name too, but not both at once', async () => {
    const { refresh: token } = await app.signIn('ivy')
    const call = (payload: object) => app.call({ method: 'POST', url: '/auth/login-refresh/', payload })
    expect((await call({ refresh: token, refresh_token: token })).statusCode).toBe(400)
    expect((await call({ refresh_token: token })).statusCode).toBe(200)
  })

  it('from many tabs on two servers leaves one valid chain of tokens', async () => {
    const { refresh: token } = await app.signIn('ivy')
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, i) => refresh(token, i % 2 === 0 ? 0 : 1)),
    )
    expect(replies.map(reply => reply.statusCode)).toEqual(Array(12).fill(200))
    expect(new Set(replies.map(reply => reply.json().refresh)).size).toBe(1)
    expect((await refresh(replies[0]?.json().refresh)).statusCode).toBe(200)
  })

  it('with a spent token after the grace period ends that sign-in and no other', async () => {
    const other = await app.signIn('ivy')
    const { refresh: stolen } = await app.signIn('ivy')
    const { refresh: current, access } = (await refresh(stolen)).json()
    app.travel(11 * second)
    expect((await refresh(stolen)).statusCode).toBe(401)
    expect((await refresh(current)).statusCode).toBe(401)
    expect((await verify(access)).statusCode).toBe(401)
    expect((await refresh(other.refresh)).statusCode).toBe(200)
  })

  it('is possible for fourteen days without use', async () => {
    const kept = await app.signIn('ivy')
    app.travel(13.9 * day)
    const renewed = await refresh(kept.refresh)
    expect(renewed.statusCode).toBe(200)
    app.travel(14.1 * day)
    expect((await refresh(renewed.json().refresh)).statusCode).toBe(401)
  })

  it('reads the cookie of the web client, but not for a page of another origin', async () => {
    const reply = await login('ivy', testPassword, web)
    const cookies = { [refreshCookie]: cookieOf(reply, refreshCookie)?.value ?? '' }
    const call = (headers: Record<string, string>) =>
      app.call({ method: 'POST', url: '/auth/login-refresh/', payload: {}, cookies, headers })
    expect((await call({})).statusCode).toBe(401)
    expect((await call({ ...web, origin: 'https://elsewhere.example' })).statusCode).toBe(403)
    const renewed = await call({ ...web, origin: 'http://localhost:80', host: 'localhost:80' })
    expect(renewed.statusCode).toBe(200)
    expect(cookieOf(renewed, refreshCookie)?.value).not.toBe(cookies[refreshCookie])
  })

  it('clears both cookies of the web client when it fails', async () => {
    const cookies = { [refreshCookie]: 'spent' }
    const reply = await app.call({
      method: 'POST',
      url: '/auth/login-refresh/',
      payload: {},
      cookies,
      headers: web,
    })
    expect(reply.statusCode).toBe(401)
    expect(cookieOf(reply, accessCookie)?.value).toBe('')
    expect(cookieOf(reply, refreshCookie)?.value).toBe('')
  })
})

describe('signing out', () => {
  it('ends the sign-in on every server', async () => {
    const { access, refresh: token } = await app.signIn('ivy')
    const reply = await app.call({ method: 'POST', url: '/auth/logout/', payload: { refresh: token } })
    expect(reply.statusCode).toBe(204)
    expect((await app.call({ method: 'GET', url: '/api/settings/', as: access, at: 1 })).statusCode).toBe(401)
    expect((await refresh(token)).statusCode).toBe(401)
  })

  it('works with the access token alone, and is idempotent', async () => {
    const { access, refresh: token } = await app.signIn('ivy')
    for (const _ of [1, 2]) {
      const reply = await app.call({ method: 'POST', url: '/auth/logout/', payload: {}, as: access })
      expect(reply.statusCode).toBe(204)
    }
    expect((await refresh(token)).statusCode).toBe(401)
  })

  it('leaves other sign-ins alone, whatever the request contains', async () => {
    const { access, refresh: token } = await app.signIn('ivy')
    const forged = `${token.split('.')[0]}.${Buffer.alloc(32).toString('base64url')}`
    await app.call({ method: 'POST', url: '/auth/logout/', payload: { refresh: forged } })
    expect((await verify(access)).statusCode).toBe(200)
  })
})
