import { z } from 'zod'
import { typedName } from '../accounts/calls.ts'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly, everyone, staff } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  figure,
  flags,
  fraction,
  isoDate,
  isoTime,
  oneOf,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { findingKind, integrationStatus } from '../core/words.ts'
import { clientDrift } from '../targets/calls.ts'
import { clientAlertKinds, clientGroupings, clientOrders, clientSelections } from '../vocabulary/clients.ts'

const storageLimit = z
  .number()
  .int()
  .min(1)
  .max(1_000_000)
  .nullable()
  .meta({ id: 'StorageLimit', description: 'In megabytes. Null for the default.' })

export const family = z
  .object({
    id: z.uuid(),
    name: z.string(),
    currency: currencyCode.describe('Default reporting currency of its users.'),
    is_mfa_required: z.boolean(),
    storage_limit_mb: storageLimit,
    advisers: z.array(reference),
    accounts_count: z.number().int(),
    users_count: z.number().int(),
    transactions_count: z
      .number()
      .int()
      .describe('Number of transactions that deleting the family would erase.'),
    value: figure.describe('Net asset value in its own currency.'),
    created_at: isoTime,
    version,
    flags,
  })
  .meta({ id: 'Family', description: 'A household: the client of an adviser.' })
export type Family = z.infer<typeof family>

const fields = {
  name: shortText,
  currency: currencyCode,
  is_mfa_required: z.boolean(),
  adviser_ids: z.array(z.uuid()).max(100),
}

/** A family in the client overview of advisers. */
export const client = z
  .object({
    family: reference,
    advisers: z.array(reference),
    accounts_count: z.number().int(),
    currency: currencyCode,
    value: figure.describe('Net asset value in the currency of the family.'),
    value_calculated: figure.describe('The same in the currency of the reply; the rows add up.'),
    weight: fraction,
    day_pnl_abs: figure,
    day_pnl_rel: fraction.describe('The same P/L as a share of its capital base.'),
    ytd_pnl_abs: figure.describe('P/L since the start of the year.'),
    ytd_pnl_rel: fraction.describe('The same P/L as a share of its capital base, with the same sign.'),
    ytd_twr: fraction.describe('Time-weighted return of the year; its sign may differ from that of the P/L.'),
    own_day_pnl_abs: figure.describe('In the currency of the family, as its users see it.'),
    own_day_pnl_rel: fraction,
    own_ytd_pnl_abs: figure,
    own_ytd_pnl_rel: fraction,
    own_ytd_twr: fraction,
    as_of: isoDate
      .nullable()
      .describe('Last day of its figures, the day of its P/L; null without transactions.'),
    cash_share: fraction.describe('Cash as a share of the net asset value.'),
    ...clientDrift,
    attention: z.number().int().describe('Urgency: 0 if there are no alerts.'),
    alerts: z
      .array(z.object({ kind: oneOf(clientAlertKinds), text: z.string() }))
      .describe('Why the client needs attention, the most urgent first.'),
    issues_count: z
      .number()
      .int()
      .nullable()
      .describe('Open findings that affect figures or need a confirmation; null if they are not known.'),
    issues: z.array(z.object({ kind: findingKind, count: z.number().int() })),
    open_tasks_count: z.number().int(),
    overdue_tasks_count: z.number().int(),
    next_task: z
      .object({ id: z.uuid(), text: z.string(), due_date: isoDate.nullable(), is_overdue: z.boolean() })
      .nullable()
      .describe('The open task that is due first.'),
    last_statement_date: isoDate
      .nullable()
      .describe('Last day of the latest statement report; null if there is none.'),
    group: z.string().describe('Key of its group.'),
    data_status: integrationStatus,
    data_text: z.string().nullable().describe('Problems in its data, if any.'),
    data_date: isoDate.nullable(),
    last_seen_at: isoTime.nullable().describe('Last sign-in of any user of the family.'),
    flags,
  })
  .meta({ id: 'Client' })

