import { z } from 'zod'
import { countryCodes } from '../vocabulary/countries.ts'
import { currencyCodes } from '../vocabulary/currencies.ts'
import { flagCodes } from '../vocabulary/statuses.ts'

/** One of the listed words. The message names them all, since a caller who is told 'invalid' has to guess. */
export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.enum(values, { error: `Use one of: ${values.join(', ')}.` })
}

/** Several of the words: a list no longer than there are words. */
export function someOf<Words extends z.core.util.EnumLike>(word: z.ZodEnum<Words>) {
  return z.array(word).max(word.options.length)
}

/** A calendar date. Years that nobody snapshots in are refused: they are mistakes, and days are counted from them. */
export const isoDate = z.iso
  .date({ error: 'Use a date such as 2026-11-13.' })
  .refine(date => date >= '1800-01-01' && date < '2300-01-01', { error: 'Use a date from 1800 to 2299.' })
export const isoTime = z.iso.datetime({ error: 'Use a time such as 2026-11-13T16:30:00Z.' })
export const currencyCode = z
  .enum(currencyCodes, { error: 'Use a three-letter currency code of ISO 4217, such as CHF.' })
  .meta({ id: 'CurrencyCode', description: 'Currency code of ISO 4217.' })
export const countryCode = z
  .enum(countryCodes, { error: 'Use a two-letter country code of ISO 3166-1, such as CH.' })
  .meta({ id: 'CountryCode', description: 'Country code of ISO 3166-1 alpha-2.' })
export const isin = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z]{2}[A-Z0-9]{9}[0-9]$/, 'Use an ISIN such as CH0038863350.')

/** A whole number in a query, where everything is text. */
export function queryInteger(min: number, max: number) {
  return z.coerce
    .number<number | string>({ error: `Use a whole number from ${min} to ${max}.` })
    .int()
    .min(min)
    .max(max)
}

/** `true` or `false` in a query. */
export const queryBoolean = oneOf(['true', 'false']).transform(text => text === 'true')

/** A search that a person typed; an empty one finds nothing. */
export const searchText = z.string().trim().max(200)

/**
 * The id of a position: the root id of its opening transaction, with a part behind it after a crossing of
 * zero. A cash position has the id of its account and its currency. It is text and no caller takes it apart.
 */
export const positionId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w:.-]+$/, 'Use an id as the list of positions gives it.')

/** Counts the changes of something that people edit. */
export const version = z.number().int().min(1).max(2_147_483_647).describe('Counts its changes.')
/** What a change says about the copy it was made from. */
export const expectedVersion = version
  .optional()
  .describe(
    'The version the change was made from: 409 `conflict` if there is a newer one. Absent: the last change wins.',
  )

/** A line of text that a person typed. */
export const shortText = z.string().trim().min(1).max(200)
/** Several lines of text that a person typed. */
export const longText = z.string().trim().max(5000)
export const email = z.email({ error: 'Use an e-mail address such as name@example.com.' }).trim().max(320)

/** A figure that cannot be computed is null, never zero: the flags of its object say why. */
export const figure = z.number().nullable()
/** A fraction: 0.05 is 5 %. Null when it cannot be computed. */
export const fraction = z.number().nullable()
/** A posted amount, price or quantity as a person enters it: finite and within what the ledger can store. */
export const amount = z.number().min(-1e15).max(1e15)

/** `family` of a call that creates something. */
export const familyToCreateIn = z
  .uuid()
  .optional()
  .describe('Id of the family it belongs to. Required where you may see several families.')

/** `?family=` of a list. */
export const familyQuery = { family: z.uuid().optional().describe('Only what belongs to this family.') }

/** Something named, by reference. */
export const reference = z
  .object({ id: z.string(), name: z.string() })
  .meta({ id: 'Reference', description: 'Something named, by its id.' })

export const flag = z
  .object({
    code: oneOf(flagCodes),
    fields: z
      .array(z.string())
      .describe('Fields of the same object that it concerns; empty for all of them.'),
    date: isoDate.nullable().describe('Day of the price or rate that was used, where there is one.'),
    amount: figure.describe('How much of the figure it concerns, in the currency of the answer.'),
  })
  .meta({ id: 'Flag', description: 'Why a figure is missing, or why it deserves a second look.' })
export type Flag = z.infer<typeof flag>

/** The `flags` of every object with figures. */
export const flags = z.array(flag).describe('Why figures are missing or deserve a second look.')
