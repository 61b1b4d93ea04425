import { expect } from 'vitest'
import { unsealLink } from '../../platform/keys/sealed-link.ts'
import { parseLink } from '../outbox.ts'
import { generateCode } from '../second-factor.ts'
import { chooseSize, printResult } from './sizes.ts'
import {
  chooseNode,
  type Node,
  password,
  type Tokens,
  type TwoServers,
  turnOnTwoFactor,
} from './two-servers.ts'

interface Victim extends Tokens {
  id: string
  username: string
  /** Another sign-in of the same user, which performs the action. */
  other: Tokens
}

type End = (servers: TwoServers, victim: Victim, admin: string, at: Node) => Promise<{ status: number }>

const newPassword = 'quite another one'

/** Every action that must end a sign-in. */
const endings: Record<string, End> = {
  'sign-out': (servers, { refresh }, _admin, at) => servers.call('/auth/logout/', { at, body: { refresh } }),
  'sign-out by access token': (servers, { access }, _admin, at) =>
    servers.call('/auth/logout/', { at, as: access, body: {} }),
  'change of password': (servers, { other }, _admin, at) =>
    servers.call('/auth/change-password/', {
      at,
      as: other.access,
      body: { old_password: password, new_password: newPassword },
    }),
  'reset of password': async (servers, { username }, _admin, at) => {
    await servers.call('/auth/reset-password/', {
      at,
      body: { email: username },
      from: `10.30.${Math.floor(Math.random() * 250)}.1`,
    })
    const { rows } = await servers.database.query(
      "select link from mail where to_address = $1 and kind = 'password_reset'",
      [`${username}@example.com`],
    )
    const body = { ...parseLink((await unsealLink(servers.keys, rows[0].link)) ?? ''), password: newPassword }
    return servers.call('/auth/reset-password/confirm/', { at, body })
  },
  'second factor on': (servers, victim, _admin, at) => turnOnTwoFactor(servers, victim.other.access, at),
  'end from the list': (servers, { other, refresh }, _admin, at) =>
    servers.call(`/auth/sign-ins/${refresh.split('.')[0]}/`, { at, as: other.access, method: 'DELETE' }),
  'end of all others': (servers, { other }, _admin, at) =>
    servers.call('/auth/sign-ins/end-others/', { at, as: other.access, body: {} }),
  'disabling by an administrator': (servers, { id }, admin, at) =>
    servers.call(`/api/users/${id}/disable/`, { at, as: admin, body: {} }),
  'deletion by an administrator': (servers, { id }, admin, at) =>
    servers.call(`/api/users/${id}/`, { at, as: admin, method: 'DELETE' }),
}

/** After each of them both servers reject the next request and the next refresh. */
export async function checkEndings(servers: TwoServers): Promise<void> {
  const trials = chooseSize(1, 50)
  const admin = await servers.addUser()
  const { access } = await servers.signIn(admin.username)
  const survived: string[] = []
  let ended = 0
  for (let trial = 0; trial < trials; trial += 1)
    for (const [name, end] of Object.entries(endings)) {
      const victim = await newVictim(servers)
      const reply = await end(servers, victim, access, chooseNode(trial))
      expect(reply.status, name).toBeLessThan(300)
      if (await isOver(servers, victim)) ended += 1
      else survived.push(name)
    }
  survived.push(...(await secondFactorOff(servers, trials)))
  const total = trials * (Object.keys(endings).length + 1)
  printResult(
    `Endings: ${total} sign-ins ended in ${Object.keys(endings).length + 1} ways, next request refused on both servers, ${survived.length} survived`,
  )
  expect(survived).toEqual([])
  expect(ended).toBe(trials * Object.keys(endings).length)
}

/** A lost role or family takes effect at the next request. */
export async function checkDemotions(servers: TwoServers): Promise<void> {
  const trials = chooseSize(1, 50)
  const admin = await servers.addUser()
  const { access } = await servers.signIn(admin.username)
  let refused = 0
  for (let trial = 0; trial < trials; trial += 1) {
    const at = chooseNode(trial)
    const demoted = await servers.addUser()
    const { access: theirs } = await servers.signIn(demoted.username)
    expect((await servers.call('/api/security/', { as: theirs, at })).status).toBe(200)
    await servers.call(`/api/users/${demoted.id}/`, { at, as: access, body: { role: 'adviser' } })
    const statuses = await Promise.all(
      ([0, 1] as const).map(
        async node => (await servers.call('/api/security/', { as: theirs, at: node })).status,
      ),
    )
    const familyId = await servers.addFamily()
    await servers.call(`/api/users/${demoted.id}/`, { at, as: access, body: { families: [familyId] } })
    const count = async (node: Node) =>
      (await servers.call('/api/families/list/', { as: theirs, at: node, body: {} })).json.count
    const served = [await count(0), await count(1)]
    await servers.call(`/api/users/${demoted.id}/`, { at, as: access, body: { families: [] } })
    const left = [await count(0), await count(1)]
    if (JSON.stringify([statuses, served, left]) === '[[403,403],[1,1],[0,0]]') refused += 1
  }
  printResult(
    `Demotions and families taken away: ${trials} trials, ${refused} in force at the next request on both servers`,
  )
  expect(refused).toBe(trials)
}

async function newVictim(servers: TwoServers): Promise<Victim> {
  const { id, username } = await servers.addUser()
  const tokens = await servers.signIn(username)
  const other = await servers.signIn(username, { at: 1 })
  // Both servers see the sign-in alive first, so that any cache of theirs is filled.
  for (const at of [0, 1] as const)
    expect((await servers.call('/api/settings/', { at, as: tokens.access })).status).toBe(200)
  return { id, username, ...tokens, other }
}

async function isOver(servers: TwoServers, { access, refresh }: Tokens): Promise<boolean> {
  const replies = [
    await servers.call('/api/settings/', { at: 0, as: access }),
    await servers.call('/api/settings/', { at: 1, as: access }),
    await servers.call('/auth/login-refresh/', { at: 1, body: { refresh } }),
    await servers.call('/auth/login-refresh/', { at: 0, body: { refresh } }),
  ]
  return replies.every(reply => reply.status === 401)
}

/** Turning off the second factor also ends a sign-in that was opened with a backup code. */
async function secondFactorOff(servers: TwoServers, trials: number): Promise<string[]> {
  const survived: string[] = []
  for (let trial = 0; trial < trials; trial += 1) {
    const at = chooseNode(trial)
    const victim = await newVictim(servers)
    const { json, key } = await turnOnTwoFactor(servers, victim.other.access, at)
    const { username, other } = victim
    const challenge = await servers.call('/auth/login/', { at, body: { username, password } })
    const body = { tfa_id: challenge.json.tfa_id, otp: json.data.backup_codes[0] }
    const signedIn = await servers.call('/auth/verify-2fa/', { at, body })
    const otp = generateCode(key, new Date())
    const off = await servers.call('/auth/deactivate-2fa/', { at, as: other.access, body: { otp } })
    expect(off.status).toBe(204)
    if (!(await isOver(servers, signedIn.json))) survived.push('second factor off')
  }
  return survived
}
