import { expect } from 'vitest'
import { randomOf, sizeOf, tell } from './sizes.ts'
import { inParallel, type Node, nodeOf, type TwoServers } from './two-servers.ts'

const refresh = (servers: TwoServers, token: string, at: Node, signal?: AbortSignal) =>
  servers.call('/auth/login-refresh/', { at, body: { refresh: token }, ...(signal ? { signal } : {}) })

const isAlive = async (servers: TwoServers, access: string, at: Node) =>
  (await servers.call('/auth/login-verify/', { at, body: { token: access } })).status === 200

/** A spent token that comes back after the grace ends its sign-in on both servers, and no other. */
export async function checkReplays(servers: TwoServers): Promise<void> {
  const random = randomOf()
  const chains = sizeOf(20, 200)
  const plans = Array.from({ length: chains }, () => {
    const depth = 1 + Math.floor(random() * 10)
    return { depth, stolen: Math.floor(random() * depth) }
  })
  const { username } = await servers.addUser()
  const bystander = await servers.signIn(username)
  let ended = 0
  await inParallel(chains, 8, async number => {
    const { depth, stolen } = plans[number] ?? { depth: 1, stolen: 0 }
    const first = await servers.signIn(username, { at: nodeOf(number) })
    const chain = [first.refresh]
    let { access } = first
    for (let i = 0; i < depth; i += 1) {
      const { json } = await refresh(servers, chain.at(-1) ?? '', nodeOf(number + i))
      chain.push(json.refresh)
      access = json.access
    }
    // The thief comes eleven seconds later.
    await servers.database.query(
      "update sign_in set rotated_at = rotated_at - interval '11 seconds' where id = $1",
      [first.refresh.split('.')[0]],
    )
    const replies = [
      await refresh(servers, chain[stolen] ?? '', nodeOf(number)),
      await refresh(servers, chain.at(-1) ?? '', nodeOf(number + 1)),
    ]
    const isOver = !(await isAlive(servers, access, 0)) && !(await isAlive(servers, access, 1))
    if (isOver && replies.every(reply => reply.status === 401)) ended += 1
  })
  tell(`Replayed refresh tokens: ${chains} chains of depth 1 to 10, ${ended} sign-ins ended`)
  expect(ended).toBe(chains)
  expect((await refresh(servers, bystander.refresh, 1)).status).toBe(200)
}

/** Many tabs at once over both servers, some of whose answers get lost: the user stays in, with one line of tokens. */
export async function checkRaces(servers: TwoServers): Promise<void> {
  const random = randomOf()
  const races = sizeOf(25, 1000)
  const { username, id } = await servers.addUser()
  let kept = 0
  let requests = 0
  for (let race = 0; race < races; race += 1) {
    const size = 2 + Math.floor(random() * 19)
    const { refresh: token } = await servers.signIn(username, { at: nodeOf(race) })
    const lost = new AbortController()
    const tabs = Array.from({ length: size }, (_, tab) =>
      refresh(servers, token, nodeOf(tab), tab === size - 1 ? lost.signal : undefined).catch(() => null),
    )
    // The last tab is closed as soon as it has asked.
    setImmediate(() => lost.abort())
    const replies = (await Promise.all(tabs)).filter(reply => reply !== null)
    requests += size
    const successors = new Set(replies.map(reply => reply.json.refresh))
    const [next] = successors
    const goesOn = next !== undefined && (await refresh(servers, next, nodeOf(race + 1))).status === 200
    if (replies.every(reply => reply.status === 200) && successors.size === 1 && goesOn) kept += 1
  }
  const { rows } = await servers.database.query(
    'select count(*)::int as count from sign_in where user_id = $1 and ended_at is null',
    [id],
  )
  tell(
    `Refresh races: ${races} of 2 to 20 at once (${requests} requests) over two servers, ${kept} stayed in with one line`,
  )
  expect(kept).toBe(races)
  expect(rows[0].count).toBe(races)
}
