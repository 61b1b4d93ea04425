import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { signAccessToken } from '../../apps/api/src/platform/auth/access-token.ts'
import { calls, mix } from '../../bench/api/calls.ts'
import type { Person } from './fill.ts'

export interface Traffic {
  ports: readonly number[]
  people: readonly Person[]
  /** The signing key of the servers. Tokens expire within minutes, so they are signed on demand. */
  key: Uint8Array
  random: () => number
}

export interface ApiRequest {
  method: string
  path: string
  body?: object
}

export interface Measured {
  /** Latencies from when each request was due, sorted. */
  milliseconds: number[]
  failures: Map<string, number>
}

const callsByName = new Map(calls.map(call => [call.name, call]))
const reads: ApiRequest[] = mix.flatMap(([parts, name]) => {
  const call = callsByName.get(name)
  if (!call) throw new Error(`no call is named ${name}`)
  return Array.from({ length: parts }, () => (call.method === 'POST' ? { body: {}, ...call } : call))
})

/** Mostly reads; one request in a hundred posts a transaction and one changes a setting. */
function pickRequest(random: () => number, { account }: Person): ApiRequest {
  const chance = random()
  if (chance < 0.01)
    return {
      method: 'POST',
      path: '/api/transactions/',
      body: {
        account,
        transaction_type: 'deposit',
        date: '2025-11-03',
        currency: 'CHF',
        amount: 1,
        confirm: ['nav_change', 'before_first_day', 'unusual_price'],
      },
    }
  if (chance < 0.02) return { method: 'PATCH', path: '/api/settings/', body: { language: 'de' } }
  return reads[Math.floor(random() * reads.length)] as ApiRequest
}

/** Sends at a fixed rate whether or not the servers keep up. Latency counts from when a request was due. */
export async function runTraffic(
  traffic: Traffic,
  perSecond: number,
  seconds: number,
  isStopped: () => boolean = () => false,
): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const token = createTokenSource(traffic.key)
  const measured: Measured = { milliseconds: [], failures: new Map() }
  const started = performance.now()
  const total = Math.round(perSecond * seconds)
  const pending: Promise<void>[] = []
  const sendNext = async (place: number) => {
    const due = started + (place * 1000) / perSecond
    const person = traffic.people[Math.floor(traffic.random() * traffic.people.length)] as Person
    const call = pickRequest(traffic.random, person)
    const port = traffic.ports[place % traffic.ports.length] ?? 0
    const status = await send(agent, port, call, await token(person)).catch(error =>
      String(error.code ?? error.message),
    )
    measured.milliseconds.push(performance.now() - due)
    if (status !== 200) countFailure(measured, `${call.method} ${call.path.replace(/\?.*/, '')} ${status}`)
  }
  for (let place = 0; place < total && !isStopped(); ) {
    // The first request is due at once.
    const due = Math.min(total, 1 + Math.floor(((performance.now() - started) * perSecond) / 1000))
    for (; place < due; place += 1) pending.push(sendNext(place))
    await sleep(2)
  }
  await Promise.all(pending)
  agent.destroy()
  measured.milliseconds.sort((a, b) => a - b)
  return measured
}

function countFailure({ failures }: Measured, failure: string): void {
  failures.set(failure, (failures.get(failure) ?? 0) + 1)
}

/** Signs access tokens and caches them for two minutes. */
export function createTokenSource(key: Uint8Array): (person: Person) => Promise<string> {
  const cache = new Map<string, { token: Promise<string>; until: number }>()
  return ({ userId, signInId }) => {
    const known = cache.get(userId)
    if (known && known.until > Date.now()) return known.token
    const token = signAccessToken(key, userId, signInId, new Date())
    cache.set(userId, { token, until: Date.now() + 120_000 })
    return token
  }
}

export function send(agent: Agent, port: number, call: ApiRequest, token: string): Promise<number> {
  const payload = call.body ? JSON.stringify(call.body) : ''
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: call.method,
        path: call.path,
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
    sent.on('timeout', () => sent.destroy(new Error('timeout')))
    sent.on('error', reject)
    sent.end(payload)
  })
}

/** Prints latencies and failures, and returns the p95. */
export function printLatencies(title: string, measured: Measured): number {
  const { milliseconds, failures } = measured
  const p95 = computeP95(measured)
  console.log(
    `${title}: ${milliseconds.length} requests, p50 ${percentile(milliseconds, 0.5)}, p95 ${p95}, p99 ${percentile(milliseconds, 0.99)} ms`,
  )
  for (const [failure, count] of failures) console.log(`  ${count} x ${failure}`)
  return p95
}

/** The p95 over several runs taken together. */
export function computeP95(...runs: readonly Measured[]): number {
  return percentile(
    runs.flatMap(({ milliseconds }) => milliseconds).sort((a, b) => a - b),
    0.95,
  )
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  return Math.round(value * 10) / 10
}
