import type { DiscardReason } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { createPauseToken } from './pause-link.store.ts'

/** What a mail has beside its text, read when it is sent. */
export interface MailExtras {
  /** The page that pauses such mails, and the call behind it. Derived, so that the database holds neither. */
  pause: { page: string; call: string } | null
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

/**
 * Mail may wait for days: meanwhile the owner of its report may have lost the family or an account, the report may have
 * been deleted, or the recipient may have paused such mail. It may then no longer be sent, and the reason is returned.
 */
export async function readExtras(
  database: Database,
  id: string,
  { publicUrl, pauseKey }: { publicUrl: string; pauseKey: Uint8Array },
): Promise<MailExtras | DiscardReason> {
  const mail = await database.within('system', tx => readMail(tx, id))
  const token = mail?.is_pausable ? createPauseToken(pauseKey, id) : null
  const pause = token === null ? null : buildPauseLinks(publicUrl, id, token)
  if (mail?.is_hidden) return 'no_access'
  if (!mail?.job) return { pause, attachments: [] }
  const { job, owner } = mail
  if (mail.is_report_deleted) return 'report_deleted'
  if (mail.is_paused) return 'paused'
  const file = owner === null ? null : await database.within({ user: owner }, tx => readFile(tx, job))
  return file ? { pause, attachments: [file] } : 'no_access'
}

interface MailRow {
  is_pausable: boolean
  /** The job whose file is attached, and the user who ordered it. */
  job: string | null
  owner: string | null
  is_report_deleted: boolean
  is_paused: boolean
  /** It tells of a family or an account that its reader may no longer see. */
  is_hidden: boolean
}

async function readMail(tx: Scoped, id: string): Promise<MailRow | undefined> {
  const { rows } = await sql<MailRow>`
    select m.is_pausable, m.attachment_job_id as job, j.user_id as owner,
      exists (select from report r where r.id::text = j.result_id and r.deleted_at is not null) as is_report_deleted,
      exists (
        select from notification n join mail_pause p on p.task_id = n.task_id and p.recipient = n.recipient
        where n.mail_id = m.id) as is_paused,
      m.attachment_job_id is null and exists (
        select from notification n
        where n.mail_id = m.id and not may_be_mailed(n.user_id, n.family_id, n.account_ids)) as is_hidden
    from mail m left join background_job j on j.id = m.attachment_job_id where m.id = ${id}`.execute(tx)
  return rows[0]
}

/** The file as the owner of the job may open it now. */
async function readFile(tx: Scoped, job: string): Promise<MailExtras['attachments'][number] | null> {
  const { rows } = await sql<MailExtras['attachments'][number]>`
    select result_file_name as filename, result_media_type as "contentType", result as content
    from background_job where id = ${job} and result is not null`.execute(tx)
  return rows[0] ?? null
}

function buildPauseLinks(publicUrl: string, id: string, token: string): { page: string; call: string } {
  return {
    page: `${publicUrl}/pause-mail/${id}/${token}`,
    call: `${publicUrl}/api/notifications/pause/${id}/${token}/`,
  }
}
