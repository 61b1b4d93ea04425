import { contract } from 'virtual:contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { appServer, renderApp } from '../../testing/render-app.tsx'

const { resetPassword, checkPasswordReset, confirmPasswordReset } = contract.auth

describe('a lost password', () => {
  it('gets the same reply for known and unknown addresses', async () => {
    const user = userEvent.setup()
    const server = appServer(({ path }) =>
      path === resetPassword.path ? json({ data: { has_mail_server: true } }) : undefined,
    )
    renderApp('/password-reset')
    await user.type(await screen.findByLabelText('Username or email'), 'claire.laurent')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(await screen.findByRole('heading', { name: 'Check your inbox' })).toBeTruthy()
    expect(server.to(resetPassword.path)[0]?.body).toEqual({ email: 'claire.laurent' })
  })

  it('refers to an administrator for the link when there is no mail server', async () => {
    const user = userEvent.setup()
    appServer(({ path }) =>
      path === resetPassword.path ? json({ data: { has_mail_server: false } }) : undefined,
    )
    renderApp('/password-reset')
    await user.type(await screen.findByLabelText('Username or email'), 'claire')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect(
      await screen.findByText(/an administrator finds the email with the link in the outbox/),
    ).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('shows the error of the server when the call is not available', async () => {
    const user = userEvent.setup()
    appServer(({ path }) =>
      path === resetPassword.path ? failed(501, 'not_built', 'Not available yet.') : undefined,
    )
    renderApp('/password-reset')
    await user.type(await screen.findByLabelText('Username or email'), 'claire')
    await user.click(screen.getByRole('button', { name: 'Send link' }))
    expect((await screen.findByRole('alert')).textContent).toBe('Not available yet.')
  })

  it('is replaced with uid and token of the link', async () => {
    const user = userEvent.setup()
    const server = appServer(({ path }) =>
      path.startsWith('/auth/reset-password/') ? new Response(null, { status: 204 }) : undefined,
    )
    renderApp('/password-reset/u1/t1')
    await user.type(await screen.findByLabelText('New password'), 'long enough')
    await user.type(screen.getByLabelText('Confirm password'), 'long enough')
    await user.click(screen.getByRole('button', { name: 'Save password' }))
    expect(await screen.findByRole('heading', { name: 'Password saved' })).toBeTruthy()
    expect(server.to(confirmPasswordReset.path)[0]?.body).toEqual({
      uid: 'u1',
      token: 't1',
      password: 'long enough',
    })
  })

  it('offers a new link when the old one is invalid', async () => {
    appServer(({ path }) =>
      path === checkPasswordReset.path ? failed(410, 'invalid_link', 'Invalid URL') : undefined,
    )
    renderApp('/password-reset/u1/t1')
    expect(await screen.findByRole('heading', { name: 'Invalid URL' })).toBeTruthy()
    await userEvent.click(screen.getByRole('link', { name: 'Ask for a new link' }))
    expect(await screen.findByRole('heading', { name: 'Forgot your password?' })).toBeTruthy()
  })
})
