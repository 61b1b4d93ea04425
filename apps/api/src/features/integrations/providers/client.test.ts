import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  answering,
  breaking,
  endless,
  hanging,
  inTurn,
  type ProviderServer,
  stalling,
  startProviderServer,
} from '../testing/provider-server.ts'
import { createClient } from './client.ts'
import { ProviderTrouble } from './trouble.ts'

let server: ProviderServer

beforeAll(async () => {
  server = await startProviderServer()
})
beforeEach(() => {
  server.asked.length = 0
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

async function troubleWith(more?: Partial<Parameters<typeof createClient>[0]>): Promise<ProviderTrouble> {
  const error = await client(more)
    .text('/x', ['json'])
    .catch((reason: unknown) => reason)
  if (!(error instanceof ProviderTrouble)) throw new Error(`no trouble: ${String(error)}`)
  return error
}

const json = 'application/json; charset=utf-8'

describe('asking a provider', () => {
  it('gives what it answers, and sends the key it was given', async () => {
    server.behave(answering('{"a":1}', json))
    expect(await client({ headers: { 'x-api-key': 'k1' } }).text('/x?y=1', ['json'])).toBe('{"a":1}')
    expect([server.asked, server.lastHeaders()['x-api-key']]).toEqual([['/x?y=1'], 'k1'])
  })

  it('tries again when it is busy or broken, as late as it is asked to', async () => {
    server.behave(
      inTurn(
        answering('', json, 503),
        answering('', json, 429, { 'retry-after': '1' }),
        answering('{}', json),
      ),
    )
    const before = performance.now()
    expect(await client().text('/x', ['json'])).toBe('{}')
    expect(server.asked).toHaveLength(3)
    expect(performance.now() - before).toBeGreaterThan(990)
  })

  it('gives up after three tries, or at once when it is told to wait for long', async () => {
    server.behave(answering('', json, 500))
    expect(await troubleWith()).toMatchObject({ code: 'http_status', details: { status: 500 } })
    expect(server.asked).toHaveLength(3)
    server.behave(answering('', json, 429, { 'retry-after': '3600' }))
    expect((await troubleWith()).retryAfterMs).toBe(3_600_000)
    expect(server.asked).toHaveLength(4)
  })

  it('does not ask again what will not change', async () => {
    server.behave(answering('', json, 401))
    expect((await troubleWith()).code).toBe('key_refused')
    server.behave(answering('', json, 404))
    expect((await troubleWith()).code).toBe('unknown_symbol')
    expect(server.asked).toHaveLength(2)
  })

  it('follows nobody elsewhere', async () => {
    server.behave(answering('', json, 302, { location: 'http://169.254.169.254/latest/' }))
    expect((await troubleWith()).code).toBe('redirected')
  })

  it('takes nothing of another kind, nothing that is no text, and nothing without end', async () => {
    server.behave(answering('<html>', 'text/html'))
    expect(await troubleWith()).toMatchObject({ code: 'wrong_type', details: { type: 'text/html' } })
    server.behave((_request, response) => {
      response.writeHead(200, { 'content-type': json }).end(Buffer.from([0xff, 0xfe, 0xfd]))
    })
    expect((await troubleWith()).code).toBe('unreadable')
    server.behave(endless)
    expect((await troubleWith()).code).toBe('too_large')
  })

  it('waits for nobody for ever', async () => {
    server.behave(hanging)
    expect((await troubleWith({ timeoutMs: 300 })).code).toBe('too_slow')
    server.behave(stalling)
    expect((await troubleWith({ timeoutMs: 300 })).code).toBe('too_slow')
    server.behave(breaking)
    expect((await troubleWith()).code).toBe('unreachable')
  })

  it('tells when nobody is there, and stops when it is stopped', async () => {
    expect((await troubleWith({ address: 'http://127.0.0.1:1' })).code).toBe('unreachable')
    const stop = new AbortController()
    server.behave(hanging)
    const trouble = troubleWith({ signal: stop.signal, timeoutMs: 10_000 })
    setTimeout(() => stop.abort(), 30)
    expect((await trouble).code).toBe('stopped')
  })

  it('leaves a pause between two questions', async () => {
    server.behave(answering('{}', json))
    const slow = client({ pauseMs: 80 })
    const before = performance.now()
    for (let turn = 0; turn < 3; turn += 1) await slow.text('/x', ['json'])
    expect(performance.now() - before).toBeGreaterThan(155)
  })
})
