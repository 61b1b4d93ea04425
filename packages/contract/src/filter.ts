import { z } from 'zod'

export const isoDate = z.iso.date()
export const currencyCode = z.string().regex(/^[A-Z]{3}$/, 'a three-letter currency code such as CHF')

/** A named period has null dates; a custom period has the name null and explicit dates. */
export const period = z.object({
  name: z.string().nullable().default('all'),
  start_date: isoDate.nullable().default(null),
  end_date: isoDate.nullable().default(null),
})
export type Period = z.infer<typeof period>

const oneOrMore = z.array(z.string().max(200)).max(1000)

/** The filter object of every question about a portfolio. An absent filter means everything. */
export const filterBody = z.object({
  settings: z
    .object({
      period: period.optional(),
      transaction_types: oneOrMore.optional(),
      currency: currencyCode.optional(),
      group_by: z.string().optional(),
    })
    .default({}),
  filters: z
    .object({
      filter_account: oneOrMore.optional(),
      filter_custodian: oneOrMore.optional(),
      filter_instrument_type: oneOrMore.optional(),
      filter_country: oneOrMore.optional(),
      filter_sector: oneOrMore.optional(),
      filter_currency: oneOrMore.optional(),
    })
    .default({}),
  /** Staff ask about one family at a time; absent means the family last chosen, null means all of them. */
  family: z.uuid().nullable().optional(),
})
export type Filter = z.infer<typeof filterBody>
