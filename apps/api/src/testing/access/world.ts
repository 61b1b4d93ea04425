import { setUpTwoFactor } from '../second-factor.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { testLedger } from '../test-ledger.ts'
import { fillHousehold, type Household } from './household.ts'
import { plantHole } from './plant.ts'
import { isPlanted } from './sizes.ts'

/** The caller, as the threat model names them. */
export const principals = [
  'anonymous',
  'passwordOnly',
  'demo',
  'investor',
  'sameFamily',
  'accountLimited',
  'adviserAssigned',
  'adviserOfTwo',
  'staffUnnamed',
  'adviserElsewhere',
  'admin',
  'disabled',
  'signedOut',
] as const
export type Principal = (typeof principals)[number]

export interface World {
  app: TestApp
  /** The family of the investor, those of the same family (one sees only some accounts), and the assigned adviser. */
  own: Household
  /** A second family of the adviser who serves two. */
  second: Household
  /** A family that none of them may know of. */
  foreign: Household
  /** What each of them sends as bearer token. */
  tokenOf: Record<Principal, string | null>
  share: string
  /** Access tokens live five minutes: whoever is still in signs in anew before theirs expires. */
  keepSignedIn(): Promise<void>
}

/** Marks all there is of the family that nobody here may see. */
export const canary = 'Canary'

/** Three families with one of each thing, and everyone who may ask about them. */
export async function createWorld(options: Parameters<typeof createTestApp>[0] = {}): Promise<World> {
  const app = await createTestApp({ demo: true, ...options })
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('Acme')
  await app.database.query('update instrument set is_watchable = true where id = $1', [share])
  await ledger.prices(share, { '2026-01-05': 100, '2026-01-06': 101, '2026-01-07': 103 })
  const own = await fillHousehold(app, 'Home', share)
  const second = await fillHousehold(app, 'Second', share)
  const foreign = await fillHousehold(app, canary, share)
  const shown = await app.addFamily('Shown family')

  await app.addUser({ username: 'show', role: 'demo', familyId: shown })
  await app.addUser({ username: 'ada', role: 'admin' })
  // A second one, so that nothing is refused for being done to the last.
  await app.addUser({ username: 'agnes', role: 'admin' })
  const avi = await app.addUser({ username: 'avi', role: 'adviser' })
  const ava = await app.addUser({ username: 'ava', role: 'adviser' })
  const una = await app.addUser({ username: 'una', role: 'adviser' })
  await app.addUser({ username: 'eva', role: 'adviser' })
  await app.addUser({ username: 'sam', role: 'investor', familyId: own.familyId })
  const lia = await app.addUser({ username: 'lia', role: 'investor', familyId: own.familyId })
  const dora = await app.addUser({ username: 'dora', role: 'investor', familyId: own.familyId })
  await app.addUser({ username: 'otto', role: 'investor', familyId: own.familyId })
  await app.addUser({ username: 'phil', role: 'investor', familyId: own.familyId })
  await app.database.query(
    `insert into family_access (user_id, family_id)
     values ($1, $4), ($2, $4), ($2, $5), ($3, $4), ($3, $5)`,
    [avi.id, ava.id, una.id, own.familyId, second.familyId],
  )
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [lia.id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
    lia.id,
    own.ids.otherAccount,
  ])

  const access = async (username: string) => (await app.signIn(username)).access
  const tokenOf: World['tokenOf'] = {
    anonymous: null,
    passwordOnly: await passwordOnly(app, 'phil'),
    demo: await access('show'),
    investor: await access(own.owner.username),
    sameFamily: await access('sam'),
    accountLimited: await access('lia'),
    adviserAssigned: await access('avi'),
    // Both serve the same two families; one names a family in what she asks, the other never does.
    adviserOfTwo: await access('ava'),
    staffUnnamed: await access('una'),
    adviserElsewhere: await access('eva'),
    admin: await access('ada'),
    disabled: await access('dora'),
    signedOut: await access('otto'),
  }
  await app.database.query('update app_user set disabled_at = now() where id = $1', [dora.id])
  const out = await app.call({
    method: 'POST',
    url: '/auth/logout/',
    as: tokenOf.signedOut ?? '',
    payload: {},
  })
  if (out.statusCode !== 204) throw new Error(out.body)
  if (isPlanted) await plantHole(app.database)
  const usernames = {
    demo: 'show',
    investor: own.owner.username,
    sameFamily: 'sam',
    accountLimited: 'lia',
    adviserAssigned: 'avi',
    adviserOfTwo: 'ava',
    staffUnnamed: 'una',
    adviserElsewhere: 'eva',
    admin: 'ada',
  } as const
  let signedInAt = Date.now()
  return {
    app,
    own,
    second,
    foreign,
    tokenOf,
    share,
    async keepSignedIn() {
      if (Date.now() - signedInAt < 3 * 60_000) return
      signedInAt = Date.now()
      // The keys of `usernames` are principals, which Object.entries forgets.
      // By address: a name may have been changed meanwhile.
      for (const [principal, username] of Object.entries(usernames))
        tokenOf[principal as Principal] = await access(`${username}@example.com`)
    },
  }
}

/** What the right password alone gives where a second factor is on. */
async function passwordOnly(app: TestApp, username: string): Promise<string> {
  const { access } = await app.signIn(username)
  await setUpTwoFactor(app, access)
  const reply = await app.call({
    method: 'POST',
    url: '/auth/login/',
    payload: { username, password: 'correct horse battery' },
  })
  return reply.json().tfa_id
}
