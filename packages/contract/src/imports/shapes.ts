import { z } from 'zod'
import {
  amount,
  currencyCode,
  figure,
  flags,
  isin,
  isoDate,
  isoTime,
  longText,
  oneOf,
  positionId,
  reference,
  shortText,
} from '../core/values.ts'
import { columnMeaning, transactionType } from '../core/words.ts'
import {
  draftStates,
  draftValues,
  evidenceKinds,
  fileFormats,
  fileStates,
  importStatuses,
} from '../vocabulary/imports.ts'
import { transactionSides } from '../vocabulary/transactions.ts'
import { columnMapping } from './column-mapping.ts'

const counts = z
  .object({
    new: z.number().int(),
    changed: z.number().int(),
    duplicate: z.number().int(),
    problem: z.number().int(),
    left_out: z.number().int(),
  })
  .meta({ id: 'DraftCounts', description: 'Number of rows by state; together all rows.' })

const column = z.object({
  header: z.string(),
  meaning: columnMeaning,
  sample: z.string().describe('The first value as written in the file.'),
  read_as: z.string().nullable().describe('The same value as parsed; null if it cannot be parsed.'),
  filled_count: z.number().int(),
  evidence: z
    .object({ kind: oneOf(evidenceKinds), count: z.number().int(), of: z.number().int() })
    .nullable()
    .describe('How many of the filled cells fit the meaning.'),
})

const rowCount = z.number().int().min(0)
const sourceRows = z.object({
  total: rowCount,
  drafts: rowCount,
  problems: rowCount,
  skipped: rowCount,
  holdings: rowCount.describe('Holdings, which are compared with the ledger.'),
  cancellations: rowCount.describe('Rows that take back earlier transactions.'),
})

const page = z
  .number()
  .int()
  .nullable()
  .describe('Page of a PDF, from 1; its lines are counted from the top.')

const notice = z.object({ page, line: z.number().int(), message: z.string() })

const newAccount = z
  .object({
    name: z.string(),
    currency: currencyCode,
    custodian: z.string().nullable().describe('Name of the custodian; null for a manual account.'),
    number: z.string().nullable().describe('Account number at the custodian.'),
  })
  .meta({ id: 'NewImportAccount' })

export const importFile = z
  .object({
    id: z.uuid(),
    name: z.string(),
    bytes: z.number().int(),
    state: oneOf(fileStates),
    format: oneOf(fileFormats).nullable(),
    preset: z.string().nullable().describe('The preset that recognized it, such as a bank.'),
    message: z.string().nullable().describe('Why it cannot be read, or what is still missing.'),
    account: reference.nullable(),
    new_account: newAccount.nullable(),
    suggested_account: newAccount
      .nullable()
      .describe('The account that the file seems to be of. Null if it has one, or cannot be read.'),
    rows_count: z.number().int(),
    source_rows: sourceRows
      .nullable()
      .describe('The rows of the file by what became of them. The numbers add up to the total.'),
    start_date: isoDate.nullable(),
    end_date: isoDate.nullable(),
    counts,
    mapping: columnMapping.nullable().describe('For CSV.'),
    columns: z.array(column),
    words: z.array(z.object({ word: z.string(), count: z.number().int() })),
    first_lines: z.array(z.string()),
    sample_rows: z
      .array(z.object({ line: z.number().int(), cells: z.array(z.string()) }))
      .describe('Rows of different kinds, as written in the file.'),
    tables: z
      .array(
        z.object({
          sheet: z.string().nullable(),
          header_line: z.number().int(),
          rows_count: z.number().int(),
        }),
      )
      .describe('The tables of the file to choose from.'),
    stated_day: isoDate.nullable().describe('The day that the file states for a list of holdings.'),
    dates_settled: z.number().int().describe('Number of dates that show the order of day and month.'),
    has_unnamed_dollars: z.boolean().describe("Amounts have a '$', and the table names no single dollar."),
    outcome: z
      .object({
        rows_count: z.number().int(),
        ready_count: z.number().int(),
        skipped_count: z.number().int(),
        problems: z.array(
          z.object({ message: z.string(), count: z.number().int(), lines: z.array(z.number().int()) }),
        ),
      })
      .nullable()
      .describe('What the mapping makes of the rows of the table. Ready, skipped and problems are all rows.'),
    warnings: z.array(notice).describe('What does not agree within the file, such as sums and balances.'),
    skipped: z.array(notice).describe('The first 200 rows that are not posted, with the reason.'),
    skipped_count: z.number().int().describe('How many rows are not posted.'),
    pages_count: z.number().int().describe('Pages of a PDF that can be shown; 0 for other files.'),
    holdings: z
      .array(
        z.object({
          line: z.number().int(),
          date: isoDate.nullable(),
          name: z.string(),
          isin: z.string().nullable(),
          quantity: z.number(),
          price: z.number().nullable(),
          currency: z.string().nullable(),
          is_percent: z.boolean().describe('The price is a percentage of the nominal value.'),
        }),
      )
      .describe('The first 100 holdings that the file states, which are compared with the account.'),
  })
  .meta({ id: 'ImportFile' })

