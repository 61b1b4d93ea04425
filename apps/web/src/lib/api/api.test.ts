import { contract } from 'virtual:contract'
import { anyone, byId, type Endpoint, endpoint, everyone } from '@plumbline/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failed, fakeServer, json } from '../../testing/fake-server.ts'
import { accessToken, setAccessCookie } from '../../testing/tokens.ts'
import { remember } from '../browser/storage.ts'
import { readAccessToken } from '../session/access-token.ts'
import { createSession, type Session } from '../session/session.ts'
import { type ApiClient, createApiClient } from './api.ts'
import { ApiError } from './api-error.ts'

const refreshPath = contract.auth.loginRefresh.path
const read = endpoint('POST', '/api/things/list/', {
  summary: 'Reads by POST, to carry a filter.',
  query: z.object({ limit: z.number().optional(), order_by: z.string().optional() }),
  body: z.object({ filters: z.object({}) }),
  reply: z.object({ data: z.array(z.string()) }),
  may: everyone,
  reads: true,
})
const write = endpoint('POST', '/api/things/', {
  summary: 'Writes.',
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.string() }),
  may: everyone,
})
const create = endpoint('POST', '/api/others/', {
  summary: 'Creates.',
  body: z.object({ name: z.string() }),
  reply: z.object({ data: z.string() }),
  may: everyone,
  creates: true,
})
const remove = endpoint('DELETE', '/api/things/:id/', { summary: 'Removes.', params: byId, may: everyone })
const filter = { body: { filters: {} } }

let session: Session
let api: ApiClient

/** A server that refreshes tokens and otherwise replies as given. */
function createServer(answer: (path: string, token: string | null, nth: number) => Response | 'no answer') {
  let nth = 0
  return fakeServer(({ path, headers }) => {
    if (path === refreshPath) {
      setAccessCookie(accessToken())
      return json({ access: readAccessToken() })
    }
    return answer(path, headers.get('authorization'), nth++)
  })
}

function signIn(token = accessToken()): string {
  setAccessCookie(token)
  session = createSession()
  api = createApiClient(session)
  return token
}

beforeEach(() => {
  signIn()
})

const upload = endpoint('POST', '/api/files/', {
  summary: 'Takes a file.',
  query: z.object({ name: z.string(), confirm: z.string().optional() }),
  upload: { maxBytes: 100 },
  reply: z.object({ data: z.string() }),
  may: everyone,
})

it('repeats the upload of a file with the confirmed questions in its query', async () => {
  signIn()
  const question = { code: 'unusual_price', before: 1, after: 100, currency: 'CHF' }
  const asked = { errors: [{ code: 'confirmation_required', message: 'Is it?', question }] }
  const server = createServer((_, __, nth) => (nth === 0 ? json(asked, 409) : json({ data: 'kept' })))
  const input = { query: { name: 'a.csv' }, file: new Blob(['x']), isConfirmed: true }
  expect(await api.call(upload, input)).toEqual({ data: 'kept' })
  expect(server.requests.at(-1)?.path).toBe('/api/files/?name=a.csv&confirm=unusual_price')
})

