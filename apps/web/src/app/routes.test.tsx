import { contract } from 'virtual:contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { reportReachable, reportUnreachable } from '../lib/browser/online.ts'
import { session } from '../lib/session/session.ts'
import { failed, json } from '../testing/fake-server.ts'
import { appServer, renderApp, signIn } from '../testing/render-app.tsx'
import { accessToken, setAccessCookie } from '../testing/tokens.ts'

describe('a signed-out user', () => {
  it('is redirected to the login, which keeps the requested URL with its query', async () => {
    appServer()
    const app = renderApp('/positions?order_by=-value')
    await screen.findByRole('button', { name: 'Sign in' })
    expect(app.router.state.location.pathname).toBe('/login')
    expect(app.router.state.location.search).toEqual({ r: '/positions?order_by=-value' })
  })

  it('lands on the requested page after signing in', async () => {
    const user = userEvent.setup()
    appServer(({ path }) => {
      if (path !== contract.auth.login.path) return undefined
      setAccessCookie(accessToken())
      return json({ access: 'x', access_token: 'x' })
    })
    const app = renderApp('/fees?group_by=account')
    await user.type(await screen.findByLabelText('Username'), 'claire.laurent')
    await user.type(screen.getByLabelText('Password'), 'secret secret')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await screen.findByRole('heading', { name: 'Fees' })
    expect(app.address()).toBe('/fees?group_by=account')
  })

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)'])(
    'is not sent to %s',
    async r => {
      appServer()
      signIn()
      const app = renderApp(`/login?r=${encodeURIComponent(r)}`)
      await screen.findByRole('heading', { name: 'Welcome, Claire Laurent' })
      expect(app.address()).toBe('/overview')
    },
  )

  it('can open an invitation or a password reset link', async () => {
    appServer()
    const app = renderApp('/password-reset')
    await screen.findByRole('heading', { name: 'Forgot your password?' })
    expect(app.router.state.location.pathname).toBe('/password-reset')
  })
})

