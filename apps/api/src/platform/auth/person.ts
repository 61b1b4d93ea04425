import type { Role } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'

/** A user, as whom something is asked or done. */
export interface Person {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
  /** What is answered in words is in this language. */
  language: Language
}
