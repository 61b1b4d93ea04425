import { allEndpoints, type Endpoint, isRead } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findSeenIds } from './hidden-ids.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import type { Sample } from './samples.ts'
import { createWorld, type Principal, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

/** The calls about portfolios that both users may make, with input that both may name. */
function listCalls(): [name: string, endpoint: Endpoint, sample: Sample][] {
  return allEndpoints()
    .filter(([, endpoint]) => isRead(endpoint) && endpoint.method === 'POST')
    .filter(([, endpoint]) => mayCall(endpoint, 'accountLimited') && mayCall(endpoint, 'investor'))
    .map(([name, endpoint]) => [
      name,
      endpoint,
      ownSample(world, name, endpoint, findSeenIds(world, 'accountLimited')),
    ])
}

describe('results that a server keeps in memory', () => {
  it('are never those of a user who sees other accounts', { timeout: 300_000 }, async () => {
    const leaks: string[] = []
    let [shared, different] = [0, 0]
    for (const [name, endpoint, sample] of listCalls()) {
      await world.keepSignedIn()
      const read = async (as: Principal, at: 0 | 1) => (await ask(world, endpoint, sample, as, { at })).body
      const owner = await read('investor', 0)
      const ownerAgain = await read('investor', 0)
      const limited = await read('accountLimited', 0)
      // The second server has never answered the owner.
      const alone = await read('accountLimited', 1)
      const aloneAgain = await read('accountLimited', 1)
      // Some replies name their own moment or a random id.
      if (owner !== ownerAgain || alone !== aloneAgain) continue
      if (limited !== alone) leaks.push(`${name}: the limited user gets another reply after the owner`)
      if ((await read('investor', 0)) !== owner)
        leaks.push(`${name}: the owner gets another reply after the limited user`)
      if (owner !== limited) different += 1
      if ((await read('sameFamily', 0)) === owner) shared += 1
    }
    expect(leaks).toEqual([])
    expect(different).toBeGreaterThanOrEqual(8)
    expect(shared).toBeGreaterThanOrEqual(8)
  })

  it('are not shown to a user who has lost an account', async () => {
    const { app, own } = world
    const [, endpoint, sample] = listCalls().find(([name]) => name === 'positions.list') ?? []
    if (!endpoint || !sample) throw new Error('the list of positions is a call')
    const read = (at: 0 | 1) => ask(world, endpoint, sample, 'accountLimited', { at })
    const before = (await read(0)).json()
    expect((await read(1)).json()).toEqual(before)
    await app.database.query('delete from account_grant where account_id = $1', [own.ids.otherAccount])
    for (const at of [0, 1] as const) {
      const after = (await read(at)).json()
      expect(before.count).toBeGreaterThan(0)
      expect(after.count).toBe(0)
    }
  })
})
