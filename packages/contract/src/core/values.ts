import { z } from 'zod'
import { countryCodes } from '../vocabulary/countries.ts'
import { currencyCodes, quotationUnits } from '../vocabulary/currencies.ts'
import { flagCodes } from '../vocabulary/statuses.ts'

/** One of the listed words. The error message lists them. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: `Use one of: ${values.join(', ')}.` })
}

/** A list of words, at most as long as the vocabulary. */
export function someOf<Words extends z.core.util.EnumLike>(word: z.ZodEnum<Words>) {
  return z.array(word).max(word.options.length)
}

/** A calendar date. Implausible years are rejected, because they are typing errors and would span long series. */
export const isoDate = z.iso
  .date({ error: 'Use a date such as 2026-11-13.' })
  .refine(date => date >= '1800-01-01' && date < '2300-01-01', { error: 'Use a date from 1800 to 2299.' })
export const isoTime = z.iso.datetime({ error: 'Use a time such as 2026-11-13T16:30:00Z.' })
export const currencyCode = z
  .enum(currencyCodes, { error: 'Use a three-letter currency code of ISO 4217, such as CHF.' })
  .meta({ id: 'CurrencyCode', description: 'Currency code of ISO 4217.' })
export const quotationUnit = z
  .enum(quotationUnits, { error: 'Use a currency such as CHF, or a minor unit: GBp, GBX, ZAc or ILA.' })
  .meta({
    id: 'QuotationUnit',
    description: 'Currency code, or a minor unit: GBp and GBX are hundredths of GBP.',
  })
export const countryCode = z
  .enum(countryCodes, { error: 'Use a two-letter country code of ISO 3166-1, such as CH.' })
  .meta({ id: 'CountryCode', description: 'Country code of ISO 3166-1 alpha-2.' })
export const isin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, 'Use an ISIN such as CH0038863350.')

/** An integer in a query string. */
export function queryInteger(min: number, max: number) {
  return z.coerce
    .number<number | string>({ error: `Use a whole number from ${min} to ${max}.` })
    .int()
    .min(min)
    .max(max)
}

/** A boolean in a query string. */
export const queryBoolean = oneOf(['true', 'false']).transform(text => text === 'true')

/** A search text. */
export const searchText = z.string().trim().max(200)

/**
 * The id of a position: the root id of its opening transaction, with a suffix after a crossing of zero. A cash
 * position has the id of its account and its currency. Callers treat it as opaque.
 */
export const positionId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w:.-]+$/, 'Use the id of a position.')
  .meta({ id: 'PositionId' })

/** Opens the master record of what a row is about. */
export const instrumentId = z.uuid().nullable().meta({
  id: 'InstrumentId',
  description: 'The instrument, if it has a master record: null for cash and manual assets.',
})

/** Version of an editable object. */
export const version = z
  .number()
  .int()
  .min(1)
  .max(2_147_483_647)
  .meta({ id: 'Version', description: 'Version, incremented with each change.' })
/** The version that a change is based on. */
export const expectedVersion = version
  .meta({
    id: 'ExpectedVersion',
    description:
      'The version that the change is based on: 409 `conflict` if there is a newer one. If absent, the last change wins.',
  })
  .optional()

/** A line of text. */
export const shortText = z.string().trim().min(1).max(200)
/** Several lines of text. */
export const longText = z.string().trim().max(5000)
export const email = z.email({ error: 'Use an email address such as name@example.com.' }).trim().max(320)

/** A figure that cannot be computed is null, never zero; the flags of its object state why. */
export const figure = z.number().nullable()
/** A fraction: 0.05 is 5 %. Null when it cannot be computed. */
export const fraction = z.number().nullable()
/** An entered amount, price or quantity: finite and within the range of the ledger. */
export const amount = z.number().min(-1e15).max(1e15).meta({ id: 'Amount' })

/** `family` of a call that creates something. */
export const familyToCreateIn = z
  .uuid()
  .optional()
  .describe('Id of the family it belongs to. Required if you may see several families.')

/** `?family=` of a list. */
export const familyQuery = { family: z.uuid().optional().describe('Only objects of this family.') }

/** Id and name of an object. */
export const reference = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'Reference', description: 'Id and name of an object.' })

export const flag = z
  .object({
    code: oneOf(flagCodes),
    fields: z.array(z.string()).describe('Affected fields of the same object; empty for all.'),
    date: isoDate.nullable().describe('Day of the price or rate used, if any.'),
    amount: figure.describe('Affected part of the figure, in the currency of the reply.'),
  })
  .meta({ id: 'Flag', description: 'Why a figure is missing or doubtful.' })
export type Flag = z.infer<typeof flag>

/** The `flags` of every object with figures. */
export const flags = z.array(flag).meta({ id: 'Flags', description: 'Why figures are missing or doubtful.' })
