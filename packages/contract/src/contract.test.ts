import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, contract } from './contract.ts'
import { type Endpoint, isCompressible, isRead } from './core/endpoint.ts'
import { listErrors, roleRefusal } from './core/endpoint-errors.ts'
import { errorCatalogue } from './core/errors.ts'
import { isCreating } from './core/idempotency.ts'
import { hasRole } from './core/policy.ts'

/** The calls that the specification names. */
const specified = `
POST /auth/login/
POST /auth/verify-2fa/
POST /auth/login-verify/
POST /auth/login-refresh/
POST /auth/logout/
POST /auth/reset-password/
POST /auth/create-2fa/
POST /auth/activate-2fa/
POST /auth/deactivate-2fa/
POST /auth/change-password/
POST /auth/change-email/
POST /api/accounts/list/
POST /api/families/list/
POST /api/users/list/
POST /api/families/:id/
DELETE /api/users/:id/
DELETE /api/accounts/:id/
DELETE /api/families/:id/
GET /api/positions/manage/list/
GET /api/positions/manage/:id/
GET /api/positions/manage/form_fields/
POST /api/positions/manage/
POST /api/positions/manage/:id/
DELETE /api/positions/manage/:id/
POST /api/positions/list/
POST /api/positions/best-worst/
POST /api/positions/:id/
GET /api/positions/search/
POST /api/linked-positions/
POST /api/linked-position/
POST /api/cash/
POST /api/grouped/
POST /api/grouped/detail/
POST /api/performance/
POST /api/performance/currency-movers/
POST /api/status/
POST /api/events/
POST /api/fees/
POST /api/fees/detail/
POST /api/transactions/list/
POST /api/transactions/list/:positionId/
GET /api/user-tasks/
POST /api/user-tasks/
GET /api/user-tasks/:id/
PATCH /api/user-tasks/:id/
DELETE /api/user-tasks/:id/
GET /api/user-tasks/form_fields/
GET /api/reports/
POST /api/reports/
PATCH /api/reports/:id/
DELETE /api/reports/:id/
POST /api/reports/:id/pdf/
POST /api/strategy/list/
POST /api/strategy/
POST /api/strategy/:id/
PATCH /api/strategy/:id/
DELETE /api/strategy/:id/
POST /api/strategy/:id/position/
DELETE /api/strategy/:id/position/
GET /api/watchlist/tickers/
GET /api/watchlist/tickers/:id/price-history/
GET /api/watchlist/user/tickers/
POST /api/watchlist/user/tickers/
PATCH /api/watchlist/user/tickers/:id/
DELETE /api/watchlist/user/tickers/:id/
GET /api/settings/
PATCH /api/settings/
GET /api/internal/settings
`
  .trim()
  .split('\n')

const calls = allEndpoints()
const addresses = calls.map(([, { method, path }]) => `${method} ${path}`)

describe('the contract', () => {
  it('declares every call of the specification', () => {
    expect(specified).toHaveLength(68)
    expect(specified.filter(address => !addresses.includes(address))).toEqual([])
  })

  it('declares no call twice, regardless of parameter names', () => {
    const anonymous = addresses.map(address => address.replaceAll(/:\w+/g, ':'))
    expect(new Set(anonymous).size).toBe(anonymous.length)
  })

  it('declares no call object under two names, because the server binds handlers by object', () => {
    expect(new Set(calls.map(([, call]) => call)).size).toBe(calls.length)
  })
})

