import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type World } from '../access/world.ts'
import { type Break, type CommitProxy, openCommitProxy } from './commit-proxy.ts'
import {
  type CreatingRequest,
  countRows,
  creatingCalls,
  creatingRequest,
  firstErrorCode,
  send,
} from './creating-requests.ts'

let world: World
let proxy: CommitProxy | undefined
const timeout = 120_000

beforeAll(async () => {
  world = await createWorld({
    market: { addresses: { ecb: 'http://127.0.0.1:9' } },
    repeatWaitMs: 0,
    reach: async ({ config, name }) => {
      proxy = await openCommitProxy({ path: `${config.host}/.s.PGSQL.5432` })
      return { config: { ...config, host: '127.0.0.1', port: proxy.port }, name }
    },
  })
})
afterAll(async () => {
  await world.app.close()
  await proxy?.close()
})

/** Repeats like a client, until the server replies. */
async function repeat(request: CreatingRequest, key: string): Promise<LightMyRequestResponse> {
  for (let tries = 1; ; tries += 1) {
    const reply = await send(world, request, key)
    if (reply.statusCode !== 503 || tries === 10) return reply
  }
}

describe.each(creatingCalls)('%s', (name, endpoint) => {
  it.each<Break>(['before', 'after'])(
    'creates one thing when the connection breaks %s any of its commits and the request is repeated',
    { timeout },
    async when => {
      await world.keepSignedIn()
      let commits = 0
      for (let isBroken = true; isBroken; ) {
        commits += 1
        const request = await creatingRequest(world, name, endpoint)
        const before = await countRows(world, request)
        const key = crypto.randomUUID()
        proxy?.breakAt(commits, when)
        const first = await send(world, request, key)
        isBroken = proxy?.hasBroken() ?? false
        proxy?.breakAt(0, when)
        const why = `commit ${commits}: ${first.statusCode} ${first.body}`
        // A failure after the reply does not matter; before it the outcome is reported as unknown.
        if (first.statusCode >= 300)
          expect([first.statusCode, firstErrorCode(first)], why).toEqual([503, 'outcome_unknown'])
        const second = await repeat(request, key)
        expect([0, 409], `${why}, then ${second.body}`).toContain(
          second.statusCode < 300 ? 0 : second.statusCode,
        )
        if (second.statusCode === 409) expect(firstErrorCode(second), why).toBe('already_saved')
        expect(await countRows(world, request), why).toBe(before + 1)
      }
      // At least the lookup of the key, the creation and the stored reply.
      expect(commits).toBeGreaterThan(3)
    },
  )
})
