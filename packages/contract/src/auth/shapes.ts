import { z } from 'zod'
import { dataReply } from '../core/page.ts'

export const minPasswordLength = 8
export const maxPasswordLength = 256

/** A new password. Length is the only rule here; the server rejects common ones. */
export const newPassword = z
  .string()
  .min(minPasswordLength, 'Use at least 8 characters.')
  .max(maxPasswordLength)
/** A new username. It contains no @, so it cannot be mistaken for an e-mail address. */
export const username = z
  .string()
  .trim()
  .min(2)
  .max(60)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'Use letters, digits, dots, dashes and underscores.')

/**
 * API clients receive both tokens. The web client identifies itself by a request header and receives both as cookies
 * and only the short-lived one in the body, so that no script can read its refresh token.
 */
export const tokens = z
  .object({
    access: z.string().describe('For the Authorization header; valid for five minutes.'),
    refresh: z
      .string()
      .optional()
      .describe('Valid for one refresh; the web client receives it as a cookie instead.'),
    access_token: z.string().describe('The same as access.'),
    refresh_token: z.string().optional().describe('The same as refresh.'),
  })
  .meta({ id: 'Tokens' })
export type Tokens = z.infer<typeof tokens>

/** The header and value by which the web client identifies itself. */
export const clientHeader = 'x-plumbline-client'
export const webClient = 'web'
/** The language chosen on the device. Replies use it, else the language of the user's settings. */
export const languageHeader = 'x-plumbline-language'
/** The script-readable cookie with the access token, and the HttpOnly cookie with the refresh token. */
export const accessCookie = 'plumbline_access'
export const refreshCookie = 'plumbline_refresh'

/** A code from the authenticator app. */
export const oneTimeCode = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'Enter the 6 digits.')
/** A code from the authenticator app, or a backup code (three groups of five). */
export const secondFactorCode = z
  .string()
  .trim()
  .regex(/^(?:\d{6}|[A-Za-z0-9]{5}(?:-?[A-Za-z0-9]{5}){1,2})$/, 'Enter the 6 digits, or a backup code.')

/** An existing password: any text, because earlier rules may have allowed it. */
export const currentPassword = z.string().min(1).max(1024)

/** Confirmation of a sensitive change: the password, and a code if two-factor authentication is on. */
export const proof = {
  password: currentPassword,
  otp: secondFactorCode.optional().describe('Required if two-factor authentication is on.'),
}

/** Parameters of a mailed link. Both are opaque. */
export const linkBody = z.object({ uid: z.string().min(1).max(100), token: z.string().min(1).max(200) })

/**
 * The reply of every call that mails a link. It is the same whether or not the address is known, and never contains
 * the link.
 */
export const mailedReply = dataReply(
  z.object({
    has_mail_server: z
      .boolean()
      .describe('Whether mail is sent. If not, it waits in the outbox, where an administrator can open it.'),
  }),
)
