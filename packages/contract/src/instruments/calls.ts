import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataOf, orderBy, pageOf, pageQuery } from '../core/page.ts'
import { adminOnly, everyone } from '../core/policy.ts'
import {
  amount,
  countryCode,
  currencyCode,
  expectedVersion,
  flags,
  isin,
  isoDate,
  isoTime,
  oneOf,
  queryBoolean,
  reference,
  searchText,
  shortText,
  version,
} from '../core/values.ts'
import { instrumentType, sector } from '../core/words.ts'
import { optionRights } from '../vocabulary/instruments.ts'
import { dayCounts, paymentsPerYear } from '../vocabulary/manual-types.ts'

/** Short enough for a column of a table. */
const briefText = z.string().trim().min(1).max(60)

/** How a custodian or provider calls an instrument. */
const identifier = z
  .object({
    kind: z
      .string()
      .max(60)
      .regex(/^[a-z0-9][a-z0-9_.:-]*$/, 'Use small letters, digits, dots, colons, dashes and underscores.')
      .describe('Such as valor, wkn, cusip, sedol, figi, or the id of a custodian.'),
    value: shortText,
  })
  .meta({ id: 'InstrumentIdentifier' })

const poolFactor = z.object({ date: isoDate, factor: z.number().min(0).max(1) }).meta({ id: 'PoolFactor' })

/** What only some types have: bonds and structured products, options, forwards. */
const terms = {
  coupon: z.number().min(-1).max(10).nullable().describe('A fraction of the nominal per year: 0.05 is 5 %.'),
  coupons_per_year: z
    .literal(paymentsPerYear, { error: `Use one of: ${paymentsPerYear.join(', ')}.` })
    .nullable()
    .describe('Null: one.'),
  day_count: oneOf(dayCounts).nullable().describe('Null: 30E/360.'),
  ex_coupon_days: z.number().int().min(0).max(60).nullable(),
  pool_factors: z.array(poolFactor).max(1000).describe('What is still owed of the nominal, from a day on.'),
  strike: z.number().positive().max(1e12).nullable(),
  option_right: oneOf(optionRights).nullable(),
  base_currency: currencyCode.nullable().describe('Of forwards: the currency that is bought or sold.'),
}

const fields = {
  name: shortText,
  long_name: shortText.nullable(),
  symbol: briefText.nullable(),
  isin: isin.nullable(),
  exchange: briefText.nullable(),
  instrument_type: instrumentType,
  currency: currencyCode,
  country: countryCode.nullable(),
  sector: sector.nullable(),
  contract_size: z
    .number()
    .positive()
    .max(1e9)
    .describe('Absent: 0.01 for bonds, which are quoted in percent, else 1.'),
  contract_expiration: isoDate.nullable(),
  identifiers: z.array(identifier).max(50),
  underlying: z.uuid().nullable().describe('Of options, futures and the like: what it is derived from.'),
  ...terms,
}

/** Told as it is stored: what an import or a provider brought need not pass what a form asks for. */
export const instrument = z
  .object({
    id: z.uuid(),
    name: z.string(),
    long_name: z.string().nullable(),
    symbol: z.string().nullable(),
    isin: z.string().nullable(),
    exchange: z.string().nullable(),
    instrument_type: fields.instrument_type,
    currency: z.string().describe('As its prices are quoted: GBp is a hundredth of GBP.'),
    country: fields.country,
    sector: fields.sector,
    contract_size: z.number(),
    contract_expiration: fields.contract_expiration,
    identifiers: z
      .array(z.object({ kind: z.string(), value: z.string() }))
      .describe('What custodians and providers call it.'),
    underlying: reference.nullable(),
    ...terms,
    coupons_per_year: z.number().nullable(),
    base_currency: z.string().nullable(),
    price: z.number().nullable(),
    price_date: isoDate.nullable(),
    price_source: z.string().nullable(),
    holders_count: z
      .number()
      .int()
      .describe('Families that hold it or held it: a change reaches their figures.'),
    version,
    flags,
  })
  .meta({ id: 'Instrument' })

