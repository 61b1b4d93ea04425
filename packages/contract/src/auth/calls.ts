import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { dataReply } from '../core/page.ts'
import { anyone } from '../core/policy.ts'
import { isoTime } from '../core/values.ts'
import { credentials } from './credentials.ts'
import { joining } from './joining.ts'
import { currentPassword, secondFactorCode, tokens } from './shapes.ts'
import { signIns } from './sign-ins.ts'

const refreshToken = z.string().max(4096)

export const auth = {
  login: endpoint('POST', '/auth/login/', {
    summary: 'Sign in with a username or e-mail address and a password.',
    body: z.object({ username: z.string().min(1).max(320), password: currentPassword }),
    reply: z.union([tokens, z.object({ tfa_id: z.string().describe('Send it back with a one-time code.') })]),
    may: anyone,
    errors: ['login_failed', 'overloaded'],
    creates: false,
  }),
  verifyTwoFactor: endpoint('POST', '/auth/verify-2fa/', {
    summary: 'Finish a sign-in with a one-time code or a backup code.',
    body: z.object({ tfa_id: z.string().min(1).max(4096), otp: secondFactorCode }),
    reply: tokens,
    may: anyone,
    errors: ['wrong_code', 'session_expired'],
    creates: false,
  }),
  loginVerify: endpoint('POST', '/auth/login-verify/', {
    summary: 'Check whether an access token is valid.',
    body: z.object({ token: z.string().max(4096) }),
    reply: dataReply(z.object({ expires_at: isoTime })),
    may: anyone,
    reads: true,
    errors: ['session_expired'],
  }),
  loginRefresh: endpoint('POST', '/auth/login-refresh/', {
    summary: 'Exchange a refresh token for a new pair of tokens. It can be used once.',
    body: z
      .object({ refresh: refreshToken.optional(), refresh_token: refreshToken.optional() })
      .refine(({ refresh, refresh_token }) => refresh === undefined || refresh_token === undefined, {
        error: 'Send refresh or refresh_token, not both.',
        path: ['refresh_token'],
      })
      .default({})
      .describe('The web client sends none: its refresh token is a cookie.'),
    reply: tokens,
    may: anyone,
    errors: ['session_expired'],
    creates: false,
  }),
  logout: endpoint('POST', '/auth/logout/', {
    summary: 'Sign out.',
    body: z.object({ refresh: refreshToken.optional() }).default({}),
    may: anyone,
    creates: false,
  }),
  ...joining,
  ...credentials,
  ...signIns,
}
