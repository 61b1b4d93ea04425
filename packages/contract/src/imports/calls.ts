import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyoneButDemo } from '../core/policy.ts'
import {
  familyQuery,
  familyToCreateIn,
  isoTime,
  oneOf,
  queryInteger,
  reference,
  searchText,
} from '../core/values.ts'
import { job } from '../jobs/calls.ts'
import { draftStates, importStatuses, maxFileBytes } from '../vocabulary/imports.ts'
import {
  draft,
  draftChange,
  filePage,
  importBatch,
  importEffect,
  importFile,
  importFileChange,
} from './shapes.ts'

const importSummary = z
  .object({
    id: z.uuid(),
    family: reference,
    status: oneOf(importStatuses),
    created_at: isoTime,
    created_by: reference,
    file_names: z.array(z.string()),
    transactions_count: z.number().int().describe('Number of posted transactions.'),
    applied_at: isoTime.nullable(),
    undone_at: isoTime.nullable(),
  })
  .meta({ id: 'ImportSummary' })

const byFile = z.object({ id: z.uuid(), fileId: z.uuid() })
const byDraft = z.object({ id: z.uuid(), draftId: z.string().min(1).max(100) })
const notOpen = ['conflict'] as const

export const imports = {
  list: endpoint('GET', '/api/imports/', {
    summary: 'List earlier imports, newest first.',
    query: pageQuery.extend(familyQuery),
    reply: pageReply(importSummary),
    may: everyoneButDemo,
  }),
  create: endpoint('POST', '/api/imports/', {
    summary: 'Start an import into the accounts of one family. Nothing is posted before it is applied.',
    body: z.object({ family: familyToCreateIn }).default({}),
    reply: dataReply(importBatch),
    may: everyoneButDemo,
    errors: ['limit_reached', 'not_found'],
    creates: true,
  }),
  read: endpoint('GET', '/api/imports/:id/', {
    summary: 'Read an import: its files, the effects of their rows, and the cash check.',
    params: byId,
    reply: dataReply(importBatch),
    may: everyoneButDemo,
  }),
  effect: endpoint('GET', '/api/imports/:id/effect/', {
    summary: 'Compute the net asset value of the family now and as if the import were applied.',
    params: byId,
    reply: dataReply(importEffect),
    may: everyoneButDemo,
  }),
  discard: endpoint('DELETE', '/api/imports/:id/', {
    summary: 'Discard an import that was not applied.',
    params: byId,
    may: everyoneButDemo,
    errors: notOpen,
  }),
  addFile: endpoint('POST', '/api/imports/:id/files/', {
    summary: 'Add a statement file to an import. The body is the file.',
    params: byId,
    query: z.object({ name: z.string().trim().min(1).max(255).describe('Name of the file.') }),
    upload: { maxBytes: maxFileBytes },
    reply: dataReply(importFile),
    may: everyoneButDemo,
    errors: ['unreadable_file', 'limit_reached', 'storage_full', ...notOpen],
    creates: true,
  }),
  changeFile: endpoint('PATCH', '/api/imports/:id/files/:fileId/', {
    summary: 'Set the account of a file and the meaning of its columns.',
    params: byFile,
    body: importFileChange,
    reply: dataReply(importFile),
    may: everyoneButDemo,
    errors: ['contact_account_manager', ...notOpen],
  }),
  removeFile: endpoint('DELETE', '/api/imports/:id/files/:fileId/', {
    summary: 'Remove a file from an import.',
    params: byFile,
    may: everyoneButDemo,
    errors: notOpen,
  }),
  page: endpoint('GET', '/api/imports/:id/files/:fileId/page/', {
    summary: 'Read the text of a page of a PDF, until the import is applied.',
    params: byFile,
    query: z.object({ page: queryInteger(1, 1000).default(1) }),
    reply: dataReply(filePage),
    may: everyoneButDemo,
  }),
  drafts: endpoint('GET', '/api/imports/:id/drafts/', {
    summary: 'Preview the rows of an import as the transactions they would become.',
    params: byId,
    query: z.object({
      state: oneOf(draftStates).optional(),
      file: z.uuid().optional(),
      q: searchText.optional().describe('Part of a name, ISIN or line.'),
      ...pageQuery.shape,
      ...orderBy(['date', 'line', 'state', 'name', 'amount'], '-date').shape,
    }),
    reply: pageReply(draft),
    alsoReplies: ['text/csv'],
    may: everyoneButDemo,
  }),
  changeDraft: endpoint('PATCH', '/api/imports/:id/drafts/:draftId/', {
    summary: 'Correct a row of an import, or leave it out.',
    params: byDraft,
    body: draftChange,
    reply: dataReply(draft),
    may: everyoneButDemo,
    errors: notOpen,
  }),
  apply: endpoint('POST', '/api/imports/:id/apply/', {
    summary: 'Apply an import, all or nothing. Rows with problems are left out.',
    params: byId,
    reply: dataReply(job),
    status: 202,
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'not_ready', 'too_many_jobs', ...notOpen],
    creates: true,
  }),
  undo: endpoint('POST', '/api/imports/:id/undo/', {
    summary:
      'Undo an import as a whole: its transactions are voided and the accounts it created are removed.',
    params: byId,
    reply: dataReply(importBatch),
    may: everyoneButDemo,
    errors: notOpen,
    creates: false,
  }),
}
