import type { Role } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Decided } from './user-changes.store.ts'
import type { UserRow } from './users.store.ts'

interface Wanted {
  name?: string | null | undefined
  role?: Role | undefined
  family?: string | null | undefined
  families?: string[] | undefined
  accounts?: string[] | null | undefined
  is_mfa_required?: boolean | undefined
  is_beta_tester?: boolean | undefined
}

/** What a user is after a change (or as a new one), complete and free of contradictions. */
export function decide(known: UserRow | null, wanted: Wanted): Decided {
  const role = wanted.role ?? known?.role
  if (role === undefined) throw new AppError('invalid_field', { field: 'role' })
  // The demo account is made by the demo, and shared by everyone who looks at it.
  if (role === 'demo' && known?.role !== 'demo')
    throw new AppError('invalid_field', { field: 'role', message: 'Use one of: admin, adviser, investor.' })
  const familyId = familyOf(role, known, wanted)
  const isSameFamily = familyId === known?.family_id
  return {
    name: wanted.name ?? known?.name ?? '',
    role,
    familyId,
    families: familiesOf(role, known, wanted),
    accounts: accountsOf(role, isSameFamily ? known : null, wanted),
    isTwoFactorRequired: wanted.is_mfa_required ?? known?.two_factor_required ?? false,
    isBetaTester: wanted.is_beta_tester ?? known?.is_beta_tester ?? false,
  }
}

function isStaff(role: Role): boolean {
  return role === 'admin' || role === 'adviser'
}

function familyOf(role: Role, known: UserRow | null, { family }: Wanted): string | null {
  if (isStaff(role)) {
    if (family) refuse('family', 'Staff belong to no family.')
    return null
  }
  const familyId = family === undefined ? (known?.family_id ?? null) : family
  return familyId ?? refuse('family', 'Choose a family.')
}

function familiesOf(role: Role, known: UserRow | null, { families }: Wanted): string[] {
  if (role === 'adviser') return families ?? known?.families.map(({ id }) => id) ?? []
  if (families && families.length > 0) refuse('families', 'Only advisers are assigned families.')
  return []
}

function accountsOf(role: Role, known: UserRow | null, { accounts }: Wanted): string[] | null {
  if (!isStaff(role))
    return accounts === undefined ? (known?.accounts?.map(({ id }) => id) ?? null) : accounts
  if (accounts) refuse('accounts', 'Staff see all accounts of their families.')
  return null
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_field', { field, message })
}
