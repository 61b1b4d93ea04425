import { setTimeout as sleep } from 'node:timers/promises'
import { contract, type Report } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { sendFile, wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { ReportFields, ReportRow, ReportsStore } from './reports.store.ts'

interface ReportsDependencies {
  store: ReportsStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  portfolio: Pick<PortfolioService, 'familyForCreate' | 'refuseOtherCurrency'>
  /** How long an order waits for its file before it replies that the file comes later. */
  replyTimeoutMs: number
}

const pollMs = 150

/** Saved reports and their files. Those of another user return not found. */
export function reportsRoutes(
  serve: Serve,
  { store, background, jobs, portfolio, replyTimeoutMs }: ReportsDependencies,
): void {
  serve(contract.reports.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.reports.list.path, query, count), count, data: rows.map(wireReport) }
  })

  serve(contract.reports.create, async ({ user, body, request }) => {
    const fields = mergeFields(body, {
      name: body.name,
      report_type: body.report_type,
      calculated_currency: body.calculated_currency,
      filters: {},
    })
    await portfolio.refuseOtherCurrency(user, body.calculated_currency, 'calculated_currency')
    const familyId = await portfolio.familyForCreate(user, body.family)
    await refuseForeignAccounts(store, user.id, familyId, fields)
    const added = await store.add(toActor(user, request.ip), familyId, fields)
    if (added === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (added === 'too_many') throw new AppError('limit_reached')
    return { data: wireReport(added) }
  })

  serve(contract.reports.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await store.find(user.id, params.id)
    if (!known) throw new AppError('not_found')
    await portfolio.refuseOtherCurrency(user, body.calculated_currency, 'calculated_currency')
    const fields = mergeFields(body, known)
    await refuseForeignAccounts(store, user.id, known.family_id, fields)
    const changed = await store.change(toActor(user, request.ip), known.id, fields, version)
    if (changed === 'taken') throw new AppError('already_exists', { field: 'name' })
    if (!changed) throw new AppError('not_found')
    return { data: wireReport(changed) }
  })

  serve(contract.reports.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })

  serve(contract.reports.restore, async ({ user, params }) => {
    const restored = await store.restore(user.id, params.id)
    if (restored === null) throw new AppError('not_found')
    if (restored === 'too_late') throw new AppError('too_late')
    if (restored === 'taken') throw new AppError('already_exists', { field: 'name' })
    return { data: wireReport(restored) }
  })

  serve(contract.reports.pdf, async ({ user, params, body, reply }) => {
    const report = await store.find(user.id, params.id)
    if (!report) throw new AppError('not_found')
    const job = await background.add(user.id, {
      kind: 'report_pdf',
      name: report.name,
      details: {
        report: report.id,
        format: body.format,
        language: user.language,
        ...(body.period ? { period: body.period } : {}),
      },
      resultId: report.id,
      familyId: report.family_id,
    })
    await jobs.send('make-report', { id: job.id })
    for (let waited = 0; waited < replyTimeoutMs; waited += pollMs) {
      await sleep(pollMs)
      const state = await background.find(user.id, job.id)
      if (!state || state.status === 'failed' || state.status === 'cancelled')
        throw new AppError('report_failed')
      if (state.status !== 'done') continue
      const file = await background.file(user.id, job.id)
      if (!file) throw new AppError('report_failed')
      return sendFile(reply.code(200), file)
    }
    const state = await background.find(user.id, job.id)
    return { data: wireJob(state ?? job, user) }
  })
}

/** Absent fields are undefined. */
type Change = {
  [Field in 'name' | 'report_type' | 'calculated_currency']?: ReportFields[Field] | undefined
} & { [List in keyof ReportFields['filters']]?: ReportFields['filters'][List] | undefined }

function mergeFields(change: Change, known: ReportFields): ReportFields {
  const { filter_account, filter_instrument_type, filter_currency } = change
  return {
    name: change.name ?? known.name,
    report_type: change.report_type ?? known.report_type,
    calculated_currency: change.calculated_currency ?? known.calculated_currency,
    filters: {
      ...known.filters,
      ...(filter_account ? { filter_account } : {}),
      ...(filter_instrument_type ? { filter_instrument_type } : {}),
      ...(filter_currency ? { filter_currency } : {}),
    },
  }
}

/** A report may filter only accounts of its own family. */
async function refuseForeignAccounts(
  store: ReportsStore,
  userId: string,
  familyId: string,
  { filters }: ReportFields,
): Promise<void> {
  if (!(await store.hasAccounts(userId, familyId, filters.filter_account ?? [])))
    throw new AppError('not_found', { field: 'filter_account' })
}

function wireReport(row: ReportRow): Report {
  return {
    id: row.id,
    name: row.name,
    report_type: row.report_type,
    // Validated when the report was saved.
    calculated_currency: row.calculated_currency as Report['calculated_currency'],
    filter_account: row.filters.filter_account ?? [],
    filter_instrument_type: row.filters.filter_instrument_type ?? [],
    filter_currency: row.filters.filter_currency ?? [],
    family: { id: row.family_id, name: row.family_name },
    created_at: row.created_at.toISOString(),
    version: row.version,
    last_pdf:
      row.last_job_id === null || row.last_job_at === null
        ? null
        : { job_id: row.last_job_id, created_at: row.last_job_at.toISOString(), pages: row.last_job_pages },
  }
}
