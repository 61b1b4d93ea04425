import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataReply } from '../core/page.ts'
import { anyone, everyoneButDemo } from '../core/policy.ts'
import { email } from '../core/values.ts'
import {
  currentPassword,
  linkBody,
  mailedReply,
  newPassword,
  oneTimeCode,
  proof,
  secondFactorCode,
  username,
} from './shapes.ts'

const backupCodes = dataReply(
  z.object({ backup_codes: z.array(z.string()).describe('Ten codes, shown only once; each works once.') }),
)

/** Calls with which users change their credentials. */
export const credentials = {
  confirmPassword: endpoint('POST', '/auth/confirm-password/', {
    summary:
      'Confirm your password, and a code if two-factor is on: sensitive calls then work for ten minutes.',
    body: z.object(proof),
    may: everyoneButDemo,
    errors: ['wrong_password', 'wrong_code', 'overloaded'],
    duringSetup: true,
    creates: false,
  }),
  createTwoFactor: endpoint('POST', '/auth/create-2fa/', {
    summary: 'Start the setup of two-factor authentication.',
    reply: dataReply(
      z.object({
        otp_auth_url: z.string().describe('Content of the QR code.'),
        secret: z.string().describe('The same as a key for manual entry.'),
      }),
    ),
    may: everyoneButDemo,
    errors: ['two_factor_on'],
    duringSetup: true,
    needsRecentPassword: true,
    creates: false,
  }),
  activateTwoFactor: endpoint('POST', '/auth/activate-2fa/', {
    summary: 'Finish the setup with a first code. All other sign-ins end.',
    body: z.object({ otp: oneTimeCode }),
    reply: backupCodes,
    may: everyoneButDemo,
    errors: ['wrong_code', 'two_factor_on'],
    duringSetup: true,
    needsRecentPassword: true,
    creates: false,
  }),
  deactivateTwoFactor: endpoint('POST', '/auth/deactivate-2fa/', {
    summary: 'Turn two-factor authentication off, unless it is required. All other sign-ins end.',
    body: z.object({ otp: secondFactorCode }),
    may: everyoneButDemo,
    errors: ['wrong_code', 'two_factor_off', 'two_factor_required'],
    needsRecentPassword: true,
    creates: false,
  }),
  countBackupCodes: endpoint('GET', '/auth/backup-codes/', {
    summary: 'Read how many backup codes are left.',
    reply: dataReply(z.object({ remaining: z.number().int() })),
    may: everyoneButDemo,
  }),
  renewBackupCodes: endpoint('POST', '/auth/backup-codes/', {
    summary: 'Get ten new backup codes; the old ones stop working.',
    body: z.object({ otp: oneTimeCode }),
    reply: backupCodes,
    may: everyoneButDemo,
    errors: ['wrong_code', 'two_factor_off'],
    needsRecentPassword: true,
    creates: false,
  }),
  changePassword: endpoint('POST', '/auth/change-password/', {
    summary: 'Change your password. All other sign-ins end, and all API tokens unless you keep them.',
    body: z.object({
      old_password: currentPassword,
      new_password: newPassword,
      otp: proof.otp,
      keep_api_tokens: z.boolean().default(false).describe('Whether your API tokens keep working.'),
    }),
    may: everyoneButDemo,
    errors: ['wrong_password', 'wrong_code', 'password_too_short', 'password_too_common', 'overloaded'],
    creates: false,
  }),
  changeEmail: endpoint('POST', '/auth/change-email/', {
    summary: 'Ask to change your e-mail address; a link mailed to the new one confirms it.',
    body: z.object({ email, ...proof }),
    reply: mailedReply,
    may: everyoneButDemo,
    errors: ['wrong_password', 'wrong_code', 'overloaded'],
    creates: false,
  }),
  confirmEmail: endpoint('POST', '/auth/change-email/confirm/', {
    summary: 'Confirm a new e-mail address with the parameters of the mailed link.',
    body: linkBody,
    may: anyone,
    errors: ['invalid_link', 'link_used', 'already_exists'],
    creates: false,
  }),
  changeUsername: endpoint('POST', '/auth/change-username/', {
    summary: 'Change your username.',
    body: z.object({ username, ...proof }),
    may: everyoneButDemo,
    errors: ['wrong_password', 'wrong_code', 'already_exists', 'overloaded'],
    creates: false,
  }),
}
