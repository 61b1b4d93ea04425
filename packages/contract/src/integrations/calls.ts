import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly, everyone, staff } from '../core/policy.ts'
import {
  flags,
  isoDate,
  isoTime,
  oneOf,
  positionId,
  queryBoolean,
  reference,
  searchText,
  shortText,
} from '../core/values.ts'
import { integrationStatus, runIcon } from '../core/words.ts'
import { job } from '../jobs/calls.ts'
import { integrationKinds } from '../vocabulary/statuses.ts'

/** Several hundred thousand prices. */
const maxPricesBytes = 10 * 1024 * 1024

const source = {
  id: z.uuid(),
  name: z.string(),
  kind: oneOf(integrationKinds),
  status: integrationStatus.describe('How the last run ended.'),
  icon: runIcon,
  message: z.string().nullable().describe('For people.'),
  is_running: z.boolean(),
  last_run_at: isoTime.nullable(),
  data_date: isoDate.nullable().describe('Last day with data.'),
}

/** A data source as shown to users whose figures depend on it. */
export const statusItem = z
  .object({
    ...source,
    accounts: z.array(reference).describe('Accounts in scope that it feeds.'),
    is_demo: z.boolean().describe('Whether it is invented: it belongs to the demo world.'),
  })
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

const provider = z
  .object({
    id: z.string(),
    name: z.string(),
    kind: oneOf(['prices', 'rates']),
    is_enabled: z.boolean().describe('Whether it is queried.'),
    may_enable: z.boolean().describe('Whether the operator allows it.'),
    integration_id: z.uuid().nullable().describe('Its data source, if there is one.'),
  })
  .meta({ id: 'Provider', description: 'A provider of prices or rates.' })

/** Why a symbol is proposed, the surest first. */
const symbolMatches = ['isin', 'symbol', 'name'] as const

const proposedSymbol = z
  .object({
    symbol: z.string(),
    name: z.string().nullable(),
    exchange: z.string().nullable(),
    currency: z.string().nullable().describe('Of its quotes; null if unknown.'),
    price: z.number().nullable(),
    price_date: isoDate.nullable(),
    match: oneOf(symbolMatches),
    is_usable: z.boolean().describe('Whether it is quoted in the currency of the security.'),
  })
  .meta({ id: 'ProposedSymbol', description: 'A symbol of a provider that may be that of a security.' })

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

const listedRun = integrationRun
  .extend({
    message: z.string().nullable().describe('Only administrators see the words of a provider.'),
    source: reference,
    family: reference.nullable().describe('Null for market data.'),
    data_date: isoDate.nullable().describe('Last day with data.'),
  })
  .meta({ id: 'ListedRun', description: 'A run with the data source that it is of.' })

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
          .describe('Positions and cash balances without a price or rate, excluded from the totals.'),
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
  providers: endpoint('GET', '/api/integrations/providers/', {
    summary: 'List the providers of prices and rates, and whether they are enabled.',
    reply: z.object({ data: z.array(provider), count: z.number().int() }),
    may: adminOnly,
  }),
  enable: endpoint('POST', '/api/integrations/', {
    summary: 'Enable a provider of prices or rates.',
    body: z.object({
      provider: z.string().min(1).max(60).describe('Its id, such as ecb.'),
      secret: z.string().min(1).max(4096).optional().describe('A key. It is stored encrypted.'),
    }),
    reply: dataReply(integration),
    may: adminOnly,
    errors: ['nothing_to_run'],
    creates: false,
  }),
  symbols: endpoint('GET', '/api/integrations/symbols/', {
    summary: 'Propose symbols of a provider for a security, by its ISIN, symbol or name.',
    query: z.object({
      instrument: z.uuid(),
      provider: z.string().min(1).max(60).describe('Its id, such as yahoo.'),
      q: searchText.optional().describe('Other words to search for.'),
    }),
    reply: z.object({ data: z.array(proposedSymbol), count: z.number().int() }),
    may: adminOnly,
    errors: ['not_found', 'nothing_to_run', 'provider_failed'],
  }),
  useSymbol: endpoint('POST', '/api/integrations/symbols/', {
    summary: 'Take the prices of a security from a provider, and fetch its history.',
    body: z.object({
      instrument: z.uuid(),
      provider: z.string().min(1).max(60),
      symbol: z.string().trim().min(1).max(200),
    }),
    reply: dataReply(
      z.object({
        rows_count: z.number().int().describe('Prices that were new or different.'),
        start_date: isoDate.nullable(),
        end_date: isoDate.nullable(),
      }),
    ),
    may: adminOnly,
    errors: ['not_found', 'nothing_to_run', 'provider_failed'],
    creates: false,
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
    summary: 'Upload a table of prices or rates, all or nothing. docs/market-data.md describes the columns.',
    query: z.object({
      name: z.string().trim().min(1).max(255).describe('Name of the file.'),
      instrument: z
        .uuid()
        .optional()
        .describe('The security that the prices are of, where the file does not say it.'),
      confirm: oneOf(['unusual_price'])
        .optional()
        .describe('Writes the file even though it has prices or rates that are far from the last ones.'),
    }),
    upload: { maxBytes: maxPricesBytes },
    reply: dataReply(
      z.object({
        kind: oneOf(['prices', 'rates']),
        rows_count: z.number().int().describe('Prices or rates of the file.'),
        changed_count: z.number().int().describe('Those that were new or different.'),
        empty_count: z.number().int().describe('Rows without a value, such as days without trading.'),
        derived_count: z.number().int().describe('Rates that were derived by the rate of another currency.'),
        start_date: isoDate.nullable().describe('First day of the file.'),
        end_date: isoDate.nullable().describe('Last day of the file.'),
      }),
    ),
    may: staff,
    errors: ['unreadable_file', 'confirmation_required'],
    creates: true,
  }),
  allRuns: endpoint('GET', '/api/integrations/runs/', {
    summary: 'List the runs of all data sources that you may see, newest first.',
    query: pageQuery.extend({
      family: z.uuid().optional().describe('Only those of this family and of market data.'),
      failed: queryBoolean
        .optional()
        .describe('Only those that failed or delivered a part, or only the others.'),
    }),
    reply: pageReply(listedRun),
    may: everyone,
  }),
  runs: endpoint('GET', '/api/integrations/:id/runs/', {
    summary: 'List the runs of a data source, newest first.',
    params: byId,
    query: pageQuery,
    reply: pageReply(integrationRun),
    may: adminOnly,
  }),
}
