import { z } from 'zod'
import { isoDate, oneOf } from '../core/values.ts'
import { columnMeaning, transactionType } from '../core/words.ts'
import {
  amountKinds,
  csvDateOrders,
  csvEncodings,
  csvSeparators,
  decimalMarks,
  dollarCurrencies,
  rowKinds,
  signRules,
  statedPriceUnits,
} from '../vocabulary/imports.ts'
import { transactionSides } from '../vocabulary/transactions.ts'

/** How a CSV is read. */
export const columnMapping = z
  .object({
    separator: oneOf(csvSeparators),
    sheet: z
      .string()
      .max(200)
      .nullable()
      .default(null)
      .describe('Name of the sheet or table; null for the first.'),
    decimal_mark: oneOf(decimalMarks)
      .nullable()
      .describe('Null if the file leaves it open: numbers that can be read in two ways are problems.'),
    date_order: oneOf(csvDateOrders)
      .nullable()
      .describe('Null if the file leaves it open: dates that can be read in two ways are problems.'),
    encoding: oneOf(csvEncodings),
    header_line: z
      .number()
      .int()
      .min(0)
      .max(1_048_576)
      .describe('The line that names the columns, counted from 1; 0 if none does.'),
    amount_is: oneOf(amountKinds)
      .nullable()
      .default(null)
      .describe(
        'Whether amounts are before (gross) or after (net) fees and taxes; null if each row shows it.',
      ),
    price_unit: oneOf(statedPriceUnits)
      .nullable()
      .default(null)
      .describe('Whether prices are in money, in percent or in pence; null if each row shows it.'),
    dollar: oneOf(dollarCurrencies)
      .nullable()
      .default(null)
      .describe("What '$' means where the table does not say it; null makes such amounts problems."),
    signs: oneOf(signRules)
      .nullable()
      .default(null)
      .describe('Whether a minus is money out, or the kind of row tells the direction; null if open.'),
    rows_are: oneOf(rowKinds)
      .nullable()
      .default(null)
      .describe('What every row is if no column tells the kind; null posts nothing.'),
    as_of: isoDate
      .nullable()
      .default(null)
      .describe('The day a list of holdings is of; null for the day that the file states.'),
    ignored_words: z
      .array(z.string().min(1).max(200))
      .max(100)
      .default([])
      .describe('Rows with one of these words in a cell are left out.'),
    account: z
      .string()
      .max(200)
      .nullable()
      .default(null)
      .describe('The account whose rows are read, of a table with several.'),
    columns: z
      .array(z.object({ header: z.string().max(200), meaning: columnMeaning }))
      .max(200)
      .describe('What each column means, in the order of the file.'),
    words: z
      .array(
        z.object({
          word: z.string().max(200),
          transaction_type: z
            .union([transactionType, z.literal('ignore')])
            .describe('`ignore` leaves these rows out.'),
          side: oneOf(transactionSides).nullable().default(null),
        }),
      )
      .max(500)
      .describe('Transaction types by the words in the type column.'),
  })
  .meta({ id: 'ColumnMapping', description: 'How a CSV is read.' })
