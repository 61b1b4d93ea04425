import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import { calls, mix } from '../../bench/api/calls.ts'
import type { Person } from './fill.ts'

export interface Traffic {
  ports: readonly number[]
  people: readonly Person[]
  /** What the servers sign with: a token is made when it is needed, since it lives for minutes only. */
  key: Uint8Array
  random: () => number
}

export interface Ask {
  method: string
  path: string
  body?: object
}

export interface Measured {
  /** From when each was due, sorted. */
  milliseconds: number[]
  failures: Map<string, number>
}

const named = new Map(calls.map(call => [call.name, call]))
const reads: Ask[] = mix.flatMap(([parts, name]) => {
  const call = named.get(name)
  if (!call) throw new Error(`no call is named ${name}`)
  return Array.from({ length: parts }, () => (call.method === 'POST' ? { body: {}, ...call } : call))
})

/** Mostly people who look around; of a hundred one snapshots something and one changes a setting. */
function someAsk(random: () => number, { account }: Person): Ask {
  const chance = random()
  if (chance < 0.01)
    return {
      method: 'POST',
      path: '/api/transactions/',
      body: { account, transaction_type: 'deposit', date: '2025-11-03', currency: 'CHF', amount: 1 },
    }
  if (chance < 0.02) return { method: 'PATCH', path: '/api/settings/', body: { language: 'de' } }
  return reads[Math.floor(random() * reads.length)] as Ask
}

/** So many requests a second, whether or not the servers keep up: latency counts from when a request was due. */
export async function openTraffic(
  traffic: Traffic,
  perSecond: number,
  seconds: number,
  isOver: () => boolean = () => false,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const token = tokens(traffic.key)
  const measured: Measured = { milliseconds: [], failures: new Map() }
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const pending: Promise<void>[] = []
  const one = async (place: number) => {
    const due = started + (place * 1000) / perSecond
    const person = traffic.people[Math.floor(traffic.random() * traffic.people.length)] as Person
    const asked = someAsk(traffic.random, person)
    const port = traffic.ports[place % traffic.ports.length] ?? 0
    const status = await send(agent, port, asked, await token(person)).catch(error =>
      String(error.code ?? error.message),
    )
    measured.milliseconds.push(performance.now() - due)
    if (status !== 200) count(measured, `${asked.method} ${asked.path.replace(/\?.*/, '')} ${status}`)
  }
  for (let place = 0; place < total && !isOver(); ) {
    // The first is due at once, and each of the others a gap later.
    const due = Math.min(total, 1 + Math.floor(((performance.now() - started) * perSecond) / 1000))
    for (; place < due; place += 1) pending.push(one(place))
    await sleep(2)
  }
  await Promise.all(pending)
  agent.destroy()
  measured.milliseconds.sort((a, b) => a - b)
  return measured
}

function count({ failures }: Measured, what: string): void {
  failures.set(what, (failures.get(what) ?? 0) + 1)
}

export function tokens(key: Uint8Array): (person: Person) => Promise<string> {
  const kept = new Map<string, { token: Promise<string>; until: number }>()
  return ({ userId, signInId }) => {
    const known = kept.get(userId)
    if (known && known.until > Date.now()) return known.token
    const token = signAccessToken(key, userId, signInId, new Date())
    kept.set(userId, { token, until: Date.now() + 120_000 })
    return token
  }
}

export function send(agent: Agent, port: number, asked: Ask, token: string): Promise<number> {
  const payload = asked.body ? JSON.stringify(asked.body) : ''
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: asked.method,
        path: asked.path,
        timeout: 30_000,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
      },
      reply => {
        reply.resume()
        reply.on('end', () => resolve(reply.statusCode ?? 0))
        reply.on('error', reject)
      },
    )
    sent.on('timeout', () => sent.destroy(new Error('it took too long')))
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** Prints how long requests took and what became of those that failed; gives the p95. */
export function describe(what: string, measured: Measured): number {
  const { milliseconds, failures } = measured
  const p95 = p95Of(measured)
  console.log(
    `${what}: ${milliseconds.length} requests, p50 ${percentile(milliseconds, 0.5)}, p95 ${p95}, p99 ${percentile(milliseconds, 0.99)} ms`,
  )
  for (const [failure, count] of failures) console.log(`  ${count} x ${failure}`)
  return p95
}

/** Of several stretches as if they were one. */
export function p95Of(...stretches: readonly Measured[]): number {
  return percentile(
    stretches.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    0.95,
  )
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return Math.round(value * 10) / 10
}
