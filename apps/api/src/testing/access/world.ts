import { setUpTwoFactor } from '../second-factor.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { testLedger } from '../test-ledger.ts'
import { fillHousehold, type Household } from './household.ts'
import { plantHole } from './planted-holes.ts'
import { isPlanted } from './sizes.ts'

/** The kinds of caller in the threat model. */
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
  /** The family of the investor, of an account-limited investor, and of the assigned adviser. */
  own: Household
  /** A second family of the adviser who serves two. */
  second: Household
  /** A family that none of them may see. */
  foreign: Household
  /** The bearer token of each caller. */
  tokens: Record<Principal, string | null>
  share: string
  /** Access tokens expire after five minutes, so signed-in callers sign in again before. */
  keepSignedIn(): Promise<void>
}

/** Part of every name in the family that no caller may see. */
export const canary = 'Canary'

/** Three families with one row of each kind, and all callers. */
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
  // A second administrator, so that no call is rejected because it affects the last one.
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
  const tokens: World['tokens'] = {
    anonymous: null,
    passwordOnly: await passwordOnly(app, 'phil'),
    demo: await access('show'),
    investor: await access(own.owner.username),
    sameFamily: await access('sam'),
    accountLimited: await access('lia'),
    adviserAssigned: await access('avi'),
    // Both serve the same two families; one names a family in requests, the other never does.
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
    as: tokens.signedOut ?? '',
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
    tokens,
    share,
    async keepSignedIn() {
      if (Date.now() - signedInAt < 3 * 60_000) return
      signedInAt = Date.now()
      // Object.entries widens the keys of `usernames`, which are principals. By address, since names may have changed.
      for (const [principal, username] of Object.entries(usernames))
        tokens[principal as Principal] = await access(`${username}@example.com`)
    },
  }
}

/** The token that the right password alone yields when a second factor is on. */
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
