import type { Details, ProblemCode } from '@plumbline/importers'

/** Why something of a file cannot be taken as it stands: told in the language of the caller. */
export interface Trouble extends Details {
  code: ProblemCode
  line?: number
}
