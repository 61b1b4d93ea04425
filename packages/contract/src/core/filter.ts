import { z } from 'zod'
import { countryCodes } from '../vocabulary/countries.ts'
import { groupOfNone } from '../vocabulary/grouping.ts'
import { sectors } from '../vocabulary/instruments.ts'
import { defaultPeriodName, isPeriodName, periodNames } from '../vocabulary/periods.ts'
import { currencyCode, isoDate, oneOf } from './values.ts'
import { groupKey, heldType, transactionType } from './words.ts'

const periodName = z
  .string()
  .max(10)
  .refine(isPeriodName, { error: `Use one of: ${periodNames.join(', ')}, or a year such as 2024.` })
  .describe(`One of ${periodNames.join(', ')}, or a calendar year such as 2024.`)

/** A named period has null dates; a custom period has the name null and explicit dates. */
export const period = z
  .object({
    name: periodName.nullable().default(defaultPeriodName),
    start_date: isoDate.nullable().default(null).describe('First day, inclusive.'),
    end_date: isoDate.nullable().default(null).describe('Last day, inclusive.'),
  })
  .refine(({ name, start_date, end_date }) => name === null || (start_date === null && end_date === null), {
    error: 'A named period has no dates. Leave the name null for a custom period.',
    path: ['name'],
  })
  .refine(({ name, start_date, end_date }) => name !== null || start_date !== null || end_date !== null, {
    error: 'A custom period needs a start date or an end date.',
    path: ['start_date'],
  })
  .refine(({ start_date, end_date }) => start_date === null || end_date === null || start_date <= end_date, {
    error: 'The end date cannot be before the start date.',
    path: ['end_date'],
  })
  .meta({ id: 'Period', description: 'A named period, or a custom one with the name null.' })
export type Period = z.infer<typeof period>

const many = 1000
const orNone = <const Value extends string>(values: readonly Value[]) => [...values, groupOfNone] as const

const countryOrNone = z
  .enum(orNone(countryCodes), { error: 'Use two-letter country codes such as CH, or none.' })
  .meta({ id: 'CountryOrNone', description: 'Country code of ISO 3166-1 alpha-2, or none.' })
const sectorOrNone = oneOf(orNone(sectors)).meta({ id: 'SectorOrNone' })

/** Restricts the scope. An absent or empty list does not restrict it. */
export const filters = z
  .object({
    filter_account: z.array(z.uuid()).max(many).optional().describe('Ids of accounts.'),
    filter_custodian: z
      .array(z.string().min(1).max(60))
      .max(many)
      .optional()
      .describe('Ids of custodians, for all their accounts.'),
    filter_instrument_type: z.array(heldType).max(many).optional(),
    filter_country: z
      .array(countryOrNone)
      .max(many)
      .optional()
      .describe('Country codes; `none` stands for positions without a country.'),
    filter_sector: z
      .array(sectorOrNone)
      .max(many)
      .optional()
      .describe('Sectors; `none` stands for positions without a sector.'),
    filter_currency: z.array(currencyCode).max(many).optional(),
  })
  .meta({ id: 'Filters', description: 'Restricts the scope. An absent list does not restrict it.' })
export type Filters = z.infer<typeof filters>

/** The filter object of every portfolio query. An absent filter means everything. */
export const filterBody = z
  .object({
    settings: z
      .object({
        period: period.optional(),
        transaction_types: z
          .array(transactionType)
          .max(many)
          .optional()
          .describe('Restricts lists of transactions only, never figures.'),
        currency: currencyCode.optional().describe('Reporting currency; by default that of your settings.'),
        group_by: groupKey
          .optional()
          .describe(
            'Groups `POST /api/grouped/` if its query has no group_by; other calls are not grouped by it.',
          ),
      })
      .meta({ id: 'FilterSettings' })
      .default({}),
    filters: filters.default({}),
    family: z
      .uuid()
      .nullable()
      .optional()
      .describe('Id of one family; absent or null for all families you may see.'),
  })
  .meta({ id: 'Filter', description: 'The filter object of every portfolio query.' })
export type Filter = z.infer<typeof filterBody>