const price = z
  .object({
    date: isoDate,
    price: z.number(),
    source: z.string(),
    set_by: reference.nullable().describe('Who set it by hand.'),
    received_at: isoTime,
  })
  .meta({ id: 'Price' })

/** A custodian's id is a word, not a number: 'manual' is the one that stands for no custodian. */
const custodianId = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[a-z0-9][a-z0-9_-]*$/, 'Use small letters, digits, dashes and underscores.')

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
    summary: 'List the instruments of the platform.',
    query: z.object({
      q: searchText.optional().describe('Part of a name, symbol or ISIN.'),
      instrument_type: instrumentType.optional(),
      flagged: queryBoolean.optional().describe('Only those that deserve a second look.'),
      ...pageQuery.shape,
      ...orderBy(['name', 'symbol', 'isin', 'instrument_type', 'currency', 'price_date'], 'name').shape,
    }),
    reply: pageOf(instrument),
    alsoReplies: ['text/csv'],
    may: adminOnly,
  }),
  read: endpoint('GET', '/api/instruments/:id/', {
    summary: 'Read one instrument.',
    params: byId,
    reply: dataOf(instrument),
    may: adminOnly,
  }),
  create: endpoint('POST', '/api/instruments/', {
    summary: 'Add an instrument.',
    body: change.required({ name: true, instrument_type: true, currency: true }),
    reply: dataOf(instrument),
    may: adminOnly,
    errors: ['already_exists', 'not_found'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/instruments/:id/', {
    summary: 'Change an instrument. Every figure that rests on it follows.',
    params: byId,
    body: change.extend({ version: expectedVersion }),
    reply: dataOf(instrument),
    may: adminOnly,
    errors: ['already_exists', 'still_in_use', 'conflict'],
  }),
  prices: endpoint('GET', '/api/instruments/:id/prices/', {
    summary: 'List the prices of an instrument, newest first.',
    params: byId,
    query: pageQuery.extend({ start_date: isoDate.optional(), end_date: isoDate.optional() }),
    reply: pageOf(price),
    alsoReplies: ['text/csv'],
    may: adminOnly,
  }),
  setPrice: endpoint('POST', '/api/instruments/:id/prices/', {
    summary: 'Set one price by hand. The audit log keeps it.',
    params: byId,
    body: z.object({ date: isoDate, price: amount, source: briefText }),
    reply: dataOf(price),
    may: adminOnly,
    creates: true,
  }),
  removePrice: endpoint('DELETE', '/api/instruments/:id/prices/:date/', {
    summary: 'Drop one price. The one before is carried forward.',
    params: z.object({ id: z.uuid(), date: isoDate }),
    may: adminOnly,
  }),
  listCustodians: endpoint('GET', '/api/custodians/', {
    summary: 'List the custodians by name.',
    query: pageQuery,
    reply: pageOf(custodian),
    may: everyone,
  }),
  createCustodian: endpoint('POST', '/api/custodians/', {
    summary: 'Add a custodian.',
    body: z.object({
      id: custodianId,
      name: custodianFields.name,
      country: custodianFields.country.default(null),
    }),
    reply: dataOf(custodian),
    may: adminOnly,
    errors: ['already_exists'],
    creates: true,
  }),
  changeCustodian: endpoint('PATCH', '/api/custodians/:id/', {
    summary: 'Rename a custodian or give it a country.',
    params: byCustodianId,
    body: z.object(custodianFields).partial().extend({ version: expectedVersion }),
    reply: dataOf(custodian),
    may: adminOnly,
    errors: ['already_exists', 'conflict'],
  }),
  removeCustodian: endpoint('DELETE', '/api/custodians/:id/', {
    summary: 'Delete a custodian that no account has.',
    params: byCustodianId,
    may: adminOnly,
    errors: ['still_in_use'],
  }),
}
