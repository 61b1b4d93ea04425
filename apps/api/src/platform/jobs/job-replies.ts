import { attachment, type Job } from '@plumbline/contract'
import type { FastifyReply } from 'fastify'
import type { BackgroundJob, ResultFile } from './background.store.ts'

/** A background job as in replies. */
export function wireJob(row: BackgroundJob): Job {
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    family: row.family_id === null ? null : { id: row.family_id, name: row.family_name ?? '' },
    status: row.status,
    progress: row.progress,
    message: row.message,
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

/** Sends the result file of a background job. */
export function sendFile(reply: FastifyReply, { mediaType, fileName, bytes }: ResultFile): FastifyReply {
  return reply.type(mediaType).header('content-disposition', attachment(fileName)).send(bytes)
}
