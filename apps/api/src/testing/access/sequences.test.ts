import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../test-app.ts'
import { testLedger } from '../test-ledger.ts'
import { plantHole } from './planted-holes.ts'
import { type Call, type Maker, type ResourceKind, resourceKinds, strategies, tickers } from './resources.ts'
import { chooseSize, createRandom, isPlanted, printResult } from './sizes.ts'

const sequences = Number(process.env.RUNS ?? chooseSize(5, 2_000))
const stepsEach = 20
const random = createRandom()
const below = (most: number) => Math.floor(random() * most)
const oneOf = <Item>(items: readonly Item[]): Item | undefined => items[below(items.length)]

interface Resource {
  kind: ResourceKind
  id: string
  name: string
  /** What a ticker watches. */
  share: string
  owner: Maker
  isDeleted: boolean
}

let app: TestApp
/** Ann and Cleo are of one family, Bob of another. */
let ann: Maker
let bob: Maker
let cleo: Maker
const shares: string[] = []
/** Rows of each list that no sequence has created. */
const standing = new Map<string, string[]>()
let calls = 0
let made = 0
let names = 0
/** Names are unique, because a duplicate would be rejected. */
function freshName(): string {
  names += 1
  return `name ${names}`
}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  for (const name of ['Acme', 'Bolt', 'Cord']) shares.push(await ledger.instrument(name))
  await app.database.query('update instrument set is_watchable = true')
  const home = await app.addFamily('Home')
  ann = await createMaker('ann', home)
  cleo = await createMaker('cleo', home)
  bob = await createMaker('bob', await app.addFamily('Elsewhere'))
  for (const maker of [ann, bob, cleo])
    for (const kind of resourceKinds)
      standing.set(`${maker.username} ${kind.name}`, await listed(maker, kind))
  if (isPlanted) await plantHole(app.database)
})
afterAll(() => app.close())

async function createMaker(username: string, family: string): Promise<Maker> {
  const ledger = testLedger(app.database)
  await app.addUser({ username, role: 'investor', familyId: family })
  const account = await ledger.account(family, `Account of ${username}`)
  const position = await ledger.post(family, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: shares[0] ?? '',
    quantity: '7',
    price: '100',
  })
  return { username, access: (await app.signIn(username)).access, account, position }
}

let renewedAt = performance.now()

/** Access tokens expire during a long run, however slow the machine is. */
async function renewAccess(): Promise<void> {
  if (performance.now() - renewedAt < 120_000) return
  renewedAt = performance.now()
  for (const maker of [ann, bob, cleo]) maker.access = (await app.signIn(maker.username)).access
}

function send(as: Maker, call: Call): Promise<LightMyRequestResponse> {
  calls += 1
  return app.call({ ...call, as: as.access, at: below(2) as 0 | 1 })
}

/** Most resources are known by `id`. */
function idOf(resource: { id?: string; strategy_id?: string }): string {
  return resource.id ?? resource.strategy_id ?? ''
}

async function listed(maker: Maker, { list }: ResourceKind): Promise<string[]> {
  const reply = await send(maker, list)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.map(idOf).sort()
}

const unknownId = '00000000-0000-4000-8000-00000000dead'
/** A reply without the ids that were sent. */
const describeReply = ({ statusCode, body }: LightMyRequestResponse) =>
  `${statusCode} ${body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')}`

/** Every call that takes the id of a resource. */
function uses({ kind, name }: Resource, id: string): Call[] {
  return [
    ...(kind.read ? [kind.read(id)] : []),
    kind.change(id, freshName()),
    kind.remove(id, name),
    ...(kind.restore ? [kind.restore(id)] : []),
  ]
}

/** One sequence: the resources that Ann and Bob have created, and the possible next steps. */
class Sequence {
  readonly resources: Resource[] = []
  readonly broken: string[] = []

  async step(): Promise<void> {
    const alive = oneOf(this.resources.filter(resource => !resource.isDeleted))
    const deleted = oneOf(this.resources.filter(resource => resource.isDeleted))
    const turn = random()
    if (!alive || turn < 0.25) return this.make()
    if (turn < 0.33) return this.fail(oneOf([ann, bob]) ?? ann, oneOf(resourceKinds) ?? strategies)
    if (turn < 0.5) return this.use(alive)
    if (turn < 0.62) return this.remove(alive)
    if (turn < 0.67) return this.reachThroughAnother()
    if (turn < 0.85) return this.reachAsAnother(oneOf(this.resources) ?? alive)
    if (deleted && turn < 0.93) return this.useDeleted(deleted)
    return deleted ? this.restore(deleted) : this.use(alive)
  }

  async make(): Promise<void> {
    const kind = oneOf(resourceKinds) ?? strategies
    const [owner, name] = [oneOf([ann, bob]) ?? ann, freshName()]
    const share = shares.find(id => !this.isWatched(owner, id)) ?? ''
    if (kind === tickers && share === '') return
    made += 1
    const reply = await send(owner, kind.make(owner, name, share))
    this.invariant(reply.statusCode === 200, `a ${kind.name} could not be made: ${describeReply(reply)}`)
    this.resources.push({ kind, id: idOf(reply.json().data ?? {}), name, share, owner, isDeleted: false })
    await this.checkList(owner, kind)
  }

  isWatched(owner: Maker, share: string): boolean {
    return this.resources.some(
      resource =>
        resource.kind === tickers &&
        resource.owner === owner &&
        resource.share === share &&
        !resource.isDeleted,
    )
  }

