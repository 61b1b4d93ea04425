import { allEndpoints, type Endpoint, isRead } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, mayCall, ownSample } from '../access/requests.ts'
import { isFull, printResult } from '../access/sizes.ts'
import { hashState } from '../access/tenant-state.ts'
import { canary, createWorld, type Principal, type World } from '../access/world.ts'
import { toJsonSchema } from '../fuzz/generate.ts'
import { pollutingBodies, pollutingQueries, sqlPayloads } from './payloads.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

const callers: readonly Principal[] = ['investor', 'adviserAssigned', 'admin']
const asksAs = (endpoint: Endpoint) => callers.find(principal => mayCall(endpoint, principal))
/** A rotating part of the items, so that all are tried somewhere; at full size all of them everywhere. */
let turn = 0
function some<Item>(items: readonly Item[], parts: number): Item[] {
  turn += 1
  return isFull ? [...items] : items.filter((_, place) => (place + turn) % parts === 0)
}

/** Fields whose text might end up in SQL or in a list of names. */
const fields = [
  'order_by',
  'group_by',
  'filter_key',
  'filter_value',
  'q',
  'type',
  'category',
  'status',
  'series',
]

async function isSlow(send: () => Promise<unknown>): Promise<boolean> {
  const started = performance.now()
  await send()
  return performance.now() - started > 4_500
}

describe('SQL in a parameter', () => {
  it('stays a text or is rejected in every list of every call', { timeout: 300_000 }, async () => {
    const before = await hashState(world.app.database, world.foreign)
    const strange: string[] = []
    let tries = 0
    for (const [name, endpoint] of allEndpoints()) {
      const as = asksAs(endpoint)
      if (!as || !isRead(endpoint) || !endpoint.query || name === 'reports.pdf') continue
      const known = Object.keys(toJsonSchema(endpoint.query).properties ?? {})
      for (const field of fields.filter(each => known.includes(each)))
        for (const payload of some(sqlPayloads, 6)) {
          await world.keepSignedIn()
          const sample = ownSample(world, name, endpoint)
          const query = { ...sample.query, [field]: payload }
          const send = () => ask(world, endpoint, { ...sample, query }, as)
          const reply = await send()
          // A busy machine may be slow once; an injected sleep is slow every time.
          if (payload.includes('pg_sleep') && (await isSlow(send)) && (await isSlow(send)))
            strange.push(`${name} ${field}=${payload}: the database went to sleep`)
          tries += 1
          const isText = field === 'q' || field === 'filter_value'
          const isFine = isText
            ? [200, 400, 404].includes(reply.statusCode)
            : [400, 404].includes(reply.statusCode)
          if (!isFine) strange.push(`${name} ${field}=${payload}: ${reply.statusCode}`)
          if (as !== 'admin' && reply.body.includes(canary))
            strange.push(`${name} ${field}=${payload}: a canary`)
          if (/syntax error|pg_|SELECT |password_hash|at Object\./.test(reply.body.replaceAll(payload, '')))
            strange.push(`${name} ${field}=${payload}: says too much`)
        }
    }
    printResult(`SQL in parameters: ${tries} tries`)
    expect(strange).toEqual([])
    expect(tries).toBeGreaterThan(isFull ? 1000 : 150)
    expect(await hashState(world.app.database, world.foreign)).toEqual(before)
  })

  it('is found as plain text when it is the name of an account', async () => {
    const name = `Robert'); drop table account; --`
    const as = world.tokens.investor ?? ''
    const made = await world.app.call({
      method: 'POST',
      url: '/api/accounts/',
      as,
      payload: { name, currency: 'CHF' },
    })
    expect(made.json().data.name).toBe(name)
    const list = await world.app.call({ method: 'POST', url: '/api/accounts/list/', as, payload: {} })
    expect(list.body).toContain('drop table account')
  })
})

describe('prototype pollution', () => {
  const clean = () => {
    const fresh: Record<string, unknown> = {}
    return fresh.polluted === undefined && !('polluted' in Object.prototype)
  }

  it('has no effect in any body or query of any call', { timeout: 300_000 }, async () => {
    const strange: string[] = []
    let tries = 0
    for (const [name, endpoint] of allEndpoints()) {
      const as = asksAs(endpoint)
      if (!as || endpoint.upload || name.startsWith('auth.end')) continue
      const { params } = ownSample(world, name, endpoint)
      const path = endpoint.path.replaceAll(/:(\w+)/g, (_whole, part: string) => String(params[part]))
      const requests = [
        ...some(pollutingQueries, 4).map(query => ({ url: `${path}?${query}`, payload: '{}' })),
        ...(endpoint.method === 'GET'
          ? []
          : some(pollutingBodies, 4).map(payload => ({ url: path, payload }))),
      ]
      // Deleted rows would be missing in the next call.
      if (endpoint.method === 'DELETE') continue
      for (const { url, payload } of requests) {
        const token = world.tokens[as]
        const reply = await world.app.call({
          method: endpoint.method,
          url,
          headers: { 'content-type': 'application/json' },
          ...(endpoint.method === 'GET' ? {} : { payload }),
          ...(token === null ? {} : { as: token }),
        })
        tries += 1
        const isBusy = reply.statusCode === 503 || reply.statusCode === 501
        if ((reply.statusCode >= 500 && !isBusy) || !clean())
          strange.push(`${name} ${url} ${payload}: ${reply.statusCode}`)
      }
      await world.keepSignedIn()
    }
    printResult(`Prototype pollution: ${tries} tries`)
    expect(strange).toEqual([])
    expect(tries).toBeGreaterThan(isFull ? 800 : 200)
  })
})
