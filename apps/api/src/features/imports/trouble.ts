import type { Details, ProblemCode } from '@plumbline/importers'

/** Why something of a file cannot be taken as it stands: told in the language of whoever asks. */
export interface Trouble extends Details {
  code: ProblemCode
  line?: number
}