  /** A rejected creation leaves nothing behind. */
  async fail(owner: Maker, kind: ResourceKind): Promise<void> {
    const reply = await send(owner, kind.broken(owner))
    this.invariant(
      [400, 404].includes(reply.statusCode),
      `half a ${kind.name} was answered ${describeReply(reply)}`,
    )
    await this.checkList(owner, kind)
  }

  async use(resource: Resource): Promise<void> {
    const { kind, id, owner } = resource
    const reply = await send(
      owner,
      kind.read && random() < 0.5 ? kind.read(id) : kind.change(id, freshName()),
    )
    this.invariant(reply.statusCode === 200, `a ${kind.name} could not be used: ${describeReply(reply)}`)
  }

  async remove(resource: Resource): Promise<void> {
    const reply = await send(resource.owner, resource.kind.remove(resource.id, resource.name))
    this.invariant(
      reply.statusCode === 204,
      `a ${resource.kind.name} could not be deleted: ${describeReply(reply)}`,
    )
    resource.isDeleted = true
    await this.checkList(resource.owner, resource.kind)
  }

  /** A deleted resource is gone for its owner until it is restored. */
  async useDeleted(resource: Resource): Promise<void> {
    const restore = resource.kind.restore?.(resource.id).url
    const call = oneOf(uses(resource, resource.id).filter(({ url }) => url !== restore))
    if (!call) return
    const reply = await send(resource.owner, call)
    this.invariant(
      reply.statusCode === 404,
      `a deleted ${resource.kind.name}: ${call.method} ${describeReply(reply)}`,
    )
  }

  async restore(resource: Resource): Promise<void> {
    const { kind, id, owner } = resource
    if (!kind.restore) return this.useDeleted(resource)
    const isTaken = kind === tickers && this.isWatched(owner, resource.share)
    const reply = await send(owner, kind.restore(id))
    this.invariant(
      reply.statusCode === (isTaken ? 409 : 200),
      `a ${kind.name} brought back: ${describeReply(reply)}`,
    )
    resource.isDeleted = isTaken
    await this.checkList(owner, kind)
  }

  /** Another user gets the reply for a missing id and changes nothing. */
  async reachAsAnother(resource: Resource): Promise<void> {
    const other =
      resource.owner === bob ? oneOf([ann, cleo]) : resource.kind.isPersonal ? oneOf([bob, cleo]) : bob
    const place = below(uses(resource, resource.id).length)
    const [call, blank] = [uses(resource, resource.id)[place], uses(resource, unknownId)[place]]
    if (!other || !call || !blank) return
    const [about, nothing] = [describeReply(await send(other, call)), describeReply(await send(other, blank))]
    this.invariant(
      about === nothing,
      `${resource.kind.name} of another: ${call.method} ${about}, not ${nothing}`,
    )
    await this.checkList(resource.owner, resource.kind)
  }

  /** A part of one resource cannot be reached through another. */
  async reachThroughAnother(): Promise<void> {
    const owner = oneOf([ann, bob]) ?? ann
    const own = this.resources.filter(resource => resource.owner === owner && !resource.isDeleted)
    const [one, two] = own.filter(resource => resource.kind === tickers)
    if (!one || !two) return this.fail(owner, tickers)
    const before = await this.targetsOf(one)
    const [target] = before
    if (!target) return
    const payload = { price_targets: [{ id: target.id, price: below(100) + 1, direction: 'below' }] }
    const reply = await send(owner, { ...tickers.change(two.id, ''), payload })
    this.invariant(reply.statusCode === 404, `a target of another ticker: ${describeReply(reply)}`)
    const after = await this.targetsOf(one)
    this.invariant(
      JSON.stringify(after) === JSON.stringify(before),
      'a target was changed through another ticker',
    )
  }

  async targetsOf({ owner, id }: Resource): Promise<{ id: string }[]> {
    return (await send(owner, { method: 'GET', url: tickers.change(id, '').url })).json().data.price_targets
  }

  async checkList(owner: Maker, kind: ResourceKind): Promise<void> {
    const alive = this.resources.filter(
      resource => resource.kind === kind && resource.owner === owner && !resource.isDeleted,
    )
    const expected = [
      ...(standing.get(`${owner.username} ${kind.name}`) ?? []),
      ...alive.map(({ id }) => id),
    ].sort()
    const found = await listed(owner, kind)
    this.invariant(
      JSON.stringify(found) === JSON.stringify(expected),
      `the list of ${kind.name} of ${owner.username}`,
    )
  }

  invariant(holds: boolean, what: string): void {
    if (!holds) this.broken.push(what.slice(0, 300))
  }

  async clearUp(): Promise<void> {
    for (const resource of this.resources) if (!resource.isDeleted) await this.remove(resource)
  }
}

describe('random creations, uses and deletions', () => {
  it(`stay private to their owner and consistent in ${sequences} sequences of ${stepsEach} steps`, {
    timeout: 3_600_000,
  }, async () => {
    const broken: string[] = []
    for (let place = 0; place < sequences; place += 1) {
      await renewAccess()
      const sequence = new Sequence()
      for (let step = 0; step < stepsEach; step += 1) await sequence.step()
      await sequence.clearUp()
      broken.push(...sequence.broken.map(what => `sequence ${place}: ${what}`))
      if (isPlanted && broken.length > 0) break
    }
    printResult(
      `Sequences by chance: ${sequences} of ${stepsEach} steps, ${made} resources made, ${calls} calls, ${broken.length} broken rules`,
    )
    expect(broken.slice(0, 10)).toEqual([])
  })
})
