import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  breaking,
  endless,
  hanging,
  inSequence,
  type ProviderServer,
  respond,
  stalling,
  startProviderServer,
} from '../testing/provider-server.ts'
import { createClient } from './client.ts'
import { ProviderError } from './provider-error.ts'

let server: ProviderServer

beforeAll(async () => {
  server = await startProviderServer()
})
beforeEach(() => {
  server.requestedPaths.length = 0
})
afterAll(() => server.close())

function client(more: Partial<Parameters<typeof createClient>[0]> = {}) {
  return createClient({
    address: server.address,
    headers: {},
    pauseMs: 1,
    timeoutMs: 5000,
    maxBytes: 1_000_000,
    signal: new AbortController().signal,
    ...more,
  })
}

async function failWith(more?: Partial<Parameters<typeof createClient>[0]>): Promise<ProviderError> {
  const error = await client(more)
    .text('/x', ['json'])
    .catch((reason: unknown) => reason)
  if (!(error instanceof ProviderError)) throw new Error(`no provider error: ${String(error)}`)
  return error
}

const json = 'application/json; charset=utf-8'

describe('the provider client', () => {
  it('returns the response, and sends its key', async () => {
    server.respondWith(respond('{"a":1}', json))
    expect(await client({ headers: { 'x-api-key': 'k1' } }).text('/x?y=1', ['json'])).toBe('{"a":1}')
    expect([server.requestedPaths, server.lastHeaders()['x-api-key']]).toEqual([['/x?y=1'], 'k1'])
  })

  it('retries busy and broken responses, with the delay that the provider asks for', async () => {
    server.respondWith(
      inSequence(respond('', json, 503), respond('', json, 429, { 'retry-after': '1' }), respond('{}', json)),
    )
    const before = performance.now()
    expect(await client().text('/x', ['json'])).toBe('{}')
    expect(server.requestedPaths).toHaveLength(3)
    expect(performance.now() - before).toBeGreaterThan(990)
  })

  it('gives up after three tries, or at once if the delay is long', async () => {
    server.respondWith(respond('', json, 500))
    expect(await failWith()).toMatchObject({ code: 'http_status', details: { status: 500 } })
    expect(server.requestedPaths).toHaveLength(3)
    server.respondWith(respond('', json, 429, { 'retry-after': '3600' }))
    expect((await failWith()).retryAfterMs).toBe(3_600_000)
    expect(server.requestedPaths).toHaveLength(4)
  })

  it('does not retry permanent errors', async () => {
    server.respondWith(respond('', json, 401))
    expect((await failWith()).code).toBe('key_refused')
    server.respondWith(respond('', json, 404))
    expect((await failWith()).code).toBe('unknown_symbol')
    expect(server.requestedPaths).toHaveLength(2)
  })

  it('does not follow redirects', async () => {
    server.respondWith(respond('', json, 302, { location: 'http://169.254.169.254/latest/' }))
    expect((await failWith()).code).toBe('redirected')
  })

  it('rejects other media types, invalid text and endless bodies', async () => {
    server.respondWith(respond('<html>', 'text/html'))
    expect(await failWith()).toMatchObject({ code: 'wrong_type', details: { type: 'text/html' } })
    server.respondWith((_request, response) => {
      response.writeHead(200, { 'content-type': json }).end(Buffer.from([0xff, 0xfe, 0xfd]))
    })
    expect((await failWith()).code).toBe('unreadable')
    server.respondWith(endless)
    expect((await failWith()).code).toBe('too_large')
  })

  it('times out', async () => {
    server.respondWith(hanging)
    expect((await failWith({ timeoutMs: 300 })).code).toBe('too_slow')
    server.respondWith(stalling)
    expect((await failWith({ timeoutMs: 300 })).code).toBe('too_slow')
    server.respondWith(breaking)
    expect((await failWith()).code).toBe('unreachable')
  })

  it('reports an unreachable provider, and stops when aborted', async () => {
    expect((await failWith({ address: 'http://127.0.0.1:1' })).code).toBe('unreachable')
    const stop = new AbortController()
    server.respondWith(hanging)
    const failure = failWith({ signal: stop.signal, timeoutMs: 10_000 })
    setTimeout(() => stop.abort(), 30)
    expect((await failure).code).toBe('stopped')
  })

  it('pauses between requests', async () => {
    server.respondWith(respond('{}', json))
    const slow = client({ pauseMs: 80 })
    const before = performance.now()
    for (let turn = 0; turn < 3; turn += 1) await slow.text('/x', ['json'])
    expect(performance.now() - before).toBeGreaterThan(155)
  })
})
