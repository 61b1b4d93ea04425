import { fillText, parseLanguage, textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { BackgroundJob } from '../../platform/jobs/background.store.ts'
import { findRecipient, mailUser, queueMail } from '../../platform/mail/outbox.store.ts'

type ReadyReport = { name: string; family_id: string; family_name: string }

export type ReportReadyStore = ReturnType<typeof reportReadyStore>

export function reportReadyStore(publicUrl: string) {
  return {
    /** Notifies the owner in the app, and mails the recipients of a schedule. */
    async notify(tx: Scoped, job: BackgroundJob, report: ReadyReport): Promise<void> {
      const { rows } = await sql<{ language: string | null }>`
        select chosen ->> 'language' as language from user_settings where user_id = ${job.user_id}`.execute(
        tx,
      )
      const texts = textsIn(parseLanguage(rows[0]?.language))
      const title = fillText(texts.notification_report_title, { name: report.name })
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
  content: { title: string; text: string },
  publicUrl: string,
) {
  const { recipients } = job.details
  if (!Array.isArray(recipients) || typeof job.details.task !== 'string') return
  const owner = await findRecipient(tx, job.user_id)
  if (!owner) return
  const link = `${publicUrl}/overview?modal=reports${job.family_id === null ? '' : `&family=${job.family_id}`}`
  const mail = {
    kind: 'notification' as const,
    values: { ...content, rule: job.name },
    link,
    senderId: job.user_id,
  }
  await mailUser(tx, job.user_id, mail)
  for (const address of recipients)
    if (typeof address === 'string' && address !== owner.address)
      await queueMail(tx, { ...owner, userId: null, address, name: '' }, mail)
}
