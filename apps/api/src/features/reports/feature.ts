import type { Services } from '../services.ts'
import { clientReportsRoutes } from './client-reports.routes.ts'
import { clientReportsJob } from './client-reports-job.ts'
import type { ReportQueries } from './content/report-figures.ts'
import { processPrinter } from './print/printer.ts'
import { reportJob } from './report-job.ts'
import { reportReadyStore } from './report-ready.store.ts'
import { reportsRoutes } from './reports.routes.ts'
import { reportsStore } from './reports.store.ts'

/** `queries` are those of other features that a report prints. */
export function registerReports(services: Services, queries: ReportQueries): void {
  const { serve, database, portfolio, background, jobs, owners, installation, onError } = services
  const store = reportsStore(database)
  const printer = processPrinter(services.workerEntry('print-worker'))
  const replyTimeoutMs = installation.reportWaitMs
  reportsRoutes(serve, { store, background, jobs, portfolio, replyTimeoutMs })
  const ready = reportReadyStore(installation.publicUrl)
  const makers = { store, background, owners, portfolio, queries, ready, printer, onError }
  jobs.add(reportJob(makers))
  clientReportsRoutes(serve, { store, background, jobs, portfolio })
  jobs.add(clientReportsJob(makers))
}
