import { accessCookie } from 'virtual:contract'

interface TokenOptions {
  /** Seconds from now until it ends; negative for one that has ended. */
  endsIn?: number
  /** Seconds by which the server's clock is ahead of this one. */
  serverAhead?: number
  subject?: string
}

let serial = 0

/** A token that looks like the server's. Nobody checks its signature here. */
export function accessToken({
  endsIn = 300,
  serverAhead = 0,
  subject = 'claire',
}: TokenOptions = {}): string {
  const now = Math.floor(Date.now() / 1000) + serverAhead
  const claims = { sub: subject, iat: now, exp: now + endsIn, jti: serial++ }
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_')}.signature`
}

/** What the server does with its reply: the access token goes where scripts can read it. */
export function setAccessCookie(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not part of the test environment.
  document.cookie = `${accessCookie}=${token}; Path=/`
}
