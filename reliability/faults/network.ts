import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { type NetworkMode, openProxy, type TcpProxy } from '../../apps/api/src/testing/tcp-proxy.ts'
import { createRandom, startServer } from '../running-server.ts'
import { fillWorld } from '../world.ts'
import { type Call, createChecker, hasStarted } from './consistency-checker.ts'
import { answerWithinMs, healthyWithinMs, type Phase, waitUntilHealthy } from './phase.ts'

type Fault = { link: 'database' | 'client'; mode: NetworkMode | { kind: 'cut' } }

const kinds: (NetworkMode | { kind: 'cut' })[] = [
  { kind: 'cut' },
  { kind: 'silent' },
  { kind: 'deaf' },
  { kind: 'delay', ms: 2_000 },
  { kind: 'refuse' },
]
const faults: Fault[] = (['database', 'client'] as const).flatMap(link => kinds.map(mode => ({ link, mode })))

/** Network faults between the server and PostgreSQL, and between clients and the server. */
export const network: Phase = async ({ seed, runs, plant, folder }) => {
  const random = createRandom(seed)
  const failures: string[] = []
  let slowestMs = 0
  const embedded = await openEmbedded(path.join(folder, 'data'), { onWarning: text => console.error(text) })
  await fillWorld(embedded.target)
  const { config } = embedded.target
  const toDatabase = await openProxy({ path: `${config.host}/.s.PGSQL.5432` })
  const url = `postgres://${config.user}@127.0.0.1:${toDatabase.port}/${config.database}`
  const server = await startServer({ DATABASE_URL: url })
  const toServer = await openProxy({ host: '127.0.0.1', port: Number(new URL(server.base).port) })
  const checkers = (
    [
      ['investor', server.call],
      ['adviser', callThrough(toServer, answerWithinMs)],
    ] as const
  ).map(([username, call], place) =>
    createChecker({
      call,
      random: createRandom(seed + 1 + place),
      username,
      // A client behind a dead connection sets its own timeout.
      timeoutMs: place === 0 ? answerWithinMs : Number.POSITIVE_INFINITY,
    }),
  )
  const isHealthy = async () => {
    const access = await server.signIn('investor')
    const reply = await server.call('POST', '/api/positions/list/?limit=5', {}, access)
    return reply.ok && (await callThrough(toServer, 2_000)('GET', '/readyz')).ok
  }
  try {
    for (let round = 1; round <= runs; round += 1) {
      const fault = faults[(round - 1) % faults.length] as Fault
      const proxy = fault.link === 'database' ? toDatabase : toServer
      const stop = new AbortController()
      const working = checkers.map(checker => checker.work(stop.signal))
      if (round === 1) await waitUntilHealthy(async () => checkers.every(hasStarted), 30_000)
      await sleep(200 + random() * 500)
      if (fault.mode.kind === 'cut') proxy.cut()
      else proxy.set(fault.mode)
      await sleep(200 + random() * 3_000)
      if (!plant) proxy.set({ kind: 'fair' })
      else toDatabase.set({ kind: 'refuse' })
      const tookMs = await waitUntilHealthy(isHealthy, healthyWithinMs)
      if (tookMs === null) failures.push(`${round}: not healthy 10 s after ${fault.mode.kind} ended`)
      slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
      stop.abort()
      await Promise.all(working)
      for (const checker of checkers)
        failures.push(
          ...(await checker.violations(config)).map(
            text => `${round}: ${fault.mode.kind} between server and ${fault.link}: ${text}`,
          ),
        )
      if (failures.length > 0) break
    }
    if (!plant)
      failures.push(...(await checkSlowClients(server.base, server.call)).map(text => `slow: ${text}`))
  } finally {
    await toServer.close()
    await server.stop('SIGKILL')
    await toDatabase.close()
    await embedded.stop()
  }
  const writes = checkers.reduce((sum, checker) => sum + checker.acknowledged(), 0)
  const figure = `${writes} writes acknowledged, slowest reply ${checkers[0]?.slowestMs()} ms, slowest recovery ${slowestMs} ms, 100 slow clients`
  return { rounds: runs + 1, failures, figure }
}

/** Calls through the proxy with a new connection each time, like a browser after a lost one. */
function callThrough(proxy: TcpProxy, timeoutMs: number): Call {
  return (method, url, body, access) =>
    fetch(`http://127.0.0.1:${proxy.port}${url}`, {
      method,
      headers: {
        connection: 'close',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(access ? { authorization: `Bearer ${access}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(timeoutMs),
    })
}

/** Opens a hundred requests that never finish: others are served, and the server closes these connections. */
async function checkSlowClients(base: string, call: Call): Promise<string[]> {
  const sockets: Socket[] = Array.from({ length: 100 }, () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('POST /auth/login/ HTTP/1.1\r\nhost: x\r\nx-slow: ')
    return socket
  })
  const started = performance.now()
  const reply = await call('GET', '/readyz')
  const tookMs = performance.now() - started
  const closedAfterMs = await waitUntilHealthy(async () => sockets.every(socket => socket.destroyed), 25_000)
  for (const socket of sockets) socket.destroy()
  return [
    ...(reply.ok && tookMs < 2_000 ? [] : [`another request took ${Math.round(tookMs)} ms meanwhile`]),
    ...(closedAfterMs === null ? ['connections of slow clients were not closed within 25 s'] : []),
  ]
}
