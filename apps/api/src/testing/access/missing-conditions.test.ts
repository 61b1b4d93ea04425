import { allEndpoints, type Endpoint } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callers, findHiddenIds, findSeenIds } from './hidden-ids.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { chooseSize, createRandom, pickSome, printResult } from './sizes.ts'
import { hashState, listIds } from './tenant-state.ts'
import { type Condition, type WeakenedQueries, weakenQueries } from './weakened-queries.ts'
import { canary, createWorld, type World } from './world.ts'

let queries: WeakenedQueries
let world: World
let foreignIds: Set<string>
let foreignState: Map<string, string>
const touched: string[] = []
let trial = ''

beforeAll(async () => {
  queries = weakenQueries(async query => {
    const now = await hashState({ query }, world.foreign)
    const changed = [...foreignState].filter(([table, hash]) => now.get(table) !== hash)
    for (const [table] of changed) touched.push(`${trial}: ${table}`)
  })
  world = await createWorld()
  foreignIds = await listIds(world.app.database, world.foreign)
  foreignState = await hashState(world.app.database, world.foreign)
})
afterAll(async () => {
  await world.app.close()
  queries.restore()
})

interface Trial {
  name: string
  endpoint: Endpoint
  as: Caller
  condition: Condition
}

/** Authentication runs before there is a user scope. */
const isBefore = ([name]: [string, Endpoint]) => name.startsWith('auth.')

async function findTrials(random: () => number): Promise<Trial[]> {
  const trials: Trial[] = []
  const endpoints = [...allEndpoints()].filter(each => !isBefore(each))
  for (const [name, endpoint] of pickSome(endpoints, chooseSize(40, endpoints.length), random))
    for (const as of pickSome(callers, chooseSize(1, callers.length), random)) {
      if (!mayCall(endpoint, as)) continue
      await world.keepSignedIn()
      const sample = ownSample(world, name, endpoint, findSeenIds(world, as))
      const conditions = await queries.recordConditions(() => ask(world, endpoint, sample, as))
      trials.push(...conditions.map(condition => ({ name, endpoint, as, condition })))
    }
  return trials
}

describe('a missing condition in a store', () => {
  it('neither reveals nor changes data of another family', {
    timeout: 900_000,
  }, async () => {
    const random = createRandom()
    const trials = await findTrials(random)
    const leaks: string[] = []
    for (const { name, endpoint, as, condition } of trials) {
      await world.keepSignedIn()
      trial = `${name} as ${as} without ${condition.query.slice(condition.from, condition.to)}`
      const sample = ownSample(world, name, endpoint, findSeenIds(world, as))
      const sent = JSON.stringify(sample)
      const reply = await queries.without(condition, () => ask(world, endpoint, sample, as))
      const hidden = [canary, ...foreignIds, ...findHiddenIds(world, as)].filter(each => !sent.includes(each))
      if (hidden.some(each => reply.body.includes(each))) leaks.push(trial)
    }
    const different = new Set(trials.map(({ condition }) => JSON.stringify(condition))).size
    printResult(
      `Missing conditions: ${trials.length} trials with ${different} conditions, removed ${queries.countRemoved()} times, ${leaks.length} leaks, ${touched.length} changes`,
    )
    expect(leaks.slice(0, 20)).toEqual([])
    expect(touched.slice(0, 20)).toEqual([])
    expect(queries.countRemoved()).toBeGreaterThanOrEqual(chooseSize(20, 400))
  })
})
