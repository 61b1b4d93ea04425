import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { period } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { staff } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  familyQuery,
  figure,
  flags,
  fraction,
  isoDate,
  isoTime,
  oneOf,
  queryBoolean,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { job } from '../jobs/calls.ts'
import { clientDrift } from '../targets/calls.ts'
import { clientEntryKinds, clientGroupings, clientOrders, clientSelections } from '../vocabulary/clients.ts'
import { draftStates, fileStates, importStatuses, maxFileBytes } from '../vocabulary/imports.ts'
import { reportFormats, reportTypes } from '../vocabulary/reports.ts'

/** Clients of one bulk order. */
const maxFamilies = 500

export const clientEntry = z
  .object({
    id: z.uuid(),
    family: reference,
    kind: oneOf(clientEntryKinds),
    text: z.string(),
    assignee: reference.nullable().describe('Who should do the task.'),
    due_date: isoDate.nullable(),
    is_overdue: z.boolean(),
    done_at: isoTime.nullable(),
    done_by: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: isoTime,
    version,
  })
  .meta({ id: 'ClientEntry', description: 'A task or a note about a client, for staff only.' })
export type ClientEntry = z.infer<typeof clientEntry>

const entryText = z.string().trim().min(1).max(5000)
const entryFields = {
  text: entryText.describe('Such as Call about the mortgage.'),
  assignee: z.uuid().nullable().describe('Id of a member of staff who serves the family.'),
  due_date: isoDate.nullable(),
}

/** What one client of a comparison looks like. */
const comparedClient = z.object({
  family: reference,
  currency: currencyCode,
  as_of: isoDate,
  value: figure,
  day_pnl_abs: figure,
  day_pnl_rel: fraction,
  ytd_pnl_abs: figure,
  ytd_pnl_rel: fraction.describe('The same P/L as a share of its capital base, with the same sign.'),
  ytd_twr: fraction,
  twr_per_year: fraction.describe('Since the first transaction; null before one year.'),
  first_date: isoDate.nullable(),
  volatility: fraction.describe('Of the last twelve months, annualised; null below one year.'),
  max_drawdown: fraction.describe('Of the last twelve months.'),
  cash_share: fraction,
  ...clientDrift,
  positions_count: z.number().int(),
  flags,
})
export type ComparedClient = z.infer<typeof comparedClient>

const sharePair = z.array(fraction).length(2)

const clientView = z
  .object({
    id: z.uuid(),
    name: z.string(),
    show: oneOf(clientSelections),
    group_by: oneOf(clientGroupings),
    order_by: z.string(),
    q: z.string(),
  })
  .meta({ id: 'ClientView', description: 'A saved view of the list of clients.' })
export type ClientView = z.infer<typeof clientView>

const orderWords = clientOrders.flatMap(field => [field, `-${field}`] as const)

const statementFile = z.object({
  name: z.string(),
  state: oneOf(fileStates),
  account: reference.nullable(),
})

const statementImport = z
  .object({
    id: z.uuid(),
    family: reference,
    status: oneOf(importStatuses),
    files: z.array(statementFile),
    counts: z.record(oneOf(draftStates), z.number().int()),
    is_ready: z.boolean().describe('Whether every file has its account and columns.'),
  })
  .meta({ id: 'StatementImport', description: 'The statements of one client in a bulk import.' })
export type StatementImport = z.infer<typeof statementImport>

