import type { Details, ProblemCode, SkipCode } from '@plumbline/importers'

/** Why a file or a row cannot be imported, as a code with details. */
export interface ImportProblem extends Details {
  code: ProblemCode
  line?: number
}

/** A row that is not posted, and why. */
export interface SkippedRow {
  line: number
  code: SkipCode
  value: string | null
}
