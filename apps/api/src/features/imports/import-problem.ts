import type { Details, ProblemCode } from '@plumbline/importers'

/** Why a file or a row cannot be imported, as a code with details. */
export interface ImportProblem extends Details {
  code: ProblemCode
  line?: number
}
