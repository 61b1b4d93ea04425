import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { formField } from '../core/form-field.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { currencyCode, familyQuery, figure, oneOf, shortText } from '../core/values.ts'
import { manualType, transactionType } from '../core/words.ts'
import { cashTrackings } from '../vocabulary/instruments.ts'
import { asset, assetChange, assetSummary, newAsset } from './shapes.ts'

const assetOrder = [
  'name',
  'type',
  'account',
  'currency',
  'country',
  'sector',
  'value',
  'value_calculated',
  'valued_on',
] as const

const assetForm = z
  .object({
    id: manualType,
    name: z.string(),
    fields: z.array(formField).describe('The common fields and those of the type, in the order of the form.'),
    transaction_types: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        transaction_type: transactionType.describe('The transaction type it is posted as.'),
      }),
    ),
  })
  .meta({ id: 'AssetForm' })

const accountCash = z
  .object({
    id: z.uuid(),
    currency: currencyCode,
    cash: oneOf(cashTrackings),
    balances: z.array(z.object({ currency: currencyCode, amount: z.number() })),
  })
  .meta({ id: 'AssetAccount' })

export const assets = {
  list: endpoint('GET', '/api/positions/manage/list/', {
    summary: 'List the manual assets.',
    query: z.object({
      ...familyQuery,
      type: manualType.optional().describe('Only assets of this type.'),
      account: z.uuid().optional().describe('Only assets of this account.'),
      q: shortText.optional().describe('Part of a name.'),
      ...pageQuery.shape,
      ...orderBy(assetOrder, '-value_calculated').shape,
    }),
    reply: pageReply(assetSummary).extend({
      total: z.object({ value: figure, currency: currencyCode }),
      basis,
    }),
    may: everyone,
    errors: ['not_found'],
  }),
  formFields: endpoint('GET', '/api/positions/manage/form_fields/', {
    summary: 'Read the form fields and the transaction types of every kind of manual asset.',
    query: z.object(familyQuery),
    reply: dataReply(z.array(assetForm)).extend({
      accounts: z
        .array(accountCash)
        .describe('The manual accounts, so that a form can fill the currency and show the effect on cash.'),
    }),
    may: everyone,
    errors: ['not_found'],
  }),
  read: endpoint('GET', '/api/positions/manage/:id/', {
    summary: 'Read one manual asset with its transactions and valuations.',
    params: byId,
    reply: dataReply(asset),
    may: everyoneButDemo,
    errors: ['demo_no_details'],
  }),
  create: endpoint('POST', '/api/positions/manage/', {
    summary: 'Add a manual asset, with the transactions and valuations it starts with.',
    body: newAsset,
    reply: dataReply(asset),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'not_found', 'confirmation_required'],
    creates: true,
  }),
  change: endpoint('POST', '/api/positions/manage/:id/', {
    summary: 'Change a manual asset: add, correct or void its transactions and valuations.',
    params: byId,
    body: assetChange,
    reply: dataReply(asset),
    may: everyoneButDemo,
    errors: ['conflict', 'contact_account_manager', 'confirmation_required'],
    creates: true,
  }),
  remove: endpoint('DELETE', '/api/positions/manage/:id/', {
    summary: 'Delete a manual asset. It can be restored for a short while.',
    params: byId,
    may: everyoneButDemo,
    errors: ['contact_account_manager'],
  }),
  restore: endpoint('POST', '/api/positions/manage/:id/restore/', {
    summary: 'Restore a manual asset that was just deleted.',
    params: byId,
    reply: dataReply(asset),
    may: everyoneButDemo,
    errors: ['too_late'],
    creates: false,
  }),
}
