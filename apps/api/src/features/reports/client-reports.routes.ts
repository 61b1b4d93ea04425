import { contract } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { BackgroundStore } from '../../platform/jobs/background.store.ts'
import { wireJob } from '../../platform/jobs/job-replies.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import type { ReportsStore } from './reports.store.ts'

interface ClientReportsDependencies {
  store: ReportsStore
  background: BackgroundStore
  jobs: Pick<Jobs, 'send'>
  portfolio: Pick<PortfolioService, 'refuseOtherCurrency'>
}

/** Orders the same report for several families as one job. */
export function clientReportsRoutes(
  serve: Serve,
  { store, background, jobs, portfolio }: ClientReportsDependencies,
): void {
  serve(contract.clients.reports, async ({ user, body }) => {
    const ids = [...new Set(body.families)]
    const families = await store.families(user.id, ids)
    if (families.length < ids.length) throw new AppError('not_found', { field: 'families' })
    await portfolio.refuseOtherCurrency(user, body.currency ?? undefined, 'currency')
    const job = await background.add(user.id, {
      kind: 'client_reports',
      name: body.name,
      details: {
        families: families.map(({ id }) => id),
        report_type: body.report_type,
        currency: body.currency,
        format: body.format,
        language: user.language,
        ...(body.period ? { period: body.period } : {}),
      },
    })
    await jobs.send('make-client-reports', { id: job.id })
    return { data: wireJob(job, user) }
  })
}
