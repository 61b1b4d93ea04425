import { contract } from 'virtual:contract'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failed, fakeServer, json } from '../../testing/fake-server.ts'
import { accessToken, setAccessCookie } from '../../testing/tokens.ts'
import { clearAccessToken, readAccessToken } from './access-token.ts'
import { keepSession, refreshEveryMs, verifyEveryMs } from './keep-session.ts'
import { createSession, session } from './session.ts'
import { withTabLock } from './tab-lock.ts'

const { loginRefresh, loginVerify } = contract.auth

/** Simulates the storage event that the browser fires when another tab writes. */
function otherTabWrites(value: string | null): void {
  const key = 'plumbline_signed_in'
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }))
}

describe('a session', () => {
  it('does not exist before signing in', () => {
    expect(createSession().state.get()).toEqual({ status: 'out', why: 'never' })
  })

  it('still exists after a night, when only the refresh token is left', async () => {
    setAccessCookie(accessToken())
    createSession().begin()
    clearAccessToken()
    fakeServer(() => {
      setAccessCookie(accessToken())
      return json({})
    })
    const restored = createSession()
    expect(restored.state.get()).toEqual({ status: 'in', subject: 'claire' })
    expect(await restored.tokenToSend()).toBe(readAccessToken())
  })

  it('leaves no token behind when it ends', () => {
    setAccessCookie(accessToken())
    const ending = createSession()
    ending.begin()
    ending.end('signed_out')
    expect(readAccessToken()).toBeNull()
    expect(createSession().state.get()).toMatchObject({ status: 'out' })
  })

  it('ends when another tab signs out, and starts when it signs in', () => {
    setAccessCookie(accessToken())
    const here = createSession()
    const stop = here.watchOtherTabs()
    otherTabWrites(null)
    expect(here.state.get()).toEqual({ status: 'out', why: 'signed_out' })
    otherTabWrites('jonas')
    expect(here.state.get()).toEqual({ status: 'in', subject: 'jonas' })
    stop()
  })
})

describe('keeping a session alive', () => {
  afterEach(() => session.end('signed_out'))

  function keep(verifyStatus: number) {
    setAccessCookie(accessToken({ endsIn: 3600 }))
    session.begin()
    vi.useFakeTimers()
    const server = fakeServer(({ path }) => {
      if (path === loginVerify.path) return verifyStatus === 200 ? json({}) : failed(verifyStatus, 'x', 'x')
      if (verifyStatus === 401) return failed(401, 'session_expired', 'Ended.')
      setAccessCookie(accessToken({ endsIn: 3600 }))
      return json({})
    })
    return { server, stop: keepSession() }
  }

  it('checks every minute and refreshes every four', async () => {
    const { server, stop } = keep(200)
    await vi.advanceTimersByTimeAsync(refreshEveryMs)
    expect(server.to(loginVerify.path)).toHaveLength(refreshEveryMs / verifyEveryMs)
    expect(server.to(loginRefresh.path)).toHaveLength(1)
    stop()
    await vi.advanceTimersByTimeAsync(refreshEveryMs)
    expect(server.to(loginRefresh.path)).toHaveLength(1)
  })

  it('does not refresh a token that another tab has just refreshed', async () => {
    const { server, stop } = keep(200)
    await vi.advanceTimersByTimeAsync(refreshEveryMs - 1000)
    setAccessCookie(accessToken({ endsIn: 3600 }))
    await vi.advanceTimersByTimeAsync(1000)
    expect(server.to(loginRefresh.path)).toHaveLength(0)
    stop()
  })

  it('signs out when the server reports that it has ended', async () => {
    const { stop } = keep(401)
    await vi.advanceTimersByTimeAsync(verifyEveryMs)
    expect(session.state.get()).toEqual({ status: 'out', why: 'expired' })
    stop()
  })

  it('keeps the session while the server fails', async () => {
    const { stop } = keep(500)
    await vi.advanceTimersByTimeAsync(verifyEveryMs)
    expect(session.state.get()).toMatchObject({ status: 'in' })
    stop()
  })
})

describe('the lock between tabs', () => {
  it('lets one tab run at a time, also in browsers without Web Locks', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
    const order: string[] = []
    const work = (name: string) => () =>
      new Promise<void>(resolve => {
        order.push(`${name} begins`)
        setTimeout(() => {
          order.push(`${name} ends`)
          resolve()
        }, 30)
      })
    await Promise.all([withTabLock('test', work('one')), withTabLock('test', work('other'))])
    expect(order.map(entry => entry.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends'])
  })

  it('does not wait for a tab that was closed while holding the lock', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true })
    localStorage.setItem('test_lease', `gone ${Date.now() - 1}`)
    expect(await withTabLock('test', async () => 'done')).toBe('done')
    expect(localStorage.getItem('test_lease')).toBeNull()
  })
})
