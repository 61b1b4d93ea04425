import { z } from 'zod'
import { typedName } from '../accounts/calls.ts'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly, staff } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  figure,
  flags,
  fraction,
  isoDate,
  isoTime,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { integrationStatus } from '../core/words.ts'

export const family = z
  .object({
    id: z.uuid(),
    name: z.string(),
    currency: currencyCode.describe('Default reporting currency of its users.'),
    is_mfa_required: z.boolean(),
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
    day_pnl_rel: fraction,
    ytd_pnl_rel: fraction.describe('Time-weighted return since the start of the year.'),
    alerts: z.array(z.object({ kind: z.string(), text: z.string() })),
    data_status: integrationStatus,
    data_text: z.string().nullable().describe('Problems in its data, if any.'),
    data_date: isoDate.nullable(),
    last_seen_at: isoTime.nullable().describe('Last sign-in of any user of the family.'),
    flags,
  })
  .meta({ id: 'Client' })

const clientOrder = [
  'name',
  'value_calculated',
  'day_pnl_abs',
  'day_pnl_rel',
  'ytd_pnl_rel',
  'alerts',
  'last_seen_at',
] as const

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
    }),
    reply: dataReply(family),
    may: adminOnly,
    errors: ['already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('POST', '/api/families/:id/', {
    summary: 'Change a family: its name, currency, advisers, or whether it needs two-factor authentication.',
    params: byId,
    body: z.object(fields).partial().extend({ version: expectedVersion }),
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
    summary: 'List the families you serve with value, day and year-to-date returns, alerts and data status.',
    query: z.object({
      q: searchText.optional().describe('Part of a name.'),
      ...pageQuery.shape,
      ...orderBy(clientOrder, '-value_calculated').shape,
    }),
    body: filterBody,
    reply: pageReply(client).extend({
      total: z.object({
        value_calculated: figure,
        day_pnl_abs: figure,
        day_pnl_rel: fraction,
        accounts_count: z.number().int(),
        alerts_count: z.number().int(),
        stale_value: figure,
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
