import type { ImportFile } from './use-imports.ts'

/** The rows of a file that become transactions; of a list of holdings, its holdings. */
export const shownRows = ({ rows_count: rows, source_rows: source }: ImportFile): number =>
  rows === 0 ? (source?.holdings ?? 0) : rows