export const clients = {
  compare: endpoint('POST', '/api/clients/compare/', {
    summary: 'Compare two families that you serve: figures, allocation and securities held by both.',
    body: z.object({
      families: z.array(z.uuid()).length(2).describe('Ids of two families.'),
      currency: currencyCode
        .nullable()
        .default(null)
        .describe('The currency of both; null for the base currency of each.'),
    }),
    reply: dataReply(
      z.object({
        clients: z.array(comparedClient).length(2),
        allocation: z.array(
          z.object({
            key: z.string().describe('Instrument type, or cash.'),
            weights: sharePair,
          }),
        ),
        held_by_both: z.array(
          z.object({ instrument: reference, instrument_type: z.string(), weights: sharePair }),
        ),
        basis,
      }),
    ),
    alsoReplies: ['text/csv', 'application/pdf'],
    may: staff,
    reads: true,
    errors: ['not_found'],
  }),
  staff: endpoint('GET', '/api/clients/staff/', {
    summary: 'List the members of staff who serve a family, to assign tasks to.',
    query: z.object({ family: z.uuid().describe('Id of the family.') }),
    reply: dataReply(z.array(z.object({ id: z.uuid(), name: z.string(), is_you: z.boolean() }))),
    may: staff,
    errors: ['not_found'],
  }),
  entries: endpoint('GET', '/api/clients/tasks/', {
    summary: 'List tasks and notes of your clients: open tasks first, by due date.',
    query: z.object({
      ...familyQuery,
      kind: oneOf(clientEntryKinds).optional(),
      open: queryBoolean.optional().describe('Only open tasks, or only the rest.'),
      mine: queryBoolean.optional().describe('Only tasks assigned to you.'),
      ...pageQuery.shape,
    }),
    reply: pageReply(clientEntry),
    may: staff,
  }),
  addEntry: endpoint('POST', '/api/clients/tasks/', {
    summary: 'Add a task or a note about a client. The client does not see it.',
    body: z.object({
      family: z.uuid(),
      kind: oneOf(clientEntryKinds).default('task'),
      text: entryFields.text,
      assignee: entryFields.assignee.default(null),
      due_date: entryFields.due_date.default(null),
    }),
    reply: dataReply(clientEntry),
    may: staff,
    errors: ['not_found', 'limit_reached'],
    creates: true,
  }),
  changeEntry: endpoint('PATCH', '/api/clients/tasks/:id/', {
    summary: 'Change a task or a note, or mark a task as done or open.',
    params: byId,
    body: z
      .object({ ...entryFields, is_done: z.boolean() })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataReply(clientEntry),
    may: staff,
    errors: ['conflict'],
  }),
  removeEntry: endpoint('DELETE', '/api/clients/tasks/:id/', {
    summary: 'Delete a task or a note.',
    params: byId,
    may: staff,
  }),
  views: endpoint('GET', '/api/clients/views/', {
    summary: 'List your saved views of the list of clients.',
    query: pageQuery,
    reply: pageReply(clientView),
    may: staff,
  }),
  saveView: endpoint('POST', '/api/clients/views/', {
    summary: 'Save a view of the list of clients. A view of the same name is replaced.',
    body: z.object({
      name: shortText,
      show: oneOf(clientSelections).default('all'),
      group_by: oneOf(clientGroupings).default('attention'),
      order_by: oneOf(orderWords).default('-attention'),
      q: searchText.default(''),
    }),
    reply: dataReply(clientView),
    may: staff,
    errors: ['limit_reached'],
    creates: false,
  }),
  removeView: endpoint('DELETE', '/api/clients/views/:id/', {
    summary: 'Delete a saved view of the list of clients.',
    params: byId,
    may: staff,
  }),
  reports: endpoint('POST', '/api/clients/reports/', {
    summary: 'Print a report for several families as one job. Its result is one archive of all files.',
    body: z.object({
      families: z.array(z.uuid()).min(1).max(maxFamilies),
      name: shortText.describe('Title of the reports.'),
      report_type: oneOf(reportTypes).default('statement'),
      currency: currencyCode
        .nullable()
        .default(null)
        .describe('The reporting currency; null for the base currency of each family.'),
      period: period.optional().describe('By default the whole history of each family.'),
      format: oneOf(reportFormats).default('pdf'),
    }),
    reply: dataReply(job),
    status: 202,
    may: staff,
    errors: ['not_found', 'too_many_jobs'],
    creates: true,
  }),
  addStatement: endpoint('POST', '/api/clients/statements/:id/files/', {
    summary: 'Add a statement file to a bulk import; its account decides the family. The body is the file.',
    params: byId,
    query: z.object({
      name: z.string().trim().min(1).max(255).describe('Name of the file.'),
      family: z.uuid().optional().describe('Family of accounts that are not recognised.'),
    }),
    upload: { maxBytes: maxFileBytes },
    reply: dataReply(
      z.object({
        unplaced: z
          .array(z.string())
          .describe('Accounts in the file that no family has. With any of them nothing is stored.'),
        imports: z.array(reference).describe('Families that the file was added to.'),
      }),
    ),
    may: staff,
    errors: ['unreadable_file', 'limit_reached', 'storage_full', 'not_found', 'conflict'],
    creates: true,
  }),
  statements: endpoint('GET', '/api/clients/statements/:id/', {
    summary: 'Read a bulk import of statements: one import for each family.',
    params: byId,
    reply: dataReply(z.array(statementImport)),
    may: staff,
  }),
}
