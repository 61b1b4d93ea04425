import type { Role } from '@plumbline/contract'
import { fillText, textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'
import type { BackgroundJob } from '../../jobs/background.store.ts'
import { languageOf, mailUser, queueMail, recipientOf } from '../../mail/outbox.store.ts'

interface Owner {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
}

export type ReadyStore = ReturnType<typeof readyStore>

export function readyStore(database: () => Database, publicUrl: string) {
  return {
    /** The owner; null once they may not come in any more. */
    owner(userId: string): Promise<Owner | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<Owner>`
          select id, username, name, role, family_id as "familyId" from app_user
          where id = ${userId} and disabled_at is null and password_hash is not null`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Tells in the app that a file waits, and mails those whom a schedule names. */
    async tell(tx: Scoped, job: BackgroundJob, name: string): Promise<void> {
      const { rows } = await sql<{ language: string | null }>`
        select chosen ->> 'language' as language from user_settings where user_id = ${job.user_id}`.execute(
        tx,
      )
      const texts = textsIn(languageOf(rows[0]?.language))
      const title = fillText(texts.told_report_title, { name })
      const details = { title, text: '', target: { kind: 'job', id: job.id } }
      await sql`
        insert into notification (user_id, occurrence, kind, details)
        values (${job.user_id}, ${`job/${job.id}`}, 'report_ready', ${JSON.stringify(details)}::jsonb)
        on conflict (user_id, kind, occurrence) do nothing`.execute(tx)
      await mailRecipients(tx, job, title, publicUrl)
    },
  }
}

async function mailRecipients(tx: Scoped, job: BackgroundJob, title: string, publicUrl: string) {
  const { recipients } = job.details
  if (!Array.isArray(recipients) || typeof job.details.task !== 'string') return
  const owner = await recipientOf(tx, job.user_id)
  if (!owner) return
  const link = `${publicUrl}/overview?modal=reports`
  const mail = { kind: 'told' as const, values: { title, text: '', rule: job.name }, link }
  await mailUser(tx, job.user_id, mail)
  for (const address of recipients)
    if (typeof address === 'string' && address !== owner.address)
      await queueMail(tx, { ...owner, userId: null, address, name: '' }, mail)
}
