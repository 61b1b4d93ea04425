import { allEndpoints, type Endpoint, hasRole, type Role, roles } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let app: TestApp
const tokenOf = new Map<Role, string>()

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Own')
  for (const role of roles) {
    const isStaff = role === 'admin' || role === 'adviser'
    await app.addUser({ username: `${role}-user`, role, ...(isStaff ? {} : { familyId: family }) })
    tokenOf.set(role, (await app.signIn(`${role}-user`)).access)
  }
})
afterAll(() => app.close())

function ask({ method, path }: Endpoint, as?: string) {
  const url = path.replaceAll(/:\w+/g, crypto.randomUUID())
  const payload = method === 'GET' ? {} : { payload: {} }
  return app.call({ method, url, ...payload, ...(as ? { as } : {}) })
}

describe.each(allEndpoints())('%s', (_name, endpoint) => {
  const { may } = endpoint
  if (may === 'anyone') {
    it('asks nobody to sign in', async () => {
      expect((await ask(endpoint)).body).not.toContain('"code":"unauthenticated"')
    })
    return
  }

  it('is closed to whoever is not signed in', async () => {
    const reply = await ask(endpoint)
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([401, 'unauthenticated'])
  })

  it('admits the roles of its policy and no others', async () => {
    for (const role of roles) {
      const { statusCode } = await ask(endpoint, tokenOf.get(role))
      if (hasRole(role, may)) expect([401, 403], role).not.toContain(statusCode)
      else expect(statusCode, role).toBe(403)
    }
  })
})

describe('every reply', () => {
  it('carries the security headers, whatever its status', async () => {
    for (const url of ['/healthz', '/api/settings/', '/api/nothing/', '/api/internal/settings', '/nothing']) {
      const { headers } = await app.call({ method: 'GET', url })
      expect(headers['content-security-policy'], url).toContain("script-src 'self'")
      expect(headers['content-security-policy'], url).not.toContain('unsafe')
      expect(headers['x-content-type-options'], url).toBe('nosniff')
      expect(headers['cache-control'], url).toBe('no-store')
    }
  })

  it('to a body that is no JSON, too large or of another kind is a clear refusal', async () => {
    const call = (payload: string, type: string) =>
      app.call({ method: 'POST', url: '/auth/login/', payload, headers: { 'content-type': type } })
    expect((await call('{"a":', 'application/json')).statusCode).toBe(400)
    expect((await call('<a/>', 'application/xml')).statusCode).toBe(415)
    expect((await call(JSON.stringify('x'.repeat(1_100_000)), 'application/json')).statusCode).toBe(413)
    expect((await call('{"__proto__":{"admin":true}}', 'application/json')).statusCode).toBe(400)
  })

  it('to a path that does not exist is 404 in our own shape', async () => {
    const reply = await app.call({ method: 'GET', url: '/api/nothing/' })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([404, 'not_found'])
  })
})
