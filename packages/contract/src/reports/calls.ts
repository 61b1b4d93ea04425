import { z } from 'zod'
import { endpoint, spreadsheet } from '../core/endpoint.ts'
import { filters, period } from '../core/filter.ts'
import { byId, dataOf, orderBy, pageOf, pageQuery } from '../core/page.ts'
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
    family: reference.describe('The family it is about.'),
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
    reply: pageOf(report),
    may: everyone,
  }),
  create: endpoint('POST', '/api/reports/', {
    summary: 'Make a report; the filters that are left out narrow nothing.',
    body: change
      .required({ name: true, report_type: true, calculated_currency: true })
      .extend({ family: familyToCreateIn }),
    reply: dataOf(report),
    may: everyoneButDemo,
    errors: ['already_exists', 'limit_reached', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/reports/:id/', {
    summary: 'Change a report; what is left out stays as it is.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataOf(report),
    may: everyoneButDemo,
    errors: ['already_exists', 'conflict'],
  }),
  remove: endpoint('DELETE', '/api/reports/:id/', {
    summary: 'Delete a report. It can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
  }),
  restore: endpoint('POST', '/api/reports/:id/restore/', {
    summary: 'Bring back a report that was just deleted.',
    params: byId,
    reply: dataOf(report),
    may: everyoneButDemo,
    errors: ['too_late'],
    creates: false,
  }),
  pdf: endpoint('POST', '/api/reports/:id/pdf/', {
    summary:
      'Print a report, as PDF or as the same tables; if that takes longer than ten seconds, get the job that goes on.',
    params: byId,
    body: z
      .object({
        period: period.optional().describe('Absent: the period of the settings.'),
        format: oneOf(reportFormats).default('pdf'),
      })
      .default({ format: 'pdf' }),
    reply: dataOf(job),
    status: 202,
    alsoReplies: ['application/pdf', 'text/csv', spreadsheet],
    may: everyone,
    reads: true,
    errors: ['report_failed'],
    creates: true,
  }),
}
