import type { PartialDraft } from './draft.ts'

/** Why part of a file could not be imported. */
export type ProblemCode = keyof typeof sentences

const sentences = {
  not_a_date: '“{value}” is not a date.',
  no_date: 'The date is missing.',
  account_not_empty:
    'The account already has transactions, so holdings cannot open it. Choose an empty account, or compare the holdings.',
  no_cost: 'No cost is stated for {value}. It opens at its price of that day.',
  future_date: 'The date {value} is in the future.',
  not_a_number: '“{value}” is not a number ({field}).',
  unclear_number: '“{value}” in {field} may mean thousands or a fraction: the file uses both decimal marks.',
  unclear_dollar: '“{value}” does not say which dollar is meant.',
  unclear_symbol: '“{value}” does not say which currency is meant. A column with its code says it.',
  unclear_date: '“{value}” may be day and month or month and day. Choose the order of dates.',
  unclear_amount: '“{value}” may be before or after fees and taxes. Choose what the amount is.',
  unclear_sign: 'The row does not say whether money or units came or went ({field}).',
  unclear_price:
    'The amount is a hundredth of quantity times price: choose whether prices are in percent or in pence.',
  currency_differs: 'Two currencies are stated for {field}: {value}.',
  unexpected_security: 'This kind of row moves money, but the row names a security.',
  unknown_status: '“{value}” is not a known status.',
  unknown_side: '“{value}” is not a known direction.',
  number_too_long: 'The number in {field} has more digits than are read.',
  not_a_currency: '“{value}” is not a currency.',
  no_currency: 'The currency is missing.',
  not_an_isin: 'The ISIN {value} fails its check digit.',
  unknown_type: '“{value}” is not a known kind of transaction.',
  no_type: 'The kind of transaction is missing.',
  no_instrument: 'The security is missing.',
  unknown_security:
    '{value} is not known yet, and this row does not say in which currency it is quoted. Import its purchase first, or choose the security.',
  no_quantity: 'The quantity is missing.',
  cash_of_trade:
    'The cash side of a trade, without its quantity. Import the statement of securities too: costs that only this row includes are then added to the trade.',
  cash_of_trade_costs:
    'The cash side of a trade. It includes {value} that are added to the costs of the trade.',
  cash_of_trade_stated: 'The cash side of a trade that has this amount.',
  cash_of_trade_differs:
    'The cash side of a trade. The amounts differ by more than costs explain: {value}. Correct the trade, or leave this row out.',
  zero_quantity: 'The quantity is 0.',
  no_amount: 'The amount is missing.',
  no_other_side: 'The other side of this {value} is not in the file.',
  no_ratio: 'The file does not say in which ratio shares were exchanged.',
  no_parent: 'The file does not say which security this came from.',
  no_sold_currency: 'This is a conversion, and the file does not say from which currency.',
  no_settlement_amount: 'This was settled in cash, and the file does not say for how much.',
  not_read: 'This row was not read.',
  not_supported: 'This kind of row is not read: {value}.',
  bad_field: 'The field {field} cannot be read: “{value}”.',
  missing_field: 'The field {field} is missing.',
  cell_too_long: 'A cell is longer than {value} characters.',
  too_many_columns: 'The row has more than {value} columns.',
  too_many_values: 'The row has more values than the {value} columns of the table. Check its separators.',
  cut_row: 'The file ends within this row. It was probably cut off: get it again.',
  amount_differs: 'Quantity, price and costs do not give the amount of this row: {value}.',
  balance_step_differs: 'The balance before and this row do not give its balance: {value}.',
  balance_differs: 'Opening balance and entries do not give the closing balance: {value}.',
  no_closing_balance: 'The closing balance is missing. The file may be incomplete.',
  not_text: 'This is not a text file.',
  empty: 'The file is empty.',
  too_large: 'The file is larger than {value} MB.',
  too_many_rows: 'The file has more than {value} rows.',
  compressed: 'This is a compressed file ({value}). Unpack it first.',
  bad_archive: 'The archive cannot be unpacked: {value}.',
  archive_too_large: 'The archive unpacks to more than {value} MB.',
  bad_spreadsheet: 'The spreadsheet cannot be read: {value}.',
  encrypted: 'The file is protected by a password. Save it without one.',
  too_many_cells: 'The file has more than {value} cells.',
  pdf: 'This is a PDF, not a text file.',
  pdf_password: 'This PDF is protected by a password. Save a copy without a password first.',
  pdf_damaged: 'This PDF is damaged. Download it from the bank again.',
  pdf_no_text: 'This PDF has no text, only pictures of pages. Ask the bank for the original document.',
  pdf_no_characters: 'The characters of this PDF cannot be read: its typeface has no table of characters.',
  pdf_too_many_pages: 'The PDF has more than {value} pages.',
  pdf_too_complex: 'This PDF is too large or too complex to be read safely.',
  pdf_page_no_text: 'Page {value} has no text and was not read.',
  pdf_uncertain: 'Not certain enough to be posted. {value}',
  pdf_unknown: 'No transaction was recognized in this document. Enter it by hand, or leave it out.',
  pdf_cancellation: 'This document cancels a transaction. Void that transaction if it is in the ledger.',
  probable_duplicate: 'The ledger probably has this already, on {value}.',
  probable_copy: 'Probably the same transaction as in {value}.',
  unknown_format: 'The format of this file is not known.',
  bad_encoding: 'The text is not valid {value} here. Choose another encoding, or export the file again.',
  open_quote: 'A quotation mark is opened here and never closed.',
  bad_xml: 'The XML is broken here: {value}.',
  bad_json: 'The JSON is broken here: {value}.',
  entities: 'The file declares entities of its own, which are not read.',
  too_deep: 'The file is nested too deeply.',
  too_long: 'A piece of text is longer than {value} characters.',
  wrong_version: 'Version {value} of this format is not read.',
  other_language:
    'Statements in this language are not read. Set the language of the statement to English, German, French, Italian or Spanish and download it again.',
  base_currency_only:
    'This file states all amounts in {value}, whatever currency moved. A Flex query keeps cash apart by currency.',
  several_accounts: 'The file covers several accounts: {value}. Download a statement for each account.',
  no_header: 'The line that names the columns was not found.',
  no_quote_currency:
    'The file does not say in which currency the rates are. Add a column with currency pairs, such as EUR/CHF.',
  no_base_currency:
    'The column {value} does not say which currency its rates are of. Head it with a currency pair, such as EUR/{value}.',
  not_daily: '“{value}” is not a series of daily rates.',
  stated_twice: 'Line {value} states another value for the same day.',
  several_files: 'The archive holds several files: {value}. Upload one of them.',
  no_columns: 'The columns of this file are not known yet.',
  no_rows: 'There is nothing to import in this file.',
} as const