export const importBatch = z
  .object({
    id: z.uuid(),
    family: reference,
    status: oneOf(importStatuses),
    created_at: isoTime,
    created_by: reference,
    applied_at: isoTime.nullable(),
    undone_at: isoTime.nullable(),
    job_id: z.uuid().nullable(),
    files: z.array(importFile),
    counts,
    balances: z
      .array(
        z.object({
          account: z.string(),
          currency: currencyCode,
          draft_balance: figure.describe('Cash after the drafts are posted.'),
          file_balance: figure.describe('Cash stated by the file, or null.'),
          difference: figure,
        }),
      )
      .describe('Comparison of cash with the statements.'),
    cash: z
      .array(
        z.object({
          account: z.string(),
          currency: currencyCode,
          before: figure,
          after: figure.describe('Null where a market rate would decide it.'),
        }),
      )
      .describe('Cash of the accounts before and after the drafts are posted.'),
    new_accounts: z.array(newAccount),
    new_instruments: z
      .array(
        z.object({
          name: z.string(),
          isin: z.string().nullable(),
          symbol: z.string().nullable(),
          currency: z.string().nullable().describe('Quotation currency.'),
          rows_count: z.number().int(),
        }),
      )
      .describe('The first 200 instruments that applying the import creates.'),
    value_change: figure.describe('Change of the net asset value by applying it; null before.'),
    currency: currencyCode,
  })
  .meta({ id: 'Import' })
export type ImportBatch = z.infer<typeof importBatch>

export const importEffect = z
  .object({
    currency: currencyCode.describe('The base currency of the family.'),
    nav_before: figure,
    nav_after: figure.describe('Net asset value as if the import were applied.'),
    flags,
  })
  .meta({ id: 'ImportEffect' })

/** A row of a file as the transaction it would become, with its state. */
export const draft = z
  .object({
    id: z.string(),
    file_id: z.uuid(),
    file_name: z.string(),
    page,
    line: z.number().int(),
    state: oneOf(draftStates),
    message: z.string().nullable().describe('The problem, or the row it replaces.'),
    suggestion: z
      .object({ field: z.string(), value: z.string(), label: z.string() })
      .nullable()
      .describe('A suggested correction.'),
    date: isoDate.nullable(),
    settle_date: isoDate.nullable(),
    transaction_type: transactionType.nullable(),
    side: oneOf(transactionSides).nullable(),
    name: z.string().nullable(),
    isin: z.string().nullable(),
    position_id: positionId.nullable(),
    is_new_instrument: z.boolean(),
    stated_name: z
      .string()
      .nullable()
      .describe(
        'The security as the file names it, where it was matched by symbol or number, without an ISIN, to one of another name.',
      ),
    quantity: z.number().nullable(),
    price: z.number().nullable(),
    currency: currencyCode.nullable(),
    amount: z.number().nullable(),
    fees: z.number().nullable(),
    taxes: z.number().nullable(),
    net: z.number().nullable().describe('Cash moved, after fees and taxes.'),
    note: z.string().nullable(),
    counter_amount: z.number().nullable().describe('Amount received in a conversion.'),
    counter_currency: currencyCode.nullable(),
    ratio: z.string().nullable().describe('New and old shares of a split, such as 4:1.'),
    is_fixed: z.boolean().describe('Whether a user corrected the row, in this import or in an earlier one.'),
    raw: z.string().describe('The row as written in the file.'),
    is_probable_duplicate: z
      .boolean()
      .describe('A similar transaction exists. The row is posted only if `is_confirmed` is set.'),
    places: z
      .array(z.object({ value: oneOf(draftValues), page: z.number().int(), line: z.number().int() }))
      .describe('Where the values of a PDF were read.'),
    changes: z.array(
      z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
    ),
  })
  .meta({ id: 'Draft' })

/** The fields of a draft that users can correct. */
export const draftChange = z
  .object({
    is_left_out: z.boolean(),
    is_confirmed: z.boolean().describe('Post a probable duplicate: it is another transaction.'),
    date: isoDate,
    transaction_type: transactionType,
    side: oneOf(transactionSides).nullable(),
    isin: isin.nullable(),
    instrument: z.uuid().nullable(),
    quantity: amount.nullable(),
    price: amount.nullable(),
    currency: currencyCode,
    amount: amount.nullable(),
    fees: amount.nullable(),
    taxes: amount.nullable(),
    note: longText.nullable(),
  })
  .partial()

/** A page of a PDF as its lines of text. Places are in points from the top left corner. */
export const filePage = z
  .object({
    page: z.number().int(),
    pages_count: z.number().int(),
    width: z.number(),
    height: z.number(),
    lines: z.array(
      z.object({
        line: z.number().int(),
        text: z.string(),
        left: z.number(),
        top: z.number(),
        width: z.number(),
        height: z.number(),
        parts: z
          .array(z.object({ text: z.string(), left: z.number(), width: z.number() }))
          .describe('The columns of the line.'),
      }),
    ),
  })
  .meta({ id: 'ImportFilePage' })

/** The target account of a file and its column mapping. */
export const importFileChange = z
  .object({
    account: z.uuid().nullable().describe('An existing account.'),
    new_account: z
      .object({
        name: shortText,
        currency: currencyCode,
        custodian: shortText
          .nullable()
          .default(null)
          .describe(
            'Name of the custodian, added if it is new; administrators only. Null for a manual account.',
          ),
        number: shortText.nullable().default(null).describe('Account number at the custodian.'),
      })
      .describe('An account to create when the import is applied.'),
    mapping: columnMapping,
    remember_as: shortText.describe(
      'Whether files of this family with the same header use this mapping from now on.',
    ),
  })
  .partial()
