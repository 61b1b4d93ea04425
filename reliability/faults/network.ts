import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbedded } from '../../apps/api/src/platform/db/embedded/embedded-server.ts'
import { openProxy, type TcpProxy, type Weather } from '../../apps/api/src/testing/tcp-proxy.ts'
import { randomOf, startServer } from '../running-server.ts'
import { fillWorld } from '../world.ts'
import { answerWithinMs, healthyWithinMs, type Phase, untilWell } from './phase.ts'
import { type Call, createWitness, isAtWork } from './witness.ts'

type Fault = { link: 'database' | 'client'; weather: Weather | { kind: 'cut' } }

const kinds: (Weather | { kind: 'cut' })[] = [
  { kind: 'cut' },
  { kind: 'silent' },
  { kind: 'deaf' },
  { kind: 'delay', ms: 2_000 },
  { kind: 'refuse' },
]
const faults: Fault[] = (['database', 'client'] as const).flatMap(link =>
  kinds.map(weather => ({ link, weather })),
)

/** A bad network between server and PostgreSQL, and between people and the server. */
export const network: Phase = async ({ seed, runs, plant, folder }) => {
  const random = randomOf(seed)
  const failures: string[] = []
  let slowestMs = 0
  const embedded = await openEmbedded(path.join(folder, 'data'), { onTrouble: text => console.error(text) })
  await fillWorld(embedded.target)
  const { config } = embedded.target
  const toDatabase = await openProxy({ path: `${config.host}/.s.PGSQL.5432` })
  const url = `postgres://${config.user}@127.0.0.1:${toDatabase.port}/${config.database}`
  const server = await startServer({ DATABASE_URL: url })
  const toServer = await openProxy({ host: '127.0.0.1', port: Number(new URL(server.base).port) })
  const witnesses = (
    [
      ['investor', server.call],
      ['adviser', callThrough(toServer, answerWithinMs)],
    ] as const
  ).map(([username, call], place) =>
    createWitness({
      call,
      random: randomOf(seed + 1 + place),
      username,
      // Whoever is beyond a dead line waits for as long as they like: that is theirs to decide.
      patienceMs: place === 0 ? answerWithinMs : Number.POSITIVE_INFINITY,
    }),
  )
  const isWell = async () => {
    const access = await server.signIn('investor')
    const asked = await server.call('POST', '/api/positions/list/?limit=5', {}, access)
    return asked.ok && (await callThrough(toServer, 2_000)('GET', '/readyz')).ok
  }
  try {
    for (let round = 1; round <= runs; round += 1) {
      const fault = faults[(round - 1) % faults.length] as Fault
      const proxy = fault.link === 'database' ? toDatabase : toServer
      const stop = new AbortController()
      const working = witnesses.map(witness => witness.work(stop.signal))
      if (round === 1) await untilWell(async () => witnesses.every(isAtWork), 30_000)
      await sleep(200 + random() * 500)
      if (fault.weather.kind === 'cut') proxy.cut()
      else proxy.set(fault.weather)
      await sleep(200 + random() * 3_000)
      if (!plant) proxy.set({ kind: 'fair' })
      else toDatabase.set({ kind: 'refuse' })
      const tookMs = await untilWell(isWell, healthyWithinMs)
      if (tookMs === null) failures.push(`${round}: not well 10 s after ${fault.weather.kind} ended`)
      slowestMs = Math.max(slowestMs, tookMs ?? healthyWithinMs)
      stop.abort()
      await Promise.all(working)
      for (const witness of witnesses)
        failures.push(
          ...(await witness.complaints(config)).map(
            text => `${round}: ${fault.weather.kind} on the way to the ${fault.link}: ${text}`,
          ),
        )
      if (failures.length > 0) break
    }
    if (!plant) failures.push(...(await slowClients(server.base, server.call)).map(text => `slow: ${text}`))
  } finally {
    await toServer.close()
    await server.stop('SIGKILL')
    await toDatabase.close()
    await embedded.stop()
  }
  const writes = witnesses.reduce((sum, witness) => sum + witness.acknowledged(), 0)
  const figure = `${writes} writes acknowledged, slowest answer ${witnesses[0]?.slowestMs()} ms, longest time to be well again ${slowestMs} ms, 100 slow clients`
  return { rounds: runs + 1, failures, figure }
}

/** Through the proxy, on a line of its own each time, as a browser after a lost one. */
function callThrough(proxy: TcpProxy, patienceMs: number): Call {
  return (method, url, body, access) =>
    fetch(`http://127.0.0.1:${proxy.port}${url}`, {
      method,
      headers: {
        connection: 'close',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(access ? { authorization: `Bearer ${access}` } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(patienceMs),
    })
}

/** A hundred lines that begin a request and never end it: others are served, and the lines are cut. */
async function slowClients(base: string, call: Call): Promise<string[]> {
  const sockets: Socket[] = Array.from({ length: 100 }, () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.resume()
    socket.write('POST /auth/login/ HTTP/1.1\r\nhost: x\r\nx-slow: ')
    return socket
  })
  const started = performance.now()
  const reply = await call('GET', '/readyz')
  const beside = performance.now() - started
  const isOver = await untilWell(async () => sockets.every(socket => socket.destroyed), 25_000)
  for (const socket of sockets) socket.destroy()
  return [
    ...(reply.ok && beside < 2_000 ? [] : [`beside them an answer took ${Math.round(beside)} ms`]),
    ...(isOver === null ? ['their lines were not cut within 25 s'] : []),
  ]
}
