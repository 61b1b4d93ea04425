import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('every reply', () => {
  it('carries the security headers with any status', async () => {
    for (const url of ['/healthz', '/api/settings/', '/api/nothing/', '/api/internal/settings', '/nothing']) {
      const { headers } = await app.call({ method: 'GET', url })
      expect(headers['content-security-policy'], url).toContain("script-src 'self'")
      expect(headers['content-security-policy'], url).not.toContain('unsafe')
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['cache-control'], url).toBe('no-store')
      expect(headers['x-request-id'], url).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('to a body that is invalid, too large or of an unsupported type is an error', async () => {
    const call = (payload: string, type: string) =>
      app.call({ method: 'POST', url: '/auth/login/', payload, headers: { 'content-type': type } })
    expect((await call('{"a":', 'application/json')).statusCode).toBe(400)
    expect((await call('<a/>', 'application/xml')).statusCode).toBe(415)
    expect((await call(JSON.stringify('x'.repeat(1_100_000)), 'application/json')).statusCode).toBe(413)
    expect((await call('{"__proto__":{"admin":true}}', 'application/json')).statusCode).toBe(400)
  })

  it('to a text with a NUL character is 400', async () => {
    const login = await app.call({
      method: 'POST',
      url: '/auth/login/',
      payload: { username: 'a\u0000b', password: 'x' },
    })
    const reset = await app.call({
      method: 'POST',
      url: '/auth/reset-password/',
      payload: { email: 'a\u0000' },
    })
    expect([login.statusCode, reset.statusCode]).toEqual([400, 400])
  })

  it('to a text with a lone surrogate names the field', async () => {
    for (const half of ['a\\ud800', '\\ude00a']) {
      const reply = await app.call({
        method: 'POST',
        url: '/auth/login/',
        payload: `{"username":"${half}","password":"x"}`,
        headers: { 'content-type': 'application/json' },
      })
      const message = 'Contains an invalid character.'
      expect([reply.statusCode, reply.json().errors]).toEqual([
        400,
        [{ code: 'invalid_field', field: 'username', message }],
      ])
    }
  })

  it('to an unknown path is 404 with an error code', async () => {
    const reply = await app.call({ method: 'GET', url: '/api/nothing/' })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([404, 'not_found'])
  })
})
