/** Upper limits. A file beyond one is rejected before it costs memory or time. */
export const limits = {
  fileBytes: 50 * 1024 * 1024,
  rows: 500_000,
  /** Characters in one cell, attribute or piece of text. */
  cellChars: 100_000,
  columns: 500,
  /** Filled cells of all sheets of a workbook. */
  cells: 5_000_000,
  /** Nested elements. Portfolio Performance nests a portfolio in a transaction in an account and so on. */
  depth: 400,
  /** Digits before and after the decimal mark: more than any ledger holds. */
  wholeDigits: 24,
  fractionDigits: 24,
  /** Characters of a row that are kept for display. */
  rawChars: 1000,
} as const
