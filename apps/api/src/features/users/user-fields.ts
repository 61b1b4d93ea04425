import type { Role } from '@plumbline/contract'
import { isStaff } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { UserFields } from './user-changes.store.ts'
import type { UserRow } from './users.store.ts'

interface UserChange {
  name?: string | null | undefined
  role?: Role | undefined
  family?: string | null | undefined
  families?: string[] | undefined
  accounts?: string[] | null | undefined
  is_mfa_required?: boolean | undefined
  is_beta_tester?: boolean | undefined
}

/** Completes and validates the fields of a new or changed user. */
export function resolveUserFields(known: UserRow | null, change: UserChange): UserFields {
  const role = change.role ?? known?.role
  if (role === undefined) throw new AppError('invalid_field', { field: 'role' })
  // The demo account is created by the demo and shared.
  if (role === 'demo' && known?.role !== 'demo')
    throw new AppError('invalid_field', { field: 'role', message: 'Use one of: admin, adviser, investor.' })
  const familyId = chooseFamily(role, known, change)
  const isSameFamily = familyId === known?.family_id
  return {
    name: change.name ?? known?.name ?? '',
    role,
    familyId,
    families: chooseFamilies(role, known, change),
    accounts: chooseAccounts(role, isSameFamily ? known : null, change),
    isTwoFactorRequired: change.is_mfa_required ?? known?.two_factor_required ?? false,
    isBetaTester: change.is_beta_tester ?? known?.is_beta_tester ?? false,
  }
}

function chooseFamily(role: Role, known: UserRow | null, { family }: UserChange): string | null {
  if (isStaff({ role })) {
    if (family) refuse('family', 'Staff do not belong to a family.')
    return null
  }
  const familyId = family === undefined ? (known?.family_id ?? null) : family
  return familyId ?? refuse('family', 'Choose a family.')
}

function chooseFamilies(role: Role, known: UserRow | null, { families }: UserChange): string[] {
  if (role === 'adviser') return families ?? known?.families.map(({ id }) => id) ?? []
  if (families && families.length > 0) refuse('families', 'Only advisers are assigned families.')
  return []
}

function chooseAccounts(role: Role, known: UserRow | null, { accounts }: UserChange): string[] | null {
  if (!isStaff({ role }))
    return accounts === undefined ? (known?.accounts?.map(({ id }) => id) ?? null) : accounts
  if (accounts) refuse('accounts', 'Staff see all accounts of their families.')
  return null
}

function refuse(field: string, message: string): never {
  throw new AppError('invalid_field', { field, message })
}
