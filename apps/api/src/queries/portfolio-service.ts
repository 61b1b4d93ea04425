import { availableParallelism } from 'node:os'
import type { Endpoint, Filter, HandlerBody, HandlerQuery, HandlerReply } from '@plumbline/contract'
import type { FastifyReply } from 'fastify'
import type { CurrentUser } from '../platform/auth/current-user.ts'
import { createPerUserLimit } from '../platform/concurrency/concurrency-limit.ts'
import type { ConnectionTarget } from '../platform/db/connection/connection-target.ts'
import type { Database } from '../platform/db/database.ts'
import { invariant } from '../platform/errors/app-error.ts'
import { wantsCsv } from '../platform/http/bodies/media-types.ts'
import type { Gauges } from '../platform/http/monitoring/metrics.ts'
import type { UserCall } from '../platform/http/serve.ts'
import type { AssumedMarket } from '../snapshots/assumed-market.ts'
import { type DraftTransactions, newAccounts } from '../snapshots/family-facts.ts'
import { readMarketChanges } from '../snapshots/market-changes.store.ts'
import { createMarketChanges } from '../snapshots/market-changes.ts'
import { createSnapshotCache } from '../snapshots/snapshot-cache.ts'
import type { CachedSnapshot } from '../snapshots/snapshot-metadata.ts'
import { readCallerView } from './caller-view.store.ts'
import {
  type ChosenFamilies,
  chooseFamilies,
  chooseFamilyForCreate,
  listUserCurrencies,
  refuseOtherCurrency,
} from './choose-families.ts'
import { readChunks } from './chunk-stream.ts'
import { exportFileName } from './export-file-name.ts'
import { createSnapshotFinder } from './find-snapshots.ts'
import type { JobRequest } from './pool/job.ts'
import type { QueryCall } from './pool/messages.ts'
import { createResultCache } from './pool/result-cache.ts'
import { createPool, type WorkerPool } from './pool/worker-pool.ts'
import { describeLoad } from './portfolio-gauges.ts'
import type { EndpointQuery, FiguresQuery } from './query.ts'
import { createFamiliesRunner, type FamiliesCall, type RunOnSnapshot } from './run-for-each.ts'
import { sendExport, sendResult } from './send-reply.ts'
import type { WarmUpQuery } from './warm-up-query.ts'

export interface PortfolioOptions {
  database: () => Database
  target: () => ConnectionTarget
  /** A copy that may lag: snapshots are loaded from it where it has caught up. */
  replica: ConnectionTarget | null
  /** The entry file of the query workers. */
  workerEntry: URL
  budgetBytes: number
  onError(message: string): void
}

/** Reads the input of a query, as plain data, for the families that the query covers. */
export type ReadInput<Input> = (familyIds: readonly string[]) => Promise<Input>

/** `readInput` is required exactly where the query has an input. */
interface MayReadInput<Input> {
  readInput?: ReadInput<Input> | undefined
}
type ReadsInput<Input> = MayReadInput<Input> &
  ([Input] extends [undefined] ? unknown : { readInput: ReadInput<Input> })

/** The body of every portfolio call is its filter. A call without a body gets its filter from the route. */
type FilterBody<E extends Endpoint> = Filter &
  ([HandlerBody<E>] extends [undefined] ? unknown : HandlerBody<E>)

/** A declared call as the route received it. */
export type PortfolioCall<E extends Endpoint, Input> = Omit<UserCall<E>, 'body'> & {
  body: FilterBody<E>
} & ReadsInput<NoInfer<Input>>

interface QueryOptions {
  user: CurrentUser
  /** Absent: everything, in the currency of the settings. */
  body?: Filter
  /** Transactions to include as if they were posted. */
  draft?: DraftTransactions
  /** Prices and rates to assume on the last day, together with a draft. */
  assumed?: AssumedMarket | undefined
}

/** How a feature itself runs a query. */
export type FiguresCall<Input> = QueryOptions & ReadsInput<NoInfer<Input>>

