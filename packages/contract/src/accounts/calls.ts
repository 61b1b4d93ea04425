import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataOf, orderBy, pageOf, pageQuery } from '../core/page.ts'
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
    cash: oneOf(cashTrackings).describe('Whether its cash is kept, or every payment comes from outside.'),
    allows_short: z.boolean().describe('Where it does not, selling more than is held is flagged.'),
    variation_margin: oneOf(variationMargins).describe(
      'Whether daily gains of futures are booked as transactions, or derived at each close.',
    ),
    positions_count: z.number().int().nullable().describe('Open ones; null where they are not counted.'),
    transactions_count: z.number().int().describe('What deleting the account would erase.'),
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
 * Deleting what still holds transactions is real erasure: it needs the name typed in. Without the name,
 * or with another one, the answer is a refusal that says how many transactions would go.
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
    reply: pageOf(account).extend({ basis }),
    may: everyone,
    reads: true,
  }),
  create: endpoint('POST', '/api/accounts/', {
    summary: 'Open an account: a manual one, or as administrator one with a custodian.',
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
    reply: dataOf(account),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('POST', '/api/accounts/:id/', {
    summary: 'Change an account. Its family, custodian and currency stay.',
    params: byId,
    body: z.object(ownFields).partial().extend({ version: expectedVersion }),
    reply: dataOf(account),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'already_exists', 'conflict'],
    creates: false,
  }),
  remove: endpoint('DELETE', '/api/accounts/:id/', {
    summary: 'Erase an account with everything booked in it. Its name has to be typed in.',
    params: byId,
    body: typedName,
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'name_mismatch'],
  }),
}
