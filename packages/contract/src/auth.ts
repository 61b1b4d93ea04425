import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dataOf } from './page.ts'
import { anyone } from './policy.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 256

/** A password as chosen by a user. Length is the only rule of shape; common ones are refused by the server. */
export const newPassword = z
  .string()
  .min(minPasswordLength, 'Use at least 8 characters.')
  .max(maxPasswordLength)
export const username = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'letters, digits, dot, dash and underscore')

/**
 * API clients get both tokens. The web client names itself by a request header, gets both as cookies and
 * only the short-lived one in the body, so that no script ever holds its refresh token.
 */
export const tokens = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  access_token: z.string(),
  refresh_token: z.string().optional(),
})
export type Tokens = z.infer<typeof tokens>

/** The web client's name for itself, and the header it stands in. */
export const clientHeader = 'x-plumbline-client'
export const webClient = 'web'
/** The script-readable cookie with the access token, and the one no script can read. */
export const accessCookie = 'plumbline_access'
export const refreshCookie = 'plumbline_refresh'

export const auth = {
  login: endpoint('POST', '/auth/login/', {
    summary: 'Sign in with a username or e-mail address and a password.',
    body: z.object({ username: z.string().max(320), password: z.string().max(1024) }),
    reply: z.union([tokens, z.object({ tfa_id: z.string() })]),
    may: anyone,
    errors: ['login_failed', 'too_many_requests', 'overloaded'],
  }),
  loginVerify: endpoint('POST', '/auth/login-verify/', {
    summary: 'Tell whether an access token is still good.',
    body: z.object({ token: z.string().max(4096) }),
    reply: dataOf(z.object({ expires_at: z.iso.datetime() })),
    may: anyone,
    errors: ['session_expired'],
  }),
  loginRefresh: endpoint('POST', '/auth/login-refresh/', {
    summary: 'Exchange a refresh token for a new pair. The old one is spent.',
    body: z
      .object({ refresh: z.string().max(4096).optional(), refresh_token: z.string().max(4096).optional() })
      .default({}),
    reply: tokens,
    may: anyone,
    errors: ['session_expired'],
  }),
  logout: endpoint('POST', '/auth/logout/', {
    summary: 'End this sign-in.',
    body: z.object({ refresh: z.string().max(4096).optional() }).default({}),
    may: anyone,
  }),
}