export interface PortfolioService {
  /** Runs the query of a declared call and sends its result, as JSON or as a CSV export. */
  send<E extends Endpoint, Input>(
    query: EndpointQuery<E, Input>,
    call: PortfolioCall<E, Input>,
  ): Promise<FastifyReply>
  /** Runs a query for the feature itself. */
  run<Input, Result>(query: FiguresQuery<Input, Result>, call: FiguresCall<Input>): Promise<Result>
  /** Runs a query for each of several families on its own snapshot. Results are cached until a family changes. */
  runForEach<Input, Result>(
    query: FiguresQuery<Input, Result>,
    call: FamiliesCall<Input>,
  ): Promise<Map<string, Result>>
  /** Runs the query of a declared call without the call, for a report that shows the same figures. */
  runEndpoint<E extends Endpoint, Input>(
    query: EndpointQuery<E, Input>,
    call: FiguresCall<Input> & { query: HandlerQuery<E> },
  ): Promise<HandlerReply<E>>
  /** The family that something new belongs to: the one named, or the only one the user may see. */
  familyForCreate(user: CurrentUser, named: string | undefined): Promise<string>
  /** Refuses a reporting currency that is not one of the user's. */
  refuseOtherCurrency(user: CurrentUser, currency: string | undefined, field: string): Promise<void>
  /** Memory and load, for the metrics. */
  gauges(): Gauges
  /** Starts the workers before the first request needs them. */
  startWorkers(): void
  /** Loads the snapshot of a user and has every idle worker run these queries, so that their code is compiled. */
  warmUpWorkers(user: CurrentUser, queries: readonly WarmUpQuery[]): Promise<void>
  close(): Promise<void>
}

const deadlineMs = 15_000
/** Loading half a million transactions takes 20 s. Callers stop waiting after `deadlineMs`, and the load continues. */
const loadDeadlineMs = 180_000
const maxWaiting = 500
/** Queries of one user that run at a time, and likewise exports; more wait. */
const maxConcurrentPerUser = 2
/** A third and a fourth run did not make the first page faster. */
const warmUpRuns = 2
/** Memory for results, beside the snapshots and as a part of theirs: 64 MB by default. */
const resultShare = 1 / 8
const everything: Filter = { settings: {}, filters: {} }

/** Loads and caches snapshots, and runs queries on them in a worker pool. */
export function createPortfolio(options: PortfolioOptions): PortfolioService {
  let pool: WorkerPool | undefined
  const changes = createMarketChanges(after =>
    options.database().within('system', tx => readMarketChanges(tx, after)),
  )
  const cache = createSnapshotCache(options.budgetBytes, changes, key => pool?.drop(key))
  const results = createResultCache(options.budgetBytes * resultShare)
  const getPool = () => {
    pool ??= createPool({
      entry: options.workerEntry,
      size: Math.max(1, Math.min(4, availableParallelism())),
      settings: { target: options.target(), replica: options.replica },
      deadlineMs,
      loadDeadlineMs,
      maxWaiting,
      isKept: key => cache.has(key),
      results,
      onError: options.onError,
    })
    return pool
  }
  const snapshots = createSnapshotFinder({ cache, changes, pool: getPool, timeoutMs: deadlineMs })
  const runner = createQueryRunner({ ...options, pool: getPool, snapshots })

  return {
    ...runner,
    async familyForCreate(user, named) {
      return chooseFamilyForCreate(await readCallerView(options.database(), user.id), named)
    },
    async refuseOtherCurrency(user, currency, field) {
      if (currency === undefined) return
      const { families } = await readCallerView(options.database(), user.id)
      refuseOtherCurrency(listUserCurrencies(families), currency, field)
    },
    gauges: () =>
      describeLoad({
        cache: cache.size(),
        loads: snapshots.counts(),
        pool: pool?.load() ?? { workers: 0, busy: 0, waiting: 0 },
        results: results.size(),
      }),
    startWorkers: () => getPool().start(),
    async warmUpWorkers(user, queries) {
      const chosen = chooseFamilies(await readCallerView(options.database(), user.id), user, everything)
      const cached = await snapshots.find(chosen, user.id)
      const requests = queries.map(({ name, query, input }) => {
        const call: QueryCall = { params: undefined, query, body: everything, accept: 'json', input }
        return queryRequest(cached, chosen, name, call)
      })
      getPool().warmUp(
        [snapshots.loadRequest(chosen), ...Array.from({ length: warmUpRuns }, () => requests).flat()],
        cached,
      )
    },
    async close() {
      await pool?.close()
    },
  }
}

