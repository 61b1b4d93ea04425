import { createHash, type Hash, randomUUID } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, idempotencyHeader, idempotencyKeyPattern, replayedHeader } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { OutcomeUnknown } from '../db/database-trouble.ts'
import { type IdempotencyClaim, withClaim } from '../db/idempotency-claim.ts'
import { AppError, InvalidRequest } from '../errors/app-error.ts'
import type { IdempotencyStore, KeptKey } from './idempotency.store.ts'

// For routes, which do not import the database.
export { besideClaim } from '../db/idempotency-claim.ts'

/** A keyed request from its first byte to its reply. */
interface Keyed {
  key: string
  hash: Hash
  claim: IdempotencyClaim | null
  /** Whether its reply is an answer that repeats should get as well. */
  isAnswered: boolean
}

export interface Idempotency {
  /** What a creating route needs beside its handler. */
  hooks(endpoint: Endpoint): Pick<RouteShorthandOptions, 'preParsing' | 'onSend'>
  /** Answers a request: once for each key, and as before where it has none. */
  answerOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string | undefined,
    work: () => Promise<unknown>,
  ): Promise<unknown>
}

/** How long a repeat waits for the reply of the first request: longer than the slowest call takes to answer. */
const patienceMs = 15_000
const lookEveryMs = 100
const keyPattern = new RegExp(idempotencyKeyPattern)
const keptHeaders = ['content-type', 'content-disposition']

/**
 * Carries out a request with an Idempotency-Key once. The key is committed with what the request creates (see
 * withClaim), so there is no moment at which a crash could lead to a second one. Only what was done is kept: after a
 * refusal that changed nothing the key is still free.
 */
export function createIdempotency(store: IdempotencyStore, waitMs = patienceMs): Idempotency {
  const keyed = new WeakMap<FastifyRequest, Keyed>()
  /** Requests of this process that are being answered, by user and key. */
  const running = new Map<string, Promise<void>>()

  /** Sends the reply of the request that was carried out, once it is known. */
  async function replay(
    { userId, key, fingerprint }: IdempotencyClaim,
    first: KeptKey,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!first.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused')
    let kept: KeptKey | null = first
    for (let waited = 0; kept?.status === null && kept.age_ms + waited < waitMs; waited += lookEveryMs) {
      await sleep(lookEveryMs)
      kept = await store.find(userId, key)
    }
    if (!kept || kept.status === null || kept.body === null) throw new AppError('already_saved')
    reply.code(kept.status).headers({ ...kept.headers, [replayedHeader]: 'true' })
    return kept.status === 204 ? reply.send() : reply.send(kept.body)
  }

  /** Takes the place of the one request with this key that is answered at a time. Returns what gives it up. */
  async function takeTurn(place: string): Promise<() => void> {
    const deadline = performance.now() + waitMs
    for (let before = running.get(place); before; before = running.get(place)) {
      const left = deadline - performance.now()
      if (left <= 0) throw new AppError('already_running', { retryAfterSeconds: 1 })
      const timer = new AbortController()
      await Promise.race([before, sleep(left, undefined, { signal: timer.signal }).catch(() => undefined)])
      timer.abort()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(place, promise)
    return () => {
      running.delete(place)
      resolve()
    }
  }

  async function carryOut(
    entry: Keyed,
    claim: IdempotencyClaim,
    reply: FastifyReply,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const known = await store.find(claim.userId, claim.key)
    if (known) return replay(claim, known, reply)
    entry.claim = claim
    try {
      const answer = await withClaim(claim, work)
      entry.isAnswered = true
      return answer
    } catch (error) {
      entry.isAnswered = error instanceof AppError && error.status !== 503
      if (claim.state !== 'open' || error instanceof OutcomeUnknown) throw error
      claim.state = 'over'
      // Another server may have carried out the same request meanwhile: that is why this one failed.
      const other = await store.find(claim.userId, claim.key).catch(() => null)
      if (other) return replay(claim, other, reply)
      throw error
    }
  }

  return {
    hooks: endpoint => ({
      preParsing: async (request, _reply, payload) => {
        const key = keyOf(request)
        if (key === null) return payload
        const hash = createHash('sha256').update(`${request.method} ${request.url}\n`)
        keyed.set(request, { key, hash, claim: null, isAnswered: false })
        return pipeline(payload, hashing(hash), () => undefined)
      },
      onSend: async (request, reply, payload) => {
        const { claim, isAnswered } = keyed.get(request) ?? {}
        if (!claim) return payload
        const wasDone = claim.state === 'committed'
        claim.state = 'over'
        if (!wasDone) return payload
        const headers = Object.fromEntries(
          keptHeaders.flatMap(name => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
        )
        const isSecret = endpoint.creates === 'secret' && reply.statusCode < 400
        const body = isAnswered && !isSecret ? bytesOf(payload) : null
        // Without it a repeat answers that this was saved already, which is true.
        await store
          .keep(claim.userId, claim.key, claim.id, { status: reply.statusCode, headers, body })
          .catch(error => request.log.warn({ err: error }, 'the reply for repeats could not be kept'))
        return payload
      },
    }),

    async answerOnce(request, reply, userId, work) {
      const entry = keyed.get(request)
      if (!entry || userId === undefined) return work()
      const claim: IdempotencyClaim = {
        userId,
        key: entry.key,
        id: randomUUID(),
        fingerprint: entry.hash.digest(),
        state: 'open',
      }
      const giveUp = await takeTurn(`${userId} ${entry.key}`)
      try {
        return await carryOut(entry, claim, reply, work)
      } finally {
        giveUp()
      }
    },
  }
}

function keyOf(request: FastifyRequest): string | null {
  const given = request.headers[idempotencyHeader]
  if (given === undefined) return null
  const key = String(given)
  if (keyPattern.test(key)) return key
  throw new InvalidRequest([
    { code: 'invalid_field', field: 'Idempotency-Key', message: 'Use 1 to 255 visible ASCII characters.' },
  ])
}

/** Passes bytes on as they come and hashes them. */
function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

function bytesOf(payload: unknown): Buffer | null {
  if (Buffer.isBuffer(payload)) return payload
  if (typeof payload === 'string') return Buffer.from(payload)
  return payload === null || payload === undefined ? Buffer.alloc(0) : null
}