describe('every call', () => {
  it('has the same path parameters in path and schema', () => {
    for (const [name, { path, params }] of calls) {
      const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
      expect(Object.keys(params?.shape ?? {}).sort(), name).toEqual(inPath.sort())
    }
  })

  it('has a trailing slash, unless the specification differs', () => {
    for (const [name, { path }] of calls) {
      expect(path, name).toMatch(/^\/(?:api|auth)\//)
      expect(path.endsWith('/'), name).toBe(path !== '/api/internal/settings')
    }
  })

  it('has a summary of one or two short sentences', () => {
    for (const [name, { summary }] of calls) {
      expect(summary, name).toMatch(/^[A-Z].*\.$/)
      expect(summary.length, name).toBeLessThan(120)
    }
  })

  it('declares only errors of the catalogue', () => {
    for (const [name, call] of calls)
      for (const code of listErrors(call)) expect(errorCatalogue, name).toHaveProperty(code)
  })

  it('has no body with GET, and never a body and a file', () => {
    for (const [name, { method, body, upload, reads }] of calls) {
      if (method === 'GET') expect([body, upload, reads], name).toEqual([undefined, undefined, undefined])
      expect(body !== undefined && upload !== undefined, name).toBe(false)
    }
  })

  it('declares `creates` exactly if it is a POST that is not a read', () => {
    for (const [name, { method, reads, creates }] of calls) {
      if (method === 'POST' && !reads) expect(creates, name).toBeDefined()
      if (method !== 'POST') expect(creates, name).toBeUndefined()
    }
  })

  it('requires a signed-in user as owner of the Idempotency-Key if it creates something', () => {
    for (const [name, call] of calls) if (isCreating(call)) expect(call.may, name).not.toBe('anyone')
  })

  it('is a read if the demo may make it', () => {
    for (const [name, call] of calls)
      if (call.may !== 'anyone' && hasRole('demo', call.may)) expect(isRead(call), name).toBe(true)
  })

  it('is not compressed if its reply contains a field for a token, link, code or key', () => {
    const secret = /^(.*_)?(token|secret|link|links|codes|password|otp|uri|url|access|refresh)$/
    const declaresNoSecret = new Set(['has_link', 'has_secret'])
    for (const [name, call] of calls) {
      // What anyone may read is no secret.
      if (!call.reply || call.may === 'anyone' || !isCompressible(call)) continue
      const schema = JSON.stringify(z.toJSONSchema(call.reply, { unrepresentable: 'any' }))
      const fields = [...schema.matchAll(/"([a-z_0-9]+)":\{/g)].map(match => match[1] ?? '')
      expect([name, ...fields.filter(each => secret.test(each) && !declaresNoSecret.has(each))]).toEqual([
        name,
      ])
    }
    expect(isCompressible(contract.audit.readMail)).toBe(false)
    expect(isCompressible(contract.overview.performance)).toBe(true)
  })
})

describe('the demo', () => {
  const { positions, linkedPositions, transactions, assets, explain, strategies } = contract

  it('cannot read position details', () => {
    for (const call of [positions.detail, linkedPositions.list, transactions.ofPosition, assets.read]) {
      expect(hasRole('demo', call.may === 'anyone' ? [] : call.may)).toBe(false)
      expect(roleRefusal(call, 'demo')).toBe('demo_no_details')
    }
    for (const call of [explain.move, explain.receipt]) expect(listErrors(call)).toContain('demo_no_details')
  })

  it('gets demo_read_only for changes, other roles get forbidden', () => {
    expect(roleRefusal(strategies.create, 'demo')).toBe('demo_read_only')
    expect(roleRefusal(contract.users.list, 'demo')).toBe('forbidden')
    expect(roleRefusal(contract.users.list, 'adviser')).toBe('forbidden')
  })
})

describe('every reply with figures', () => {
  /** Lists of families, accounts or users, whose rows name their family themselves. */
  const sayThemselves = new Set(['/api/families/list/', '/api/users/list/'])
  const takesFilter = ({ body, query }: Endpoint): boolean =>
    (body instanceof z.ZodObject && 'filters' in body.shape && 'family' in body.shape) ||
    (query !== undefined && 'filter' in query.shape)

  it.each(
    allEndpoints().filter(([, endpoint]) => takesFilter(endpoint) && !sayThemselves.has(endpoint.path)),
  )('says whose they are: %s', (_, { reply }) => {
    const schema = JSON.stringify(reply && z.toJSONSchema(reply, { io: 'output', unrepresentable: 'any' }))
    expect(schema).toContain('"Basis"')
  })
})
