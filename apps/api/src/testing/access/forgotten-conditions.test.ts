import { allEndpoints, type Endpoint } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CarelessClients, type Condition, makeCareless } from './careless-client.ts'
import { type Caller, callers, hiddenFrom, idsSeenBy } from './hidden.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { randomOf, sizeOf, someOf, tell } from './sizes.ts'
import { idsOf, stateOf } from './tenant-state.ts'
import { canary, createWorld, type World } from './world.ts'

let clients: CarelessClients
let world: World
let foreignIds: Set<string>
let foreignState: Map<string, string>
const touched: string[] = []
let trial = ''

beforeAll(async () => {
  clients = makeCareless(async query => {
    const now = await stateOf({ query }, world.foreign)
    const changed = [...foreignState].filter(([table, hash]) => now.get(table) !== hash)
    for (const [table] of changed) touched.push(`${trial}: ${table}`)
  })
  world = await createWorld()
  foreignIds = await idsOf(world.app.database, world.foreign)
  foreignState = await stateOf(world.app.database, world.foreign)
})
afterAll(async () => {
  await world.app.close()
  clients.restore()
})

interface Trial {
  name: string
  endpoint: Endpoint
  as: Caller
  condition: Condition
}

/** Proving who one is is asked before there is a user to ask for. */
const isBefore = ([name]: [string, Endpoint]) => name.startsWith('auth.')

async function findTrials(random: () => number): Promise<Trial[]> {
  const trials: Trial[] = []
  const endpoints = [...allEndpoints()].filter(each => !isBefore(each))
  for (const [name, endpoint] of someOf(endpoints, sizeOf(25, endpoints.length), random))
    for (const as of someOf(callers, sizeOf(1, callers.length), random)) {
      if (!mayCall(endpoint, as)) continue
      await world.keepSignedIn()
      const sample = ownSample(world, name, endpoint, idsSeenBy(world, as))
      const conditions = await clients.conditionsOf(() => ask(world, endpoint, sample, as))
      trials.push(...conditions.map(condition => ({ name, endpoint, as, condition })))
    }
  return trials
}

describe('a condition that a store forgets', () => {
  it('shows nobody what they may not know of, and lets nobody change what is of another family', {
    timeout: 900_000,
  }, async () => {
    const random = randomOf()
    const trials = await findTrials(random)
    const leaks: string[] = []
    for (const { name, endpoint, as, condition } of trials) {
      await world.keepSignedIn()
      trial = `${name} as ${as} without ${condition.question.slice(condition.from, condition.to)}`
      const sample = ownSample(world, name, endpoint, idsSeenBy(world, as))
      const sent = JSON.stringify(sample)
      const reply = await clients.without(condition, () => ask(world, endpoint, sample, as))
      const hidden = [canary, ...foreignIds, ...hiddenFrom(world, as)].filter(each => !sent.includes(each))
      if (hidden.some(each => reply.body.includes(each))) leaks.push(trial)
    }
    const different = new Set(trials.map(({ condition }) => JSON.stringify(condition))).size
    tell(
      `Forgotten conditions: ${trials.length} trials with ${different} conditions, forgotten ${clients.forgotten()} times, ${leaks.length} leaks, ${touched.length} changes`,
    )
    expect(leaks.slice(0, 20)).toEqual([])
    expect(touched.slice(0, 20)).toEqual([])
    expect(clients.forgotten()).toBeGreaterThanOrEqual(sizeOf(20, 400))
  })
})
