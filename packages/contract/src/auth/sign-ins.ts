import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataOf, pageOf, pageQuery } from '../core/page.ts'
import { everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf, shortText } from '../core/values.ts'
import { currentPassword, proof } from './shapes.ts'

export const signIn = z
  .object({
    id: z.uuid(),
    started_at: isoTime,
    last_used_at: isoTime,
    ends_at: isoTime.describe('When it ends however much it is used; earlier after two weeks without use.'),
    client: z.string().describe('Browser and system, as far as they name themselves.'),
    address: z.string().nullable().describe('Network address it was last used from.'),
    is_current: z.boolean(),
  })
  .meta({ id: 'SignIn' })
export type SignIn = z.infer<typeof signIn>

/** What a personal API token may do; it never may more than its owner. */
export const tokenScopes = ['read', 'read_write'] as const
export type TokenScope = (typeof tokenScopes)[number]

/** How long a token works where its owner chooses nothing. */
export const defaultTokenDays = 90
const maxTokenDays = 3650

export const apiToken = z
  .object({
    id: z.uuid(),
    name: z.string(),
    scope: oneOf(tokenScopes),
    prefix: z.string().describe('Its first letters, to tell it from others.'),
    created_at: isoTime,
    last_used_at: isoTime.nullable(),
    expires_at: isoTime.nullable().describe('Null for one that was meant never to expire.'),
  })
  .meta({ id: 'ApiToken' })
export type ApiToken = z.infer<typeof apiToken>

/** Where a user is signed in, and the tokens that scripts of theirs use. */
export const signIns = {
  listSignIns: endpoint('GET', '/auth/sign-ins/', {
    summary: 'List where you are signed in, last used first.',
    query: pageQuery,
    reply: pageOf(signIn),
    may: everyoneButDemo,
  }),
  endSignIn: endpoint('DELETE', '/auth/sign-ins/:id/', {
    summary: 'End one of your sign-ins.',
    params: byId,
    may: everyoneButDemo,
  }),
  endOtherSignIns: endpoint('POST', '/auth/sign-ins/end-others/', {
    summary: 'End all of your sign-ins but this one.',
    reply: dataOf(z.object({ ended: z.number().int() })),
    may: everyoneButDemo,
    creates: false,
  }),
  listApiTokens: endpoint('GET', '/auth/api-tokens/', {
    summary: 'List your API tokens, newest first.',
    query: pageQuery,
    reply: pageOf(apiToken),
    may: everyoneButDemo,
  }),
  createApiToken: endpoint('POST', '/auth/api-tokens/', {
    summary: 'Make an API token. It is shown this once, and you are notified by mail.',
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
          .describe('Days until it stops working: 90 where absent, null for never.'),
        expires_at: isoTime.nullable().optional().describe('The same as a moment.'),
        password: currentPassword.optional().describe('Checked where given.'),
        otp: proof.otp,
      })
      .refine(
        ({ expires_in_days, expires_at }) => expires_in_days === undefined || expires_at === undefined,
        {
          error: 'Send expires_in_days or expires_at, not both.',
          path: ['expires_at'],
        },
      ),
    reply: dataOf(apiToken.extend({ token: z.string().describe('The token itself, shown this once.') })),
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