describe('a call', () => {
  it('sends the bearer token and the name of the web client', async () => {
    const token = signIn()
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.requests[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(server.requests[0]?.headers.get('x-plumbline-client')).toBe('web')
  })

  it('sends the language chosen on this device, or none', async () => {
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    remember('plumbline_language', 'de')
    await api.call(read, filter)
    remember('plumbline_language', 'klingon')
    await api.call(read, filter)
    expect(server.requests.map(({ headers }) => headers.get('x-plumbline-language'))).toEqual([
      null,
      'de',
      null,
    ])
  })

  it('fills in path, query and body', async () => {
    const server = createServer(path =>
      path.startsWith('/api/things/list') ? json({ data: ['a'] }) : new Response(null, { status: 204 }),
    )
    const reply = await api.call(read, { query: { limit: 50, order_by: '-value' }, ...filter })
    const nothing = await api.call(remove, { params: { id: 'a b/c' } })
    expect(reply.data).toEqual(['a'])
    expect(nothing).toBeUndefined()
    expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/things/list/?limit=50&order_by=-value',
      'DELETE /api/things/a%20b%2Fc/',
    ])
    expect(server.requests[0]?.body).toEqual({ filters: {} })
  })

  it('reports a failure with code, status, first message and field errors', async () => {
    createServer(() =>
      json(
        {
          errors: [
            { code: 'invalid_field', message: 'Too long.', field: 'name' },
            { code: 'invalid_field', message: 'Also blue.', field: 'name' },
            { code: 'invalid_field', message: 'Missing.', field: 'colour' },
          ],
        },
        400,
      ),
    )
    const error = await readFailure(api.call(write, { body: { name: 'x' } }))
    expect(error).toMatchObject({ code: 'invalid_field', status: 400, message: 'Too long.' })
    expect(error.fields).toEqual({ name: 'Too long.', colour: 'Missing.' })
  })

  it('handles an error page that is not JSON', async () => {
    createServer(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await readFailure(api.call(read, filter))).toMatchObject({
      code: 'internal',
      status: 502,
      message: '',
    })
  })

  it('streams a file and keeps the file name from the server', async () => {
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''Gesch%C3%A4ft.csv` }
    const server = createServer(() => new Response('a;b\n1;2\n', { headers }))
    const progress: number[] = []
    const file = await api.callForFile(read, filter, {
      accept: 'text/csv',
      onProgress: n => progress.push(n),
    })
    expect(await file.blob.text()).toBe('a;b\n1;2\n')
    expect(file.name).toBe('Geschäft.csv')
    expect(progress.at(-1)).toBe(8)
    expect(server.requests[0]?.headers.get('accept')).toBe('text/csv')
  })
})

describe('a creating call', () => {
  const body = { name: 'x' }
  const sentKeys = (server: ReturnType<typeof fakeServer>) =>
    server.to(create.path).map(({ headers }) => headers.get('idempotency-key'))

  it('sends a new idempotency key each time; other calls send none', async () => {
    const server = createServer(() => json({ data: 'a' }))
    await api.call(create, { body })
    await api.call(create, { body })
    await api.call(write, { body })
    const keys = sentKeys(server)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(server.to(write.path)[0]?.headers.get('idempotency-key')).toBeNull()
  })

  it('is retried under the same key when its response is lost', async () => {
    const server = createServer((_path, _token, nth) => (nth === 0 ? 'no answer' : json({ data: 'a' })))
    expect((await api.call(create, { body })).data).toBe('a')
    const keys = sentKeys(server)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('is retried under the same key when the server reports an unknown outcome', async () => {
    const server = createServer((_path, _token, nth) =>
      nth === 0 ? failed(503, 'outcome_unknown', 'Perhaps.') : json({ data: 'a' }),
    )
    expect((await api.call(create, { body })).data).toBe('a')
    expect(new Set(sentKeys(server)).size).toBe(1)
  })

  it('keeps its key until it gets a response, and uses a new one for different content', async () => {
    let isDown = true
    const server = createServer(() => (isDown ? 'no answer' : json({ data: 'a' })))
    await readFailure(api.call(create, { body }))
    await readFailure(api.call(create, { body: { name: 'y' } }))
    isDown = false
    await api.call(create, { body })
    await api.call(create, { body })
    const [first, again, other, , later, last] = sentKeys(server)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(later).toBe(first)
    expect(last).not.toBe(first)
  })

  it('shares its key with an identical call in flight, as after a double click', async () => {
    const server = createServer(() => json({ data: 'a' }))
    await Promise.all([api.call(create, { body }), api.call(create, { body })])
    expect(sentKeys(server)).toHaveLength(2)
    expect(new Set(sentKeys(server)).size).toBe(1)
  })

  it('uses a new key after it was rejected', async () => {
    const server = createServer(() => failed(409, 'already_exists', 'Taken.', 'name'))
    await readFailure(api.call(create, { body }))
    await readFailure(api.call(create, { body }))
    expect(new Set(sentKeys(server)).size).toBe(2)
  })

  it('identifies a file by reference, not by content', async () => {
    const server = createServer(() => 'no answer')
    const [one, other] = [new Blob(['a']), new Blob(['a'])]
    for (const file of [one, one, other]) await readFailure(api.call(create, { body, file }))
    const [first, , second, , third] = sentKeys(server)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('the session', () => {
  it('does not refresh a valid token', async () => {
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('refreshes an expired token before sending the call', async () => {
    const expired = signIn(accessToken({ endsIn: -3600 }))
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.requests.map(({ path }) => path)).toEqual([refreshPath, read.path])
    expect(server.requests[1]?.headers.get('authorization')).not.toBe(`Bearer ${expired}`)
    expect(server.requests[0]?.body).toEqual({})
    expect(server.requests[0]?.headers.get('x-plumbline-client')).toBe('web')
  })

  it('refreshes a token that would expire in transit', async () => {
    signIn(accessToken({ endsIn: 10 }))
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('detects a clock that is an hour off from a fresh token', async () => {
    signIn(accessToken({ serverAhead: -3600 }))
    session.begin()
    const server = createServer(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('refreshes once for concurrent calls', async () => {
    signIn(accessToken({ endsIn: -1 }))
    const server = createServer(() => json({ data: [] }))
    await Promise.all(Array.from({ length: 8 }, () => api.call(read, filter)))
    expect(server.to(refreshPath)).toHaveLength(1)
    expect(server.to(read.path)).toHaveLength(8)
  })

  it('uses a token that another tab has just refreshed', async () => {
    const expired = signIn(accessToken({ endsIn: -1 }))
    const server = createServer(() => json({ data: [] }))
    setAccessCookie(accessToken())
    expect(await session.refresh(expired)).toBe('refreshed')
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('refreshes and retries a read whose response is lost', async () => {
    const server = createServer((_path, _token, nth) => (nth === 0 ? 'no answer' : json({ data: ['a'] })))
    expect((await api.call(read, filter)).data).toEqual(['a'])
    expect(server.requests.map(({ path }) => path)).toEqual([read.path, refreshPath, read.path])
  })

  it('retries it only once', async () => {
    const server = createServer(() => 'no answer')
    expect(await readFailure(api.call(read, filter))).toMatchObject({ status: null, code: 'unreachable' })
    expect(server.to(read.path)).toHaveLength(2)
  })

  it('does not retry a write, since it may have been applied', async () => {
    const server = createServer(() => 'no answer')
    expect(await readFailure(api.call(write, { body: { name: 'x' } }))).toMatchObject({ status: null })
    expect(server.to(write.path)).toHaveLength(1)
  })

  it('stays signed in while the server is unreachable', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => 'no answer')
    expect(await readFailure(api.call(read, filter))).toMatchObject({ status: null })
    expect(session.state.get()).toMatchObject({ status: 'in' })
  })

  it('stays signed in while the server is busy', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => failed(503, 'overloaded', 'Busy.'))
    expect(await readFailure(api.call(read, filter))).toMatchObject({ status: null })
    expect(session.state.get()).toMatchObject({ status: 'in' })
  })

  it('refreshes the token after a 401 and continues', async () => {
    const server = createServer((_path, _token, nth) =>
      nth === 0 ? failed(401, 'session_expired', 'Ended.') : json({ data: ['a'] }),
    )
    expect((await api.call(write, { body: { name: 'x' } })).data).toEqual(['a'])
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('signs out when a 401 persists after a refresh', async () => {
    createServer(() => failed(401, 'session_expired', 'Ended.'))
    expect(await readFailure(api.call(read, filter))).toMatchObject({ status: 401 })
    expect(session.state.get()).toEqual({ status: 'out', why: 'expired' })
    expect(readAccessToken()).toBeNull()
  })

  it('signs out when the server rejects the refresh', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => failed(401, 'session_expired', 'Ended.'))
    expect(await readFailure(api.call(read, filter))).toMatchObject({ status: 401 })
    expect(session.state.get()).toEqual({ status: 'out', why: 'expired' })
  })

  it('stays signed in when a public call fails to authenticate', async () => {
    const open: Endpoint = endpoint('POST', '/auth/open/', { summary: 'Open.', may: anyone })
    const server = createServer(() => failed(401, 'login_failed', 'No.'))
    expect(await readFailure(api.call(open))).toMatchObject({ code: 'login_failed' })
    expect(session.state.get()).toMatchObject({ status: 'in' })
    expect(server.requests[0]?.headers.get('authorization')).toBeNull()
  })

  it('does not treat an aborted call as a lost connection', async () => {
    const aborter = new AbortController()
    const server = createServer(() => {
      aborter.abort()
      return 'no answer'
    })
    await expect(api.call(read, { ...filter, signal: aborter.signal })).rejects.toThrow()
    expect(server.to(refreshPath)).toHaveLength(0)
  })
})

async function readFailure(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('The call was expected to fail.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error
}
