import type { DraftInput } from '../../draft.ts'
import type { SkipCode } from '../../problem.ts'
import type { Fields, Meaning } from '../meaning.ts'
import type { Effect, Preset } from '../preset.ts'
import type { Row, RowStyle } from '../row.ts'
import type { CsvRecord } from './records.ts'

/** How rows become drafts, by a preset or by a mapping of the user. */
export interface TableReader extends Pick<Preset, 'identity' | 'noReference' | 'continues' | 'closing'> {
  readonly columns: ReadonlyMap<Meaning, number>
  readonly style: RowStyle
  /** Balances follow from the signed amounts of the rows. A table that no preset knows has to show it. */
  readonly hasRunningBalance?: boolean
  /** Extracts values from longer texts. */
  refine(fields: Fields, record: CsvRecord): Fields
  /** Recognizes records that are no transactions before they are read. */
  findSkip?(record: CsvRecord): { readonly skip: SkipCode; readonly value?: string } | null
  /** Classifies a row. Throws a RowProblem for an unknown one. */
  findEffect(fields: Fields): { readonly skip: SkipCode; readonly value?: string } | Effect
  /** Checks a draft against its row. Throws a RowProblem where they disagree. */
  verify?(draft: DraftInput, row: Row): DraftInput
}
