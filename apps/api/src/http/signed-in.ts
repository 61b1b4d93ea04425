import type { Role, TokenScope } from '@plumbline/contract'
import type { ViewRow } from './session/view-row.ts'

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
  /** What they saw of portfolios when they asked, where that came with who they are. */
  view?: ViewRow
}

/** A user on whose behalf something is done that they asked for earlier: they see what they may see now. */
export function onBehalfOf(user: Pick<SignedIn, 'id' | 'username' | 'name' | 'role' | 'familyId'>): SignedIn {
  const { id, username, name, role, familyId } = user
  return {
    id,
    username,
    name,
    role,
    familyId,
    isBetaTester: false,
    mustSetUpTwoFactor: false,
    signInId: null,
    token: null,
  }
}
