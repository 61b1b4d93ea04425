import { accessCookie } from 'virtual:contract'
import { recall, remember } from '../browser/storage.ts'

const clockSkewKey = 'plumbline_clock_skew_ms'
/** A token that ends within this time is renewed before it is sent: it could end on its way. */
const endsSoonMs = 20_000
/** Below this, a difference between two clocks is the time the reply took, not a wrong clock. */
const noticeableSkewMs = 5_000

/** The access token as the server left it in the cookie, or null when there is none. */
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

/** What a token says about itself. Nothing is proven by it: only the server can tell whether it is good. */
function claimsOf(token: string): Claims {
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

/** Whose token it is, to notice that another tab signed in as someone else. */
export function subjectOf(token: string): string {
  return claimsOf(token).sub ?? ''
}

/** Whether a token is good enough to be sent. One that does not say when it ends is left to the server. */
export function isFresh(token: string, nowMs: number): boolean {
  const { exp } = claimsOf(token)
  return exp === undefined || exp * 1000 - serverTimeMs(nowMs) > endsSoonMs
}

export function ageMs(token: string, nowMs: number): number {
  const { iat } = claimsOf(token)
  return iat === undefined ? Number.POSITIVE_INFINITY : serverTimeMs(nowMs) - iat * 1000
}

/**
 * A token that was issued just now tells how far this device's clock is from the server's. It is kept for
 * the next visit: a device an hour ahead would otherwise renew before every call, and one an hour behind
 * would send tokens that ended long ago.
 */
export function noteClockSkew(freshToken: string, nowMs: number): void {
  const { iat } = claimsOf(freshToken)
  if (iat === undefined) return
  const skewMs = iat * 1000 - nowMs
  remember(clockSkewKey, String(Math.abs(skewMs) > noticeableSkewMs ? Math.round(skewMs) : 0))
}

function serverTimeMs(nowMs: number): number {
  const skewMs = Number(recall(clockSkewKey))
  return nowMs + (Number.isFinite(skewMs) ? skewMs : 0)
}
