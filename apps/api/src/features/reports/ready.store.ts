import { fillText, languageOf, textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { BackgroundJob } from '../../platform/jobs/background.store.ts'
import { mailUser, queueMail, recipientOf } from '../../platform/mail/outbox.store.ts'

/** The report whose file is ready. */
type ReadyReport = { name: string; family_id: string; family_name: string }

export type ReadyStore = ReturnType<typeof readyStore>

export function readyStore(publicUrl: string) {
  return {
    /** Tells in the app that a file waits, and mails those whom a schedule names. */
    async tell(tx: Scoped, job: BackgroundJob, report: ReadyReport): Promise<void> {
      const { rows } = await sql<{ language: string | null }>`
        select chosen ->> 'language' as language from user_settings where user_id = ${job.user_id}`.execute(
        tx,
      )
      const texts = textsIn(languageOf(rows[0]?.language))
      const title = fillText(texts.told_report_title, { name: report.name })
      const family = { id: report.family_id, name: report.family_name }
      const details = { title, text: '', target: { kind: 'job', id: job.id }, family }
      await sql`
        insert into notification (user_id, occurrence, kind, details)
        values (${job.user_id}, ${`job/${job.id}`}, 'report_ready', ${JSON.stringify(details)}::jsonb)
        on conflict (user_id, kind, occurrence) do nothing`.execute(tx)
      await mailRecipients(tx, job, { title, text: family.name }, publicUrl)
    },
  }
}

async function mailRecipients(
  tx: Scoped,
  job: BackgroundJob,
  told: { title: string; text: string },
  publicUrl: string,
) {
  const { recipients } = job.details
  if (!Array.isArray(recipients) || typeof job.details.task !== 'string') return
  const owner = await recipientOf(tx, job.user_id)
  if (!owner) return
  const link = `${publicUrl}/overview?modal=reports${job.family_id === null ? '' : `&family=${job.family_id}`}`
  const mail = { kind: 'told' as const, values: { ...told, rule: job.name }, link }
  await mailUser(tx, job.user_id, mail)
  for (const address of recipients)
    if (typeof address === 'string' && address !== owner.address)
      await queueMail(tx, { ...owner, userId: null, address, name: '' }, mail)
}