function queryRequest(
  { key, lastDay }: CachedSnapshot,
  chosen: ChosenFamilies,
  name: string,
  call: QueryCall,
): JobRequest {
  return { kind: 'query', key, name, view: { ...chosen.view, asOf: lastDay }, call }
}

/** The accounts that the caller may see, and those that the draft opens. */
function withNewAccounts(chosen: ChosenFamilies, draft: DraftTransactions): ChosenFamilies {
  const accounts = [...chosen.view.accounts, ...newAccounts(draft).map(({ id }) => id)]
  return { ...chosen, view: { ...chosen.view, accounts } }
}

interface RunnerOptions extends Pick<PortfolioOptions, 'database'> {
  pool(): WorkerPool
  snapshots: ReturnType<typeof createSnapshotFinder>
}

/** Runs queries for users, each within their concurrency limits. */
function createQueryRunner({
  database,
  pool,
  snapshots,
}: RunnerOptions): Pick<PortfolioService, 'send' | 'run' | 'runForEach' | 'runEndpoint'> {
  const limitQueries = createPerUserLimit(maxConcurrentPerUser)
  const limitExports = createPerUserLimit(maxConcurrentPerUser)

  const compute = async (
    name: string,
    { user, body, readInput, draft, assumed }: QueryOptions & MayReadInput<unknown>,
    query?: Record<string, unknown>,
  ) => {
    const filter = body ?? everything
    const chosen = chooseFamilies(await readCallerView(database(), user.id), user, filter)
    const input = await readInput?.(chosen.familyIds)
    return limitQueries(user.id, async () => {
      const cached = await (draft
        ? snapshots.loadDraft(chosen, { draft, assumed }, user.id)
        : snapshots.find(chosen, user.id))
      const call: QueryCall = { params: undefined, query, body: filter, accept: 'json', input }
      const seen = draft ? withNewAccounts(chosen, draft) : chosen
      return runOn(cached, seen, name, call, user.id)
    })
  }

  const runOn = async (...[cached, chosen, name, call, userId]: Parameters<RunOnSnapshot>) => {
    const result = await pool().run(queryRequest(cached, chosen, name, call), cached, { id: userId })
    invariant(result.kind === 'result', 'a query without an export responds with bytes')
    const text = new TextDecoder().decode(result.bytes)
    result.release()
    return JSON.parse(text)
  }

  return {
    run: ({ name }, call) => compute(name, call),
    runForEach: createFamiliesRunner({
      readView: userId => readCallerView(database(), userId),
      findSnapshot: snapshots.find,
      runOn,
      limit: limitQueries,
    }),
    runEndpoint: ({ name }, call) => compute(name, call, call.query),
    async send({ name, endpoint }, { user, params, query, body, request, reply, readInput }) {
      const view = user.view ?? (await readCallerView(database(), user.id))
      const chosen = chooseFamilies(view, user, body)
      const input = await readInput?.(chosen.familyIds)
      const connection = new AbortController()
      const abort = () => connection.abort()
      // On the socket, since the request itself is closed as soon as it has been read.
      request.raw.socket.once('close', abort)
      const accept = wantsCsv(request) ? 'csv' : 'json'
      const limited = accept === 'csv' ? limitExports : limitQueries
      try {
        return await limited(user.id, async () => {
          const cached = await snapshots.find(chosen, user.id)
          const job = queryRequest(cached, chosen, name, { params, query, body, accept, input })
          const result = await pool().run(job, cached, { id: user.id, signal: connection.signal })
          if (result.kind === 'streaming')
            return sendExport(
              reply,
              readChunks(result.port),
              exportFileName(endpoint, { ...chosen.view, asOf: cached.lastDay }, { query, body }),
            )
          invariant(result.kind === 'result', 'a query responds with bytes or a stream')
          return sendResult(reply, result)
        })
      } finally {
        request.raw.socket.off('close', abort)
      }
    },
  }
}
