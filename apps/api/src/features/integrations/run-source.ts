import { errorCatalogue } from '@plumbline/contract'
import type { BackgroundJob, BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import { runMessage } from '../../platform/jobs/run-words.ts'
import type { ProviderId } from '../../platform/settings/market-data.ts'
import { fetchSource } from './fetch-source.ts'
import type { MarketWritesStore } from './market-writes.store.ts'
import { createClient } from './providers/client.ts'
import { providerOf, providers } from './providers/providers.ts'
import { ProviderTrouble } from './providers/trouble.ts'
import type { RunnableSource, RunOutcome, RunsStore } from './runs.store.ts'
import { isDue } from './schedule.ts'
import { unsealKey } from './sealed-key.ts'

/** Which providers are asked, where, and how patiently. */
export interface MarketOptions {
  /** Empty: nothing is asked. */
  addresses: Partial<Record<ProviderId, string>>
  /** Tests wait less. */
  pauseMs?: number
  timeoutMs?: number
  maxBytes?: number
}

export interface RunDependencies {
  runs: RunsStore
  writes: MarketWritesStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  serverKey(): Promise<Buffer>
  market: MarketOptions
  onError(message: string): void
}

interface FetchOrder {
  /** Absent: look which sources are due. */
  integration?: string
  /** The piece of long work that somebody waits for. */
  job?: string
}

const standardTimeoutMs = 60_000
/** Thirty years of rates of forty currencies are a quarter of it. */
const standardMaxBytes = 40_000_000

/** Runs a source that was asked for, or hands over those whose time has come. */
export function fetchMarketJob(dependencies: RunDependencies): Job<FetchOrder> {
  return {
    queue: 'fetch-market',
    cron: '*/5 * * * *',
    atOnce: 2,
    run: ({ integration, job }, signal) =>
      integration === undefined ? sendDue(dependencies) : runSource(dependencies, integration, job, signal),
  }
}

/** Where a provider is asked; null when the operator has not switched it on. */
export function addressOf({ addresses }: MarketOptions, provider: string | null): string | null {
  const known = providerOf(provider)
  return known ? (addresses[known.id] ?? null) : null
}

/** The sources of the providers that are switched on exist from the first start on. */
export function ensureSources({ runs, market }: Pick<RunDependencies, 'runs' | 'market'>): Promise<void> {
  return runs.ensureSources(providers.filter(({ id }) => addressOf(market, id) !== null))
}

async function sendDue({ runs, jobs, market }: RunDependencies): Promise<void> {
  const { rows, now } = await runs.runnable()
  for (const { id, provider, schedule, last_start } of rows)
    if (addressOf(market, provider) !== null && isDue(schedule, last_start, now))
      await jobs.send('fetch-market', { integration: id }, { key: id })
  await runs.forgetOld()
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
  // Somebody stopped it before it began.
  if (jobId !== undefined && !waiting) return
  const runId = source && (await runs.begin(integrationId, jobId ?? null))
  // Another server is at it, or it is gone: the next look will tell.
  if (!source || runId === null) {
    if (waiting) await background.fail(waiting.id, errorCatalogue.already_running.message)
    return
  }
  let outcome: RunOutcome
  let again: ProviderTrouble | null = null
  try {
    const progress = async (done: number) => {
      const isHeld = await runs.hold(integrationId, runId)
      const isWanted = !waiting || (await background.report(waiting.id, done))
      if (!isHeld || !isWanted) throw new ProviderTrouble('stopped')
    }
    outcome = await fetchFrom(dependencies, source, progress, signal)
  } catch (error) {
    const trouble = error instanceof ProviderTrouble ? error : new ProviderTrouble('unreadable')
    if (trouble !== error) onError(`Source ${source.name}: ${String(error)}`)
    outcome = failureOf(trouble)
    if (isWorthAnotherTry(trouble)) again = trouble
  }
  await runs.end(integrationId, runId, outcome)
  if (waiting) await tell(dependencies, waiting, outcome)
  // Whoever pressed a button is told and presses again; what runs by itself is tried again by the queue.
  if (again && !waiting) throw again
}

async function fetchFrom(
  { runs, writes, serverKey, market }: RunDependencies,
  { provider: id, sealed_key: sealed }: RunnableSource,
  progress: (done: number) => Promise<void>,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const provider = providerOf(id)
  const address = addressOf(market, id)
  if (!provider || address === null) throw new ProviderTrouble('stopped')
  const key = sealed && unsealKey(await serverKey(), sealed)
  const client = createClient({
    address,
    headers: key === null ? {} : { [provider.keyHeader]: key },
    pauseMs: market.pauseMs ?? provider.pauseMs,
    timeoutMs: market.timeoutMs ?? standardTimeoutMs,
    maxBytes: market.maxBytes ?? standardMaxBytes,
    signal,
  })
  await progress(0)
  return fetchSource(writes, { provider, client, address, now: await runs.now(), progress })
}

function failureOf({ code, details }: ProviderTrouble): RunOutcome {
  const status = code === 'key_refused' ? 'refused' : 'failed'
  return { status, rows: 0, dataDate: null, details: { trouble: { code, details } } }
}

/** A wrong key or an address that leads elsewhere stays so until somebody fixes it. */
function isWorthAnotherTry({ code }: ProviderTrouble): boolean {
  return code !== 'key_refused' && code !== 'redirected' && code !== 'stopped'
}

async function tell(
  { runs, background }: RunDependencies,
  { id, user_id }: BackgroundJob,
  { status, details }: RunOutcome,
): Promise<void> {
  if (status === 'success' || status === 'no_data') await background.finish(id, null)
  else await background.fail(id, runMessage(await runs.languageOf(user_id), details) ?? status)
}
