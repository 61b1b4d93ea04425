import { type Period, period as periodSchema, reportFormats } from '@plumbline/contract'
import { type Language, languages } from '@plumbline/contract/texts'
import { onBehalfOf, type Person, type SignedIn } from '../../platform/auth/signed-in.ts'
import { attempt } from '../../platform/jobs/attempt.ts'
import type { BackgroundJob, BackgroundStore } from '../../platform/jobs/background.store.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import { type Makers, makeReport } from './make-report.ts'
import type { ReadyStore } from './ready.store.ts'
import type { ReportRow } from './reports.store.ts'

interface ReportJobDependencies extends Makers {
  background: BackgroundStore
  owners: OwnersStore
  ready: ReadyStore
  onError(message: string): void
}

/** Makes the report that a piece of long work is about, and tells its owner when it is ready. */
export function reportJob(dependencies: ReportJobDependencies): Job<{ id: string }> {
  const { background, owners, store, onError } = dependencies
  return {
    queue: 'make-report',
    atOnce: 2,
    async run({ id }) {
      const job = await background.begin(id)
      if (!job) return
      const owner = await owners.find(job.user_id)
      const report =
        owner && typeof job.details.report === 'string'
          ? await store.find(owner.id, job.details.report)
          : null
      if (!owner || !report) {
        await background.fail(id, 'The report is gone.')
        return
      }
      await attempt(
        () => finish(dependencies, job, onBehalfOf({ ...owner, language: languageFor(job, owner) }), report),
        async (_error, message) => {
          onError(`Report ${report.id}: ${message}`)
          await background.fail(id, 'Ooops, there has been an error. Please try later.')
        },
      )
    },
  }
}

/** Hands over what was written down but not sent: scheduled reports, and what a server that died left behind. */
export async function sendWaitingReports(
  background: BackgroundStore,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  await background.forgetOldFiles()
  for (const { id, kind } of await background.forgotten())
    if (kind === 'report_pdf') await jobs.send('make-report', { id })
}

async function finish(
  dependencies: ReportJobDependencies,
  job: BackgroundJob,
  owner: SignedIn,
  report: ReportRow,
): Promise<void> {
  const { background, ready } = dependencies
  const format = reportFormats.find(each => each === job.details.format) ?? 'pdf'
  const order = { report, period: periodOf(job.details.period), format }
  const file = await makeReport(
    dependencies,
    owner,
    order,
    async done => void (await background.report(job.id, done)),
  )
  await background.finish(job.id, file, tx => ready.tell(tx, job, report))
}

/** Of the page where it was ordered; what a schedule orders is in the language that its owner saved. */
function languageFor({ details }: BackgroundJob, owner: Person): Language {
  return languages.find(language => language === details.language) ?? owner.language
}

function periodOf(details: unknown): Period | undefined {
  const parsed = periodSchema.safeParse(details)
  return parsed.success ? parsed.data : undefined
}
