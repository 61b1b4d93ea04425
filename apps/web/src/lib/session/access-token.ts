import { accessCookie } from 'virtual:contract'
import { recall, remember } from '../browser/storage.ts'

const clockSkewKey = 'plumbline_clock_skew_ms'
/** A token that expires within this time is refreshed before it is sent: it could expire in transit. */
const endsSoonMs = 20_000
/** A smaller difference is network latency, not clock skew. */
const noticeableSkewMs = 5_000

/** The access token from the cookie, or null. */
export function readAccessToken(): string | null {
  const prefix = `${accessCookie}=`
  const entry = document.cookie.split('; ').find(cookie => cookie.startsWith(prefix))
  const value = entry?.slice(prefix.length)
  return value ? decodeURIComponent(value) : null
}

export function clearAccessToken(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the page is not served over TLS.
  document.cookie = `${accessCookie}=; Max-Age=0; Path=/; SameSite=Strict`
}

interface Claims {
  /** Seconds since 1970, as in every JWT. */
  exp?: number
  iat?: number
  sub?: string
}

/** Decodes the claims of a token without verifying it: only the server can. */
function decodeClaims(token: string): Claims {
  try {
    const payload = token.split('.')[1] ?? ''
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), character =>
      character.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}

/** The subject of a token, to detect that another tab signed in as another user. */
export function readSubject(token: string): string {
  return decodeClaims(token).sub ?? ''
}

/** Whether a token can be sent. The server decides on tokens without an expiry. */
export function isFresh(token: string, nowMs: number): boolean {
  const { exp } = decodeClaims(token)
  return exp === undefined || exp * 1000 - serverTimeMs(nowMs) > endsSoonMs
}

export function ageMs(token: string, nowMs: number): number {
  const { iat } = decodeClaims(token)
  return iat === undefined ? Number.POSITIVE_INFINITY : serverTimeMs(nowMs) - iat * 1000
}

/**
 * Measures the clock skew from a token issued just now. It is stored for the next visit: a device an hour
 * ahead would otherwise refresh before every call, and one an hour behind would send expired tokens.
 */
export function storeClockSkew(freshToken: string, nowMs: number): void {
  const { iat } = decodeClaims(freshToken)
  if (iat === undefined) return
  const skewMs = iat * 1000 - nowMs
  remember(clockSkewKey, String(Math.abs(skewMs) > noticeableSkewMs ? Math.round(skewMs) : 0))
}

function serverTimeMs(nowMs: number): number {
  const skewMs = Number(recall(clockSkewKey))
  return nowMs + (Number.isFinite(skewMs) ? skewMs : 0)
}
