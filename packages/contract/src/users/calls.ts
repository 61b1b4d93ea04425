import { z } from 'zod'
import { mailedReply } from '../auth/shapes.ts'
import { endpoint } from '../core/endpoint.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { adminOnly } from '../core/policy.ts'
import {
  email,
  expectedVersion,
  isoTime,
  reference,
  searchText,
  shortText,
  someOf,
  version,
} from '../core/values.ts'
import { roleWord } from '../core/words.ts'

export const user = z
  .object({
    id: z.uuid(),
    username: z.string().nullable().describe('Null until the invitation is used.'),
    name: z.string().nullable(),
    email: z.string(),
    role: roleWord,
    family: reference.nullable().describe('Null for staff.'),
    families: z.array(reference).describe('The families assigned to an adviser.'),
    accounts: z.array(reference).nullable().describe('Accounts granted to an investor; null for all.'),
    is_pending_registration: z.boolean(),
    is_disabled: z.boolean(),
    is_mfa_active: z.boolean(),
    is_mfa_required: z.boolean(),
    is_beta_tester: z.boolean(),
    invitation_expires_at: isoTime.nullable(),
    last_sign_in_at: isoTime.nullable(),
    created_at: isoTime,
    version,
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

/** User properties that administrators set. */
const decided = {
  role: roleWord,
  family: z.uuid().nullable().describe('For investors; null for staff.'),
  families: z.array(z.uuid()).max(1000).describe('For advisers: the families they serve.'),
  accounts: z.array(z.uuid()).max(1000).nullable().describe('For investors: accounts granted; null for all.'),
  is_mfa_required: z.boolean(),
  is_beta_tester: z.boolean(),
}

const security = z
  .object({
    mfa_required_roles: someOf(roleWord).describe('Roles that require two-factor authentication.'),
  })
  .meta({ id: 'SecurityRules' })

/** The link of an invitation is handed over by the administrator if there is no mail server. */
const invitedReply = mailedReply.extend({
  data: mailedReply.shape.data.extend({
    link: z
      .string()
      .nullable()
      .describe('The link to hand over, shown once; null if it is mailed, and for API tokens.'),
  }),
})

export const users = {
  list: endpoint('POST', '/api/users/list/', {
    summary: 'List the users, invited ones included.',
    query: z.object({
      q: searchText.optional().describe('Part of a name, username or e-mail address.'),
      ...pageQuery.shape,
      ...orderBy(['name', 'email', 'role', 'family', 'last_sign_in_at', 'created_at'], 'name').shape,
    }),
    body: filterBody,
    reply: pageReply(user),
    may: adminOnly,
    reads: true,
  }),
  invite: endpoint('POST', '/api/users/', {
    summary: 'Invite a user, who is pending until the mailed link is used.',
    body: z.object({
      email,
      name: shortText.nullable().default(null),
      role: decided.role,
      family: decided.family.default(null),
      families: decided.families.default([]),
      accounts: decided.accounts.default(null),
      is_mfa_required: decided.is_mfa_required.default(false),
      is_beta_tester: decided.is_beta_tester.default(false),
    }),
    reply: invitedReply.extend({ data: invitedReply.shape.data.extend({ user }) }),
    may: adminOnly,
    errors: ['already_exists', 'not_found', 'password_confirmation_required'],
    creates: true,
  }),
  change: endpoint('POST', '/api/users/:id/', {
    summary: 'Change the role and access of a user.',
    params: byId,
    body: z
      .object({ name: shortText, ...decided })
      .partial()
      .extend({ version: expectedVersion }),
    reply: dataReply(user),
    may: adminOnly,
    errors: ['last_admin', 'not_yourself', 'conflict'],
    creates: false,
  }),
  resendInvitation: endpoint('POST', '/api/users/:id/resend/', {
    summary: 'Resend an invitation. The previous link stops working.',
    params: byId,
    reply: invitedReply,
    may: adminOnly,
    errors: ['link_used', 'password_confirmation_required'],
    creates: true,
  }),
  disable: endpoint('POST', '/api/users/:id/disable/', {
    summary: 'Disable a user: sign-ins and tokens end, nothing is deleted.',
    params: byId,
    reply: dataReply(user),
    may: adminOnly,
    errors: ['last_admin', 'not_yourself'],
    creates: false,
  }),
  enable: endpoint('POST', '/api/users/:id/enable/', {
    summary: 'Enable a disabled user.',
    params: byId,
    reply: dataReply(user),
    may: adminOnly,
    creates: false,
  }),
  resetTwoFactor: endpoint('POST', '/api/users/:id/reset-2fa/', {
    summary: 'Remove a lost second factor. The owner is notified by mail and in the app.',
    params: byId,
    reply: dataReply(user),
    may: adminOnly,
    errors: ['two_factor_off', 'not_yourself'],
    needsRecentPassword: true,
    creates: false,
  }),
  remove: endpoint('DELETE', '/api/users/:id/', {
    summary: 'Delete a user. Their transactions remain in the ledger.',
    params: byId,
    may: adminOnly,
    errors: ['last_admin', 'not_yourself'],
  }),
  readSecurity: endpoint('GET', '/api/security/', {
    summary: 'Read which roles require two-factor authentication.',
    reply: dataReply(security),
    may: adminOnly,
  }),
  changeSecurity: endpoint('PATCH', '/api/security/', {
    summary: 'Set which roles require two-factor authentication.',
    body: security,
    reply: dataReply(security),
    may: adminOnly,
  }),
}
