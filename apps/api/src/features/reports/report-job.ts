import { type Period, period as periodSchema, reportFormats } from '@plumbline/contract'
import { type Language, languages, textsIn } from '@plumbline/contract/texts'
import { asCurrentUser, type CurrentUser, type Person } from '../../platform/auth/current-user.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { attempt, isTimeout } from '../../platform/jobs/attempt.ts'
import type { BackgroundJob, BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import { makeReport, type ReportServices } from './make-report.ts'
import type { ReportReadyStore } from './report-ready.store.ts'
import type { ReportRow } from './reports.store.ts'

export interface ReportJobDependencies extends ReportServices {
  background: BackgroundStore
  owners: OwnersStore
  ready: ReportReadyStore
  onError(message: string): void
}

const failed = 'Ooops, there has been an error. Please try later.'

/** Creates the report of a background job and notifies its owner. */
export function reportJob(dependencies: ReportJobDependencies): Job<{ id: string }> {
  const { background, owners, store, onError } = dependencies
  return {
    queue: 'make-report',
    concurrency: 2,
    async run({ id }, signal, messageId) {
      const job = await background.claim('report_pdf', messageId, id)
      if (!job) return
      const owner = await owners.find(job.user_id)
      const report =
        owner && typeof job.details.report === 'string'
          ? await store.find(owner.id, job.details.report)
          : null
      if (!owner || !report) {
        await background.fail(job.id, 'The report was deleted.')
        return
      }
      const language = languageFor(job, owner)
      await attempt(
        () => finish(dependencies, job, asCurrentUser({ ...owner, language }), report, signal),
        async (error, message) => {
          onError(`Report ${report.id}: ${message}`)
          await background.fail(job.id, describeFailure(error, language))
        },
      )
    },
  }
}

export function describeFailure(error: unknown, language: Language): string {
  const texts = textsIn(language)
  if (error instanceof AppError && error.code === 'storage_full') return texts.error_storage_full
  return isTimeout(error) ? texts.job_too_slow : failed
}

/** Queues jobs that were recorded but not sent: scheduled reports, and those of a dead server. */
export async function queueWaitingReports(
  background: BackgroundStore,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  await background.deleteOldFiles()
  for (const { id, kind } of await background.listUnsent())
    if (kind === 'report_pdf') await jobs.send('make-report', { id })
    else if (kind === 'client_reports') await jobs.send('make-client-reports', { id })
}

async function finish(
  dependencies: ReportJobDependencies,
  job: BackgroundJob,
  owner: CurrentUser,
  report: ReportRow,
  signal: AbortSignal,
): Promise<void> {
  const { background, ready } = dependencies
  const format = reportFormats.find(each => each === job.details.format) ?? 'pdf'
  const order = { report, period: parsePeriod(job.details.period), format }
  const made = await makeReport(
    dependencies,
    owner,
    order,
    async done => void (await background.report(job.id, done)),
    signal,
  )
  await background.finish(job.id, made.file, tx => ready.announce(tx, job, report, made))
}

/** The language of the page where it was ordered; scheduled reports use the owner's settings. */
export function languageFor({ details }: BackgroundJob, owner: Person): Language {
  return languages.find(language => language === details.language) ?? owner.language
}

export function parsePeriod(details: unknown): Period | undefined {
  const parsed = periodSchema.safeParse(details)
  return parsed.success ? parsed.data : undefined
}
