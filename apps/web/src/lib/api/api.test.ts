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

/** A server that renews tokens and otherwise answers as told. */
function serverThat(answer: (path: string, token: string | null, nth: number) => Response | 'no answer') {
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

describe('a call', () => {
  it('sends the token as a bearer and names the web client', async () => {
    const token = signIn()
    const server = serverThat(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.requests[0]?.headers.get('authorization')).toBe(`Bearer ${token}`)
    expect(server.requests[0]?.headers.get('x-plumbline-client')).toBe('web')
  })

  it('names the language that was chosen on this device, and none where none was', async () => {
    const server = serverThat(() => json({ data: [] }))
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
    const server = serverThat(path =>
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

  it('tells a failure by code, status, first message and fields', async () => {
    serverThat(() =>
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
    const error = await failureOf(api.call(write, { body: { name: 'x' } }))
    expect(error).toMatchObject({ code: 'invalid_field', status: 400, message: 'Too long.' })
    expect(error.fields).toEqual({ name: 'Too long.', colour: 'Missing.' })
  })

  it('survives an error page that is not JSON', async () => {
    serverThat(() => new Response('<h1>Bad gateway</h1>', { status: 502 }))
    expect(await failureOf(api.call(read, filter))).toMatchObject({
      code: 'internal',
      status: 502,
      message: '',
    })
  })

  it('reads a file piece by piece under the name the server gave it', async () => {
    const headers = { 'content-disposition': `attachment; filename*=UTF-8''Gesch%C3%A4ft.csv` }
    const server = serverThat(() => new Response('a;b\n1;2\n', { headers }))
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

describe('a call that creates something', () => {
  const body = { name: 'x' }
  const keysOf = (server: ReturnType<typeof fakeServer>) =>
    server.to(create.path).map(({ headers }) => headers.get('idempotency-key'))

  it('is sent with a key of its own each time, other calls with none', async () => {
    const server = serverThat(() => json({ data: 'a' }))
    await api.call(create, { body })
    await api.call(create, { body })
    await api.call(write, { body })
    const keys = keysOf(server)
    expect(new Set(keys).size).toBe(2)
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(server.to(write.path)[0]?.headers.get('idempotency-key')).toBeNull()
  })

  it('is repeated by itself under the same key when its answer got lost', async () => {
    const server = serverThat((_path, _token, nth) => (nth === 0 ? 'no answer' : json({ data: 'a' })))
    expect((await api.call(create, { body })).data).toBe('a')
    const keys = keysOf(server)
    expect(keys).toHaveLength(2)
    expect(keys[1]).toBe(keys[0])
  })

  it('is repeated by itself under the same key when the server does not know its outcome', async () => {
    const server = serverThat((_path, _token, nth) =>
      nth === 0 ? failed(503, 'outcome_unknown', 'Perhaps.') : json({ data: 'a' }),
    )
    expect((await api.call(create, { body })).data).toBe('a')
    expect(new Set(keysOf(server)).size).toBe(1)
  })

  it('keeps its key for the next attempt until there is an answer, and has a new one for other content', async () => {
    let isDown = true
    const server = serverThat(() => (isDown ? 'no answer' : json({ data: 'a' })))
    await failureOf(api.call(create, { body }))
    await failureOf(api.call(create, { body: { name: 'y' } }))
    isDown = false
    await api.call(create, { body })
    await api.call(create, { body })
    const [first, again, other, , later, last] = keysOf(server)
    expect(again).toBe(first)
    expect(other).not.toBe(first)
    expect(later).toBe(first)
    expect(last).not.toBe(first)
  })

  it('shares its key with an equal one that is on its way, as after a double click', async () => {
    const server = serverThat(() => json({ data: 'a' }))
    await Promise.all([api.call(create, { body }), api.call(create, { body })])
    expect(keysOf(server)).toHaveLength(2)
    expect(new Set(keysOf(server)).size).toBe(1)
  })

  it('has a new key after it was refused', async () => {
    const server = serverThat(() => failed(409, 'already_exists', 'Taken.', 'name'))
    await failureOf(api.call(create, { body }))
    await failureOf(api.call(create, { body }))
    expect(new Set(keysOf(server)).size).toBe(2)
  })

  it('knows a file by itself, not by its content', async () => {
    const server = serverThat(() => 'no answer')
    const [one, other] = [new Blob(['a']), new Blob(['a'])]
    for (const file of [one, one, other]) await failureOf(api.call(create, { body, file }))
    const [first, , second, , third] = keysOf(server)
    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })
})

describe('the session', () => {
  it('does not renew a token that is good', async () => {
    const server = serverThat(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('renews a token that has ended before the call is sent', async () => {
    const spent = signIn(accessToken({ endsIn: -3600 }))
    const server = serverThat(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.requests.map(({ path }) => path)).toEqual([refreshPath, read.path])
    expect(server.requests[1]?.headers.get('authorization')).not.toBe(`Bearer ${spent}`)
    expect(server.requests[0]?.body).toEqual({})
    expect(server.requests[0]?.headers.get('x-plumbline-client')).toBe('web')
  })

  it('renews a token that would end on its way', async () => {
    signIn(accessToken({ endsIn: 10 }))
    const server = serverThat(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('knows a clock that is an hour wrong from the token it was given', async () => {
    signIn(accessToken({ serverAhead: -3600 }))
    session.begin()
    const server = serverThat(() => json({ data: [] }))
    await api.call(read, filter)
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('renews once for many calls', async () => {
    signIn(accessToken({ endsIn: -1 }))
    const server = serverThat(() => json({ data: [] }))
    await Promise.all(Array.from({ length: 8 }, () => api.call(read, filter)))
    expect(server.to(refreshPath)).toHaveLength(1)
    expect(server.to(read.path)).toHaveLength(8)
  })

  it('uses the token that another tab has just got', async () => {
    const spent = signIn(accessToken({ endsIn: -1 }))
    const server = serverThat(() => json({ data: [] }))
    setAccessCookie(accessToken())
    expect(await session.renew(spent)).toBe('renewed')
    expect(server.to(refreshPath)).toHaveLength(0)
  })

  it('renews and repeats a reading call whose answer got lost', async () => {
    const server = serverThat((_path, _token, nth) => (nth === 0 ? 'no answer' : json({ data: ['a'] })))
    expect((await api.call(read, filter)).data).toEqual(['a'])
    expect(server.requests.map(({ path }) => path)).toEqual([read.path, refreshPath, read.path])
  })

  it('repeats it once only', async () => {
    const server = serverThat(() => 'no answer')
    expect(await failureOf(api.call(read, filter))).toMatchObject({ status: null, code: 'unreachable' })
    expect(server.to(read.path)).toHaveLength(2)
  })

  it('does not make a writing call twice, since its work may be done', async () => {
    const server = serverThat(() => 'no answer')
    expect(await failureOf(api.call(write, { body: { name: 'x' } }))).toMatchObject({ status: null })
    expect(server.to(write.path)).toHaveLength(1)
  })

  it('stays signed in while nothing can be reached', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => 'no answer')
    expect(await failureOf(api.call(read, filter))).toMatchObject({ status: null })
    expect(session.state.get()).toMatchObject({ status: 'in' })
  })

  it('stays signed in while the server is busy', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => failed(503, 'overloaded', 'Busy.'))
    expect(await failureOf(api.call(read, filter))).toMatchObject({ status: null })
    expect(session.state.get()).toMatchObject({ status: 'in' })
  })

  it('tries a new token after a 401, and goes on if that was all', async () => {
    const server = serverThat((_path, _token, nth) =>
      nth === 0 ? failed(401, 'session_expired', 'Ended.') : json({ data: ['a'] }),
    )
    expect((await api.call(write, { body: { name: 'x' } })).data).toEqual(['a'])
    expect(server.to(refreshPath)).toHaveLength(1)
  })

  it('signs out after a 401 that a new token does not fix', async () => {
    serverThat(() => failed(401, 'session_expired', 'Ended.'))
    expect(await failureOf(api.call(read, filter))).toMatchObject({ status: 401 })
    expect(session.state.get()).toEqual({ status: 'out', why: 'expired' })
    expect(readAccessToken()).toBeNull()
  })

  it('signs out when the server refuses to renew', async () => {
    signIn(accessToken({ endsIn: -1 }))
    fakeServer(() => failed(401, 'session_expired', 'Ended.'))
    expect(await failureOf(api.call(read, filter))).toMatchObject({ status: 401 })
    expect(session.state.get()).toEqual({ status: 'out', why: 'expired' })
  })

  it('survives a failed sign-in of a call that anyone may make', async () => {
    const open: Endpoint = endpoint('POST', '/auth/open/', { summary: 'Open.', may: anyone })
    const server = serverThat(() => failed(401, 'login_failed', 'No.'))
    expect(await failureOf(api.call(open))).toMatchObject({ code: 'login_failed' })
    expect(session.state.get()).toMatchObject({ status: 'in' })
    expect(server.requests[0]?.headers.get('authorization')).toBeNull()
  })

  it('does not take a call that was called off for a lost connection', async () => {
    const calledOff = new AbortController()
    const server = serverThat(() => {
      calledOff.abort()
      return 'no answer'
    })
    await expect(api.call(read, { ...filter, signal: calledOff.signal })).rejects.toThrow()
    expect(server.to(refreshPath)).toHaveLength(0)
  })
})

async function failureOf(promise: Promise<unknown>): Promise<ApiError> {
  const error = await promise.then(
    () => new Error('The call was expected to fail.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiError)) throw error
  return error
}