describe('a signed-in user', () => {
  it('lands on the overview, which shows their name and family', async () => {
    appServer()
    signIn()
    const app = renderApp('/')
    expect(await screen.findByRole('heading', { name: 'Welcome, Claire Laurent' })).toBeTruthy()
    expect(screen.getByText('Family Aebi-Laurent')).toBeTruthy()
    expect(app.address()).toBe('/overview')
  })

  it('can visit all seven tabs', async () => {
    const user = userEvent.setup()
    // Screens render their headings even when every figure request fails.
    appServer(({ path }) => (hasShell(path) ? undefined : failed(503, 'busy', 'Not now.')))
    signIn()
    renderApp('/overview')
    await screen.findByRole('heading', { name: /Welcome/ })
    const [tabs] = screen.getAllByRole('navigation', { name: 'Main' })
    const names = ['Positions', 'Transactions', 'Watchlist', 'Strategies', 'Events', 'Fees']
    for (const name of names) {
      await user.click(within(tabs as HTMLElement).getByRole('link', { name }))
      await screen.findByRole('heading', { level: 1, name })
      expect(
        within(tabs as HTMLElement)
          .getByRole('link', { name })
          .getAttribute('aria-current'),
      ).toBe('page')
    }
  })

  it('sees a not-found page with a link home', async () => {
    appServer()
    signIn()
    renderApp('/nowhere')
    expect(await screen.findByRole('heading', { name: 'This page could not be found' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Back to home' }))
    expect(await screen.findByRole('heading', { name: /Welcome/ })).toBeTruthy()
  })

  it('is redirected to the login with a message when the session ends, and returns afterwards', async () => {
    appServer(({ path }) =>
      path === '/api/settings/' || path === contract.auth.loginRefresh.path
        ? failed(401, 'session_expired', 'Ended.')
        : undefined,
    )
    signIn()
    const app = renderApp('/events?range=90')
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy()
    expect(app.router.state.location.pathname).toBe('/login')
    expect(app.router.state.location.search).toEqual({ r: '/events?range=90' })
  })

  it('is signed out when they sign out in another tab', async () => {
    appServer()
    signIn()
    const app = renderApp('/overview')
    await screen.findByRole('heading', { name: /Welcome/ })
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'plumbline_signed_in', newValue: null }))
    })
    await screen.findByRole('button', { name: 'Sign in' })
    expect(app.router.state.location.pathname).toBe('/login')
  })

  it('signs out after a confirmation, which ends the session on the server', async () => {
    const user = userEvent.setup()
    const server = appServer()
    signIn()
    const app = renderApp('/overview')
    await user.click(await screen.findByRole('button', { name: /Account/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sign out?' })
    expect(app.address()).toBe('/overview?modal=sign-out')
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    await screen.findByRole('button', { name: 'Sign in' })
    expect(server.to(contract.auth.logout.path)).toHaveLength(1)
    expect(app.address()).toBe('/login')
  })

  it('stays signed in when the sign-out request does not reach the server', async () => {
    const user = userEvent.setup()
    appServer(({ path }) => (path === contract.auth.logout.path ? 'no answer' : undefined))
    signIn()
    renderApp('/overview?modal=sign-out')
    const dialog = await screen.findByRole('dialog', { name: 'Sign out?' })
    await user.click(within(dialog).getByRole('button', { name: 'Sign out' }))
    const alerts = await screen.findAllByRole('alert')
    expect(alerts.map(alert => alert.textContent).join()).toContain('The server can’t be reached.')
    expect(session.state.get().status).toBe('in')
    act(reportReachable)
  })
})

describe('a modal', () => {
  it('opens from the URL and closes with Back', async () => {
    appServer()
    signIn()
    const app = renderApp('/overview')
    await screen.findByRole('heading', { name: /Welcome/ })
    await userEvent.keyboard('?')
    await screen.findByRole('dialog', { name: 'Keyboard' })
    act(() => app.router.history.back())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).toBe('/overview')
  })

  it('is not shown when its kind is unknown', async () => {
    appServer()
    signIn()
    renderApp('/overview?modal=toString')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('offline', () => {
  it('shows a full page when nothing is loaded, and recovers on retry', async () => {
    let isReachable = false
    appServer(() => (isReachable ? undefined : 'no answer'))
    signIn()
    renderApp('/overview')
    expect(await screen.findByRole('heading', { name: 'The server can’t be reached.' })).toBeTruthy()
    expect(screen.getByText('Trying again.')).toBeTruthy()
    isReachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: /Welcome/ })).toBeTruthy()
  })

  it('shows a bar with the time of the data above loaded figures', async () => {
    appServer()
    signIn()
    renderApp('/overview')
    await screen.findByRole('heading', { name: /Welcome/ })
    const browser = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(reportUnreachable)
    const bar = screen.getByRole('alert')
    expect(bar.textContent).toContain('No internet connection.')
    expect(bar.textContent).toMatch(/figures of \d+ \w+, \d\d:\d\d/)
    expect(screen.getByRole('heading', { name: /Welcome/ })).toBeTruthy()
    browser.mockReturnValue(true)
    act(reportReachable)
    expect(screen.queryByText('No internet connection.')).toBeNull()
    act(reportUnreachable)
    expect(screen.getByRole('alert').textContent).toContain('The server can’t be reached.Trying again.')
    act(reportReachable)
  })
})

describe('a failing screen', () => {
  it('shows the error in its place and keeps the navigation', async () => {
    appServer(({ path }) =>
      path === '/api/settings/' ? failed(500, 'internal', 'Ooops, something went wrong.') : undefined,
    )
    signIn()
    renderApp('/overview')
    expect(await screen.findByRole('heading', { name: 'Ooops, something went wrong.' })).toBeTruthy()
    expect(screen.getAllByRole('link', { name: 'Positions' }).length).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

/** The requests that the shell itself makes. */
function hasShell(path: string): boolean {
  return path.startsWith('/auth/') || /^\/api\/(internal\/settings|settings|status)\//.test(path)
}
