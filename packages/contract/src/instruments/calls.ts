import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { confirm, confirmBody } from '../core/plausibility.ts'
import { adminOnly, everyone, everyoneButDemo, staff } from '../core/policy.ts'
import {
  amount,
  countryCode,
  currencyCode,
  expectedVersion,
  figure,
  flags,
  isin,
  isoDate,
  isoTime,
  oneOf,
  positionId,
  queryBoolean,
  quotationUnit,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { dayCount, instrumentType, sector } from '../core/words.ts'
import { benchmarkReturnTypes } from '../vocabulary/benchmarks.ts'
import { optionRights } from '../vocabulary/instruments.ts'
import { paymentsPerYear } from '../vocabulary/manual-types.ts'

/** Short enough for a column of a table. */
const briefText = z.string().trim().min(1).max(60)

/** An instrument identifier of a custodian or provider. */
const identifier = z
  .object({
    kind: z
      .string()
      .max(60)
      .regex(
        /^[a-z0-9][a-z0-9_.:-]*$/,
        'Use lowercase letters, digits, dots, colons, dashes and underscores.',
      )
      .describe('Such as valor, wkn, cusip, sedol, figi, or the id of a custodian.'),
    value: shortText,
  })
  .meta({ id: 'InstrumentIdentifier' })

const poolFactor = z.object({ date: isoDate, factor: z.number().min(0).max(1) }).meta({ id: 'PoolFactor' })

/** Fields of some types only: bonds and structured products, options, forwards. */
const terms = {
  coupon: z.number().min(-1).max(10).nullable().describe('A fraction of the nominal per year: 0.05 is 5 %.'),
  coupons_per_year: z
    .literal(paymentsPerYear, { error: `Use one of: ${paymentsPerYear.join(', ')}.` })
    .nullable()
    .describe('Null: one.'),
  day_count: dayCount.nullable().describe('Null: 30E/360.'),
  ex_coupon_days: z.number().int().min(0).max(60).nullable(),
  pool_factors: z.array(poolFactor).max(1000).describe('Outstanding fraction of the nominal, from a day on.'),
  strike: z.number().positive().max(1e12).nullable(),
  option_right: oneOf(optionRights).nullable(),
  base_currency: currencyCode.nullable().describe('For forwards: the currency bought or sold.'),
  index_return: oneOf(benchmarkReturnTypes)
    .nullable()
    .describe(
      'For indices, which need it: whether their levels contain distributions (total) or not (price).',
    ),
}

const fields = {
  name: shortText,
  long_name: shortText.nullable(),
  symbol: briefText.nullable(),
  isin: isin.nullable(),
  exchange: briefText.nullable().describe('The MIC of the listing (ISO 10383), such as XSWX.'),
  instrument_type: instrumentType,
  currency: quotationUnit,
  country: countryCode.nullable(),
  sector: sector.nullable(),
  contract_size: z
    .number()
    .positive()
    .max(1e9)
    .describe('By default 0.01 for bonds, which are quoted in percent, else 1.'),
  contract_expiration: isoDate.nullable(),
  identifiers: z.array(identifier).max(50),
  underlying: z.uuid().nullable().describe('For derivatives: the underlying.'),
  ...terms,
}

const valueSource = oneOf(['entered', 'imported', 'derived']).nullable()

const holder = z
  .object({
    position_id: positionId,
    family: reference.nullable(),
    account: reference,
    custodian: reference,
    quantity: z.number().describe('Negative for short positions.'),
    value: figure.describe('In the currency of the instrument.'),
    value_calculated: figure,
  })
  .meta({ id: 'InstrumentHolder' })

const instrumentChange = z
  .object({
    id: z.string(),
    changed_at: isoTime,
    changed_by: reference.nullable().describe('Null for a change by an import or a provider.'),
    field: z
      .string()
      .describe('A field of the instrument, the kind of an identifier, `merged` or `merged_into`.'),
    old: z.string().nullable(),
    new: z.string().nullable(),
  })
  .meta({ id: 'InstrumentChange' })

/** Returned as stored: values from an import or a provider need not satisfy the form's rules. */
export const instrument = z
  .object({
    id: z.uuid(),
    name: z.string(),
    long_name: z.string().nullable(),
    symbol: z.string().nullable(),
    isin: z.string().nullable(),
    exchange: z.string().nullable(),
    instrument_type: fields.instrument_type,
    currency: z.string().describe('Quotation currency: GBp is a hundredth of GBP.'),
    country: fields.country,
    sector: fields.sector,
    contract_size: z.number(),
    contract_expiration: fields.contract_expiration,
    identifiers: z
      .array(z.object({ kind: z.string(), value: z.string() }))
      .describe('Identifiers of custodians and providers.'),
    underlying: reference.nullable(),
    ...terms,
    coupons_per_year: z.number().nullable(),
    base_currency: z.string().nullable(),
    sources: z
      .object({
        name: valueSource,
        instrument_type: valueSource,
        country: valueSource,
        sector: valueSource,
      })
      .describe('Where these values come from; null where it is not known.'),
    merged: z
      .array(z.object({ id: z.uuid(), name: z.string(), isin: z.string().nullable(), merged_at: isoTime }))
      .describe('Duplicates that were merged into it.'),
    family: reference
      .nullable()
      .describe('The family that imported it; null for instruments of the platform.'),
    price: z.number().nullable(),
    price_date: isoDate.nullable(),
    price_source: z.string().nullable(),
    holders_count: z
      .number()
      .int()
      .describe('Number of your families that hold or held it, whose figures a change affects.'),
    may_change: z.boolean().describe('Whether you may change it.'),
    version,
    flags,
  })
  .meta({ id: 'Instrument' })

const price = z
  .object({
    date: isoDate,
    price: z.number(),
    source: z.string(),
    set_by: reference.nullable().describe('The user who set it manually.'),
    received_at: isoTime,
  })
  .meta({ id: 'Price' })

const enteredPrice = price
  .extend({ instrument: reference, family: reference.nullable(), currency: z.string() })
  .meta({
    id: 'EnteredPrice',
    description: 'A price that was typed or uploaded, so that no provider replaces it.',
  })

/** A custodian's id is a word; 'manual' stands for no custodian. */
const custodianId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Use lowercase letters, digits, dashes and underscores.')

export const custodian = z
  .object({
    id: custodianId,
    name: z.string(),
    country: countryCode.nullable(),
    accounts_count: z.number().int(),
    version,
  })
  .meta({ id: 'Custodian' })

const byCustodianId = z.object({ id: custodianId })
const custodianFields = { name: shortText, country: countryCode.nullable() }
const change = z.object(fields).partial()

export const instruments = {
  list: endpoint('GET', '/api/instruments/', {
    summary: 'List the instruments of the platform and the securities that families imported.',
    query: z.object({
      q: searchText.optional().describe('Part of a name, symbol or ISIN.'),
      instrument_type: instrumentType.optional(),
      flagged: queryBoolean.optional().describe('Only instruments with, or without, a flag.'),
      ...pageQuery.shape,
      ...orderBy(['name', 'symbol', 'isin', 'instrument_type', 'currency', 'price_date'], 'name').shape,
    }),
    reply: pageReply(instrument),
    alsoReplies: ['text/csv'],
    may: adminOnly,
  }),
  read: endpoint('GET', '/api/instruments/:id/', {
    summary: 'Read one instrument of the platform, or a security that your family imported.',
    params: byId,
    reply: dataReply(instrument),
    may: everyone,
  }),
  create: endpoint('POST', '/api/instruments/', {
    summary: 'Add an instrument.',
    body: change.required({ name: true, instrument_type: true, currency: true }),
    reply: dataReply(instrument),
    may: adminOnly,
    errors: ['already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/instruments/:id/', {
    summary:
      'Change an instrument, or a security that your family imported. Figures that depend on it are recomputed.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataReply(instrument),
    may: everyoneButDemo,
    errors: ['already_exists', 'still_in_use', 'conflict', 'forbidden'],
  }),
  holders: endpoint('GET', '/api/instruments/:id/holders/', {
    summary: 'List your accounts that hold an instrument.',
    params: byId,
    reply: dataReply(z.array(holder)).extend({ currency: currencyCode, date: isoDate }),
    may: everyone,
  }),
  history: endpoint('GET', '/api/instruments/:id/history/', {
    summary:
      'List the changes of an instrument, newest first. Advisers: of securities that their families imported.',
    params: byId,
    query: pageQuery,
    reply: pageReply(instrumentChange),
    may: staff,
  }),
  merge: endpoint('POST', '/api/instruments/:id/merge/', {
    summary: 'Merge a duplicate into an instrument. It can be undone.',
    params: byId,
    body: z.object({ merged: z.uuid().describe('Id of the duplicate.'), confirm }),
    reply: dataReply(instrument),
    may: adminOnly,
    errors: ['merge_refused', 'confirmation_required'],
    creates: false,
  }),
  split: endpoint('POST', '/api/instruments/:id/split/', {
    summary: 'Undo the merge of a duplicate, which becomes an instrument of its own again.',
    params: byId,
    reply: dataReply(instrument),
    may: adminOnly,
    errors: ['merge_refused'],
    creates: false,
  }),
  prices: endpoint('GET', '/api/instruments/:id/prices/', {
    summary:
      'List the prices of an instrument, newest first. Advisers and owners: of securities that their families imported.',
    params: byId,
    query: pageQuery.extend({ start_date: isoDate.optional(), end_date: isoDate.optional() }),
    reply: pageReply(price),
    alsoReplies: ['text/csv'],
    may: everyone,
    errors: ['forbidden'],
  }),
  enteredPrices: endpoint('GET', '/api/prices/', {
    summary:
      'List the prices that were typed or uploaded. Advisers and owners: of securities that their families imported.',
    query: pageQuery.extend({
      q: searchText.optional().describe('Part of a name, symbol or ISIN.'),
      family: z.uuid().optional().describe('Only securities that this family imported.'),
      ...orderBy(['date', 'name', 'price', 'source', 'received_at'], '-date').shape,
    }),
    reply: pageReply(enteredPrice),
    alsoReplies: ['text/csv'],
    may: everyone,
  }),
  setPrice: endpoint('POST', '/api/instruments/:id/prices/', {
    summary: 'Set one price. Advisers and owners do so for securities that their families imported.',
    params: byId,
    body: z.object({
      date: isoDate,
      price: amount,
      currency: quotationUnit
        .optional()
        .describe(
          'The unit of the price, such as GBP for an instrument in GBp; by default that of the instrument.',
        ),
      source: briefText.default('typed'),
      confirm,
    }),
    reply: dataReply(price),
    may: everyoneButDemo,
    errors: ['confirmation_required', 'forbidden'],
    creates: true,
  }),
  removePrice: endpoint('DELETE', '/api/instruments/:id/prices/:date/', {
    summary:
      'Delete one price; the previous one is carried forward. Advisers and owners: of securities that their families imported.',
    params: z.object({ id: z.uuid(), date: isoDate }),
    body: confirmBody,
    may: everyoneButDemo,
    errors: ['confirmation_required', 'forbidden'],
  }),
  listCustodians: endpoint('GET', '/api/custodians/', {
    summary: 'List the custodians by name.',
    query: pageQuery,
    reply: pageReply(custodian),
    may: everyone,
  }),
  createCustodian: endpoint('POST', '/api/custodians/', {
    summary: 'Add a custodian.',
    body: z.object({
      id: custodianId,
      name: custodianFields.name,
      country: custodianFields.country.default(null),
    }),
    reply: dataReply(custodian),
    may: adminOnly,
    errors: ['already_exists'],
    creates: true,
  }),
  changeCustodian: endpoint('PATCH', '/api/custodians/:id/', {
    summary: 'Change the name or country of a custodian.',
    params: byCustodianId,
    body: z.object(custodianFields).partial().extend({ version: expectedVersion }),
    reply: dataReply(custodian),
    may: adminOnly,
    errors: ['already_exists', 'conflict'],
  }),
  removeCustodian: endpoint('DELETE', '/api/custodians/:id/', {
    summary: 'Delete a custodian without accounts.',
    params: byCustodianId,
    may: adminOnly,
    errors: ['still_in_use'],
  }),
}
