import { z } from 'zod'
import { endpoint, spreadsheet } from '../core/endpoint.ts'
import { filters, period } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  familyQuery,
  familyToCreateIn,
  isoTime,
  oneOf,
  reference,
  shortText,
  version,
} from '../core/values.ts'
import { job } from '../jobs/calls.ts'
import { reportFormats, reportTypes } from '../vocabulary/reports.ts'

const reportFields = {
  name: shortText,
  report_type: oneOf(reportTypes),
  calculated_currency: currencyCode,
  filter_account: filters.shape.filter_account.unwrap(),
  filter_instrument_type: filters.shape.filter_instrument_type.unwrap(),
  filter_currency: filters.shape.filter_currency.unwrap(),
}

export const report = z
  .object({
    id: z.uuid(),
    ...reportFields,
    family: reference.describe('The family of the report.'),
    created_at: isoTime,
    last_pdf: z
      .object({ job_id: z.uuid(), created_at: isoTime, pages: z.number().int().nullable() })
      .nullable(),
    version,
  })
  .meta({ id: 'Report' })
export type Report = z.infer<typeof report>

const change = z.object(reportFields).partial()

export const reports = {
  list: endpoint('GET', '/api/reports/', {
    summary: 'List your reports.',
    query: z.object({
      ...familyQuery,
      ...pageQuery.shape,
      ...orderBy(['name', 'family', 'report_type', 'calculated_currency', 'created_at'], 'name').shape,
    }),
    reply: pageReply(report),
    may: everyone,
  }),
  create: endpoint('POST', '/api/reports/', {
    summary: 'Create a report; omitted filters do not restrict it.',
    body: change
      .required({ name: true, report_type: true, calculated_currency: true })
      .extend({ family: familyToCreateIn }),
    reply: dataReply(report),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/reports/:id/', {
    summary: 'Change a report; omitted fields are unchanged.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataReply(report),
    may: everyoneButDemo,
    errors: ['already_exists', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/reports/:id/', {
    summary: 'Delete a report. It can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/reports/:id/restore/', {
    summary: 'Restore a report that was just deleted.',
    params: byId,
    reply: dataReply(report),
    may: everyoneButDemo,
    errors: ['too_late'],
    creates: false,
  }),
  pdf: endpoint('POST', '/api/reports/:id/pdf/', {
    summary:
      'Print a report as PDF or as tables. If it takes longer than ten seconds, the reply is the running job.',
    params: byId,
    body: z
      .object({
        period: period.optional().describe('By default the period of the settings.'),
        format: oneOf(reportFormats).default('pdf'),
      })
      .default({ format: 'pdf' }),
    reply: dataReply(job),
    status: 202,
    alsoReplies: ['application/pdf', 'text/csv', spreadsheet],
    may: everyone,
    reads: true,
    errors: ['report_failed', 'storage_full', 'too_many_jobs'],
    creates: true,
  }),
}
