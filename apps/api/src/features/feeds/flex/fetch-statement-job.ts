import { errorCatalogue } from '@plumbline/contract'
import type { BackgroundStore } from '../../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../../platform/jobs/jobs.ts'
import type { FeedOptions } from '../../../platform/settings/feeds.ts'
import type { FeedsStore, FetchedFeed } from '../feeds.store.ts'
import { type TakeDependencies, takeDelivery } from '../take-delivery.store.ts'
import { FlexError } from './flex-error.ts'
import { fetchStatement } from './flex-service.ts'

/** The runs of integrations, with their lease and their retries. */
export interface Runs {
  begin(integrationId: string, jobId: string | null): Promise<string | null>
  /** Renews the lease; false if another run has taken it. */
  extendLease(integrationId: string, runId: string): Promise<boolean>
  end(integrationId: string, runId: string, outcome: RunOutcome): Promise<void>
}

interface RunOutcome {
  status: 'success' | 'no_data' | 'failed' | 'refused'
  rows: number
  dataDate: string | null
  details: Readonly<Record<string, unknown>>
  retry: { afterMs: number | null } | null
}

export interface FetchDependencies extends TakeDependencies {
  feeds: FeedsStore
  runs: Runs
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  options: FeedOptions
  version: string
  isDue(feed: FetchedFeed, now: Date): boolean
  unseal(sealed: Buffer): Promise<string>
}

interface FetchTask {
  /** Absent: queue the feeds that are due, and look for quiet ones. */
  feed?: string
  /** The background job that a user waits for. */
  job?: string
}

/** Fetches the statement of a feed, or queues all that are due. */
export function fetchStatementJob(dependencies: FetchDependencies): Job<FetchTask> {
  return {
    queue: 'fetch-statement',
    cron: '*/5 * * * *',
    concurrency: 2,
    run: ({ feed, job }, signal) =>
      feed === undefined ? sendDue(dependencies) : runFeed(dependencies, feed, job, signal),
  }
}

async function sendDue({ feeds, jobs, isDue }: FetchDependencies): Promise<void> {
  const { rows, now } = await feeds.listFetched()
  for (const feed of rows)
    if (!feed.is_refused && isDue(feed, now))
      await jobs.send('fetch-statement', { feed: feed.id }, { key: feed.id })
  await feeds.alertQuiet()
}

async function runFeed(
  dependencies: FetchDependencies,
  feedId: string,
  jobId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { feeds, runs, background } = dependencies
  const feed = await feeds.findFetched(feedId)
  const waiting = jobId === undefined ? null : await background.begin(jobId)
  // Cancelled before it started.
  if (jobId !== undefined && !waiting) return
  const runId = feed && (await runs.begin(feedId, jobId ?? null))
  // It runs on another server, or was disconnected.
  if (!feed || runId === null) {
    if (waiting) await background.fail(waiting.id, errorCatalogue.already_running.message)
    return
  }
  await feeds.dropUnfinished(feed)
  const onProgress = async () => {
    if (!(await runs.extendLease(feedId, runId))) throw new FlexError('stopped', 'later')
  }
  const outcome = await fetchAndTake(dependencies, feed, onProgress, signal)
  await runs.end(feedId, runId, outcome)
  if (outcome.status === 'refused') await feeds.notifyRefused(feed, runId, outcome.details)
  if (!waiting) return
  if (outcome.status === 'success' || outcome.status === 'no_data') await background.finish(waiting.id, null)
  else await background.failRun(waiting.id, outcome.details)
}

async function fetchAndTake(
  dependencies: FetchDependencies,
  feed: FetchedFeed,
  onProgress: () => Promise<void>,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const { options, version, unseal, feeds, onError } = dependencies
  try {
    if (feed.sealed === null || feed.query_id === null) throw new FlexError('no_token', 'never')
    const bytes = await fetchStatement({
      address: options.flexAddress,
      token: await unseal(feed.sealed),
      queryId: feed.query_id,
      version,
      pausesMs: options.flexPausesMs,
      onProgress,
      signal,
    })
    const { now } = await feeds.listFetched()
    const name = `flex-${feed.query_id}-${now.toISOString().slice(0, 10)}.xml`
    const taken = await takeDelivery(dependencies, feed, { name, bytes })
    await dependencies.deliveries.markFiled(taken.id)
    if (taken.state === 'failed') throw new FlexError('file_failed', 'tomorrow', { file: name })
    return { status: 'success', rows: 0, dataDate: null, details: {}, retry: null }
  } catch (error) {
    // Any other error is ours, and passes like that of a busy server.
    if (!(error instanceof FlexError)) onError(`Feed ${feed.name}: ${String(error)}`)
    const { code, details, retry } =
      error instanceof FlexError ? error : new FlexError('server_ended', 'later')
    return {
      status: retry === 'never' ? 'refused' : 'failed',
      rows: 0,
      dataDate: null,
      details: { trouble: { code, details } },
      retry: retry === 'later' ? { afterMs: null } : null,
    }
  }
}
