import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  currencyCode,
  expectedVersion,
  familyToCreateIn,
  figure,
  flags,
  isoDate,
  isoTime,
  oneOf,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { integrationStatus } from '../core/words.ts'
import { cashTrackings, lotMethods, variationMargins } from '../vocabulary/instruments.ts'

const custodianId = z.string().min(1).max(60)

export const account = z
  .object({
    id: z.uuid(),
    name: z.string(),
    number: z.string().nullable().describe("The custodian's number for it."),
    family: reference,
    custodian: reference.describe("The custodian 'manual' marks a manual account."),
    is_manual: z.boolean(),
    currency: currencyCode.describe('Base currency.'),
    lot_method: oneOf(lotMethods),
    cash: oneOf(cashTrackings).describe(
      'Whether the account tracks cash, or every payment counts as an external flow.',
    ),
    allows_short: z.boolean().describe('If false, selling more than is held is flagged.'),
    variation_margin: oneOf(variationMargins).describe(
      'Whether daily gains of futures are posted as transactions or derived at each close.',
    ),
    positions_count: z
      .number()
      .int()
      .nullable()
      .describe('Number of open positions; null where not counted.'),
    transactions_count: z
      .number()
      .int()
      .describe('Number of transactions that deleting the account would erase.'),
    value: figure.describe('Net asset value in the currency of the filter.'),
    data_status: integrationStatus.nullable().describe('Null for manual accounts.'),
    data_date: isoDate.nullable().describe('Last day with data.'),
    created_at: isoTime,
    version,
    flags,
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

const ownFields = {
  name: shortText,
  lot_method: oneOf(lotMethods),
  cash: oneOf(cashTrackings),
  allows_short: z.boolean(),
  variation_margin: oneOf(variationMargins),
  number: shortText.nullable(),
}

/**
 * Deleting an account with transactions erases them, so it needs the name as confirmation. Without the name, or with
 * another one, the error states how many transactions would be erased.
 */
export const typedName = z.object({ name: z.string().max(200).optional() }).default({})

export const accounts = {
  list: endpoint('POST', '/api/accounts/list/', {
    summary: 'List the accounts you may see.',
    query: z.object({
      q: searchText.optional().describe('Part of a name, number or custodian.'),
      ...pageQuery.shape,
      ...orderBy(['name', 'family', 'custodian', 'currency', 'value', 'created_at'], 'name').shape,
    }),
    body: filterBody,
    reply: pageReply(account).extend({ basis }),
    may: everyone,
    reads: true,
  }),
  create: endpoint('POST', '/api/accounts/', {
    summary: 'Create an account: a manual one, or as administrator one with a custodian.',
    body: z.object({
      name: ownFields.name,
      currency: currencyCode,
      custodian: custodianId.default('manual'),
      family: familyToCreateIn,
      number: ownFields.number.default(null),
      lot_method: ownFields.lot_method.default('fifo'),
      cash: ownFields.cash.default('tracked'),
      allows_short: ownFields.allows_short.default(false),
      variation_margin: ownFields.variation_margin.default('booked'),
    }),
    reply: dataReply(account),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('POST', '/api/accounts/:id/', {
    summary: 'Change an account. Family, custodian and currency cannot change.',
    params: byId,
    body: z.object(ownFields).partial().extend({ version: expectedVersion }),
    reply: dataReply(account),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'already_exists', 'conflict'],
    creates: false,
  }),
  remove: endpoint('DELETE', '/api/accounts/:id/', {
    summary: 'Erase an account with all its transactions. The name is required as confirmation.',
    params: byId,
    body: typedName,
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'name_mismatch'],
  }),
}
