import type { Role, TokenScope } from '@plumbline/contract'

/** Who is asking: the answer of the first question of every request. */
export interface SignedIn {
  id: string
  username: string
  name: string
  role: Role
  familyId: string | null
  isBetaTester: boolean
  /** A second factor is required and not set up yet: only its setup and sign-out work. */
  mustSetUpTwoFactor: boolean
  /** The sign-in this request belongs to; null for one that comes with an API token. */
  signInId: string | null
  token: { id: string; scope: TokenScope } | null
}
