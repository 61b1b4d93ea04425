/**
 * npm run check:sign-ins: two hundred strangers try passwords at once, one after the other whatever they are told; first
 * from one address, then each try from another one and with another name, so that no limit stops them. Hashing is the
 * costliest thing a stranger can ask for: those who are signed in must hardly notice, memory must not grow, and someone
 * who knows their password must still get in.
 *
 *     npm run check:sign-ins
 *     SECONDS=10 npm run check:sign-ins     small, to see that it works
 *     PLANT=1 npm run check:sign-ins        a server that hashes in its main thread: must fail
 */
import { request } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { everyonesPassword } from './load/fill.ts'
import { openLoadSite, residentMb } from './load/site.ts'
import { describe, type Measured, openTraffic, p95Of, type Traffic } from './load/traffic.ts'
import { numberOf, randomOf } from './running-server.ts'
import { openVerdict } from './verdict.ts'

const seed = numberOf('SEED', 1)
const strangers = numberOf('STRANGERS', 200)
const rate = numberOf('RATE', 40)
const seconds = numberOf('SECONDS', 60)
const mostTimes = numberOf('TIMES', 2)
const mostMb = numberOf('MB', 300)
const ownerWithinMs = 30_000
const plant = process.env.PLANT === '1'

/** As if each try were hashed where all requests are taken. */
const inMainThread = `data:text/javascript,${encodeURIComponent(
  `import { Server } from 'node:http'
   const { emit } = Server.prototype
   Server.prototype.emit = function (event, request, ...rest) {
     const until = performance.now() + 30
     if (event === 'request' && request.url === '/auth/login/') while (performance.now() < until);
     return emit.call(this, event, request, ...rest)
   }`,
)}`

type AddressOf = (place: number) => string

/** All of 127.0.0.0/8 is this machine: a server sees as many addresses as are wanted. */
const attacks: readonly [who: string, addressOf: AddressOf][] = [
  ['from one address', () => '127.9.9.9'],
  [
    'from everywhere',
    place => `127.${10 + ((place >> 16) % 200)}.${(place >> 8) % 256}.${1 + (place % 250)}`,
  ],
]

const { judge, tell } = openVerdict()

console.log(`${cpus().length} cores, ${cpus()[0]?.model.trim()}, Node ${process.version}, seed ${seed}`)
const site = await openLoadSite(
  { families: 20, users: 100, transactions: 20_000 },
  1,
  plant ? { NODE_OPTIONS: `--import "${inMainThread}"` } : {},
)
const [server] = site.servers
const port = Number(new URL(server?.base ?? '').port)
const traffic: Traffic = { ports: [port], people: site.people, key: site.key, random: randomOf(seed) }
const stretch = Math.max(5, seconds / 2)
try {
  await openTraffic(traffic, rate, stretch)
  let before = await openTraffic(traffic, rate, stretch)
  describe('just before', before)
  for (const [who, addressOf] of attacks) before = await withstand(who, addressOf, before)
} finally {
  await site.close()
}
tell(seed)

/** Others beside one attack, compared with the stretches before and after; gives the one after. */
async function withstand(who: string, addressOf: AddressOf, before: Measured): Promise<Measured> {
  const memoryBefore = residentMb(server?.process.pid)
  let memoryMost = memoryBefore
  const watch = setInterval(() => {
    memoryMost = Math.max(memoryMost, residentMb(server?.process.pid))
  }, 500)
  const stop = new AbortController()
  const attack = attackBy(strangers, addressOf, stop.signal)
  const owner = sleep(1000).then(() => signInOf('load0'))
  const beside = await openTraffic(traffic, rate, seconds)
  stop.abort()
  clearInterval(watch)
  describe(`beside ${strangers} strangers ${who}`, beside)
  const answers = await attack
  const { tries, milliseconds } = await owner
  const after = await openTraffic(traffic, rate, stretch)
  describe('just after', after)

  const times = p95Of(beside) / p95Of(before, after)
  const told = [...answers].map(([status, count]) => `${count} x ${status}`).join(', ')
  judge(`nobody else's request fails`, beside.failures.size === 0)
  judge(`p95 of the others is ${times.toFixed(2)} times as long`, times <= mostTimes)
  judge(
    `memory grows by ${Math.round(memoryMost - memoryBefore)} MB at most`,
    memoryMost - memoryBefore < mostMb,
  )
  judge(
    `strangers are told ${told}`,
    [...answers.keys()].every(status => ['401', '429', '503'].includes(status)),
  )
  judge(
    `someone who knows their password is in after ${tries} tries and ${(milliseconds / 1000).toFixed(1)} s`,
    milliseconds <= ownerWithinMs,
  )
  return after
}

/** How often each status was told to strangers who try one password after the other, whatever they are told. */
async function attackBy(
  count: number,
  addressOf: AddressOf,
  signal: AbortSignal,
): Promise<Map<string, number>> {
  const told = new Map<string, number>()
  let tries = 0
  const stranger = async () => {
    while (!signal.aborted) {
      tries += 1
      const status = await signIn(addressOf(tries), `stranger${tries}`, 'a guess')
      told.set(status, (told.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: count }, stranger))
  return told
}

/** Someone who means it: tries again every second until they are in. */
async function signInOf(username: string): Promise<{ tries: number; milliseconds: number }> {
  const started = performance.now()
  for (let tries = 1; ; tries += 1) {
    const status = await signIn('127.0.0.1', username, everyonesPassword)
    const milliseconds = performance.now() - started
    if (status === '200' || milliseconds > 2 * ownerWithinMs) return { tries, milliseconds }
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
    sent.on('timeout', () => sent.destroy(new Error('it took too long')))
    sent.on('error', error => resolve(Reflect.get(error, 'code') ?? error.message))
    sent.end(payload)
  })
}
