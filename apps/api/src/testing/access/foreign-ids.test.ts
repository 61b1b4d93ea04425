import { allEndpoints, type Endpoint } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callers, findAlwaysTried, findHiddenIds, findSeenIds } from './hidden-ids.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { listSlots, type Sample, type Slot, withValue } from './samples.ts'
import { chooseSize, createRandom, isFull, pickSome, printResult, seed } from './sizes.ts'
import { hashState, listIds } from './tenant-state.ts'
import { canary, createWorld, type World } from './world.ts'

let world: World
let foreignIds: Set<string>

beforeAll(async () => {
  world = await createWorld()
  foreignIds = await listIds(world.app.database, world.foreign)
})
afterAll(() => world.app.close())

/** Custodians are public, and the user of a mailed link is only revealed with its secret. */
function isTenantSlot({ path }: Slot): boolean {
  const name = path.filter(part => typeof part === 'string').at(-1) ?? ''
  return !/custodian|^uid$|^tfa_id$/i.test(name)
}

/** A GET search has its filter as text in the query. */
function slotsWithFilters(name: string, endpoint: Endpoint): Slot[] {
  const slots = listSlots(endpoint).filter(isTenantSlot)
  return name === 'positions.search' ? [...slots, { place: 'query', path: ['filter'] }] : slots
}

function filled(sample: Sample, slot: Slot, id: string): Sample {
  if (slot.path[0] !== 'filter' || slot.place !== 'query') return withValue(sample, slot, id)
  return withValue(sample, slot, JSON.stringify({ filters: { filter_account: [id] } }))
}

interface Seen {
  status: number
  body: string
  headers: string
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /\d{4}-\d{2}-\d{2}T[\d:.]+Z/g
const leftOut = new Set(['date', 'content-length', 'retry-after', 'x-request-id'])

/** A reply without the ids, names and times that differ with every request. */
function seen(reply: LightMyRequestResponse): Seen {
  const headers = Object.entries(reply.headers).filter(([name]) => !leftOut.has(name))
  return {
    status: reply.statusCode,
    body: reply.body
      .replaceAll(uuid, '<id>')
      .replaceAll(time, '<time>')
      .replaceAll(/made\d+/g, '<name>')
      // The user's own change counter, which each probe increments.
      .replaceAll(/"version":\d+/g, '"version":<count>'),
    headers: JSON.stringify(headers.sort()),
  }
}

function isSame(a: Seen, b: Seen): boolean {
  return a.status === b.status && a.body === b.body && a.headers === b.headers
}

/** Traces of the other family in a reply, apart from the ids that were sent. */
function leaked(reply: LightMyRequestResponse, sent: ReadonlySet<string>): string[] {
  const text = `${reply.body}${JSON.stringify(reply.headers)}`
  const ids = text.match(uuid) ?? []
  const found = ids.filter(id => !sent.has(id) && foreignIds.has(id))
  return text.includes(canary) ? [...found, canary] : found
}

describe('a foreign id', () => {
  it('gets the same reply as a missing one, in every field of every call', { timeout: 900_000 }, async () => {
    const random = createRandom()
    const before = await hashState(world.app.database, world.foreign)
    const deviations: string[] = []
    let probes = 0
    let slots = 0
    let unbuilt = 0
    for (const [name, endpoint] of allEndpoints()) {
      if (endpoint.may === 'anyone') continue
      for (const slot of slotsWithFilters(name, endpoint)) {
        slots += 1
        await world.keepSignedIn()
        // Chosen before any request, so that the choice depends on the seed and not on timing.
        const plans = callers
          .filter(as => mayCall(endpoint, as))
          .map(as => {
            const chosen = pickSome(findHiddenIds(world, as), chooseSize(3, 100), random)
            return { as, ids: [...new Set([...findAlwaysTried(world, as), ...chosen])] }
          })
        const found = await Promise.all(plans.map(({ as, ids }) => probeAll(name, endpoint, slot, as, ids)))
        for (const each of found) {
          probes += each.probes
          unbuilt += each.unbuilt
          deviations.push(...each.deviations)
        }
      }
    }
    const after = await hashState(world.app.database, world.foreign)
    const touched = [...before].filter(([table, hash]) => after.get(table) !== hash).map(([table]) => table)
    printResult(
      `Foreign ids: ${probes} probes (${unbuilt} of calls not built yet) in ${slots} slots, ${deviations.length} deviations, ${touched.length} tables of the other family touched`,
    )
    expect(deviations.slice(0, 20)).toEqual([])
    expect(touched).toEqual([])
    expect(probes).toBeGreaterThanOrEqual(2000)
  })
})

let nonsense = seed
/** An id that does not exist. */
function noId(): string {
  nonsense += 1
  return `00000000-0000-4000-8000-${String(nonsense).padStart(12, '0')}`
}

/** Ids sent before: settings and saved filters echo them, which reveals nothing. */
const sentBy = new Map<string, Set<string>>(callers.map(as => [as, new Set()]))

async function probeAll(name: string, endpoint: Endpoint, slot: Slot, as: Caller, ids: readonly string[]) {
  const found = { probes: 0, unbuilt: 0, deviations: [] as string[] }
  const csv = isFull && endpoint.alsoReplies?.includes('text/csv') ? ['text/csv'] : []
  for (const accept of ['application/json', ...csv]) {
    const put = (id: string) => {
      sentBy.get(as)?.add(id)
      const sample = filled(ownSample(world, name, endpoint, findSeenIds(world, as)), slot, id)
      return ask(world, endpoint, sample, as, { headers: { accept } })
    }
    let unknown = seen(await put(noId()))
    for (const id of ids) {
      found.probes += 1
      const reply = await put(id)
      if (reply.statusCode === 501) found.unbuilt += 1
      // An earlier request may have changed the reply (a full list), so both ids are sent again.
      if (!isSame(seen(reply), unknown)) unknown = seen(await put(noId()))
      const wrong = difference(reply, sentBy.get(as) ?? new Set(), unknown)
      if (wrong) found.deviations.push(`${name} ${slot.place}.${slot.path.join('.')} as ${as}: ${wrong}`)
    }
  }
  return found
}

/** The difference between the replies to a foreign and a missing id, or null. */
function difference(reply: LightMyRequestResponse, sent: ReadonlySet<string>, unknown: Seen): string | null {
  // An unauthorized caller proves nothing.
  if (reply.statusCode === 401) return 'is not signed in'
  const leaks = leaked(reply, sent)
  if (leaks.length > 0) return `shows ${leaks.join(', ')}`
  const foreign = seen(reply)
  if (isSame(foreign, unknown)) return null
  const shown = ({ status, body, headers }: Seen) =>
    `${status} ${body.slice(0, 300)} ${headers.slice(0, 900)}`
  return `${shown(foreign)} is not ${shown(unknown)}`
}
