import { accessCookie } from 'virtual:contract'

interface TokenOptions {
  /** Seconds until it expires; negative for an expired token. */
  endsIn?: number
  /** Seconds by which the server's clock is ahead. */
  serverAhead?: number
  subject?: string
}

let serial = 0

/** A token in the format of the server. Its signature is not verified. */
export function accessToken({
  endsIn = 300,
  serverAhead = 0,
  subject = 'claire',
}: TokenOptions = {}): string {
  const now = Math.floor(Date.now() / 1000) + serverAhead
  const claims = { sub: subject, iat: now, exp: now + endsIn, jti: serial++ }
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`
}

/** Sets the cookie like the server's reply: scripts can read the access token. */
export function setAccessCookie(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not part of the test environment.
  document.cookie = `${accessCookie}=${token}; Path=/`
}
