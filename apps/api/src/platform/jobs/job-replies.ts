import { attachment, type Job } from '@plumbline/contract'
import { parseDateFormat } from '@plumbline/contract/format'
import type { FastifyReply } from 'fastify'
import type { CurrentUser } from '../auth/current-user.ts'
import { translateMessage } from '../errors/translate-message.ts'
import type { BackgroundJob, ResultFile } from './background.store.ts'
import { runMessage } from './run-texts.ts'

/** A background job as in replies, with the reason of a failure in the reader's language. */
export function wireJob(row: BackgroundJob, reader: Pick<CurrentUser, 'language' | 'role'>): Job {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    family: row.family_id === null ? null : { id: row.family_id, name: row.family_name ?? '' },
    status: row.status,
    progress: row.progress,
    message: describeFailure(row, reader),
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    result:
      row.result_media_type === null || row.result_bytes === null
        ? null
        : {
            media_type: row.result_media_type,
            file_name: row.result_file_name ?? '',
            bytes: row.result_bytes,
            pages: row.result_pages,
          },
    result_id: row.result_id,
  }
}

function describeFailure(
  { message, details, date_format }: BackgroundJob,
  { language, role }: Pick<CurrentUser, 'language' | 'role'>,
): string | null {
  if (message !== null) return translateMessage(message, language)
  const { run } = details
  if (typeof run !== 'object' || run === null) return null
  const reader = { language, dateFormat: parseDateFormat(date_format), showsHosts: role === 'admin' }
  // Written by this server as an object.
  return runMessage(run as Readonly<Record<string, unknown>>, reader)
}

/** Sends the result file of a background job. */
export function sendFile(reply: FastifyReply, { mediaType, fileName, bytes }: ResultFile): FastifyReply {
  return reply.type(mediaType).header('content-disposition', attachment(fileName)).send(bytes)
}
