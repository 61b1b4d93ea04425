import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './settings-modal.tsx'
import './confirm-password-dialog.tsx'

const { auth, settings } = contract
const rightPassword = 'hangs true'

/** A server that requires a recent password to create a token. */
function openTokens({ isMfaActive = false } = {}) {
  let isConfirmed = false
  const server = appServer(({ path, method, body }) => {
    if (path === settings.read.path)
      return json({
        data: settingsReply({
          registrationDate: '2021-01-04T09:00:00Z',
          password_changed_at: null,
          email: 'c@x.example',
          is_mfa_required: false,
          is_mfa_active: isMfaActive,
        }),
      })
    if (path === auth.confirmPassword.path) {
      if (Object(body).password !== rightPassword)
        return failed(400, 'wrong_password', 'The current password is not right.', 'password')
      isConfirmed = true
      return new Response(null, { status: 204 })
    }
    if (!path.startsWith(auth.listApiTokens.path)) return undefined
    if (method === 'GET') return json({ next: null, previous: null, count: 0, data: [] })
    return isConfirmed
      ? json({ data: { id: 't1', token: 'plb_secret' } })
      : failed(403, 'password_confirmation_required', 'Confirm your password to continue.')
  })
  signIn()
  renderApp('/overview?modal=settings&modal.tab=tokens&modal.form=token')
  const made = () => server.to(auth.createApiToken.path).filter(({ method }) => method === 'POST')
  return { server, made }
}

async function askForToken(user: ReturnType<typeof userEvent.setup>) {
  const form = await screen.findByRole('dialog', { name: 'New token' })
  await user.type(within(form).getByLabelText('Purpose'), 'Export')
  await user.click(within(form).getByRole('button', { name: 'Create token' }))
  return screen.findByRole('dialog', { name: 'Confirm your password' })
}

describe('a call that needs a recent password', () => {
  it('asks for the password and is retried once it is confirmed', async () => {
    const user = userEvent.setup()
    const { made } = openTokens()
    const question = await askForToken(user)
    expect(within(question).queryByLabelText('One-time code or backup code')).toBeNull()
    await user.type(within(question).getByLabelText('Current password'), 'not this one')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('The current password is not right.')).toBeTruthy()
    expect(made()).toHaveLength(1)
    await user.clear(within(question).getByLabelText('Current password'))
    await user.type(within(question).getByLabelText('Current password'), rightPassword)
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('plb_secret')).toBeTruthy()
    expect(made().map(({ body }) => body)).toEqual([
      { name: 'Export', scope: 'read', expires_in_days: 90 },
      { name: 'Export', scope: 'read', expires_in_days: 90 },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).toBeNull())
  })

  it.each(['Cancel', '{Escape}'])('keeps the form unchanged after %s', async way => {
    const user = userEvent.setup()
    const { made } = openTokens()
    const question = await askForToken(user)
    if (way === 'Cancel') await user.click(within(question).getByRole('button', { name: way }))
    else await user.keyboard(way)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).toBeNull())
    const form = await screen.findByRole('dialog', { name: 'New token' })
    expect(within(form).getByLabelText<HTMLInputElement>('Purpose').value).toBe('Export')
    expect(within(form).queryByRole('alert')).toBeNull()
    const create = within(form).getByRole('button', { name: 'Create token' })
    expect(create.hasAttribute('disabled')).toBe(false)
    expect(made()).toHaveLength(1)
    await user.click(create)
    expect(await screen.findByRole('dialog', { name: 'Confirm your password' })).toBeTruthy()
  })

  it('also asks for a code when two-factor authentication is on', async () => {
    const user = userEvent.setup()
    const { server } = openTokens({ isMfaActive: true })
    const question = await askForToken(user)
    await user.type(within(question).getByLabelText('Current password'), rightPassword)
    await user.type(within(question).getByLabelText('One-time code or backup code'), '123456')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText('plb_secret')).toBeTruthy()
    expect(server.to(auth.confirmPassword.path)[0]?.body).toEqual({ password: rightPassword, otp: '123456' })
  })
})
