import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataReply } from '../core/page.ts'
import { anyone } from '../core/policy.ts'
import { email, isoTime, shortText } from '../core/values.ts'
import { linkBody, mailedReply, newPassword, tokens, username } from './shapes.ts'

const linkErrors = ['invalid_link', 'link_used'] as const
const passwordErrors = ['password_too_short', 'password_too_common'] as const

/** Registration, invitation and password reset. */
export const joining = {
  register: endpoint('POST', '/auth/register/', {
    summary: 'Register a new family with you as its investor; a mailed link confirms it.',
    body: z.object({ username, name: shortText, email, password: newPassword }),
    reply: mailedReply,
    may: anyone,
    errors: ['registration_closed', ...passwordErrors, 'overloaded'],
    creates: false,
  }),
  confirmRegistration: endpoint('POST', '/auth/register/confirm/', {
    summary: 'Confirm a registration with the parameters of the mailed link, and sign in.',
    // Registration does not reveal whether a username is taken, so another one is chosen here.
    body: linkBody.extend({
      username: username.optional().describe('Another username, if the first is taken.'),
    }),
    reply: tokens,
    may: anyone,
    errors: ['registration_closed', 'already_exists', ...linkErrors],
    creates: false,
  }),
  checkInvitation: endpoint('POST', '/auth/invitation/check/', {
    summary: 'Read an invitation without using it.',
    body: linkBody,
    reply: dataReply(
      z.object({
        email: z
          .string()
          .nullable()
          .describe('The address the invitation was sent to; null for the first administrator.'),
        name: z.string().nullable().describe('The name given by the inviting user.'),
        family: z.string().nullable().describe('The family the user will belong to; null for staff.'),
        is_mfa_required: z.boolean().describe('Whether two-factor authentication must be set up next.'),
        expires_at: isoTime,
      }),
    ),
    may: anyone,
    reads: true,
    errors: linkErrors,
  }),
  acceptInvitation: endpoint('POST', '/auth/invitation/', {
    summary: 'Activate an invited user with a username, a name and a password, and sign in.',
    body: linkBody.extend({
      username,
      name: shortText,
      password: newPassword,
      email: email.optional().describe('For the first administrator, whose link has no address.'),
    }),
    reply: tokens,
    may: anyone,
    errors: [...linkErrors, ...passwordErrors, 'already_exists', 'overloaded'],
    creates: false,
  }),
  resetPassword: endpoint('POST', '/auth/reset-password/', {
    summary: 'Request a link to set a new password.',
    body: z.object({ email: z.string().trim().min(1).max(320).describe('E-mail address or username.') }),
    reply: mailedReply,
    may: anyone,
    creates: false,
  }),
  checkPasswordReset: endpoint('POST', '/auth/reset-password/check/', {
    summary: 'Check whether a link to set a new password is valid, without using it.',
    body: linkBody,
    may: anyone,
    reads: true,
    errors: linkErrors,
  }),
  confirmPasswordReset: endpoint('POST', '/auth/reset-password/confirm/', {
    summary: 'Set a new password with the parameters of the mailed link. All sign-ins and API tokens end.',
    body: linkBody.extend({ password: newPassword }),
    may: anyone,
    errors: [...linkErrors, ...passwordErrors, 'overloaded'],
    creates: false,
  }),
}
