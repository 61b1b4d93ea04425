import { expect } from 'vitest'
import { chooseSize, createRandom, printResult } from './sizes.ts'
import { chooseNode, inParallel, type Node, type TwoServers } from './two-servers.ts'

const refresh = (servers: TwoServers, token: string, at: Node, signal?: AbortSignal) =>
  servers.call('/auth/login-refresh/', { at, body: { refresh: token }, ...(signal ? { signal } : {}) })

const isAlive = async (servers: TwoServers, access: string, at: Node) =>
  (await servers.call('/auth/login-verify/', { at, body: { token: access } })).status === 200

/** A spent refresh token that is replayed after the grace period ends its sign-in, and no other, on both servers. */
export async function checkReplays(servers: TwoServers): Promise<void> {
  const random = createRandom()
  const chains = chooseSize(20, 200)
  const plans = Array.from({ length: chains }, () => {
    const depth = 1 + Math.floor(random() * 10)
    return { depth, stolen: Math.floor(random() * depth) }
  })
  const { username } = await servers.addUser()
  const bystander = await servers.signIn(username)
  let ended = 0
  await inParallel(chains, 8, async number => {
    const { depth, stolen } = plans[number] ?? { depth: 1, stolen: 0 }
    const first = await servers.signIn(username, { at: chooseNode(number) })
    const chain = [first.refresh]
    let { access } = first
    for (let i = 0; i < depth; i += 1) {
      const { json } = await refresh(servers, chain.at(-1) ?? '', chooseNode(number + i))
      chain.push(json.refresh)
      access = json.access
    }
    // The replay comes eleven seconds later, after the grace period.
    await servers.database.query(
      "update sign_in set rotated_at = rotated_at - interval '11 seconds' where id = $1",
      [first.refresh.split('.')[0]],
    )
    const replies = [
      await refresh(servers, chain[stolen] ?? '', chooseNode(number)),
      await refresh(servers, chain.at(-1) ?? '', chooseNode(number + 1)),
    ]
    const isOver = !(await isAlive(servers, access, 0)) && !(await isAlive(servers, access, 1))
    if (isOver && replies.every(reply => reply.status === 401)) ended += 1
  })
  printResult(`Replayed refresh tokens: ${chains} chains of depth 1 to 10, ${ended} sign-ins ended`)
  expect(ended).toBe(chains)
  expect((await refresh(servers, bystander.refresh, 1)).status).toBe(200)
}

/** Many tabs refresh at the same time and some replies are lost: the user stays signed in with one token chain. */
export async function checkRaces(servers: TwoServers): Promise<void> {
  const random = createRandom()
  const races = chooseSize(25, 1000)
  const { username, id } = await servers.addUser()
  let kept = 0
  let requests = 0
  for (let race = 0; race < races; race += 1) {
    const size = 2 + Math.floor(random() * 19)
    const { refresh: token } = await servers.signIn(username, { at: chooseNode(race) })
    const lost = new AbortController()
    const tabs = Array.from({ length: size }, (_, tab) =>
      refresh(servers, token, chooseNode(tab), tab === size - 1 ? lost.signal : undefined).catch(() => null),
    )
    // The last tab is closed right after its request.
    setImmediate(() => lost.abort())
    const replies = (await Promise.all(tabs)).filter(reply => reply !== null)
    requests += size
    const successors = new Set(replies.map(reply => reply.json.refresh))
    const [next] = successors
    const goesOn = next !== undefined && (await refresh(servers, next, chooseNode(race + 1))).status === 200
    if (replies.every(reply => reply.status === 200) && successors.size === 1 && goesOn) kept += 1
  }
  const { rows } = await servers.database.query(
    'select count(*)::int as count from sign_in where user_id = $1 and ended_at is null',
    [id],
  )
  printResult(
    `Refresh races: ${races} of 2 to 20 at once (${requests} requests) over two servers, ${kept} stayed in with one line`,
  )
  expect(kept).toBe(races)
  expect(rows[0].count).toBe(races)
}
