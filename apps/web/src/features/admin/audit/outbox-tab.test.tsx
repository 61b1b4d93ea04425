import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import { adminUser, pageReply } from '../testing/replies.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../admin-modal.tsx'
import './outbox-tab.tsx'
import '../../user-settings/confirm-password-dialog.tsx'

const { audit, auth, settings } = contract
const link = 'https://plumbline.example/password-reset/u/t'
const mail = {
  id: '11111111-1111-4111-8111-111111111111',
  to: 'otto@example.com',
  subject: 'Set a new password',
  text: 'Set it here:\n\n…\n\nThe link works once.',
  has_link: true,
  status: 'waiting',
  attempts: 0,
  last_error: null,
  discard_reason: null,
  created_at: '2026-11-13T06:41:00Z',
  sent_at: null,
}

function openOutbox() {
  let isConfirmed = false
  const server = appServer(({ path }) => {
    if (path === settings.read.path)
      return json({ data: settingsReply({ ...adminUser, is_mfa_active: false }) })
    if (path === auth.confirmPassword.path) {
      isConfirmed = true
      return new Response(null, { status: 204 })
    }
    if (path === `${audit.outbox.path}${mail.id}/`)
      return isConfirmed
        ? json({ data: { ...mail, link } })
        : failed(403, 'password_confirmation_required', 'Confirm your password to continue.')
    if (path.startsWith(audit.outbox.path))
      return json({ ...pageReply([mail]), extra: { has_mail_server: false } })
    return undefined
  })
  signIn()
  renderApp('/overview?modal=admin&modal.tab=outbox')
  return server
}

describe('a mail in the outbox', () => {
  it('shows its link after the password is confirmed', async () => {
    const user = userEvent.setup()
    openOutbox()
    expect(await screen.findByText(/The link works once/)).toBeTruthy()
    expect(screen.queryByText(link)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show link' }))
    const question = await screen.findByRole('dialog', { name: 'Confirm your password' })
    await user.type(within(question).getByLabelText('Current password'), 'hangs true')
    await user.click(within(question).getByRole('button', { name: 'Confirm' }))
    expect(await screen.findByText(link)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Show link' })).toBeNull()
  })

  it('stays in view, without an error, when the confirmation is declined', async () => {
    const user = userEvent.setup()
    openOutbox()
    await user.click(await screen.findByRole('button', { name: 'Show link' }))
    const question = await screen.findByRole('dialog', { name: 'Confirm your password' })
    await user.click(within(question).getByText(/For your security/))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Confirm your password' })).toBeNull())
    expect(await screen.findByRole('button', { name: 'Show link' })).toBeTruthy()
    expect(screen.queryByText('Confirm your password to continue.')).toBeNull()
  })
})
