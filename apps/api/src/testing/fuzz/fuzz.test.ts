import { allEndpoints, hasRole, type Role } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSample } from '../access/requests.ts'
import { isPlanted, randomOf, seed, sizeOf, tell } from '../access/sizes.ts'
import { createWorld, type Principal, type World } from '../access/world.ts'
import { complaintAbout, type FuzzCall, requestOf } from './fuzz.ts'
import { type Known, pick, type Random } from './generate.ts'

const count = sizeOf(2000, 100_000)
const atOnce = 8

let world: World
let known: Known
let calls: FuzzCall[]

beforeAll(async () => {
  world = await createWorld()
  const { own, foreign } = world
  known = {
    uuids: [
      ...Object.values(own.ids),
      ...Object.values(foreign.ids),
      world.share,
      crypto.randomUUID(),
    ].filter(id => ![own.owner.id, foreign.owner.id, own.familyId].includes(id)),
    byName: {
      family: [own.familyId],
      account: [own.ids.account, own.ids.otherAccount],
      filter_account: [own.ids.account, own.ids.otherAccount],
      instrument: [world.share],
      ticker: [world.share],
    },
    positions: [own.ids.position, own.ids.otherPosition, own.ids.assetPosition, foreign.ids.position, 'x.2'],
  }
  calls = allEndpoints().map(([name, endpoint]) => ({
    name,
    endpoint,
    isBuilt: !world.app.unbuilt.has(endpoint),
  }))
})
/** A mistake of ours in the database, as a careless migration could leave it: some writes fail with an error of it. */
beforeAll(async () => {
  if (!isPlanted) return
  await world.app.database.query(`
    create function planted_division() returns trigger language plpgsql as $$
    begin perform 1 / 0; return new; end $$;
    create trigger planted before insert on template for each row execute function planted_division()`)
})
afterAll(() => world.app.close())

const healEvery = 20

/** Among all that is sent are rules that lock everyone out: they are taken back, or nothing else would be tried. */
async function heal(): Promise<void> {
  await world.app.database.query(`
    update security_rules set two_factor_roles = '{}';
    update family set two_factor_required = false where two_factor_required;
    update app_user set two_factor_required = false, disabled_at = null, role = rightful.role
      from (values ('show', 'demo'), ('ada', 'admin'), ('avi', 'adviser'), ('eva', 'adviser'), ('sam', 'investor'),
        ('lia', 'investor'),
        ('home-owner', 'investor')) as rightful (name, role)
      where lower(username) = rightful.name
        and (two_factor_required or disabled_at is not null or app_user.role <> rightful.role)`)
}

const usernames: Partial<Record<Principal, string>> = {
  demo: 'show',
  admin: 'ada',
  adviserAssigned: 'avi',
  adviserElsewhere: 'eva',
  sameFamily: 'sam',
  accountLimited: 'lia',
}
const signingIn = new Map<Principal, Promise<void>>()

/** Who was signed out by something that was sent is signed in again, or the rest would all be refused at the door. */
async function signInAgain(principal: Principal): Promise<void> {
  const { app, tokenOf, own } = world
  const username = principal === 'investor' ? own.owner.username : usernames[principal]
  if (username === undefined) return
  const begun = signingIn.get(principal)
  if (begun) return begun
  const again = heal()
    .then(() => app.signIn(username))
    .then(({ access }) => {
      tokenOf[principal] = access
    })
    .finally(() => signingIn.delete(principal))
  signingIn.set(principal, again)
  return again
}

/** Signing in is dear by design and printing takes its time, so both are tried less often. */
function chooseCall(random: Random): FuzzCall {
  const call = pick(calls, random)
  const isTriedLess = call.name.startsWith('auth.') || call.name === 'reports.pdf' || !call.isBuilt
  return isTriedLess && random() < 0.9 ? chooseCall(random) : call
}

/** What a call is about in the caller's own family. The users that ask, and their family, are needed to the end. */
function ownParams({ name, endpoint }: FuzzCall): object {
  if (name.startsWith('users.') || name === 'families.remove')
    return { id: pick(known.uuids, randomOf(name.length)) }
  return ownSample(world, name, endpoint).params
}

const callers: readonly [Principal, Role][] = [
  ['investor', 'investor'],
  ['sameFamily', 'investor'],
  ['accountLimited', 'investor'],
  ['adviserAssigned', 'adviser'],
  ['admin', 'admin'],
  ['demo', 'demo'],
]

function chooseCaller({ name, endpoint: { may } }: FuzzCall, random: Random): Principal {
  // Whoever ends their own sign-in, or changes how they sign in, is of no use for the next request.
  if (name.startsWith('auth.'))
    return pick(['anonymous', 'passwordOnly', 'disabled', 'demo'] as const, random)
  if (random() < 0.05)
    return pick(['anonymous', 'disabled', 'signedOut', 'adviserElsewhere'] as const, random)
  const admitted = callers.filter(([, role]) => may === 'anyone' || hasRole(role, may))
  return pick(admitted.length > 0 && random() < 0.95 ? admitted : callers, random)[0]
}

describe('whatever is sent', () => {
  it(
    `is answered as declared: ${count} requests`,
    async () => {
      const random = randomOf(seed)
      const complaints = new Map<string, string>()
      const statuses = new Map<number, number>()
      let left = count
      const work = async () => {
        while (left > 0) {
          left -= 1
          if (left % healEvery === 0) await heal()
          const call = chooseCall(random)
          const request = requestOf(call, random, known, ownParams(call))
          const caller = chooseCaller(call, random)
          const token = world.tokenOf[caller]
          const reply = await world.app.call({ ...request.options, ...(token === null ? {} : { as: token }) })
          if (reply.statusCode === 401 && token !== null && token === world.tokenOf[caller])
            await signInAgain(caller)
          statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
          const complaint = complaintAbout(call, reply)
          if (complaint)
            complaints.set(
              complaint,
              `${caller}: ${request.options.method} ${request.options.url} ${String(request.options.payload ?? '').slice(0, 300)} ${JSON.stringify(request.options.headers)} -> ${reply.body.slice(0, 300)}`,
            )
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      tell(`fuzz: ${count} requests, ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`)
      expect(Object.fromEntries(complaints)).toEqual({})
      expect(statuses.get(401) ?? 0, 'few are refused at the door').toBeLessThan(count / 5)
    },
    sizeOf(240_000, 3_600_000),
  )
})
