import { z } from 'zod'
import { dataOf } from '../core/page.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 256

/** A password as chosen by a user. Length is the only rule of shape; common ones are refused by the server. */
export const newPassword = z
  .string()
  .min(minPasswordLength, 'Use at least 8 characters.')
  .max(maxPasswordLength)
/** A username as chosen by a user. An @ is not among its letters, so it is never mistaken for an address. */
export const username = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'Use letters, digits, dots, dashes and underscores.')

/**
 * API clients get both tokens. The web client names itself by a request header, gets both as cookies and
 * only the short-lived one in the body, so that no script ever holds its refresh token.
 */
export const tokens = z
  .object({
    access: z.string().describe('Goes into the Authorization header; good for five minutes.'),
    refresh: z
      .string()
      .optional()
      .describe('Good for one refresh; the web client gets it as a cookie instead.'),
    access_token: z.string().describe('The same as access.'),
    refresh_token: z.string().optional().describe('The same as refresh.'),
  })
  .meta({ id: 'Tokens' })
export type Tokens = z.infer<typeof tokens>

/** The web client's name for itself, and the header it stands in. */
export const clientHeader = 'x-plumbline-client'
export const webClient = 'web'
/** The language that was chosen on a device. What is answered in words is in it; else in the one that is saved. */
export const languageHeader = 'x-plumbline-language'
/** The script-readable cookie with the access token, and the one no script can read. */
export const accessCookie = 'plumbline_access'
export const refreshCookie = 'plumbline_refresh'

/** A code from the authenticator app. */
export const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits.')
/** A code from the authenticator app, or one of the backup codes (three groups of five) where the app is lost. */
export const secondFactorCode = z
  .string()
  .trim()
  .regex(/^(?:\d{6}|[A-Za-z0-9]{5}(?:-?[A-Za-z0-9]{5}){1,2})$/, 'Enter the 6 digits, or a backup code.')

/** The password someone signed in with: any text, since rules of former days may have allowed it. */
export const currentPassword = z.string().min(1).max(1024)

/** What a sensitive change asks for: the password, and a code where two-factor authentication is on. */
export const proof = {
  password: currentPassword,
  otp: secondFactorCode.optional().describe('Where two-factor authentication is on.'),
}

/** What a link in a mail carries. Both are opaque. */
export const linkBody = z.object({ uid: z.string().min(1).max(100), token: z.string().min(1).max(200) })

/**
 * The answer of every call that mails a link. It is the same whether or not the address is known, and never
 * holds the link.
 */
export const mailedReply = dataOf(
  z.object({
    has_mail_server: z
      .boolean()
      .describe('Whether mail is sent. If not, it waits in the outbox, where an administrator can open it.'),
  }),
)
