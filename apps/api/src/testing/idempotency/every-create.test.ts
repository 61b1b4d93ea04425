import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../access/world.ts'
import { countRows, creatingCalls, creatingRequest, firstErrorCode, send } from './creating-requests.ts'

let world: World
const timeout = 120_000

beforeAll(async () => {
  world = await createWorld({ market: { addresses: { ecb: 'http://127.0.0.1:9' } } })
})
afterAll(() => world.app.close())

describe.each(creatingCalls)('%s', (name, endpoint) => {
  const isSecret = endpoint.creates === 'secret'

  it('creates one row when ten equal requests with one key are sent at the same time', {
    timeout,
  }, async () => {
    await world.keepSignedIn()
    const request = await creatingRequest(world, name, endpoint)
    const before = await countRows(world, request)
    const key = crypto.randomUUID()
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => send(world, request, key, (index % 2) as 0 | 1)),
    )
    // A reply with a secret is sent once.
    const [given, refused] = [
      replies.filter(({ statusCode }) => statusCode < 300),
      replies.map(firstErrorCode),
    ]
    expect(await countRows(world, request), replies[0]?.body).toBe(before + 1)
    expect(new Set(refused)).toEqual(new Set(isSecret ? ['', 'already_saved'] : ['']))
    expect(new Set(given.map(({ body }) => body)).size).toBe(1)
    if (isSecret) expect(given).toHaveLength(1)
    const again = await send(world, request, key, 1)
    expect([again.statusCode, firstErrorCode(again)]).toEqual(
      isSecret ? [409, 'already_saved'] : [given[0]?.statusCode, ''],
    )
    if (!isSecret) {
      expect(again.body).toBe(given[0]?.body)
      expect(again.headers['idempotent-replayed']).toBe('true')
    }
    expect(await countRows(world, request)).toBe(before + 1)
  })

  it('rejects the same key with another body', { timeout }, async () => {
    await world.keepSignedIn()
    const request = await creatingRequest(world, name, endpoint)
    const key = crypto.randomUUID()
    expect((await send(world, request, key)).statusCode).toBeLessThan(300)
    const before = await countRows(world, request)
    const payload = Buffer.isBuffer(request.payload)
      ? Buffer.concat([request.payload, Buffer.from('\n')])
      : { ...request.payload, more: 1 }
    const other = await send(world, { ...request, payload }, key)
    expect([other.statusCode, firstErrorCode(other)]).toEqual([409, 'idempotency_key_reused'])
    expect(await countRows(world, request)).toBe(before)
  })
})
