import { allEndpoints, type Endpoint } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Caller, callers, hiddenFrom, idsSeenBy, triedAlways } from './hidden.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { type Sample, type Slot, slotsOf, withValue } from './samples.ts'
import { isFull, randomOf, seed, sizeOf, someOf, tell } from './sizes.ts'
import { idsOf, stateOf } from './tenant-state.ts'
import { canary, createWorld, type World } from './world.ts'

let world: World
let foreignIds: Set<string>

beforeAll(async () => {
  world = await createWorld()
  foreignIds = await idsOf(world.app.database, world.foreign)
})
afterAll(() => world.app.close())

/** A custodian is known to everyone, and so is who a link of a mail is for: only whoever has its secret learns more. */
function isTenantSlot({ path }: Slot): boolean {
  const name = path.filter(part => typeof part === 'string').at(-1) ?? ''
  return !/custodian|^uid$|^tfa_id$/i.test(name)
}

/** A search by GET carries its filter as text. */
function slotsWithFilters(name: string, endpoint: Endpoint): Slot[] {
  const slots = slotsOf(endpoint).filter(isTenantSlot)
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

/** A reply without what differs from one request to the next whatever it asks: new ids, names and times. */
function seen(reply: LightMyRequestResponse): Seen {
  const headers = Object.entries(reply.headers).filter(([name]) => !leftOut.has(name))
  return {
    status: reply.statusCode,
    body: reply.body
      .replaceAll(uuid, '<id>')
      .replaceAll(time, '<time>')
      .replaceAll(/made\d+/g, '<name>')
      // Counts changes of one's own, and each probe is one.
      .replaceAll(/"version":\d+/g, '"version":<count>'),
    headers: JSON.stringify(headers.sort()),
  }
}

function isSame(a: Seen, b: Seen): boolean {
  return a.status === b.status && a.body === b.body && a.headers === b.headers
}

/** What of the other family shows in a reply, besides the ids that were asked with. */
function leaked(reply: LightMyRequestResponse, sent: ReadonlySet<string>): string[] {
  const text = `${reply.body}${JSON.stringify(reply.headers)}`
  const ids = text.match(uuid) ?? []
  const found = ids.filter(id => !sent.has(id) && foreignIds.has(id))
  return text.includes(canary) ? [...found, canary] : found
}

describe('an id of someone else', () => {
  it('is answered like one that does not exist, wherever it stands', { timeout: 900_000 }, async () => {
    const random = randomOf()
    const before = await stateOf(world.app.database, world.foreign)
    const deviations: string[] = []
    let probes = 0
    let slots = 0
    let unbuilt = 0
    for (const [name, endpoint] of allEndpoints()) {
      if (endpoint.may === 'anyone') continue
      for (const slot of slotsWithFilters(name, endpoint)) {
        slots += 1
        await world.keepSignedIn()
        // Chosen before anyone asks, so that the seed decides and not who is quicker.
        const plans = callers
          .filter(as => mayCall(endpoint, as))
          .map(as => {
            const chosen = someOf(hiddenFrom(world, as), sizeOf(3, 100), random)
            return { as, ids: [...new Set([...triedAlways(world, as), ...chosen])] }
          })
        const found = await Promise.all(plans.map(({ as, ids }) => probeAll(name, endpoint, slot, as, ids)))
        for (const each of found) {
          probes += each.probes
          unbuilt += each.unbuilt
          deviations.push(...each.deviations)
        }
      }
    }
    const after = await stateOf(world.app.database, world.foreign)
    const touched = [...before].filter(([table, hash]) => after.get(table) !== hash).map(([table]) => table)
    tell(
      `Foreign ids: ${probes} probes (${unbuilt} of calls not built yet) in ${slots} slots, ${deviations.length} deviations, ${touched.length} tables of the other family touched`,
    )
    expect(deviations.slice(0, 20)).toEqual([])
    expect(touched).toEqual([])
    expect(probes).toBeGreaterThanOrEqual(2000)
  })
})

let nonsense = seed
/** An id that nobody has. */
function noId(): string {
  nonsense += 1
  return `00000000-0000-4000-8000-${String(nonsense).padStart(12, '0')}`
}

/** Ids that someone has sent before: settings and saved filters give them back, and tell nothing by it. */
const sentBy = new Map<string, Set<string>>(callers.map(as => [as, new Set()]))

async function probeAll(name: string, endpoint: Endpoint, slot: Slot, as: Caller, ids: readonly string[]) {
  const found = { probes: 0, unbuilt: 0, deviations: [] as string[] }
  const csv = isFull && endpoint.alsoReplies?.includes('text/csv') ? ['text/csv'] : []
  for (const accept of ['application/json', ...csv]) {
    const put = (id: string) => {
      sentBy.get(as)?.add(id)
      const sample = filled(ownSample(world, name, endpoint, idsSeenBy(world, as)), slot, id)
      return ask(world, endpoint, sample, as, { headers: { accept } })
    }
    let unknown = seen(await put(noId()))
    for (const id of ids) {
      found.probes += 1
      const reply = await put(id)
      if (reply.statusCode === 501) found.unbuilt += 1
      // What was asked before may have changed the answer (a list is full by now): then it has for both.
      if (!isSame(seen(reply), unknown)) unknown = seen(await put(noId()))
      const wrong = difference(reply, sentBy.get(as) ?? new Set(), unknown)
      if (wrong) found.deviations.push(`${name} ${slot.place}.${slot.path.join('.')} as ${as}: ${wrong}`)
    }
  }
  return found
}

/** What tells the answer about someone else's apart from the answer about nothing, or null. */
function difference(reply: LightMyRequestResponse, sent: ReadonlySet<string>, unknown: Seen): string | null {
  // Whoever is not let in at all proves nothing.
  if (reply.statusCode === 401) return 'is not signed in'
  const leaks = leaked(reply, sent)
  if (leaks.length > 0) return `shows ${leaks.join(', ')}`
  const foreign = seen(reply)
  if (isSame(foreign, unknown)) return null
  const shown = ({ status, body, headers }: Seen) =>
    `${status} ${body.slice(0, 300)} ${headers.slice(0, 900)}`
  return `${shown(foreign)} is not ${shown(unknown)}`
}
