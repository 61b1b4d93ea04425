import { contract } from 'virtual:contract'
import { call } from '../api/api.ts'
import { ApiError } from '../api/api-error.ts'
import { ageMs, isFresh, readAccessToken } from './access-token.ts'
import { session } from './session.ts'

export const verifyEveryMs = 60_000
export const refreshEveryMs = 240_000
/** A token younger than this was just renewed, by another tab as a rule. */
const youngMs = refreshEveryMs / 2

/**
 * Asks every minute whether the session is still good and renews it every four. Timers of a sleeping
 * device stand still, so both are also looked at when the page is seen again.
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
    await session.renew(token)
    return
  }
  try {
    await call(contract.auth.loginVerify, { body: { token } })
  } catch (error) {
    // Only the server's own word counts against the session; a lost connection does not.
    if (error instanceof ApiError && error.status === 401) await session.renew(token)
  }
}

async function refresh(): Promise<void> {
  const token = readAccessToken()
  if (token !== null && ageMs(token, Date.now()) < youngMs) return
  await session.renew(token)
}
