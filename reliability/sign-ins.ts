/**
 * npm run check:sign-ins: two hundred clients guess passwords at full speed; first from one address, then every attempt
 * from another address and with another name, so that no limit applies. Hashing is the most expensive anonymous
 * request: signed-in users must hardly notice, memory must not grow, and a user with the right password must get in.
 *
 *     npm run check:sign-ins
 *     SECONDS=10 npm run check:sign-ins     a small trial run
 *     PLANT=1 npm run check:sign-ins        a server that hashes in its main thread: must fail
 */
import { request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createReport } from './check-report.ts'
import { sharedPassword } from './load/fill.ts'
import { openLoadSite, residentMb } from './load/site.ts'
import { computeP95, type Measured, printLatencies, runTraffic, type Traffic } from './load/traffic.ts'
import { createRandom, readNumber } from './running-server.ts'

const seed = readNumber('SEED', 1)
const attackers = readNumber('ATTACKERS', 200)
const rate = readNumber('RATE', 40)
const seconds = readNumber('SECONDS', 60)
const maxSlowdown = readNumber('TIMES', 2)
const maxGrowthMb = readNumber('MB', 300)
const signInWithinMs = 30_000
const plant = process.env.PLANT === '1'

/** Blocks the main thread of the server for as long as hashing takes. */
const blockMainThread = `data:text/javascript,${encodeURIComponent(
  `import { Server } from 'node:http'
   const { emit } = Server.prototype
   Server.prototype.emit = function (event, request, ...rest) {
     const until = performance.now() + 30
     if (event === 'request' && request.url === '/auth/login/') while (performance.now() < until);
     return emit.call(this, event, request, ...rest)
   }`,
)}`

type PickAddress = (place: number) => string

/** All of 127.0.0.0/8 is the loopback network, so clients can use any number of addresses. */
const attacks: readonly [name: string, pickAddress: PickAddress][] = [
  ['from one address', () => '127.9.9.9'],
  [
    'from many addresses',
    place => `127.${10 + ((place >> 16) % 200)}.${(place >> 8) % 256}.${1 + (place % 250)}`,
  ],
]

const { check, print } = createReport()

console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, seed ${seed}`)
const site = await openLoadSite(
  { families: 20, users: 100, transactions: 20_000 },
  1,
  plant ? { NODE_OPTIONS: `--import "${blockMainThread}"` } : {},
)
const [server] = site.servers
const port = Number(new URL(server?.base ?? '').port)
const traffic: Traffic = { ports: [port], people: site.people, key: site.key, random: createRandom(seed) }
const periodSeconds = Math.max(5, seconds / 2)
try {
  await runTraffic(traffic, rate, periodSeconds)
  let before = await runTraffic(traffic, rate, periodSeconds)
  printLatencies('just before', before)
  for (const [name, pickAddress] of attacks) before = await measureAttack(name, pickAddress, before)
} finally {
  await site.close()
}
print(seed)

/** Measures other users during an attack against the periods before and after, and returns the latter. */
async function measureAttack(name: string, pickAddress: PickAddress, before: Measured): Promise<Measured> {
  const memoryBefore = residentMb(server?.process.pid)
  let memoryPeak = memoryBefore
  const watch = setInterval(() => {
    memoryPeak = Math.max(memoryPeak, residentMb(server?.process.pid))
  }, 500)
  const stop = new AbortController()
  const attack = runAttack(attackers, pickAddress, stop.signal)
  const userSignIn = sleep(1000).then(() => signInWithRetries('load0'))
  const concurrent = await runTraffic(traffic, rate, seconds)
  stop.abort()
  clearInterval(watch)
  printLatencies(`beside ${attackers} attackers ${name}`, concurrent)
  const statuses = await attack
  const { tries, milliseconds } = await userSignIn
  const after = await runTraffic(traffic, rate, periodSeconds)
  printLatencies('just after', after)

  const slowdown = computeP95(concurrent) / computeP95(before, after)
  const summary = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  check('no request of other users fails', concurrent.failures.size === 0)
  check(`p95 of other users is ${slowdown.toFixed(2)} times as long`, slowdown <= maxSlowdown)
  check(
    `memory grows by ${Math.round(memoryPeak - memoryBefore)} MB at most`,
    memoryPeak - memoryBefore < maxGrowthMb,
  )
  check(
    `attackers get ${summary}`,
    [...statuses.keys()].every(status => ['401', '429', '503'].includes(status)),
  )
  check(
    `a user with the right password gets in after ${tries} tries and ${(milliseconds / 1000).toFixed(1)} s`,
    milliseconds <= signInWithinMs,
  )
  return after
}

/** Guesses passwords continuously and counts the replies by status. */
async function runAttack(
  count: number,
  pickAddress: PickAddress,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const statuses = new Map<string, number>()
  let tries = 0
  const guess = async () => {
    while (!signal.aborted) {
      tries += 1
      const status = await signIn(pickAddress(tries), `attacker${tries}`, 'a guess')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: count }, guess))
  return statuses
}

/** Retries every second until the sign-in succeeds. */
async function signInWithRetries(username: string): Promise<{ tries: number; milliseconds: number }> {
  const started = performance.now()
  for (let tries = 1; ; tries += 1) {
    const status = await signIn('127.0.0.1', username, sharedPassword)
    const milliseconds = performance.now() - started
    if (status === '200' || milliseconds > 2 * signInWithinMs) return { tries, milliseconds }
    await sleep(1000)
  }
}

function signIn(localAddress: string, username: string, password: string): Promise<string> {
  const payload = JSON.stringify({ username, password })
  return new Promise(resolve => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        localAddress,
        agent: false,
        method: 'POST',
        path: '/auth/login/',
        headers: { 'content-type': 'application/json', 'content-length': payload.length },
        timeout: 30_000,
      },
      reply => {
        reply.resume()
        reply.on('end', () => resolve(String(reply.statusCode)))
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', error => resolve(Reflect.get(error, 'code') ?? error.message))
    sent.end(payload)
  })
}
