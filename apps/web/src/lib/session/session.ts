import { clientHeader, contract, webClient } from 'virtual:contract'
import { ApiError, unreachable } from '../api/api-error.ts'
import { noteReachable, noteUnreachable } from '../browser/online.ts'
import { forget, recall, remember } from '../browser/storage.ts'
import { createStore, type Store, useStore } from '../browser/store.ts'
import { clearAccessToken, isFresh, noteClockSkew, readAccessToken, subjectOf } from './access-token.ts'
import { withTabLock } from './tab-lock.ts'

/**
 * Says that this browser holds a sign-in, and whose. The access token lives for minutes and the refresh
 * token is out of reach for scripts, so after a night this is all that tells a sleeping sign-in from none.
 * Other tabs hear of its change.
 */
const signedInKey = 'plumbline_signed_in'

export type SessionState =
  | { status: 'in'; subject: string }
  | { status: 'out'; why: 'never' | 'signed_out' | 'expired' }

type Renewal = 'renewed' | 'ended' | 'unreachable'

export interface Session {
  readonly state: Store<SessionState>
  /** Called after a sign-in: the server has set both cookies. */
  begin(): void
  end(why: 'signed_out' | 'expired'): void
  /** A token that can be sent now, renewed first where it would not arrive in time. */
  tokenToSend(): Promise<string>
  /** Exchanges the refresh token, unless another call or tab has just done so. */
  renew(spent: string | null): Promise<Renewal>
  /** Follows sign-ins and sign-outs in other tabs. */
  watchOtherTabs(): () => void
}

/** How the server knows the web client, on every request. */
export const clientHeaders: Readonly<Record<string, string>> = { [clientHeader]: webClient }

export function createSession(): Session {
  const state = createStore<SessionState>(initialState())
  let renewal: Promise<Renewal> | undefined

  function begin(): void {
    const token = readAccessToken()
    if (token !== null) noteClockSkew(token, Date.now())
    const subject = token === null ? '' : subjectOf(token)
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
      if ((await renew(token)) === 'unreachable') throw unreachable(null)
      const renewed = readAccessToken()
      if (renewed !== null) return renewed
    }
    end('expired')
    throw sessionExpired()
  }

  // The lock alone would do, one call after the other; so they do not even wait in line.
  function renew(spent: string | null): Promise<Renewal> {
    renewal ??= withTabLock('plumbline_refresh', () => exchange(spent)).finally(() => {
      renewal = undefined
    })
    return renewal
  }

  async function exchange(spent: string | null): Promise<Renewal> {
    const current = readAccessToken()
    if (current !== null && current !== spent && isFresh(current, Date.now())) return 'renewed'
    const response = await requestTokens()
    if (response === null) return 'unreachable'
    if (response.status === 401) {
      end('expired')
      return 'ended'
    }
    if (!response.ok) return 'unreachable'
    const renewed = readAccessToken()
    if (renewed !== null) noteClockSkew(renewed, Date.now())
    return 'renewed'
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

  return { state, begin, end, tokenToSend, renew, watchOtherTabs }
}

function initialState(): SessionState {
  const token = readAccessToken()
  if (token !== null) return { status: 'in', subject: subjectOf(token) }
  const subject = recall(signedInKey)
  return subject === null ? { status: 'out', why: 'never' } : { status: 'in', subject }
}

/** Null when no answer came. The refresh token travels in its cookie, which no script can read. */
async function requestTokens(): Promise<Response | null> {
  const { method, path } = contract.auth.loginRefresh
  try {
    const response = await fetch(path, {
      method,
      headers: { ...clientHeaders, 'content-type': 'application/json' },
      body: '{}',
    })
    noteReachable()
    return response
  } catch {
    noteUnreachable()
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
