import { vi } from 'vitest'
import { checkRequest } from './check-request.ts'

export interface FakeRequest {
  method: string
  path: string
  headers: Headers
  body: unknown
}

type Answer = Response | Promise<Response> | 'no answer'

/** Records the requests of a test. */
export interface FakeServer {
  requests: FakeRequest[]
  /** The requests to one path, ignoring the query. */
  to(path: string): FakeRequest[]
}

/** Replaces `fetch`. Returning 'no answer' simulates a lost connection. */
export function fakeServer(answer: (request: FakeRequest) => Answer): FakeServer {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    checkRequest(request)
    const given = await answer(request)
    if (given === 'no answer') throw new TypeError('Failed to fetch')
    return given
  })
  return { requests, to: path => requests.filter(request => request.path.split('?')[0] === path) }
}

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

export function failed(status: number, code: string, message: string, field?: string): Response {
  return json({ errors: [{ code, message, ...(field && { field }) }] }, status)
}
