import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly, everyone } from '../core/policy.ts'
import { flags, isoDate, isoTime, oneOf, positionId, reference, shortText } from '../core/values.ts'
import { integrationStatus } from '../core/words.ts'
import { job } from '../jobs/calls.ts'
import { integrationKinds } from '../vocabulary/statuses.ts'

/** Several hundred thousand prices. */
const maxPricesBytes = 10 * 1024 * 1024

const source = {
  id: z.uuid(),
  name: z.string(),
  kind: oneOf(integrationKinds),
  status: integrationStatus.describe('How the last run ended.'),
  icon: z
    .union([z.literal(1), z.literal(0), z.literal(-1)])
    .describe('1 success, 0 no data, -1 anything else.'),
  message: z.string().nullable().describe('For people.'),
  is_running: z.boolean(),
  last_run_at: isoTime.nullable(),
  data_date: isoDate.nullable().describe('Last day with data.'),
}

/** A data source as shown to users whose figures depend on it. */
export const statusItem = z
  .object({ ...source, accounts: z.array(reference).describe('Accounts in scope that it feeds.') })
  .meta({ id: 'StatusItem' })

export const integration = z
  .object({
    ...source,
    schedule: z.string().nullable().describe('In words, such as daily 22:00; null if run manually.'),
    next_run_at: isoTime.nullable(),
    is_paused: z.boolean(),
    rows_count: z.number().int().describe('Rows of the last run.'),
    missing: z.string().nullable().describe('Data that the last run was expected to deliver but did not.'),
    families: z.array(reference),
    provider: z.string().nullable().describe('The provider, such as ecb; null for files and manual entry.'),
    can_run: z.boolean().describe('Whether it can be run now, because its provider is enabled.'),
    has_secret: z.boolean().describe('Whether a key is stored. It is never shown.'),
  })
  .meta({ id: 'Integration' })

const integrationRun = z
  .object({
    id: z.uuid(),
    started_at: isoTime,
    finished_at: isoTime.nullable(),
    status: integrationStatus.nullable().describe('Null while it runs.'),
    rows_count: z.number().int(),
    message: z.string().nullable(),
  })
  .meta({ id: 'IntegrationRun' })

export const integrations = {
  status: endpoint('POST', '/api/status/', {
    summary: 'Read the status of the data sources in scope, and which figures could not be computed.',
    body: filterBody,
    reply: z.object({
      data: z.array(statusItem),
      count: z.number().int(),
      extra: z.object({
        missing: z
          .array(z.object({ position_id: positionId, name: z.string(), flags }))
          .describe('Positions with figures that could not be computed.'),
      }),
      basis,
    }),
    may: everyone,
    reads: true,
  }),
  list: endpoint('GET', '/api/integrations/', {
    summary: 'List every data source.',
    query: pageQuery,
    reply: pageReply(integration),
    may: adminOnly,
  }),
  change: endpoint('PATCH', '/api/integrations/:id/', {
    summary: 'Pause or resume a data source, or set a new key.',
    params: byId,
    body: z
      .object({
        is_paused: z.boolean(),
        secret: z.string().min(1).max(4096).describe('A new key. It is stored encrypted and never shown.'),
        name: shortText,
      })
      .partial(),
    reply: dataReply(integration),
    may: adminOnly,
  }),
  run: endpoint('POST', '/api/integrations/:id/run/', {
    summary: 'Run a data source now.',
    params: byId,
    reply: dataReply(job),
    status: 202,
    may: adminOnly,
    errors: ['already_running', 'nothing_to_run'],
    creates: true,
  }),
  upload: endpoint('POST', '/api/integrations/upload/', {
    summary: 'Upload prices or rates as CSV, all or nothing. docs/market-data.md describes the columns.',
    query: z.object({ name: z.string().trim().min(1).max(255).describe('Name of the file.') }),
    upload: { maxBytes: maxPricesBytes },
    reply: dataReply(
      z.object({
        kind: oneOf(['prices', 'rates']),
        rows_count: z.number().int().describe('Rows of the file.'),
        changed_count: z.number().int().describe('Rows that were new or different.'),
      }),
    ),
    may: adminOnly,
    errors: ['unreadable_file'],
    creates: true,
  }),
  runs: endpoint('GET', '/api/integrations/:id/runs/', {
    summary: 'List the runs of a data source, newest first.',
    params: byId,
    query: pageQuery,
    reply: pageReply(integrationRun),
    may: adminOnly,
  }),
}
