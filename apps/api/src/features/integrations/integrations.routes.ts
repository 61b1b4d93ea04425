import { type CallReply, contract, statusIcon } from '@plumbline/contract'
import { parseDateFormat } from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { describeRun, runMissing } from '../../platform/jobs/run-texts.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import type { MarketOptions } from '../../platform/settings/market-data.ts'
import {
  type IntegrationRow,
  type IntegrationsStore,
  type ListedRunRow,
  parseStatus,
  type RunRow,
} from './integrations.store.ts'
import { findProvider, providers } from './providers/providers.ts'
import { providerAddress } from './run-source.ts'
import { nextRun } from './schedule.ts'

const calls = contract.integrations
type Integration = CallReply<typeof calls.change>['data']
type Run = CallReply<typeof calls.runs>['data'][number]

interface IntegrationsDependencies {
  store: IntegrationsStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  market: MarketOptions
  keys: Pick<ServerKeys, 'seal'>
}

export function integrationsRoutes(serve: Serve, dependencies: IntegrationsDependencies): void {
  const { store, background, jobs, market, keys } = dependencies
  const wireRow = (row: IntegrationRow, reader: Reader) => wireIntegration(row, reader, market)
  const findIntegration = async (adminId: string, id: string) => {
    const answer = await store.find(adminId, id)
    if (!answer) throw new AppError('not_found')
    return answer
  }

  serve(calls.list, async ({ user, query }) => {
    const { rows, count, now } = await store.list(user.id, query)
    const reader = { language: user.language, now }
    return { ...pageLinks(calls.list.path, query, count), count, data: rows.map(row => wireRow(row, reader)) }
  })

  serve(calls.providers, async ({ user }) => {
    const { rows } = await store.list(user.id, { limit: 1000, offset: 0 })
    const data = providers.map(({ id, name, kind }) => {
      const source = rows.find(row => row.provider === id)
      const isEnabled = source?.is_active === true && providerAddress(market, source) !== null
      return {
        id,
        name,
        kind,
        is_enabled: isEnabled,
        may_enable: (market.addresses[id] ?? market.available?.[id]) !== undefined,
        integration_id: source?.id ?? null,
      }
    })
    return { data, count: data.length }
  })

  serve(calls.enable, async ({ user, body, request }) => {
    const provider = findProvider(body.provider)
    if (!provider || (market.addresses[provider.id] ?? market.available?.[provider.id]) === undefined)
      throw new AppError('nothing_to_run', { field: 'provider' })
    const sealedKey =
      body.secret === undefined ? undefined : await keys.seal('source_key', Buffer.from(body.secret))
    const { row, now } = await store.enable(toActor(user, request.ip), provider, sealedKey)
    return { data: wireRow(row, { language: user.language, now }) }
  })

  serve(calls.change, async ({ user, params, body, request }) => {
    const outcome = await store.change(toActor(user, request.ip), params.id, {
      name: body.name,
      isActive: body.is_paused === undefined ? undefined : !body.is_paused,
      sealedKey:
        body.secret === undefined ? undefined : await keys.seal('source_key', Buffer.from(body.secret)),
    })
    if (outcome === 'none') throw new AppError('not_found')
    const { row, now } = await findIntegration(user.id, params.id)
    return { data: wireRow(row, { language: user.language, now }) }
  })

  serve(calls.run, async ({ user, params, request }) => {
    const { row } = await findIntegration(user.id, params.id)
    if (providerAddress(market, row) === null) throw new AppError('nothing_to_run')
    if (row.is_running) throw new AppError('already_running')
    const job = await background.add(user.id, {
      kind: 'integration',
      name: row.name,
      details: { integration: row.id },
      resultId: row.id,
    })
    // A key of its own: a scheduled run that waits for a retry must not block a manual one.
    const sent = await jobs.send(
      'fetch-market',
      { integration: row.id, job: job.id },
      { key: `${row.id} by hand` },
    )
    if (sent === null) {
      await background.cancel(user.id, job.id)
      throw new AppError('already_running')
    }
    await store.recordStart(toActor(user, request.ip), row.id, row.name)
    return { data: wireJob(job, user) }
  })

  serve(calls.allRuns, async ({ user, query }) => {
    const { rows, count } = await store.allRuns(user.id, query)
    const isAdmin = user.role === 'admin'
    const data = rows.map(row => ({
      ...wireRun(isAdmin ? row : withoutNames(row), user.language, isAdmin),
      source: row.source,
      family: row.family,
      data_date: row.data_date,
    }))
    return { ...pageLinks(calls.allRuns.path, query, count), count, data }
  })

  serve(calls.runs, async ({ user, params, query }) => {
    const answer = await store.runs(user.id, params.id, query)
    if (!answer) throw new AppError('not_found')
    const path = calls.runs.path.replace(':id', params.id)
    return {
      ...pageLinks(path, query, answer.count),
      count: answer.count,
      data: answer.rows.map(row => wireRun(row, user.language, true)),
    }
  })
}

interface Reader {
  language: Language
  now: Date
}

function wireIntegration(row: IntegrationRow, { language, now }: Reader, market: MarketOptions): Integration {
  const status = parseStatus(row.status)
  const canRun = providerAddress(market, row) !== null
  const reader = { language, dateFormat: parseDateFormat(row.date_format), showsHosts: true }
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status,
    icon: statusIcon(status),
    message: describeRun(row, reader),
    is_running: row.is_running,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    data_date: row.data_date,
    schedule: row.schedule,
    next_run_at: canRun && row.is_active ? (nextRun(row, now)?.toISOString() ?? null) : null,
    is_paused: !row.is_active,
    rows_count: row.rows_read ?? 0,
    missing: runMissing(row.details ?? {}, reader),
    families: row.families,
    provider: row.provider,
    can_run: canRun,
    has_secret: row.has_secret,
  }
}

/** Runs of market data name uploaded files and securities, which may be those of other families. */
function withoutNames(row: ListedRunRow): ListedRunRow {
  const { trouble } = row.details
  const message = row.status === 'success' ? null : row.message
  return { ...row, message, details: trouble === undefined ? {} : { trouble } }
}

function wireRun(row: RunRow, language: Language, showsHosts: boolean): Run {
  const reader = { language, dateFormat: parseDateFormat(row.date_format), showsHosts }
  const missing = row.message === null ? runMissing(row.details, reader) : null
  return {
    id: row.id,
    started_at: row.started_at.toISOString(),
    finished_at: row.ended_at?.toISOString() ?? null,
    status: row.ended_at === null ? null : parseStatus(row.status),
    rows_count: row.rows_read ?? 0,
    message: [describeRun(row, reader), missing].filter(Boolean).join('; ') || null,
  }
}
