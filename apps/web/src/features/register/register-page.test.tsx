import { contract } from 'virtual:contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { appServer, appSettings, renderApp } from '../../testing/render-app.tsx'
import { accessToken, setAccessCookie } from '../../testing/tokens.ts'

const { register, confirmRegistration } = contract.auth

describe('registration', () => {
  it('takes name, username, email and password, and sends a link', async () => {
    const user = userEvent.setup()
    const server = appServer(({ path }) =>
      path === register.path ? json({ data: { has_mail_server: true } }) : undefined,
    )
    renderApp('/register')
    await user.type(await screen.findByLabelText('Your name'), 'Nora Keller')
    await user.type(screen.getByLabelText('Username'), 'nora.keller')
    await user.type(screen.getByLabelText('Email'), 'nora@keller.example')
    await user.type(screen.getByLabelText('Password'), 'long enough')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(/If nora@keller\.example can be used/)).toBeTruthy()
    expect(server.to(register.path)[0]?.body).toEqual({
      name: 'Nora Keller',
      username: 'nora.keller',
      email: 'nora@keller.example',
      password: 'long enough',
    })
  })

  it('shows an error for each invalid field and sends no request', async () => {
    const user = userEvent.setup()
    const server = appServer()
    renderApp('/register')
    await user.type(await screen.findByLabelText('Username'), 'no@ra')
    await user.type(screen.getByLabelText('Email'), 'nora')
    await user.type(screen.getByLabelText('Password'), 'short')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    for (const message of [
      'Required',
      'Use letters, digits, dots, dashes and underscores.',
      'Enter an email address such as name@example.com.',
      'At least 8 characters.',
    ]) {
      expect(await screen.findByText(message)).toBeTruthy()
    }
    expect(server.to(register.path)).toHaveLength(0)
  })

  it('refers to invitations when it is closed', async () => {
    appServer(({ path }) =>
      path.startsWith('/api/internal/')
        ? json({ data: { ...appSettings, registration_open: false } })
        : undefined,
    )
    renderApp('/register')
    expect(await screen.findByRole('heading', { name: 'By invitation only' })).toBeTruthy()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })

  it('is confirmed by the mailed link, with another username if the first is taken', async () => {
    const user = userEvent.setup()
    const server = appServer(({ path, body }) => {
      if (path !== confirmRegistration.path) return undefined
      if (Object(body).username === undefined) return failed(409, 'already_exists', 'Taken.', 'username')
      setAccessCookie(accessToken())
      return json({ access: 'x', access_token: 'x' })
    })
    renderApp('/register?uid=u1&token=t1')
    await user.type(await screen.findByLabelText('Username'), 'nora2')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(server.to(confirmRegistration.path).map(({ body }) => body)).toEqual([
      { uid: 'u1', token: 't1' },
      { uid: 'u1', token: 't1', username: 'nora2' },
    ])
  })
})
