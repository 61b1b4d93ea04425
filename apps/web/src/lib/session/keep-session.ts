import { contract } from 'virtual:contract'
import { call } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { ageMs, isFresh, readAccessToken } from './access-token.ts'
import { session } from './session.ts'

export const verifyEveryMs = 60_000
export const refreshEveryMs = 240_000
/** A token younger than this was just refreshed, usually by another tab. */
const recentlyRefreshedMs = refreshEveryMs / 2

/**
 * Checks the session every minute and refreshes the token every four. Timers pause while a device sleeps, so
 * both also run when the page becomes visible.
 */
export function keepSession(): () => void {
  let checkedAt = Date.now()
  const check = () => {
    checkedAt = Date.now()
    void verify()
  }
  const wake = () => {
    if (document.visibilityState === 'visible' && Date.now() - checkedAt > verifyEveryMs) check()
  }
  const verifying = setInterval(check, verifyEveryMs)
  const refreshing = setInterval(() => void refresh(), refreshEveryMs)
  document.addEventListener('visibilitychange', wake)
  return () => {
    clearInterval(verifying)
    clearInterval(refreshing)
    document.removeEventListener('visibilitychange', wake)
  }
}

async function verify(): Promise<void> {
  const token = readAccessToken()
  if (token === null || !isFresh(token, Date.now())) {
    await session.refresh(token)
    return
  }
  try {
    await call(contract.auth.loginVerify, { body: { token } })
  } catch (error) {
    // Only a reply of the server ends the session; a lost connection does not.
    if (error instanceof ApiError && error.status === 401) await session.refresh(token)
  }
}

async function refresh(): Promise<void> {
  const token = readAccessToken()
  if (token !== null && ageMs(token, Date.now()) < recentlyRefreshedMs) return
  await session.refresh(token)
}
