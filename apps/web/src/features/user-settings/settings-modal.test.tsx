import { contract } from 'virtual:contract'
import type { UserSettings } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './settings-modal.tsx'

const { auth, settings } = contract

const person: Partial<UserSettings> = {
  id: 'u1',
  email: 'claire@aebi-laurent.example',
  registrationDate: '2021-01-04T09:00:00Z',
  password_changed_at: '2026-03-03T09:00:00Z',
  is_mfa_active: false,
  is_mfa_required: false,
  is_beta_tester: false,
  page_size: 50,
}

/** Opens the settings of a user. `respond` overrides the default replies. */
function openSettings(
  address: string,
  change: Partial<UserSettings> = {},
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    if (request.path === settings.read.path && request.method === 'GET')
      return json({ data: settingsReply({ ...person, ...change }) })
    if (request.path === auth.countBackupCodes.path) return json({ data: { remaining: 9 } })
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/overview?${address}`) }
}

const dialog = (name: string) => screen.findByRole('dialog', { name })
const changes = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

describe('the user settings', () => {
  it('open from the account menu, appear in the URL and close with Esc', async () => {
    const user = userEvent.setup()
    const { app } = openSettings('')
    const opener = await screen.findByRole('button', { name: /^Account/ })
    await user.click(opener)
    await user.click(await screen.findByRole('menuitem', { name: 'Settings' }))
    const shown = await dialog('Settings')
    expect(app.address()).toContain('modal=settings')
    for (const words of [
      'claire.laurent',
      'claire@aebi-laurent.example',
      'last changed 3 Mar 2026',
      'Investor · Aebi-Laurent family · since 4 Jan 2021',
      'Off. Turn it on to enter a code from your phone at each sign-in.',
    ])
      expect(within(shown).getByText(words)).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(app.address()).not.toContain('modal')
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('keep their tab in the URL without adding to the history', async () => {
    const user = userEvent.setup()
    const { app } = openSettings('modal=settings')
    await user.click(await screen.findByRole('tab', { name: 'Preferences' }))
    await waitFor(() => expect(app.address()).toContain('modal.tab=preferences'))
    expect(app.router.history.length).toBe(1)
  })

  it('save theme and language on the server', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.tab=preferences')
    await user.click(await screen.findByRole('button', { name: 'Light' }))
    expect(document.documentElement.dataset.theme ?? localStorage.getItem('plumbline_theme')).toBe('light')
    expect(localStorage.getItem('plumbline_theme')).toBe('light')
    await waitFor(() => expect(changes(server.to(settings.change.path))).toEqual([{ color_scheme: 'light' }]))
  })

  it('refetch texts of the server in the chosen language', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.tab=preferences')
    const lists = () => server.to(settings.read.path).filter(({ method }) => method === 'GET')
    await user.click(await screen.findByRole('combobox', { name: 'Language' }))
    const asked = lists().length
    await user.click(await screen.findByRole('option', { name: 'Deutsch' }))
    await waitFor(() => expect(lists().length).toBeGreaterThan(asked))
    expect(lists().at(-1)?.headers.get('x-plumbline-language')).toBe('de')
  })

  it('change the currency of the current view and save it', async () => {
    const user = userEvent.setup()
    const { server, app } = openSettings('modal=settings&modal.tab=preferences')
    await user.click(await screen.findByRole('combobox', { name: 'Reporting currency' }))
    await user.click(await screen.findByRole('option', { name: /EUR/ }))
    await waitFor(() => expect(app.address()).toContain('in=EUR'))
    expect(app.address()).toContain('modal=settings')
    expect(changes(server.to(settings.change.path)).at(-1)).toMatchObject({ currency: 'EUR' })
  })

  it('offer only device preferences to the demo user and save nothing', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.tab=sign_ins', { role: 'demo' })
    const shown = await dialog('Settings')
    expect(within(shown).getByText(/This account is shared/)).toBeTruthy()
    expect(within(shown).queryByRole('tab', { name: 'Devices' })).toBeNull()
    expect(within(shown).queryByRole('button', { name: 'Change password' })).toBeNull()
    await user.click(within(shown).getByRole('tab', { name: 'Preferences' }))
    await user.click(await screen.findByRole('button', { name: 'Light' }))
    expect(screen.queryByRole('combobox', { name: 'Reporting currency' })).toBeNull()
    expect(changes(server.requests)).toEqual([])
  })
})

describe('changing credentials', () => {
  it('requires the new password twice and reports a mismatch', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.form=password')
    const form = await dialog('Change password')
    await user.type(within(form).getByLabelText('Current password'), 'old enough')
    await user.type(within(form).getByLabelText('New password'), 'a new long one')
    await user.type(within(form).getByLabelText('Confirm password'), 'another one')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText("Ooops, passwords don't match")).toBeTruthy()
    expect(server.to(auth.changePassword.path)).toHaveLength(0)
  })

  it('warns that a new password revokes API tokens, and keeps them on request', async () => {
    const user = userEvent.setup()
    const token = {
      name: 'Export',
      scope: 'read',
      prefix: 'plb_abcdef',
      created_at: '2026-11-01T08:00:00Z',
      last_used_at: null,
      expires_at: null,
    }
    const { server } = openSettings('modal=settings&modal.form=password', {}, ({ path }) => {
      if (path.startsWith(auth.listApiTokens.path))
        return json({
          next: null,
          previous: null,
          count: 2,
          data: [
            { ...token, id: 't1' },
            { ...token, id: 't2' },
          ],
        })
      return path === auth.changePassword.path ? new Response(null, { status: 204 }) : undefined
    })
    const form = await dialog('Change password')
    expect(await within(form).findByText(/Your 2 API tokens will stop working/)).toBeTruthy()
    await user.click(within(form).getByLabelText('Keep my API tokens'))
    expect(within(form).queryByText(/API tokens will stop working/)).toBeNull()
    await user.type(within(form).getByLabelText('Current password'), 'old enough')
    await user.type(within(form).getByLabelText('New password'), 'a new long one')
    await user.type(within(form).getByLabelText('Confirm password'), 'a new long one')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to(auth.changePassword.path)).toHaveLength(1))
    expect(server.to(auth.changePassword.path)[0]?.body).toMatchObject({ keep_api_tokens: true })
  })

  it('shows an error of the server under the password field', async () => {
    const user = userEvent.setup()
    openSettings('modal=settings&modal.form=password', {}, ({ path }) =>
      path === auth.changePassword.path
        ? failed(400, 'wrong_password', 'The current password is not right.', 'old_password')
        : undefined,
    )
    const form = await dialog('Change password')
    await user.type(within(form).getByLabelText('Current password'), 'not it')
    await user.type(within(form).getByLabelText('New password'), 'a new long one')
    await user.type(within(form).getByLabelText('Confirm password'), 'a new long one')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('The current password is not right.')).toBeTruthy()
    expect(within(form).getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true')
  })

  it('asks for a code when two-factor authentication is on', async () => {
    const user = userEvent.setup()
    const { server } = openSettings(
      'modal=settings&modal.form=username',
      { is_mfa_active: true },
      ({ path }) => (path === auth.changeUsername.path ? new Response(null, { status: 204 }) : undefined),
    )
    const form = await dialog('Change username')
    await user.type(within(form).getByLabelText('New username'), 'claire')
    await user.type(within(form).getByLabelText('Current password'), 'old enough')
    await user.type(within(form).getByLabelText('One-time code or backup code'), '123456')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to(auth.changeUsername.path)).toHaveLength(1))
    expect(server.to(auth.changeUsername.path)[0]?.body).toEqual({
      username: 'claire',
      password: 'old enough',
      otp: '123456',
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change username' })).toBeNull())
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy()
  })

  it('refers to an administrator for the link when there is no mail server', async () => {
    const user = userEvent.setup()
    openSettings('modal=settings&modal.form=email', {}, ({ path }) =>
      path === auth.changeEmail.path ? json({ data: { has_mail_server: false } }) : undefined,
    )
    const form = await dialog('Change email')
    await user.type(within(form).getByLabelText('New email'), 'new@example.com')
    await user.type(within(form).getByLabelText('Current password'), 'old enough')
    await user.click(within(form).getByRole('button', { name: 'Send link' }))
    expect(
      await screen.findByText(
        /If new@example\.com can be used, an administrator finds the email with the link/,
      ),
    ).toBeTruthy()
  })
})

describe('the storage of the family', () => {
  it('is shown to its users with the limit', async () => {
    openSettings('modal=settings', {}, ({ path }) =>
      path.endsWith('/storage/') ? json({ data: { used_bytes: 340_000, limit_bytes: null } }) : undefined,
    )
    expect(await screen.findByText('340 KB used')).toBeTruthy()
  })
})

describe('sign-ins and tokens', () => {
  const signIns = [
    { id: 's1', client: 'Firefox on Linux', address: '10.0.0.1', is_current: true },
    { id: 's2', client: 'Safari on iPhone', address: null, is_current: false },
  ].map(each => ({
    ...each,
    started_at: '2026-11-01T08:00:00Z',
    last_used_at: '2026-11-13T08:00:00Z',
    ends_at: '2026-12-01T08:00:00Z',
  }))

  it('ends another sign-in but not the current one', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.tab=sign_ins', {}, ({ path, method }) => {
      if (path.startsWith(auth.listSignIns.path) && method === 'GET')
        return json({ next: null, previous: null, count: 2, data: signIns })
      return method === 'DELETE' ? new Response(null, { status: 204 }) : undefined
    })
    expect(await screen.findByText('this device')).toBeTruthy()
    expect(screen.getAllByText(/expires 1 Dec 2026 at the latest/)).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'Sign out Firefox on Linux' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Sign out Safari on iPhone' }))
    await waitFor(() =>
      expect(server.requests.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        '/auth/sign-ins/s2/',
      ]),
    )
  })

  it('shows a new token once and creates it with the chosen lifetime', async () => {
    const user = userEvent.setup()
    const { server } = openSettings('modal=settings&modal.tab=tokens', {}, ({ path, method }) => {
      if (!path.startsWith(auth.listApiTokens.path)) return undefined
      return method === 'GET'
        ? json({ next: null, previous: null, count: 0, data: [] })
        : json({ data: { id: 't1', token: 'plumb_secret' } })
    })
    await user.click(await screen.findByRole('button', { name: 'New token' }))
    const form = await dialog('New token')
    await user.type(within(form).getByLabelText('Purpose'), 'Export')
    await user.click(within(form).getByRole('combobox', { name: 'Expires after' }))
    await user.click(await screen.findByRole('option', { name: '7 days' }))
    await user.click(within(form).getByRole('button', { name: 'Create token' }))
    expect(await screen.findByText('plumb_secret')).toBeTruthy()
    const [sent] = server.to(auth.createApiToken.path).filter(({ method }) => method === 'POST')
    expect(sent?.body).toEqual({ name: 'Export', scope: 'read', expires_in_days: 7 })
    await user.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText('plumb_secret')).toBeNull())
  })
})
