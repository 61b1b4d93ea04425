import { z } from 'zod'
import { endpoint, spreadsheet } from '../core/endpoint.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, reference } from '../core/values.ts'
import { jobKinds, jobStatuses } from '../vocabulary/reports.ts'

/** Background jobs with progress and result. */
export const job = z
  .object({
    id: z.uuid(),
    kind: oneOf(jobKinds),
    name: z.string(),
    family: reference.nullable().describe('The family of the job; null for several families or market data.'),
    status: oneOf(jobStatuses),
    progress: z.number().min(0).max(1).nullable().describe('A fraction; null if unknown.'),
    message: z.string().nullable().describe('Current step, or reason of failure.'),
    created_at: isoTime,
    finished_at: isoTime.nullable(),
    result: z
      .object({
        media_type: z.string(),
        file_name: z.string(),
        bytes: z.number().int(),
        pages: z.number().int().nullable(),
      })
      .nullable()
      .describe('The resulting file, if any.'),
    result_id: z.string().nullable().describe('Id of its subject: a report, an import, an integration.'),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof job>

export const jobs = {
  list: endpoint('GET', '/api/jobs/', {
    summary: 'List your background jobs, newest first.',
    query: pageQuery,
    reply: pageReply(job),
    may: everyone,
  }),
  read: endpoint('GET', '/api/jobs/:id/', {
    summary: 'Read the progress of a background job.',
    params: byId,
    reply: dataReply(job),
    may: everyone,
  }),
  result: endpoint('GET', '/api/jobs/:id/result/', {
    summary: 'Download the file that a background job produced.',
    params: byId,
    alsoReplies: ['text/csv', 'application/pdf', 'application/zip', spreadsheet],
    may: everyone,
    errors: ['not_ready', 'report_failed'],
  }),
  cancel: endpoint('POST', '/api/jobs/:id/cancel/', {
    summary: 'Cancel a background job. Its changes are rolled back.',
    params: byId,
    reply: dataReply(job),
    may: everyoneButDemo,
    creates: false,
  }),
}
