import { createHash, type Hash, randomUUID } from 'node:crypto'
import { pipeline, Transform } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Endpoint, idempotencyHeader, idempotencyKeyPattern, replayedHeader } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { OutcomeUnknown } from '../db/database-errors.ts'
import { type IdempotencyClaim, withClaim } from '../db/idempotency-claim.ts'
import { AppError, InvalidRequest } from '../errors/app-error.ts'
import type { IdempotencyStore, StoredKey } from './idempotency.store.ts'

// For routes, which may not import the database.
export { withoutClaim } from '../db/idempotency-claim.ts'

/** A request with a key, from its first byte to its reply. */
interface Keyed {
  key: string
  hash: Hash
  claim: IdempotencyClaim | null
  /** Whether repeats should get the same reply. */
  isReplayable: boolean
}

export interface Idempotency {
  /** Hooks for a creating route. */
  hooks(endpoint: Endpoint): Pick<RouteShorthandOptions, 'preParsing' | 'onSend'>
  /** Runs `work` once per key; without a key it runs every time. */
  replyOnce(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string | undefined,
    work: () => Promise<unknown>,
  ): Promise<unknown>
}

/** How long a repeat waits for the reply of the first request: longer than the slowest call takes. */
const defaultWaitMs = 15_000
const pollEveryMs = 100
const keyPattern = new RegExp(idempotencyKeyPattern)
const keptHeaders = ['content-type', 'content-disposition']

/**
 * Executes a request with an Idempotency-Key once. The key is committed together with what the request creates (see
 * withClaim), so a crash cannot lead to a second execution. After an error that changed nothing the key stays free.
 */
export function createIdempotency(store: IdempotencyStore, waitMs = defaultWaitMs): Idempotency {
  const keyed = new WeakMap<FastifyRequest, Keyed>()
  /** Running requests of this process, by user and key. */
  const running = new Map<string, Promise<void>>()

  /** Sends the reply of the first request, once it is known. */
  async function replay(
    { userId, key, fingerprint }: IdempotencyClaim,
    first: StoredKey,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (!first.fingerprint.equals(fingerprint)) throw new AppError('idempotency_key_reused')
    let stored: StoredKey | null = first
    for (let waited = 0; stored?.status === null && stored.age_ms + waited < waitMs; waited += pollEveryMs) {
      await sleep(pollEveryMs)
      stored = await store.find(userId, key)
    }
    if (!stored || stored.status === null || stored.body === null) throw new AppError('already_saved')
    reply.code(stored.status).headers({ ...stored.headers, [replayedHeader]: 'true' })
    return stored.status === 204 ? reply.send() : reply.send(stored.body)
  }

  /** Waits until no other request with this key runs in this process, and returns a function that releases the key. */
  async function lockKey(lock: string): Promise<() => void> {
    const deadline = performance.now() + waitMs
    for (let before = running.get(lock); before; before = running.get(lock)) {
      const left = deadline - performance.now()
      if (left <= 0) throw new AppError('already_running', { retryAfterSeconds: 1 })
      const timer = new AbortController()
      await Promise.race([before, sleep(left, undefined, { signal: timer.signal }).catch(() => undefined)])
      timer.abort()
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    running.set(lock, promise)
    return () => {
      running.delete(lock)
      resolve()
    }
  }

  async function execute(
    entry: Keyed,
    claim: IdempotencyClaim,
    reply: FastifyReply,
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    const earlier = await store.find(claim.userId, claim.key)
    if (earlier) return replay(claim, earlier, reply)
    entry.claim = claim
    try {
      const result = await withClaim(claim, work)
      entry.isReplayable = true
      return result
    } catch (error) {
      entry.isReplayable = error instanceof AppError && error.status !== 503
      if (claim.state !== 'open' || error instanceof OutcomeUnknown) throw error
      claim.state = 'over'
      // This request may have failed because another server has executed the same one meanwhile.
      const other = await store.find(claim.userId, claim.key).catch(() => null)
      if (other) return replay(claim, other, reply)
      throw error
    }
  }

  return {
    hooks: endpoint => ({
      preParsing: async (request, _reply, payload) => {
        const key = readKey(request)
        if (key === null) return payload
        const hash = createHash('sha256').update(`${request.method} ${request.url}\n`)
        keyed.set(request, { key, hash, claim: null, isReplayable: false })
        return pipeline(payload, createHashingStream(hash), () => undefined)
      },
      onSend: async (request, reply, payload) => {
        const { claim, isReplayable } = keyed.get(request) ?? {}
        if (!claim) return payload
        const isCommitted = claim.state === 'committed'
        claim.state = 'over'
        if (!isCommitted) return payload
        const headers = Object.fromEntries(
          keptHeaders.flatMap(name => (reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [])),
        )
        const isSecret = endpoint.creates === 'secret' && reply.statusCode < 400
        const body = isReplayable && !isSecret ? toBytes(payload) : null
        // Without the stored reply a repeat gets `already_saved`, which is still true.
        await store
          .storeReply(claim.userId, claim.key, claim.id, { status: reply.statusCode, headers, body })
          .catch(error => request.log.warn({ err: error }, 'the reply for repeats could not be stored'))
        return payload
      },
    }),

    async replyOnce(request, reply, userId, work) {
      const entry = keyed.get(request)
      if (!entry || userId === undefined) return work()
      const claim: IdempotencyClaim = {
        userId,
        key: entry.key,
        id: randomUUID(),
        fingerprint: entry.hash.digest(),
        state: 'open',
      }
      const release = await lockKey(`${userId} ${entry.key}`)
      try {
        return await execute(entry, claim, reply, work)
      } finally {
        release()
      }
    },
  }
}

function readKey(request: FastifyRequest): string | null {
  const given = request.headers[idempotencyHeader]
  if (given === undefined) return null
  const key = String(given)
  if (keyPattern.test(key)) return key
  throw new InvalidRequest([
    { code: 'invalid_field', field: 'Idempotency-Key', message: 'Use 1 to 255 visible ASCII characters.' },
  ])
}

/** Passes bytes through and hashes them. */
function createHashingStream(hash: Hash): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}

function toBytes(payload: unknown): Buffer | null {
  if (Buffer.isBuffer(payload)) return payload
  if (typeof payload === 'string') return Buffer.from(payload)
  return payload === null || payload === undefined ? Buffer.alloc(0) : null
}
