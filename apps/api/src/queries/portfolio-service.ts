import { availableParallelism } from 'node:os'
import type { Filter } from '@plumbline/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignedIn } from '../platform/auth/signed-in.ts'
import { createConcurrencyLimit } from '../platform/concurrency/concurrency-limit.ts'
import type { ConnectionTarget } from '../platform/db/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import { invariant } from '../platform/errors/app-error.ts'
import { wantsCsv } from '../platform/http/csv.ts'
import type { Gauges } from '../platform/http/metrics.ts'
import type { Draft } from '../snapshots/family-facts.ts'
import { readMarketChanges } from '../snapshots/market-changes.store.ts'
import { createMarketChanges } from '../snapshots/market-changes.ts'
import { createSnapshotCache } from '../snapshots/snapshot-cache.ts'
import { readView } from './caller-view.store.ts'
import { chooseFamilies, familyForCreate } from './choose-families.ts'
import { readChunks } from './chunk-stream.ts'
import { createSnapshots } from './find-snapshots.ts'
import { sendAnswer, sendExport } from './send-reply.ts'
import { createPool } from './worker-pool.ts'

export interface PortfolioOptions {
  database: () => Database
  target: () => ConnectionTarget
  /** A copy that may lag: snapshots are loaded from it where it has caught up. */
  replica: ConnectionTarget | null
  /** The thread that knows all answers. */
  workerEntry: URL
  budgetBytes: number
  onError(message: string): void
}

/** What a feature hands over: a declared call as it was parsed, of which the body is a filter. */
export interface PortfolioCall {
  user: SignedIn
  params: unknown
  query: unknown
  body: Filter
  request: FastifyRequest
  reply: FastifyReply
  given?: ReadGiven
}

/** Reads what an answer rests on beyond the snapshot, as plain data, for the families that are asked about. */
export type ReadGiven = (familyIds: readonly string[]) => Promise<unknown>

/** A question of a feature itself, whose figures become a part of its reply. */
export interface PartCall {
  user: SignedIn
  /** Absent: everything, in the currency of the settings. */
  body?: Filter
  /** For an answer of a declared call: its query as the contract would have parsed it. */
  query?: unknown
  given?: ReadGiven
  /** Transactions to take as if they were made. */
  draft?: Draft
}

/** A declared call as someone may be expected to make it: the answer's name, and its query as it would be parsed. */
export interface WarmUpQuery {
  name: string
  query: unknown
  /** What the feature would have read for it beyond the snapshot. */
  given?: unknown
}

export interface PortfolioService {
  /** Answers a call from the snapshots, live, and sends the answer. */
  answer(name: string, call: PortfolioCall): Promise<FastifyReply>
  /** Figures for the feature itself. Their type is that of the part with this name. */
  figures<Figures>(name: string, call: PartCall): Promise<Figures>
  /** The family that something new belongs to: the one named, or the only one the user may see. */
  familyForCreate(user: SignedIn, named: string | undefined): Promise<string>
  /** What it holds and how busy it is, for whoever watches the server. */
  gauges(): Gauges
  /** Starts the threads, which takes them a moment, before anyone asks. */
  warmUp(): void
  /** Loads what this person would ask about, and has every thread answer such questions while nobody asks. */
  warmUpWorkers(user: SignedIn, questions: readonly WarmUpQuery[]): Promise<void>
  close(): Promise<void>
}

const deadlineMs = 15_000
/** Half a million transactions take twenty seconds; who waits for them is told after the deadline above. */
const loadDeadlineMs = 180_000
const mostWaiting = 500
const mostPerUser = 2
/** A third and fourth time made the first page no quicker. */
const warmUps = 2
const everything: Filter = { settings: {}, filters: {} }

