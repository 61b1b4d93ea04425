import type { Account, Family, User } from '@plumbline/contract'

/** Replies of the server. Pass the fields a test is about. */

export const adminUser = {
  id: 'u-admin',
  role: 'admin',
  name: 'Nora Frei',
  email: 'nora@plumbline.example',
  account: null,
  registrationDate: '2021-01-04T09:00:00Z',
  password_changed_at: null,
  is_mfa_active: false,
  is_mfa_required: false,
  is_beta_tester: false,
  page_size: 50,
} as const

export function accountReply(change: Partial<Account> = {}): Account {
  return {
    id: 'a1',
    name: 'Private 4417',
    number: '4417',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    custodian: { id: 'rochette', name: 'Banque Rochette' },
    is_manual: false,
    currency: 'CHF',
    lot_method: 'fifo',
    cash: 'tracked',
    allows_short: false,
    variation_margin: 'booked',
    positions_count: 6,
    transactions_count: 541,
    value: 5_097_050.72,
    data_status: 'success',
    data_date: '2026-11-13',
    created_at: '2021-01-04T09:00:00Z',
    version: 1,
    flags: [],
    ...change,
  }
}

export function familyReply(change: Partial<Family> = {}): Family {
  return {
    id: 'f1',
    name: 'Aebi-Laurent',
    currency: 'CHF',
    is_mfa_required: false,
    storage_limit_mb: null,
    advisers: [{ id: 'u-adviser', name: 'Jonas Weber' }],
    accounts_count: 8,
    users_count: 3,
    transactions_count: 1946,
    value: 33_049_538.02,
    created_at: '2021-01-04T09:00:00Z',
    version: 1,
    flags: [],
    ...change,
  }
}

export function userReply(change: Partial<User> = {}): User {
  return {
    id: 'u1',
    username: 'claire.laurent',
    name: 'Claire Laurent',
    email: 'claire@aebi-laurent.example',
    role: 'investor',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    families: [],
    accounts: null,
    is_pending_registration: false,
    is_disabled: false,
    is_mfa_active: false,
    is_mfa_required: false,
    is_beta_tester: false,
    invitation_expires_at: null,
    last_sign_in_at: '2026-11-13T06:41:00Z',
    created_at: '2021-01-04T09:00:00Z',
    version: 1,
    ...change,
  }
}

export function pageReply<Row>(data: Row[], count = data.length) {
  return { next: null, previous: null, count, data }
}
