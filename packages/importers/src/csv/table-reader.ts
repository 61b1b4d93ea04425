import type { Fields, Meaning } from './meaning.ts'
import type { Effect, Preset } from './preset.ts'
import type { RowStyle } from './row.ts'

/** How rows of a file become drafts, whoever said so: a preset, or a person. */
export interface TableReader extends Pick<Preset, 'identity' | 'noReference' | 'continues'> {
  readonly columns: ReadonlyMap<Meaning, number>
  readonly style: RowStyle
  /** Takes what it can out of longer texts. */
  refine(fields: Fields): Fields
  /** What a row does. Throws a RowProblem for one that it cannot tell. */
  effectOf(fields: Fields): { readonly skip: string } | Effect
}
