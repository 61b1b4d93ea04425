import { allEndpoints, hasRole, type Role } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownSample } from '../access/requests.ts'
import { chooseSize, createRandom, isPlanted, printResult, seed } from '../access/sizes.ts'
import { createWorld, type Principal, type World } from '../access/world.ts'
import { createRequest, describeViolation, type FuzzCall } from './fuzz.ts'
import { type Known, pick, type Random } from './generate.ts'

const count = chooseSize(2000, 100_000)
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
/** The planted bug: some writes fail with a database error, as after a careless migration. */
beforeAll(async () => {
  if (!isPlanted) return
  await world.app.database.query(`
    create function planted_division() returns trigger language plpgsql as $$
    begin perform 1 / 0; return new; end $$;
    create trigger planted before insert on template for each row execute function planted_division()`)
})
afterAll(() => world.app.close())

const healEvery = 20

/** Reverts random changes that lock callers out, or the rest of the run would test nothing. */
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

/** Signs a caller in again whom a random request signed out. */
async function signInAgain(principal: Principal): Promise<void> {
  const { app, tokens, own } = world
  const username = principal === 'investor' ? own.owner.username : usernames[principal]
  if (username === undefined) return
  const pending = signingIn.get(principal)
  if (pending) return pending
  const again = heal()
    .then(() => app.signIn(username))
    .then(({ access }) => {
      tokens[principal] = access
    })
    .finally(() => signingIn.delete(principal))
  signingIn.set(principal, again)
  return again
}

/** Signing in and printing are slow, so both are tried less often. */
function chooseCall(random: Random): FuzzCall {
  const call = pick(calls, random)
  const isTriedLess = call.name.startsWith('auth.') || call.name === 'reports.pdf' || !call.isBuilt
  return isTriedLess && random() < 0.9 ? chooseCall(random) : call
}

/** Ids of the caller's own family, except the users and the family that the run still needs. */
function ownParams({ name, endpoint }: FuzzCall): object {
  if (name.startsWith('users.') || name === 'families.remove')
    return { id: pick(known.uuids, createRandom(name.length)) }
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
  // Calls that end the sign-in or change credentials would break the following requests.
  if (name.startsWith('auth.'))
    return pick(['anonymous', 'passwordOnly', 'disabled', 'demo'] as const, random)
  if (random() < 0.05)
    return pick(['anonymous', 'disabled', 'signedOut', 'adviserElsewhere'] as const, random)
  const admitted = callers.filter(([, role]) => may === 'anyone' || hasRole(role, may))
  return pick(admitted.length > 0 && random() < 0.95 ? admitted : callers, random)[0]
}

describe('random requests', () => {
  it(
    `is answered as declared: ${count} requests`,
    async () => {
      const random = createRandom(seed)
      const violations = new Map<string, string>()
      const statuses = new Map<number, number>()
      let unknownFields = 0
      let left = count
      const work = async () => {
        while (left > 0) {
          left -= 1
          if (left % healEvery === 0) await heal()
          const call = chooseCall(random)
          const request = createRequest(call, random, known, ownParams(call))
          if (request.unknownField !== null) unknownFields += 1
          const caller = chooseCaller(call, random)
          const token = world.tokens[caller]
          const reply = await world.app.call({ ...request.options, ...(token === null ? {} : { as: token }) })
          if (reply.statusCode === 401 && token !== null && token === world.tokens[caller])
            await signInAgain(caller)
          statuses.set(reply.statusCode, (statuses.get(reply.statusCode) ?? 0) + 1)
          const violation = describeViolation(request, reply)
          if (violation)
            violations.set(
              violation,
              `${caller}: ${request.options.method} ${request.options.url} ${String(request.options.payload ?? '').slice(0, 300)} ${JSON.stringify(request.options.headers)} -> ${reply.body.slice(0, 300)}`,
            )
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      printResult(
        `fuzz: ${count} requests, ${unknownFields} with an unknown field, ${JSON.stringify(Object.fromEntries([...statuses].sort()))}`,
      )
      expect(Object.fromEntries(violations)).toEqual({})
      expect(unknownFields).toBeGreaterThan(count / 20)
      expect(statuses.get(401) ?? 0, 'few are refused at the door').toBeLessThan(count / 5)
    },
    chooseSize(240_000, 3_600_000),
  )
})