const clientSums = {
  value_calculated: figure,
  day_pnl_abs: figure.describe('Sum over the clients whose P/L is known.'),
  day_pnl_rel: fraction.describe('The same P/L as a share of the capital of these clients.'),
  ytd_pnl_abs: figure.describe('Sum over the clients whose P/L is known.'),
  ytd_pnl_rel: fraction.describe('The same P/L as a share of the capital of these clients.'),
  count: z.number().int(),
  unknown_count: z.number().int().describe('Clients whose P/L of the day or of the year is not known.'),
}

export const families = {
  list: endpoint('POST', '/api/families/list/', {
    summary: 'List the families you may see.',
    query: z.object({
      q: searchText.optional().describe('Part of a name.'),
      ...pageQuery.shape,
      ...orderBy(['name', 'currency', 'value', 'accounts_count', 'users_count', 'created_at'], 'name').shape,
    }),
    body: filterBody,
    reply: pageReply(family),
    may: staff,
    reads: true,
  }),
  create: endpoint('POST', '/api/families/', {
    summary: 'Add a family.',
    body: z.object({
      name: fields.name,
      currency: fields.currency,
      is_mfa_required: fields.is_mfa_required.default(false),
      adviser_ids: fields.adviser_ids.default([]),
      storage_limit_mb: storageLimit.default(null),
    }),
    reply: dataReply(family),
    may: adminOnly,
    errors: ['already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('POST', '/api/families/:id/', {
    summary:
      'Change a family: its name, currency, advisers, storage, or whether it needs two-factor authentication.',
    params: byId,
    body: z
      .object({ ...fields, storage_limit_mb: storageLimit })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataReply(family),
    may: adminOnly,
    errors: ['already_exists', 'conflict'],
    creates: false,
  }),
  remove: endpoint('DELETE', '/api/families/:id/', {
    summary:
      'Erase a family with its accounts, transactions and users. With transactions, its name confirms.',
    params: byId,
    body: typedName,
    may: adminOnly,
    errors: ['name_mismatch', 'not_yourself'],
  }),
  storage: endpoint('GET', '/api/families/:id/storage/', {
    summary: 'Get how much a family stores besides its ledger, and the limit.',
    params: byId,
    reply: dataReply(
      z.object({
        used_bytes: z.number().int(),
        limit_bytes: z.number().int().nullable().describe('Null: there is no limit.'),
      }),
    ),
    may: everyone,
    errors: ['not_found'],
  }),
  switch: endpoint('POST', '/api/families/switch/', {
    summary:
      'Save the selected family, or all families, for the next sign-in. This does not affect any figures.',
    body: z.object({ family: z.uuid().nullable().describe('Null for all families.') }),
    reply: dataReply(z.object({ family: reference.nullable() })),
    may: staff,
    errors: ['not_found'],
    creates: false,
  }),
  clients: endpoint('POST', '/api/clients/list/', {
    summary: 'List the families you serve, those that need attention first, with figures, alerts and tasks.',
    query: z.object({
      q: searchText.optional().describe('Part of a name.'),
      show: oneOf(clientSelections).default('all').describe('Only clients with alerts, or with tasks due.'),
      group_by: oneOf(clientGroupings).default('none'),
      ...pageQuery.shape,
      ...orderBy(clientOrders, '-attention').shape,
    }),
    body: filterBody,
    reply: pageReply(client).extend({
      groups: z.array(z.object({ key: z.string(), name: z.string(), ...clientSums })),
      counts: z.object({
        all: z.number().int(),
        attention: z.number().int(),
        tasks: z.number().int().describe('Clients with tasks due today or earlier.'),
      }),
      total: z.object({
        ...clientSums,
        up_count: z.number().int(),
        down_count: z.number().int(),
        accounts_count: z.number().int(),
        alerts_count: z.number().int(),
        stale_value: figure,
        first_as_of: isoDate
          .nullable()
          .describe(
            'The earliest last day among the clients; where it is before `basis.as_of`, the day differs.',
          ),
        stale_families_count: z.number().int(),
        flags,
      }),
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: staff,
    reads: true,
  }),
}
