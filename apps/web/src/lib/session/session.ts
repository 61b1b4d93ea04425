import { clientHeader, contract, webClient } from 'virtual:contract'
import { ApiError, unreachable } from '../api/api-error.ts'
import { reportReachable, reportUnreachable } from '../browser/online.ts'
import { forget, recall, remember } from '../browser/storage.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { clearAccessToken, isFresh, readAccessToken, readSubject, storeClockSkew } from './access-token.ts'
import { withTabLock } from './tab-lock.ts'

/**
 * Records that this browser is signed in, and as which user. The access token lives for minutes and scripts
 * cannot read the refresh token, so after a night this marker alone shows that a session exists. Other tabs
 * follow its storage events.
 */
const signedInKey = 'plumbline_signed_in'

export type SessionState =
  | { status: 'in'; subject: string }
  | { status: 'out'; why: 'never' | 'signed_out' | 'expired' }

type RefreshResult = 'refreshed' | 'ended' | 'unreachable'

export interface Session {
  readonly state: Store<SessionState>
  /** Called after a sign-in: the server has set both cookies. */
  begin(): void
  end(why: 'signed_out' | 'expired'): void
  /** A valid access token, refreshed first when it is about to expire. */
  tokenToSend(): Promise<string>
  /** Exchanges the refresh token, unless another call or tab has just done so. */
  refresh(expired: string | null): Promise<RefreshResult>
  /** Follows sign-ins and sign-outs in other tabs. */
  watchOtherTabs(): () => void
}

/** Identifies the web client to the server, on every request. */
export const clientHeaders: Readonly<Record<string, string>> = { [clientHeader]: webClient }

export function createSession(): Session {
  const state = createStore<SessionState>(initialState())
  let refreshing: Promise<RefreshResult> | undefined

  function begin(): void {
    const token = readAccessToken()
    if (token !== null) storeClockSkew(token, Date.now())
    const subject = token === null ? '' : readSubject(token)
    remember(signedInKey, subject)
    state.set({ status: 'in', subject })
  }

  function end(why: 'signed_out' | 'expired'): void {
    clearAccessToken()
    forget(signedInKey)
    if (state.get().status === 'in') state.set({ status: 'out', why })
  }

  async function tokenToSend(): Promise<string> {
    const token = readAccessToken()
    if (token !== null && isFresh(token, Date.now())) return token
    if (state.get().status === 'in') {
      if ((await refresh(token)) === 'unreachable') throw unreachable(null)
      const fresh = readAccessToken()
      if (fresh !== null) return fresh
    }
    end('expired')
    throw sessionExpired()
  }

  // The lock alone would serialise the calls; sharing the promise saves them the wait.
  function refresh(expired: string | null): Promise<RefreshResult> {
    refreshing ??= withTabLock('plumbline_refresh', () => exchangeToken(expired)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function exchangeToken(expired: string | null): Promise<RefreshResult> {
    const current = readAccessToken()
    if (current !== null && current !== expired && isFresh(current, Date.now())) return 'refreshed'
    const response = await requestTokens()
    if (response === null) return 'unreachable'
    if (response.status === 401) {
      end('expired')
      return 'ended'
    }
    if (!response.ok) return 'unreachable'
    const fresh = readAccessToken()
    if (fresh !== null) storeClockSkew(fresh, Date.now())
    return 'refreshed'
  }

  function watchOtherTabs(): () => void {
    const follow = (event: StorageEvent) => {
      if (event.key !== signedInKey) return
      if (event.newValue !== null) state.set({ status: 'in', subject: event.newValue })
      else if (state.get().status === 'in') state.set({ status: 'out', why: 'signed_out' })
    }
    window.addEventListener('storage', follow)
    return () => window.removeEventListener('storage', follow)
  }

  return { state, begin, end, tokenToSend, refresh, watchOtherTabs }
}

function initialState(): SessionState {
  const token = readAccessToken()
  if (token !== null) return { status: 'in', subject: readSubject(token) }
  const subject = recall(signedInKey)
  return subject === null ? { status: 'out', why: 'never' } : { status: 'in', subject }
}

/** Null without a response. The refresh token is in an HttpOnly cookie. */
async function requestTokens(): Promise<Response | null> {
  const { method, path } = contract.auth.loginRefresh
  try {
    const response = await fetch(path, {
      method,
      headers: { ...clientHeaders, 'content-type': 'application/json' },
      body: '{}',
    })
    reportReachable()
    return response
  } catch {
    reportUnreachable()
    return null
  }
}

export function sessionExpired(): ApiError {
  return new ApiError(401, [{ code: 'session_expired', message: '' }])
}

export const session = createSession()

export function useSession(): SessionState {
  return useStore(session.state)
}
