import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, shortText } from '../core/values.ts'
import { currentPassword, proof } from './shapes.ts'

export const signIn = z
  .object({
    id: z.uuid(),
    started_at: isoTime,
    last_used_at: isoTime,
    ends_at: isoTime.describe('Latest end; earlier after two weeks without use.'),
    client: z.string().describe('Browser and operating system, if known.'),
    address: z.string().nullable().describe('Network address it was last used from.'),
    is_current: z.boolean(),
  })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof signIn>

/** Scopes of a personal API token, within the rights of its owner. */
export const tokenScopes = ['read', 'read_write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** Default lifetime of a token. */
export const defaultTokenDays = 90
const maxTokenDays = 3650

export const apiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: oneOf(tokenScopes),
    prefix: z.string().describe('Its first characters, to recognize it.'),
    created_at: isoTime,
    last_used_at: isoTime.nullable(),
    expires_at: isoTime.nullable().describe('Null if it never expires.'),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof apiToken>

/** Sessions and API tokens of a user. */
export const signIns = {
  listSignIns: endpoint('GET', '/auth/sign-ins/', {
    summary: 'List your sign-ins, last used first.',
    query: pageQuery,
    reply: pageReply(signIn),
    may: everyoneButDemo,
  }),
  endSignIn: endpoint('DELETE', '/auth/sign-ins/:id/', {
    summary: 'End one of your sign-ins.',
    params: byId,
    may: everyoneButDemo,
  }),
  endOtherSignIns: endpoint('POST', '/auth/sign-ins/end-others/', {
    summary: 'End all of your other sign-ins.',
    reply: dataReply(z.object({ ended: z.number().int() })),
    may: everyoneButDemo,
    creates: false,
  }),
  listApiTokens: endpoint('GET', '/auth/api-tokens/', {
    summary: 'List your API tokens, newest first.',
    query: pageQuery,
    reply: pageReply(apiToken),
    may: everyoneButDemo,
  }),
  createApiToken: endpoint('POST', '/auth/api-tokens/', {
    summary: 'Create an API token. It is shown only once, and you are notified by mail.',
    body: z
      .object({
        name: shortText,
        scope: oneOf(tokenScopes).default('read'),
        expires_in_days: z
          .number()
          .int()
          .min(1)
          .max(maxTokenDays)
          .nullable()
          .optional()
          .describe('Lifetime in days: 90 by default, null for no expiry.'),
        expires_at: isoTime.nullable().optional().describe('The same as a point in time.'),
        password: currentPassword.optional().describe('Checked if given.'),
        otp: proof.otp,
      })
      .refine(
        ({ expires_in_days, expires_at }) => expires_in_days === undefined || expires_at === undefined,
        {
          error: 'Send expires_in_days or expires_at, not both.',
          path: ['expires_at'],
        },
      ),
    reply: dataReply(apiToken.extend({ token: z.string().describe('The token, shown only once.') })),
    may: everyoneButDemo,
    errors: ['limit_reached', 'already_exists', 'wrong_password', 'wrong_code', 'overloaded'],
    needsRecentPassword: true,
    creates: 'secret',
  }),
  revokeApiToken: endpoint('DELETE', '/auth/api-tokens/:id/', {
    summary: 'Revoke an API token; it stops working at once.',
    params: byId,
    may: everyoneButDemo,
  }),
}
