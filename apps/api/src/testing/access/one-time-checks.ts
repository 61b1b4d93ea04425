import { expect } from 'vitest'
import { unsealLink } from '../../platform/keys/sealed-link.ts'
import { parseLink } from '../outbox.ts'
import { generateCode } from '../second-factor.ts'
import { chooseSize, printResult } from './sizes.ts'
import { chooseNode, password, type TwoServers, turnOnTwoFactor } from './two-servers.ts'

const atOnce = 50

/** Submits one code fifty times at the same time, to sign in or to renew backup codes: one succeeds. */
export async function checkCodes(servers: TwoServers): Promise<void> {
  const trials = chooseSize(4, 200)
  let single = 0
  const evaluated = new Set<number>()
  for (let trial = 0; trial < trials; trial += 1) {
    const { username, id } = await servers.addUser()
    const { access } = await servers.signIn(username, { at: chooseNode(trial) })
    const { key, json } = await turnOnTwoFactor(servers, access)
    servers.secrets.add(key)
    for (const code of json.data.backup_codes) servers.secrets.add(code)
    // Known addresses have their own limit, so all fifty are evaluated.
    const addresses = Array.from({ length: atOnce }, (_, i) => `10.9.${trial % 250}.${i + 1}`)
    await servers.database.query(
      `insert into sign_in (user_id, is_web, token_hash, expires_at, ended_at, address)
       select $1, false, 'x', now(), now(), a::inet from unnest($2::text[]) as a`,
      [id, addresses],
    )
    const challenges = await Promise.all(
      Array.from({ length: 5 }, (_, i) =>
        servers.call('/auth/login/', { at: chooseNode(i), body: { username, password } }),
      ),
    )
    const code = generateCode(key, new Date())
    const replies = await Promise.all(
      addresses.map((from, i) => {
        const at = chooseNode(i)
        if (i % 10 === 9)
          return servers.call('/auth/backup-codes/', { at, from, as: access, body: { otp: code } })
        const tfa_id = challenges[i % 5]?.json.tfa_id
        return servers.call('/auth/verify-2fa/', { at, from, body: { tfa_id, otp: code } })
      }),
    )
    for (const reply of replies) evaluated.add(reply.status)
    if (replies.filter(reply => reply.status === 200).length === 1) single += 1
  }
  printResult(
    `One-time codes: ${trials} trials of ${atOnce} submissions at once over two servers, ${single} with exactly one success; statuses ${[...evaluated].sort().join(' ')}`,
  )
  expect(single).toBe(trials)
  expect(evaluated).not.toContain(429)
}

/** Uses each mailed link fifty times at the same time. */
export async function checkLinks(servers: TwoServers): Promise<void> {
  const trials = chooseSize(1, 10)
  const { username: admin } = await servers.addUser()
  const { access } = await servers.signIn(admin)
  const kinds = {
    password_reset: async () => {
      const { username } = await servers.addUser()
      await servers.call('/auth/reset-password/', { body: { email: username }, from: nextAddress() })
      return `${username}@example.com`
    },
    invitation: async () => {
      const email = `guest${Math.random().toString(36).slice(2)}@example.com`
      await servers.call('/api/users/', { as: access, body: { email, role: 'adviser' } })
      return email
    },
  }
  const use = {
    password_reset: (link: object, i: number) => ({
      url: '/auth/reset-password/confirm/',
      body: { ...link, password: `one of many ${i}` },
    }),
    invitation: (link: object, i: number) => ({
      url: '/auth/invitation/',
      body: {
        ...link,
        username: `guest${Math.random().toString(36).slice(2)}${i}`,
        name: 'Guest',
        password: `one of many ${i}`,
      },
    }),
  }
  let single = 0
  for (let trial = 0; trial < trials; trial += 1)
    for (const kind of ['password_reset', 'invitation'] as const) {
      const link = await mailedLink(servers, await kinds[kind](), kind)
      const replies = await Promise.all(
        Array.from({ length: atOnce }, (_, i) => {
          const { url, body } = use[kind](link, i)
          return servers.call(url, { at: chooseNode(i), body })
        }),
      )
      const successes = replies.filter(reply => reply.status < 300).length
      const others = replies.filter(reply => ![200, 204, 410, 503].includes(reply.status))
      if (successes === 1 && others.length === 0) single += 1
      const { url, body } = use[kind](link, atOnce)
      expect((await servers.call(url, { body })).json.errors[0].code).toBe('link_used')
      for (const stale of ['older', 'expired'] as const)
        expect(await refusedLink(servers, kinds[kind], kind, use[kind], stale), `${kind} ${stale}`).toBe(410)
    }
  printResult(
    `Mailed links: ${trials * 2} used ${atOnce} times at once over two servers, ${single} with exactly one success; used, older and expired ones refused`,
  )
  expect(single).toBe(trials * 2)
}

let addresses = 0
/** A new address each time, because requesting links is rate-limited by address. */
function nextAddress(): string {
  addresses += 1
  return `10.20.${addresses >> 8}.${addresses & 255}`
}

type Kind = 'password_reset' | 'invitation'

async function refusedLink(
  servers: TwoServers,
  make: () => Promise<string>,
  kind: Kind,
  use: (link: object, i: number) => { url: string; body: object },
  stale: 'older' | 'expired',
): Promise<number> {
  const email = await make()
  const link = await mailedLink(servers, email, kind)
  const { rows } = await servers.database.query('select id from app_user where email = $1', [email])
  if (stale === 'expired')
    await servers.database.query(
      "update one_time_link set expires_at = now() - interval '1 second' where user_id = $1",
      [rows[0].id],
    )
  else if (kind === 'invitation') {
    const admin = await servers.addUser()
    const { access } = await servers.signIn(admin.username)
    await servers.call(`/api/users/${rows[0].id}/resend/`, { as: access, body: {} })
  } else await servers.call('/auth/reset-password/', { body: { email }, from: nextAddress() })
  const { url, body } = use(link, 1)
  return (await servers.call(url, { at: 1, body })).status
}

async function mailedLink(
  servers: TwoServers,
  email: string,
  kind: Kind,
): Promise<{ uid: string; token: string }> {
  const { rows } = await servers.database.query(
    'select link from mail where to_address = $1 and kind = $2 order by created_at desc limit 1',
    [email, kind],
  )
  const link = parseLink((await unsealLink(servers.keys, rows[0].link)) ?? '')
  servers.secrets.add(link.token)
  return link
}
