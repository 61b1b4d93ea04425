import type { SkipCode } from '../problem.ts'
import type { Fields, Meaning } from './meaning.ts'
import type { Effect, Preset } from './preset.ts'
import type { RowStyle } from './row.ts'

/** How rows become drafts, by a preset or by a mapping of the user. */
export interface TableReader extends Pick<Preset, 'identity' | 'noReference' | 'continues'> {
  readonly columns: ReadonlyMap<Meaning, number>
  readonly style: RowStyle
  /** Balances follow from the signed amounts of the rows. Of a table that no preset knows this is not certain. */
  readonly hasRunningBalance?: boolean
  /** Extracts values from longer texts. */
  refine(fields: Fields): Fields
  /** Classifies a row. Throws a RowProblem for an unknown one. */
  findEffect(fields: Fields): { readonly skip: SkipCode } | Effect
}
