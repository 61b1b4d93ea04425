import { z } from 'zod'
import { confirm } from '../core/plausibility.ts'
import {
  amount,
  currencyCode,
  figure,
  flags,
  instrumentId,
  isoDate,
  isoTime,
  longText,
  oneOf,
  positionId,
  reference,
  shortText,
} from '../core/values.ts'
import { instrumentType, transactionCategory, transactionType } from '../core/words.ts'
import { transactionSides, transactionSources, transactionStatuses } from '../vocabulary/transactions.ts'

/** The id of a transaction: that of its first version, with a suffix for a row derived from it. */
export const transactionId = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[\w:.-]+$/, 'Use the id of a transaction.')

/** Every field that a list of transactions can be ordered by: all of them that are one value. */
const transactionFields = {
  id: transactionId,
  date: isoDate.describe('Trade date as stated by the custodian.'),
  settle_date: isoDate.nullable(),
  account: reference,
  custodian: reference,
  position_id: positionId.nullable(),
  instrument_id: instrumentId,
  name: z.string().nullable(),
  isin: z.string().nullable(),
  instrument_type: instrumentType,
  transaction_type: transactionType,
  category: transactionCategory,
  side: oneOf(transactionSides).nullable(),
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  currency: currencyCode,
  fx_rate: figure.describe('From the original to the calculated currency.'),
  original_amount: z.number().nullable().describe('Signed as it moved cash.'),
  original_fees: z.number(),
  original_taxes: z.number(),
  calculated_amount: figure,
  calculated_fees: figure,
  calculated_taxes: figure,
  note: z.string().nullable(),
  source: oneOf(transactionSources),
  status: oneOf(transactionStatuses),
}

// Object.keys loses the key type; the keys are those of the object above.
export const transactionFieldNames = Object.keys(transactionFields) as (keyof typeof transactionFields)[]

export const transaction = z
  .object({
    ...transactionFields,
    quantity_after: z
      .number()
      .optional()
      .describe('In the list of one position: its quantity after the transaction.'),
    revision: z.number().int().describe('Version in force; corrections count it up.'),
    is_editable: z.boolean().describe('Whether the caller may correct or void it.'),
    flags,
  })
  .meta({ id: 'Transaction', description: 'A row of the ledger. Original amounts are in its currency.' })
export type Transaction = z.infer<typeof transaction>

/** What is posted, in the currency of the transaction. Which fields count follows from the type. */
const entryFields = z.object({
  account: z.uuid().describe('Id of a manual account, or for administrators of any account.'),
  transaction_type: transactionType,
  date: isoDate,
  settle_date: isoDate.nullish(),
  position_id: positionId.nullish().describe('The position it belongs to.'),
  instrument: z.uuid().nullish().describe('The instrument, where no position is open in it yet.'),
  side: oneOf(transactionSides).nullish(),
  quantity: amount.nullish(),
  price: amount
    .nullish()
    .describe('Of one unit, in the currency of the instrument: in pounds where it is quoted in pence.'),
  currency: currencyCode,
  amount: amount
    .nullish()
    .describe('Before costs, with accrued interest, signed as it moved cash; absent, quantity times price.'),
  accrued: amount
    .nullish()
    .describe("Of trades and redemptions: interest that is paid with them, in the instrument's currency."),
  fees: amount.optional(),
  taxes: amount.optional(),
  fx_rate: z
    .number()
    .positive()
    .max(1e9)
    .nullish()
    .describe("The transaction's own rate; absent, the market's."),
  ratio: z
    .number()
    .positive()
    .max(1e6)
    .nullish()
    .describe('For splits and spin-offs: new units for one old.'),
  basis_share: z
    .number()
    .min(0)
    .max(1)
    .nullish()
    .describe("For the new shares of a spin-off: the share of the parent's cost; absent, by market values."),
  counter_account: z.uuid().nullish().describe('For transfers: the other account.'),
  counter_currency: currencyCode.nullish().describe('For conversions: the currency received.'),
  counter_amount: amount.nullish().describe('For conversions: the amount received.'),
  note: longText.nullish(),
})

export const newTransaction = entryFields.extend({ confirm }).meta({ id: 'NewTransaction' })

/** The version that was read, so that two people do not overwrite each other unseen. */
const revision = z.number().int().min(1)
const reason = shortText.describe('Why, kept in the history.')

export const correction = entryFields
  .omit({ account: true })
  .partial()
  .extend({ revision, reason, confirm })
  .meta({ id: 'Correction', description: 'Fields left out stay as they are.' })

export const withdrawal = z.object({ revision, reason })

/** One version of a transaction, with who made it and why. */
export const transactionVersion = z
  .object({
    revision,
    status: oneOf(transactionStatuses),
    made_at: isoTime,
    made_by: reference.nullable().describe('Null for transactions of an integration.'),
    reason: z.string().nullable(),
    changes: z.array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
    entered: entryFields
      .pick({
        quantity: true,
        price: true,
        amount: true,
        accrued: true,
        ratio: true,
        basis_share: true,
        counter_currency: true,
        counter_amount: true,
      })
      .required()
      .extend({ fees: amount, taxes: amount })
      .describe(
        'The transaction as a correction takes it, with the costs that the list has in lines of their own.',
      ),
    transaction,
  })
  .meta({ id: 'TransactionVersion' })

/** What a transaction would change, before it is posted. */
export const transactionEffect = z
  .object({
    changes: z.array(
      z.object({
        figure: z.string(),
        name: z.string(),
        currency: currencyCode
          .nullable()
          .describe(
            'That of the amounts: the cash of an account is in its own currency. Null for a quantity.',
          ),
        before: figure,
        after: figure,
        difference: figure,
      }),
    ),
    warnings: z.array(z.object({ field: z.string().nullable(), message: z.string() })),
    similar: z.array(transaction).describe('Transactions so alike that one may be a duplicate.'),
    currency: currencyCode,
  })
  .meta({ id: 'TransactionEffect' })