/** Loads and keeps snapshots, and has questions answered from them in threads. It computes nothing itself. */
export function createPortfolio(options: PortfolioOptions): PortfolioService {
  let pool: ReturnType<typeof createPool> | undefined
  const changes = createMarketChanges(after =>
    options.database().within('system', tx => readMarketChanges(tx, after)),
  )
  const cache = createSnapshotCache(options.budgetBytes, changes, key => pool?.drop(key))
  const limited = createConcurrencyLimit(mostPerUser)
  const limitedExports = createConcurrencyLimit(mostPerUser)

  const threads = () => {
    pool ??= createPool({
      entry: options.workerEntry,
      size: Math.max(1, Math.min(4, availableParallelism())),
      settings: { target: options.target(), replica: options.replica },
      deadlineMs,
      loadDeadlineMs,
      mostWaiting,
      isKept: key => cache.has(key),
      onError: options.onError,
    })
    return pool
  }
  const snapshots = createSnapshots({ cache, changes, threads, timeoutMs: deadlineMs })

  return {
    async figures<Figures>(
      name: string,
      { user, body, query, given: readGiven, draft }: PartCall,
    ): Promise<Figures> {
      const filter = body ?? everything
      const chosen = chooseFamilies(await readView(options.database(), user.id), user, filter)
      const given = await readGiven?.(chosen.familyIds)
      return limited(user.id, async () => {
        const cached = await (draft
          ? snapshots.withDraft(chosen, draft, user.id)
          : snapshots.of(chosen, user.id))
        const call = { params: undefined, query, body: filter, accept: 'json', given } as const
        const ask = { kind: 'ask', key: cached.key, name, view: chosen.view, call } as const
        const result = await threads().run(ask, cached, { id: user.id })
        invariant(result.kind === 'answered', 'a question is answered with bytes')
        const text = new TextDecoder().decode(result.bytes)
        result.release()
        return JSON.parse(text)
      })
    },
    async answer(name, { user, params, query, body, request, reply, given: readGiven }) {
      const view = user.view ?? (await readView(options.database(), user.id))
      const chosen = chooseFamilies(view, user, body)
      const given = await readGiven?.(chosen.familyIds)
      const left = new AbortController()
      const leave = () => left.abort()
      // On the socket, since the request itself is closed as soon as it has been read.
      request.raw.socket.once('close', leave)
      const accept = wantsCsv(request) ? 'csv' : 'json'
      const run = accept === 'csv' ? limitedExports : limited
      try {
        return await run(user.id, async () => {
          const cached = await snapshots.of(chosen, user.id)
          const call = { params, query, body, accept, given } as const
          const ask = { kind: 'ask', key: cached.key, name, view: chosen.view, call } as const
          const result = await threads().run(ask, cached, { id: user.id, signal: left.signal })
          if (result.kind === 'streaming') return sendExport(reply, readChunks(result.port))
          invariant(result.kind === 'answered', 'a question is answered with bytes, or piece by piece')
          return sendAnswer(reply, result)
        })
      } finally {
        request.raw.socket.off('close', leave)
      }
    },
    async familyForCreate(user, named) {
      return familyForCreate(await readView(options.database(), user.id), named)
    },
    gauges() {
      const { snapshots: kept, bytes } = cache.size()
      const loads = snapshots.loads()
      const { threads: all, busy, waiting } = pool?.load() ?? { threads: 0, busy: 0, waiting: 0 }
      return {
        plumbline_snapshots: { help: 'Snapshots in memory.', value: kept },
        plumbline_snapshot_bytes: { help: 'Memory of snapshots and of the market.', value: bytes },
        plumbline_snapshots_loaded_primary_total: {
          help: 'Books loaded from the primary.',
          value: loads.primary,
        },
        plumbline_snapshots_loaded_replica_total: {
          help: 'Books loaded from the replica.',
          value: loads.replica,
        },
        plumbline_snapshots_joined_total: {
          help: 'Books of several families that were joined from those of each.',
          value: loads.joined,
        },
        plumbline_threads: { help: 'Threads that answer questions about portfolios.', value: all },
        plumbline_threads_busy: { help: 'Threads that are answering one.', value: busy },
        plumbline_queries_waiting: { help: 'Questions that wait for a thread.', value: waiting },
      }
    },
    warmUp: () => threads().start(),
    async warmUpWorkers(user, questions) {
      const chosen = chooseFamilies(await readView(options.database(), user.id), user, everything)
      const cached = await snapshots.of(chosen, user.id)
      const { view } = chosen
      const scope = questions.map(({ name, query, given }) => {
        const call = { params: undefined, query, body: everything, accept: 'json', given } as const
        return { kind: 'ask', key: cached.key, name, view, call } as const
      })
      threads().warmUp(
        [snapshots.orderOf(chosen), ...Array.from({ length: warmUps }, () => scope).flat()],
        cached,
      )
    },
    async close() {
      await pool?.close()
    },
  }
}
