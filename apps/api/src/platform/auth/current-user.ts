import type { TokenScope } from '@plumbline/contract'
import type { Person } from './person.ts'
import type { ViewRow } from './view-row.ts'

export type { Person }

/** The authenticated caller of a request. */
export interface CurrentUser extends Person {
  isBetaTester: boolean
  /** A second factor is required and not set up: only its setup and sign-out are allowed. */
  mustSetUpTwoFactor: boolean
  /** The sign-in of this request; null with an API token. */
  signInId: string | null
  /** The password was entered within the last ten minutes; always false with an API token. */
  hasRecentPassword: boolean
  token: { id: string; scope: TokenScope } | null
  /** The portfolios the caller may see, where they were loaded with the identity. */
  view?: ViewRow
}

/** Lets a background job act on behalf of its owner, with the access the owner has now. */
export function asCurrentUser(user: Person): CurrentUser {
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
