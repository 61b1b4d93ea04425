import { contract } from 'virtual:contract'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { reportReachable } from '../../lib/browser/online.ts'
import { recentLogins, rememberLogin } from '../../lib/session/recent-logins.ts'
import { failed, json } from '../../testing/fake-server.ts'
import { appServer, appSettings, renderApp } from '../../testing/render-app.tsx'
import { accessToken, setAccessCookie } from '../../testing/tokens.ts'

const { login, verifyTwoFactor } = contract.auth
const tokens = { access: 'x', access_token: 'x' }

async function signInAs(name: string, password = 'secret secret') {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Username'), name)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  return user
}

describe('signing in', () => {
  it('sends the credentials and remembers the username but not the password', async () => {
    const server = appServer(({ path }) => {
      if (path !== login.path) return undefined
      setAccessCookie(accessToken())
      return json(tokens)
    })
    renderApp('/login')
    await signInAs(' claire.laurent ')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(server.to(login.path)[0]?.body).toEqual({ username: 'claire.laurent', password: 'secret secret' })
    expect(recentLogins().map(({ name }) => name)).toEqual(['claire.laurent'])
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret secret')
  })

  it('shows the specified error and clears the password', async () => {
    appServer(({ path }) => (path === login.path ? failed(401, 'login_failed', 'whatever') : undefined))
    renderApp('/login')
    await signInAs('claire.laurent')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Ooops, login failed. Please try again later.')
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('claire.laurent')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('')
    expect(recentLogins()).toEqual([])
  })

  it('shows the server message after too many attempts', async () => {
    const message = 'Too many tries. Please wait a moment.'
    appServer(({ path }) => (path === login.path ? failed(429, 'too_many_requests', message) : undefined))
    renderApp('/login')
    await signInAs('claire.laurent')
    expect((await screen.findByRole('alert')).textContent).toBe(message)
  })

  it('reports a lost connection and keeps the typed values', async () => {
    appServer(({ path }) => (path === login.path ? 'no answer' : undefined))
    renderApp('/login')
    await signInAs('claire.laurent')
    expect((await screen.findByRole('alert')).textContent).toBe('The server can’t be reached. Trying again.')
    act(reportReachable)
  })

  it('sends no request without a username and a password', async () => {
    const server = appServer()
    renderApp('/login')
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    expect(await screen.findAllByText('Required')).toHaveLength(2)
    expect(server.to(login.path)).toHaveLength(0)
  })

  it('offers recent usernames and removes them one by one', async () => {
    const user = userEvent.setup()
    rememberLogin('jonas.weber', new Date('2026-10-14'))
    rememberLogin('claire.laurent', new Date())
    appServer()
    renderApp('/login')
    await user.click(await screen.findByRole('button', { name: /^claire\.laurent/ }))
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('claire.laurent')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    await user.click(screen.getByRole('button', { name: 'Remove claire.laurent from this list' }))
    expect(screen.queryByRole('button', { name: /^claire\.laurent/ })).toBeNull()
    expect(screen.getByRole('button', { name: /^jonas\.weber/ })).toBeTruthy()
  })

  it('offers registration only when it is open', async () => {
    appServer()
    renderApp('/login')
    expect(await screen.findByRole('link', { name: 'Create an account' })).toBeTruthy()
  })

  it('fills the form with demo credentials', async () => {
    const demo = { password: 'public-secret', users: [{ username: 'adviser', role: 'adviser' as const }] }
    appServer(({ path }) =>
      path.startsWith('/api/internal/')
        ? json({ data: { ...appSettings, registration_open: false, demo } })
        : undefined,
    )
    renderApp('/login')
    await userEvent.click(await screen.findByRole('button', { name: 'adviser' }))
    expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('adviser')
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('public-secret')
    expect(screen.queryByRole('link', { name: 'Create an account' })).toBeNull()
  })
})

describe('the one-time code', () => {
  function serverWithTwoFactors(isRight: (otp: unknown) => boolean) {
    return appServer(({ path, body }) => {
      if (path === login.path) return json({ tfa_id: 'tfa-1' })
      if (path !== verifyTwoFactor.path) return undefined
      if (!isRight(Object(body).otp)) return failed(400, 'wrong_code', 'This code is not right.')
      setAccessCookie(accessToken())
      return json(tokens)
    })
  }

  it('is checked as soon as the sixth digit is typed', async () => {
    const server = serverWithTwoFactors(otp => otp === '419207')
    renderApp('/login')
    const user = await signInAs('claire.laurent')
    await screen.findByRole('heading', { name: 'One-time code' })
    await user.keyboard('419207')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(server.to(verifyTwoFactor.path).map(({ body }) => body)).toEqual([
      { tfa_id: 'tfa-1', otp: '419207' },
    ])
  })

  it('shows the first error for a wrong code and accepts another one', async () => {
    const server = serverWithTwoFactors(otp => otp === '111111')
    renderApp('/login')
    const user = await signInAs('claire.laurent')
    await screen.findByRole('heading', { name: 'One-time code' })
    await user.keyboard('419207')
    expect((await screen.findByRole('alert')).textContent).toBe('This code is not right.')
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await user.keyboard('111111')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(server.to(verifyTwoFactor.path)).toHaveLength(2)
  })

  it('starts in the first box after a wrong code without sending the rest of it', async () => {
    const server = serverWithTwoFactors(otp => otp === '111111')
    renderApp('/login')
    const user = await signInAs('claire.laurent')
    await screen.findByRole('heading', { name: 'One-time code' })
    await user.keyboard('419207')
    await screen.findByRole('alert')
    await user.keyboard('111111')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(server.to(verifyTwoFactor.path).map(({ body }) => Object(body).otp)).toEqual(['419207', '111111'])
  })

  it('can be a backup code', async () => {
    serverWithTwoFactors(otp => otp === 'abcde-12345')
    renderApp('/login')
    const user = await signInAs('claire.laurent')
    await user.click(await screen.findByRole('button', { name: 'Use a backup code' }))
    await user.type(screen.getByLabelText('Backup code'), 'abcde-12345')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByRole('heading', { name: /Welcome/ })
  })

  it('can be cancelled to sign in as another user', async () => {
    serverWithTwoFactors(() => false)
    renderApp('/login')
    const user = await signInAs('claire.laurent')
    await user.click(await screen.findByRole('button', { name: 'Back to sign in' }))
    expect(within(screen.getByRole('main')).getByLabelText('Username')).toBeTruthy()
  })
})
