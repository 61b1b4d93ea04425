import { z } from 'zod'
import { endpoint, spreadsheet } from '../core/endpoint.ts'
import { byId, dataOf, pageOf, pageQuery } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, reference } from '../core/values.ts'
import { jobKinds, jobStatuses } from '../vocabulary/reports.ts'

/** Long work: it goes on when nobody looks, and its result waits. */
export const job = z
  .object({
    id: z.uuid(),
    kind: oneOf(jobKinds),
    name: z.string(),
    family: reference.nullable().describe('The family it works for; null for several, or for the market.'),
    status: oneOf(jobStatuses),
    progress: z.number().min(0).max(1).nullable().describe('A fraction; null where it cannot be told.'),
    message: z.string().nullable().describe('What it is doing, or why it failed.'),
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
      .describe('The file that waits, where there is one.'),
    result_id: z
      .string()
      .nullable()
      .describe('Id of what it worked on: a report, an import, an integration.'),
  })
  .meta({ id: 'Job' })
export type Job = z.infer<typeof job>

export const jobs = {
  list: endpoint('GET', '/api/jobs/', {
    summary: 'List your long work, newest first.',
    query: pageQuery,
    reply: pageOf(job),
    may: everyone,
  }),
  read: endpoint('GET', '/api/jobs/:id/', {
    summary: 'Read how far a piece of long work is.',
    params: byId,
    reply: dataOf(job),
    may: everyone,
  }),
  result: endpoint('GET', '/api/jobs/:id/result/', {
    summary: 'Download the file that a piece of long work made.',
    params: byId,
    alsoReplies: ['text/csv', 'application/pdf', 'application/zip', spreadsheet],
    may: everyone,
    errors: ['not_ready', 'report_failed'],
  }),
  cancel: endpoint('POST', '/api/jobs/:id/cancel/', {
    summary: 'Stop a piece of long work. What it began is taken back.',
    params: byId,
    reply: dataOf(job),
    may: everyoneButDemo,
    creates: false,
  }),
}
