import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: string

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'ivy', role: 'investor', familyId: await app.addFamily('Own') })
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, more: InjectOptions = {}) =>
  app.call({ method, url, as: ivy, ...more })

describe('an unknown field', () => {
  it.each([
    ['POST', '/api/positions/list/', { filters: { filter_acount: [] } }, 'filters.filter_acount'],
    ['POST', '/api/performance/', { settings: { perod: { name: 'ytd' } } }, 'settings.perod'],
    ['POST', '/api/performance/', { settings: { period: { nam: 'ytd' } } }, 'settings.period.nam'],
    ['POST', '/api/positions/list/?odrer_by=name', {}, 'odrer_by'],
    ['GET', '/api/jobs/?limt=5', undefined, 'limt'],
    ['PATCH', '/api/settings/', { curency: 'CHF' }, 'curency'],
    ['PATCH', '/api/settings/?currency=CHF', {}, 'currency'],
    ['GET', '/api/settings/?language=de', undefined, 'language'],
    ['POST', '/auth/sign-ins/end-others/', { dry_run: true }, 'dry_run'],
    ['GET', '/api/positions/search/?q=a&filter={"filter_account":[]}', undefined, 'filter.filter_account'],
  ] as const)('in %s %s %j is 400 and named', async (method, url, payload, field) => {
    const reply = await call(method, url, payload ? { payload } : {})
    expect([reply.statusCode, reply.json().errors]).toEqual([
      400,
      [{ code: 'invalid_field', field, message: expect.stringMatching(/^Unknown field. /) }],
    ])
  })

  it('is answered with the fields to choose from', async () => {
    const messages = async (...request: Parameters<typeof call>) =>
      (await call(...request)).json().errors.map((error: { message: string }) => error.message)
    expect(
      await messages('POST', '/api/cash/', { payload: { filter: {}, settings: { curr: 'CHF' } } }),
    ).toEqual([
      'Unknown field. Use one of: settings, filters, family.',
      'Unknown field. Use one of: period, transaction_types, currency, group_by.',
    ])
    expect(await messages('GET', '/api/settings/?x=1')).toEqual(['Unknown field. None is allowed here.'])
  })

  it('is named beside the fields that are missing or invalid', async () => {
    const { errors } = (
      await call('POST', '/api/templates/', { payload: { nmae: 'x', filterSector: ['moon'] } })
    ).json()
    expect(errors.map((error: { field: string }) => error.field).sort()).toEqual([
      'filterSector.0',
      'name',
      'nmae',
    ])
  })

  it('is one of twenty that are named, and cut', async () => {
    const payload = Object.fromEntries(
      Array.from({ length: 5000 }, (_, at) => [`${'x'.repeat(150)}.${at}`, 1]),
    )
    const { errors } = (await call('POST', '/api/cash/', { payload })).json()
    expect(errors).toHaveLength(20)
    const long = await call('POST', '/api/cash/', { payload: { ['y'.repeat(100_000)]: 1 } })
    expect(long.json().errors[0].field).toHaveLength(200)
  })

  it('is no subject for callers who may not call', async () => {
    const reply = await app.call({ method: 'PATCH', url: '/api/settings/?x=1', payload: { curency: 'CHF' } })
    expect([reply.statusCode, reply.json().errors[0].code]).toEqual([401, 'unauthenticated'])
    const forbidden = await call('PATCH', '/api/security/?x=1', { payload: { y: 1 } })
    expect([forbidden.statusCode, forbidden.json().errors[0].code]).toEqual([403, 'forbidden'])
  })
})

describe('a path with another method', () => {
  it.each([
    ['GET', '/api/positions/list/', 'POST'],
    ['DELETE', '/api/settings/', 'GET, HEAD, PATCH'],
    ['PUT', '/api/settings/?x=1', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/auth/login/', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['GET', `/api/templates/${crypto.randomUUID()}/`, 'DELETE, PATCH'],
    // A path of its own, although it looks like an id of another call.
    ['DELETE', '/api/positions/manage/list/', 'GET, HEAD'],
  ] as const)('as %s %s is 405 with Allow: %s', async (method, url, allow) => {
    const reply = await app.call({ method, url, as: ivy })
    expect([reply.statusCode, reply.headers.allow, reply.json().errors[0].code]).toEqual([
      405,
      allow,
      'method_not_allowed',
    ])
  })

  it('says to signed-out callers what the public reference says, and a malformed id stays 404', async () => {
    const listed = await app.call({ method: 'GET', url: '/api/positions/list/' })
    expect([listed.statusCode, listed.headers.allow]).toEqual([405, 'POST'])
    const own = await app.call({ method: 'DELETE', url: '/api/positions/manage/list/' })
    expect([own.statusCode, own.headers.allow]).toEqual([401, undefined])
    for (const url of ['/api/templates/x/', '/api/nothing/', '/api/settings', '/api/settings/x/']) {
      const reply = await call('DELETE', url)
      expect([reply.statusCode, reply.headers.allow], url).toEqual([404, undefined])
    }
  })
})

describe('the header Accept', () => {
  const type = async (accept: string, url = '/api/positions/list/') => {
    const reply = await call('POST', url, { payload: {}, headers: { accept } })
    return `${reply.statusCode} ${reply.headers['content-type']?.toString().split(';')[0]}`
  }

  it('chooses by weight between JSON and CSV', async () => {
    expect(await type('application/json;q=0.4, text/csv;q=0.5')).toBe('200 text/csv')
    expect(await type('text/csv;q=0.4, application/json;q=0.5')).toBe('200 application/json')
    expect(await type('text/*;q=0.5, */*;q=0.1')).toBe('200 text/csv')
    expect(await type('text/html, */*;q=0.1')).toBe('200 application/json')
  })

  it('is 406 only if no type fits, and not where there is one type', async () => {
    expect(await type('image/png')).toBe('406 application/json')
    expect(await type('text/csv;q=0, application/json;q=0')).toBe('406 application/json')
    expect(await type('image/png', '/api/performance/')).toBe('200 application/json')
  })
})
