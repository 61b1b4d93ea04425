import { allEndpoints, type Endpoint } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mayCall, ownSample } from './access/requests.ts'
import { createWorld, type World } from './access/world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

/** Calls that accept a version to detect concurrent changes. */
const changing = allEndpoints().filter(
  ([, { body }]) => body && 'shape' in body && Object.hasOwn(body.shape as object, 'version'),
)

/** Changes by PATCH that need no version, and why. */
const withoutVersion: Record<string, string> = {
  'settings.change': "the user's own, and each field by itself",
  'users.changeSecurity': 'one list, sent as a whole',
  'transactions.correct': 'names the revision that it corrects',
  'feeds.change': 'each field by itself',
  'income.changeCalendar': "the user's own, and each field by itself",
  'integrations.change': 'each field by itself',
  'reconciliation.changeTolerance': 'each field by itself',
  'imports.changeFile': 'a file of an open import, which is locked',
  'imports.changeDraft': 'a row of an open import, which is locked',
}

const fields: Record<string, (text: string) => object> = {
  'accounts.change': number => ({ number }),
  'watchlist.change': note => ({ note }),
  'clients.changeEntry': text => ({ text }),
}

function change(
  name: string,
  endpoint: Endpoint,
  body: object,
  at: 0 | 1 = 0,
): Promise<LightMyRequestResponse> {
  const { params } = ownSample(world, name, endpoint)
  const as = mayCall(endpoint, 'investor') ? 'investor' : 'admin'
  return world.app.call({
    method: endpoint.method,
    url: endpoint.path.replace(':id', String(params.id)),
    as: world.tokens[as] ?? '',
    at,
    payload: body,
  })
}

let count = 0
function newText(): string {
  count += 1
  return `Changed ${count}`
}

const fieldOf = (name: string) => (fields[name] ?? ((text: string) => ({ name: text })))(newText())

it('accepts a version in every PATCH that concurrent changes could lose', () => {
  const patches = allEndpoints().filter(([, { method }]) => method === 'PATCH')
  const versioned = new Set(changing.map(([name]) => name))
  expect(
    patches
      .map(([name]) => name)
      .filter(name => !versioned.has(name))
      .sort(),
  ).toEqual(Object.keys(withoutVersion).sort())
  expect(changing.length).toBeGreaterThanOrEqual(10)
})

describe.each(changing)('%s', (name, endpoint) => {
  it('accepts one of five changes based on the same version', async () => {
    const { version } = (await change(name, endpoint, {})).json().data
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        change(name, endpoint, { ...fieldOf(name), version }, (index % 2) as 0 | 1),
      ),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort(), replies[0]?.body).toEqual([
      200, 409, 409, 409, 409,
    ])
    for (const reply of replies.filter(({ statusCode }) => statusCode === 409))
      expect(reply.json().errors[0]).toEqual({
        code: 'conflict',
        message: 'Someone else changed this. Reload to see their version.',
      })
    const winner = replies.find(({ statusCode }) => statusCode === 200)?.json().data
    expect(winner.version).toBe(version + 1)
    // An empty change returns the stored row.
    expect((await change(name, endpoint, {})).json().data).toMatchObject({ version: version + 2 })
  })

  it('lets the last change win without a version', async () => {
    const replies = await Promise.all([
      change(name, endpoint, fieldOf(name)),
      change(name, endpoint, fieldOf(name), 1),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  })

  it.each([0, 1.5, 2 ** 40, 'x', null])('rejects the version %j', async version => {
    const reply = await change(name, endpoint, { ...fieldOf(name), version })
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors[0].field).toBe('version')
  })
})
