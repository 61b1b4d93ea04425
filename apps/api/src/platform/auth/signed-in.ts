import type { TokenScope } from '@plumbline/contract'
import type { Person } from './person.ts'
import type { ViewRow } from './view-row.ts'

export type { Person }

/** Who is asking: the answer of the first question of every request. */
export interface SignedIn extends Person {
  isBetaTester: boolean
  /** A second factor is required and not set up yet: only its setup and sign-out work. */
  mustSetUpTwoFactor: boolean
  /** The sign-in this request belongs to; null for one that comes with an API token. */
  signInId: string | null
  /** The password of this sign-in was given within the last ten minutes; never so for an API token. */
  hasRecentPassword: boolean
  token: { id: string; scope: TokenScope } | null
  /** What they saw of portfolios when they asked, where that came with who they are. */
  view?: ViewRow
}

/** A user on whose behalf something is done that they asked for earlier: they see what they may see now. */
export function onBehalfOf(user: Person): SignedIn {
  const { id, username, name, role, familyId, language } = user
  return {
    id,
    username,
    name,
    role,
    familyId,
    language,
    isBetaTester: false,
    mustSetUpTwoFactor: false,
    signInId: null,
    hasRecentPassword: false,
    token: null,
  }
}
