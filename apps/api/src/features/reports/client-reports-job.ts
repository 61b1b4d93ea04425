import { joinFileName, reportFormats, reportTypes } from '@plumbline/contract'
import { fillText, textsIn } from '@plumbline/contract/texts'
import { asCurrentUser, type CurrentUser } from '../../platform/auth/current-user.ts'
import { writeZip, type ZipEntry } from '../../platform/http/bodies/zip.ts'
import { attempt, isTimeout } from '../../platform/jobs/attempt.ts'
import type { BackgroundJob } from '../../platform/jobs/background.store.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { type MadeReport, makeReport, type ReportOrder } from './make-report.ts'
import { describeFailure, languageFor, parsePeriod, type ReportJobDependencies } from './report-job.ts'
import { announceClientReports } from './report-ready.store.ts'
import type { ClientFamily, ReportRow } from './reports.store.ts'

interface PrintedClient {
  family: ClientFamily
  made: MadeReport
}

/** Prints the report of each family of a job, one after the other, and packs the files into one archive. */
export function clientReportsJob(dependencies: ReportJobDependencies): Job<{ id: string }> {
  const { background, owners, onError } = dependencies
  return {
    queue: 'make-client-reports',
    async run({ id }, signal, messageId) {
      const job = await background.claim('client_reports', messageId, id)
      const owner = job && (await owners.find(job.user_id))
      if (!job) return
      await attempt(
        async () => {
          if (!owner) throw new Error('its owner is gone')
          const user = asCurrentUser({ ...owner, language: languageFor(job, owner) })
          await printAll(dependencies, job, user, signal)
        },
        async (error, message) => {
          onError(`Client reports ${job.id}: ${message}`)
          const language = owner ? languageFor(job, owner) : 'en-US'
          await background.fail(job.id, describeFailure(error, language))
        },
      )
    },
  }
}

async function printAll(
  dependencies: ReportJobDependencies,
  job: BackgroundJob,
  user: CurrentUser,
  signal: AbortSignal,
): Promise<void> {
  const { background, store, onError } = dependencies
  const { details } = job
  const ids = Array.isArray(details.families) ? details.families.map(String) : []
  // Families that the owner may no longer see are left out.
  const families = await store.families(user.id, ids)
  const printed: PrintedClient[] = []
  const failed: string[] = []
  for (const [index, family] of families.entries()) {
    const isWanted = await background.report(job.id, index / families.length, family.name)
    if (!isWanted) return
    signal.throwIfAborted()
    await attempt(
      async () => {
        const made = await makeReport(dependencies, user, createOrder(job, family), async () => {}, signal)
        printed.push({ family, made })
      },
      async (error, message) => {
        if (isTimeout(error)) throw error
        onError(`Client reports ${job.id}, ${family.id}: ${message}`)
        failed.push(family.name)
      },
    )
  }
  if (printed.length === 0) throw new Error('no report could be made')
  const bytes = await writeZip(packFiles(printed, failed, user))
  const file = {
    mediaType: 'application/zip',
    fileName: joinFileName([job.name], 'zip'),
    bytes,
    accountIds: printed.flatMap(({ made }) => made.file.accountIds ?? []),
  }
  const isStatement = details.report_type === 'statement'
  await background.finish(job.id, file, tx =>
    announceClientReports(tx, job, {
      periods: printed.map(({ made: { from, to } }) => ({ from, to })),
      statements: isStatement ? printed.map(({ family, made }) => ({ family: family.id, to: made.to })) : [],
    }),
  )
}

/** A report that is not saved, for one family of the job. */
function createOrder({ name, user_id, details }: BackgroundJob, family: ClientFamily): ReportOrder {
  const report: ReportRow = {
    id: family.id,
    user_id,
    family_id: family.id,
    family_name: family.name,
    name,
    report_type: reportTypes.find(type => type === details.report_type) ?? 'statement',
    calculated_currency: typeof details.currency === 'string' ? details.currency : family.base_currency,
    filters: {},
    created_at: new Date(0),
    last_job_id: null,
    last_job_at: null,
    last_job_pages: null,
    version: 1,
  }
  const format = reportFormats.find(each => each === details.format) ?? 'pdf'
  return { report, period: parsePeriod(details.period), format }
}

/** Two families may have the same name, so a repeated file name gets a number. Failures are listed in a text file. */
function packFiles(
  printed: readonly PrintedClient[],
  failed: readonly string[],
  { language }: CurrentUser,
): ZipEntry[] {
  const used = new Map<string, number>()
  const entries = printed.map(({ made: { file } }) => {
    const count = (used.get(file.fileName) ?? 0) + 1
    used.set(file.fileName, count)
    const name = count === 1 ? file.fileName : file.fileName.replace(/(\.\w+)$/, ` (${count})$1`)
    return { name, bytes: file.bytes }
  })
  if (failed.length === 0) return entries
  const texts = textsIn(language)
  const list = [fillText(texts.client_reports_failed, { count: String(failed.length) }), ...failed].join('\n')
  return [...entries, { name: texts.client_reports_failed_file, bytes: Buffer.from(`${list}\n`, 'utf8') }]
}
