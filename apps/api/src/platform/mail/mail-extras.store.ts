import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import { createPauseToken } from './pause-link.store.ts'

/** What a mail has beside its text, read when it is sent. */
export interface MailExtras {
  /** The page that pauses such mails, and the call behind it. Derived, so that the database holds neither. */
  pause: { page: string; call: string } | null
  attachments: { filename: string; contentType: string; content: Buffer }[]
}

export async function readExtras(
  tx: Scoped,
  id: string,
  { publicUrl, pauseKey }: { publicUrl: string; pauseKey: Uint8Array },
): Promise<MailExtras> {
  const { rows } = await sql<{
    is_pausable: boolean
    filename: string | null
    contentType: string | null
    content: Buffer | null
  }>`
    select m.is_pausable, j.result_file_name as filename, j.result_media_type as "contentType", j.result as content
    from mail m left join background_job j on j.id = m.attachment_job_id where m.id = ${id}`.execute(tx)
  const { is_pausable = false, filename = null, contentType = null, content = null } = rows[0] ?? {}
  const token = is_pausable ? createPauseToken(pauseKey, id) : null
  return {
    pause: token === null ? null : buildPauseLinks(publicUrl, id, token),
    attachments:
      filename === null || contentType === null || content === null
        ? []
        : [{ filename, contentType, content }],
  }
}

function buildPauseLinks(publicUrl: string, id: string, token: string): { page: string; call: string } {
  return {
    page: `${publicUrl}/pause-mail/${id}/${token}`,
    call: `${publicUrl}/api/notifications/pause/${id}/${token}/`,
  }
}
