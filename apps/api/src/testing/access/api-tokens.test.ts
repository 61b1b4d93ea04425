import { allEndpoints, isRead } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { unsealLink } from '../../platform/keys/sealed-link.ts'
import { parseLink } from '../outbox.ts'
import { testPassword } from '../test-app.ts'
import { ask, ownSample } from './requests.ts'
import { printResult } from './sizes.ts'
import { createWorld, type World } from './world.ts'

let world: World
/** Secrets that would open an account, with their description. */
const secrets = new Map<string, string>()
const timeout = 300_000

const post = async (url: string, payload: object, as?: string | null) => {
  const reply = await world.app.call({ method: 'POST', url, payload, ...(as ? { as } : {}) })
  expect(reply.statusCode, `${url} ${reply.body}`).toBeLessThan(300)
  return reply.statusCode === 204 ? {} : reply.json().data
}

beforeAll(async () => {
  world = await createWorld()
  const { admin, investor } = world.tokens
  await post('/api/users/', { email: 'guest@example.com', role: 'adviser' }, admin)
  await post('/auth/reset-password/', { email: 'agnes' })
  await post('/auth/change-email/', { email: 'moved@example.com', password: testPassword }, investor)
  const person = { username: 'rita', name: 'Rita', email: 'rita@example.com', password: testPassword }
  await post('/auth/register/', person)
  const { rows } = await world.app.database.query('select kind, link from mail where link is not null')
  for (const { kind, link } of rows) {
    const url = (await unsealLink(world.app.keys, link)) ?? ''
    secrets.set(parseLink(url).token, `link of ${kind}`)
  }
  const { secret } = await post('/auth/create-2fa/', {}, investor)
  secrets.set(secret, 'key of a second factor')
  const { token } = await post('/auth/api-tokens/', { name: 'another' }, admin)
  secrets.set(token, 'another API token')
}, timeout)
afterAll(() => world.app.close())

describe('an API token of an administrator', () => {
  it.each(['read', 'read_write'] as const)(
    'to %s finds no secret in any reply that it can read',
    { timeout },
    async scope => {
      expect(new Set(secrets.values())).toEqual(
        new Set([
          'link of invitation',
          'link of password_reset',
          'link of email_change',
          'link of registration',
          'key of a second factor',
          'another API token',
        ]),
      )
      const { token } = await post('/auth/api-tokens/', { name: `sweep ${scope}`, scope }, world.tokens.admin)
      const asToken = { ...world, tokens: { ...world.tokens, admin: token } }
      const found: string[] = []
      let answered = 0
      for (const [name, endpoint] of allEndpoints()) {
        if (endpoint.may === 'anyone' || !isRead(endpoint)) continue
        for (const accept of ['application/json', ...(endpoint.alsoReplies ?? [])]) {
          const sample = ownSample(world, name, endpoint)
          const reply = await ask(asToken, endpoint, sample, 'admin', { headers: { accept } })
          if (endpoint.needsRecentPassword) expect(reply.statusCode, name).toBe(403)
          if (reply.statusCode < 300) answered += 1
          for (const [secret, what] of secrets)
            if (reply.body.includes(secret)) found.push(`${what} in ${name}`)
        }
      }
      printResult(`Secrets by API token (${scope}): ${secrets.size} looked for in ${answered} replies`)
      expect(found).toEqual([])
      expect(answered).toBeGreaterThanOrEqual(40)
    },
  )
})
