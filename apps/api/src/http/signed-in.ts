import type { Role } from '@plumbline/contract'

/** Who is asking: the answer of the first question of every request. */
export interface SignedIn {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
  isBetaTester: boolean
  signInId: string
}
