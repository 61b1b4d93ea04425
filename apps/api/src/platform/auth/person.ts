import type { Role } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'

/** The user on whose behalf the server reads or changes data. */
export interface Person {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
  /** Texts in replies are in this language. */
  language: Language
}
