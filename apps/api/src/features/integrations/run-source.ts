import { errorCatalogue } from '@plumbline/contract'
import type { BackgroundJob, BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import type { MarketOptions } from '../../platform/settings/market-data.ts'
import { fetchSource } from './fetch-source.ts'
import type { MarketWritesStore } from './market-writes.store.ts'
import { type Client, createClient } from './providers/client.ts'
import type { Provider } from './providers/provider.ts'
import { isTemporary, ProviderError } from './providers/provider-error.ts'
import { findProvider, providers } from './providers/providers.ts'
import type { RunnableSource, RunOutcome, RunsStore } from './runs.store.ts'
import { isDue } from './schedule.ts'

export interface RunDependencies {
  runs: RunsStore
  writes: MarketWritesStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  keys: Pick<ServerKeys, 'unsealer'>
  market: MarketOptions
  onError(message: string): void
}

interface FetchTask {
  /** Absent: queue the sources that are due. */
  integration?: string
  /** The background job that a user waits for. */
  job?: string
}

const defaultTimeoutMs = 60_000
/** Four times the size of thirty years of rates of forty currencies. */
const defaultMaxBytes = 40_000_000

/** Runs the requested source, or queues all that are due. */
export function fetchMarketJob(dependencies: RunDependencies): Job<FetchTask> {
  return {
    queue: 'fetch-market',
    cron: '*/5 * * * *',
    concurrency: 2,
    run: ({ integration, job }, signal) =>
      integration === undefined ? sendDue(dependencies) : runSource(dependencies, integration, job, signal),
  }
}

/** What decides whether a source is queried. */
export interface EnabledSource {
  provider: string | null
  /** Whether an administrator enabled it. */
  is_enabled: boolean
}

/** The address of a provider; null if neither the operator nor an administrator has enabled it. */
export function providerAddress(
  { addresses, available }: MarketOptions,
  { provider, is_enabled: isEnabled }: EnabledSource,
): string | null {
  const known = findProvider(provider)
  if (!known) return null
  return addresses[known.id] ?? (isEnabled ? (available?.[known.id] ?? null) : null)
}

/** Creates the sources of enabled providers on start. */
export function ensureSources({ runs, market }: Pick<RunDependencies, 'runs' | 'market'>): Promise<void> {
  return runs.ensureSources(providers.filter(({ id }) => market.addresses[id] !== undefined))
}

async function sendDue({ runs, jobs, market }: RunDependencies): Promise<void> {
  const { rows, now } = await runs.runnable()
  for (const source of rows)
    if (providerAddress(market, source) !== null && isDue(source, now))
      await jobs.send('fetch-market', { integration: source.id }, { key: source.id })
  await runs.deleteOldRuns()
}

async function runSource(
  dependencies: RunDependencies,
  integrationId: string,
  jobId: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { runs, background, onError } = dependencies
  const source = await runs.find(integrationId)
  const waiting = jobId === undefined ? null : await background.begin(jobId)
  // Cancelled before it started.
  if (jobId !== undefined && !waiting) return
  const runId = source && (await runs.begin(integrationId, jobId ?? null))
  // It runs on another server, or was deleted.
  if (!source || runId === null) {
    if (waiting) await background.fail(waiting.id, errorCatalogue.already_running.message)
    return
  }
  let outcome: RunOutcome
  try {
    const progress = async (done: number) => {
      const holdsLease = await runs.extendLease(integrationId, runId)
      const isWanted = !waiting || (await background.report(waiting.id, done))
      if (!holdsLease || !isWanted) throw new ProviderError('stopped')
    }
    outcome = await fetchFrom(dependencies, source, progress, signal)
  } catch (error) {
    const failure = error instanceof ProviderError ? error : new ProviderError('unreadable')
    if (failure !== error) onError(`Source ${source.name}: ${String(error)}`)
    outcome = toFailure(failure)
  }
  await runs.end(integrationId, runId, outcome)
  if (waiting) await reportOutcome(dependencies, waiting, outcome)
}

async function fetchFrom(
  { runs, writes, keys, market, onError }: RunDependencies,
  source: RunnableSource,
  progress: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const provider = findProvider(source.provider)
  const address = providerAddress(market, source)
  if (!provider || address === null) throw new ProviderError('stopped')
  const client = await openClient(
    { market, keys },
    { provider, address, sealedKey: source.sealed_key, signal },
  )
  await progress(0)
  const failedBefore = await runs.missingInLastRun(source.id)
  const report = (error: unknown) => onError(`Source ${source.name}: ${String(error)}`)
  return fetchSource(writes, {
    provider,
    client,
    address,
    now: await runs.now(),
    failedBefore,
    progress,
    report,
  })
}

interface ClientRequest {
  provider: Provider
  address: string
  sealedKey: Buffer | null
  signal: AbortSignal
}

/** A client for one provider, with its key and within the limits of the installation. */
export async function openClient(
  { market, keys }: Pick<RunDependencies, 'market' | 'keys'>,
  { provider, address, sealedKey, signal }: ClientRequest,
): Promise<Client> {
  const key = sealedKey && (await keys.unsealer('source_key'))(sealedKey).toString()
  return createClient({
    address,
    headers: key === null ? {} : { [provider.keyHeader]: key },
    pauseMs: market.pauseMs ?? provider.pauseMs,
    timeoutMs: market.timeoutMs ?? defaultTimeoutMs,
    maxBytes: market.maxBytes ?? defaultMaxBytes,
    signal,
  })
}

function toFailure(failure: ProviderError): RunOutcome {
  const { code, details, retryAfterMs } = failure
  const status = code === 'key_refused' ? 'refused' : 'failed'
  const retry = isTemporary(failure) ? { afterMs: retryAfterMs } : null
  return { status, rows: 0, dataDate: null, details: { trouble: { code, details } }, retry }
}

async function reportOutcome(
  { background }: RunDependencies,
  { id }: BackgroundJob,
  { status, details }: RunOutcome,
): Promise<void> {
  if (status === 'success' || status === 'no_data' || status === 'partial') await background.finish(id, null)
  else await background.failRun(id, details)
}