/** A row that cannot be posted, with its line and the reason. */
export interface Problem {
  readonly line: number
  readonly code: ProblemCode
  readonly message: string
  readonly field: string | null
  readonly value: string | null
  readonly raw: string
  /** Identifies the row across files, as a draft's key does. */
  readonly key: string
  readonly statement: number
  readonly draft: PartialDraft | null
}

/** An inconsistency that does not prevent the import. */
export interface Warning {
  readonly line: number
  readonly code: ProblemCode
  readonly details: Details
  readonly message: string
  readonly statement: number
}

/** Why a row is deliberately not posted. */
export type SkipCode = keyof typeof skipSentences

const skipSentences = {
  total: 'A total of other rows.',
  cash_balance: 'Cash, which is compared with the account.',
  internal: 'Moves money within the account.',
  reservation: 'A reservation.',
  repeated: 'Another row states the same.',
  no_money: 'Moves no money.',
  no_change: 'Changes nothing.',
  reversed: 'Reversed by another row.',
  cancelled: 'Cancelled in line {value}.',
  corrected: 'Corrected in line {value}.',
  pending: 'Not booked yet.',
  not_a_row: 'Not a row of the table.',
  other_section: 'In a section that holds no transactions: {value}.',
  other_table: 'A row of another table.',
  other_account: 'A row of another account.',
  ignored: 'Left out by the word “{value}”.',
  not_executed: 'Not executed.',
  other_document: 'The bank sends a document of its own for this.',
} as const

/** A row that is deliberately not posted, with the reason. */
export interface Skipped {
  readonly line: number
  readonly code: SkipCode
  readonly value: string | null
  readonly message: string
  readonly statement: number
}

export function skipSentence(code: SkipCode, value: string | null): string {
  return skipSentences[code].replace('{value}', value ?? '')
}

export interface Details {
  readonly field?: string
  readonly value?: string
}

/** Characters of a value that are shown. What was read from a PDF is shown in full, to be compared with the page. */
export const shownChars = (code: ProblemCode): number => (code === 'pdf_uncertain' ? 600 : 60)

export function problemSentence(code: ProblemCode, details: Details = {}): string {
  const maxChars = shownChars(code)
  const shown = (text: string) => (text.length > maxChars ? `${text.slice(0, maxChars)}…` : text)
  return sentences[code].replace(/\{(field|value)\}/g, (_, name: 'field' | 'value') =>
    shown(details[name] ?? ''),
  )
}

/** Thrown for an unreadable row; `Collector.row` records it with the line. */
export class RowProblem extends Error {
  readonly code: ProblemCode
  readonly details: Details
  constructor(code: ProblemCode, details: Details = {}) {
    // A file may have 100,000 bad rows. The stack trace is unused and would dominate the cost.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    super(problemSentence(code, details))
    Error.stackTraceLimit = stackTraceLimit
    this.code = code
    this.details = details
  }
}

/** Thrown when the file is unreadable from this line on: nothing of it is imported. */
export class UnreadableFile extends Error {
  readonly code: ProblemCode
  readonly line: number
  readonly details: Details
  constructor(code: ProblemCode, line: number, details: Details = {}) {
    super(problemSentence(code, details))
    this.code = code
    this.line = line
    this.details = details
  }
}
