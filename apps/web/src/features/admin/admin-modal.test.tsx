import { contract } from 'virtual:contract'
import type { User } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import { accountReply, adminUser, familyReply, pageReply, userReply } from './testing/replies.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './admin-modal.tsx'
import './accounts/accounts-tab.tsx'
import './families/families-tab.tsx'
import './users/users-tab.tsx'

const { accounts, families, users, settings, audit, instruments } = contract

const pending: User = userReply({
  id: 'u2',
  username: null,
  name: 'Marc Aebi',
  email: 'marc@aebi-laurent.example',
  is_pending_registration: true,
  invitation_expires_at: '2999-01-01T00:00:00Z',
  last_sign_in_at: null,
})

/** Opens the panel. `respond` overrides the default replies. */
function openPanel(
  fields: string,
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
  role: 'admin' | 'adviser' = 'admin',
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply({ ...adminUser, role }) })
    if (path === accounts.list.path) return json(pageReply([accountReply()], 120))
    if (path === families.list.path) return json(pageReply([familyReply()]))
    if (path === users.list.path)
      return json(pageReply([userReply(), pending, userReply({ ...adminUser, families: [] })]))
    if (path === instruments.listCustodians.path)
      return json(pageReply([{ id: 'rochette', name: 'Banque Rochette', country: 'CH', accounts_count: 1 }]))
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/overview?modal=admin${fields}`) }
}

const lastTo = (requests: FakeRequest[]) => requests.at(-1)
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name })

describe('the admin panel', () => {
  it('is shown to administrators only', async () => {
    const { server } = openPanel('', undefined, 'adviser')
    expect(await screen.findByText('Only administrators can open this.')).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /Accounts/ })).toBeNull()
    expect(server.to(users.list.path)).toHaveLength(0)
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await userEvent.click(await screen.findByRole('button', { name: /^Account/ }))
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: /^Admin/ })).toBeNull()
  })

  it('requests accounts with the filter object, and filters, sorts and pages by the URL', async () => {
    const user = userEvent.setup()
    const { server, app } = openPanel('')
    const table = await screen.findByRole('grid', { name: 'Accounts' })
    expect(await within(table).findByText('5,097,050')).toBeTruthy()
    expect(lastTo(server.to(accounts.list.path))?.body).toEqual({
      settings: { currency: 'CHF' },
      filters: {},
      family: null,
    })
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toContain('modal.offset=50'))
    await user.click(screen.getByRole('button', { name: 'Family' }))
    await waitFor(() => expect(app.address()).toContain('modal.order_by=family'))
    expect(app.address()).not.toContain('offset')
    await user.type(screen.getByRole('searchbox', { name: 'Find' }), 'priv')
    await waitFor(() => expect(app.address()).toContain('modal.q=priv'))
    await waitFor(() =>
      expect(lastTo(server.to(accounts.list.path))?.path).toBe(
        `${accounts.list.path}?limit=50&offset=0&q=priv&order_by=family`,
      ),
    )
    await user.click(screen.getByRole('combobox', { name: 'Custodian' }))
    await user.click(await screen.findByRole('option', { name: 'Banque Rochette' }))
    await waitFor(() =>
      expect(lastTo(server.to(accounts.list.path))?.body).toMatchObject({
        filters: { filter_custodian: ['rochette'] },
      }),
    )
  })

  it('ignores a sort order that the server does not know', async () => {
    const { server } = openPanel('&modal.order_by=-password&modal.offset=abc')
    await screen.findByRole('grid', { name: 'Accounts' })
    expect(server.to(accounts.list.path)[0]?.path).toBe(`${accounts.list.path}?limit=50&offset=0`)
  })

  it('erases an account only after its name is typed, and shows how many transactions are lost', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('', ({ method }) =>
      method === 'DELETE' ? new Response(null, { status: 204 }) : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'Delete Private 4417' }))
    const question = await dialog('Delete Private 4417?')
    expect(within(question).getByText(/541 transactions will be deleted/)).toBeTruthy()
    const act = within(question).getByRole('button', { name: 'Delete account' })
    expect(act.hasAttribute('disabled')).toBe(true)
    await user.type(within(question).getByLabelText('Type Private 4417 to confirm'), 'Private 4417')
    await user.click(act)
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'DELETE')).toMatchObject({
        path: '/api/accounts/a1/',
        body: { name: 'Private 4417' },
      }),
    )
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Delete Private 4417?' })).toBeNull())
  })

  it('adds a family and shows a taken name as an error under its field', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('&modal.tab=families', ({ path, method }) => {
      if (path !== families.create.path || method !== 'POST') return undefined
      return failed(409, 'already_exists', 'This already exists.', 'name')
    })
    await user.click(await screen.findByRole('button', { name: 'New family' }))
    const form = await dialog('New family')
    await user.type(within(form).getByLabelText('Name'), 'Keller')
    await user.click(within(form).getByRole('button', { name: 'Create' }))
    expect(await within(form).findByText('This already exists.')).toBeTruthy()
    expect(within(form).getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
    expect(server.to(families.create.path)[0]?.body).toEqual({
      name: 'Keller',
      currency: 'CHF',
      is_mfa_required: false,
      adviser_ids: [],
      storage_limit_mb: null,
    })
  })

  it('shows what a family stores and changes the limit of it', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('&modal.tab=families', ({ path, method }) => {
      if (path === '/api/families/f1/storage/')
        return json({ data: { used_bytes: 12_400_000, limit_bytes: 2_000_000_000 } })
      if (path === '/api/families/f1/' && method === 'POST') return json({ data: familyReply() })
      return undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Edit Aebi-Laurent' }))
    const form = await dialog('Edit Aebi-Laurent')
    expect(await within(form).findByText('12 MB of 2,000 MB used')).toBeTruthy()
    const field = within(form).getByLabelText('Storage limit (MB)')
    await user.type(field, '0')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('Enter a whole number from 1 to 1000000.')).toBeTruthy()
    expect(server.to('/api/families/f1/')).toHaveLength(0)
    await user.clear(field)
    await user.type(field, '500')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.to('/api/families/f1/')[0]?.body).toMatchObject({ storage_limit_mb: 500 }),
    )
  })
})

describe('users in the admin panel', () => {
  it('show as pending until they register, and can be invited again', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('&modal.tab=users', ({ path }) =>
      path === '/api/users/u2/resend/' ? json({ data: { has_mail_server: true, link: null } }) : undefined,
    )
    expect(await screen.findByText('pending registration')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resend the invitation of Marc Aebi' }))
    expect(await screen.findByText('Invitation sent to marc@aebi-laurent.example')).toBeTruthy()
    expect(server.to('/api/users/u2/resend/')).toHaveLength(1)
  })

  it('cannot delete themselves', async () => {
    openPanel('&modal.tab=users')
    await screen.findByText('pending registration')
    expect(screen.getByRole('button', { name: 'Delete Claire Laurent' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete Nora Frei' })).toBeNull()
  })

  it('are invited by a link to hand over without a mail server', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('&modal.tab=users&modal.form=new', ({ path, method }) =>
      path === users.invite.path && method === 'POST'
        ? json({ data: { user: pending, has_mail_server: false, link: 'https://plumbline.example/i' } })
        : undefined,
    )
    const form = await dialog('Invite a user')
    await user.type(within(form).getByLabelText('Email'), 'marc@aebi-laurent.example')
    await user.click(within(form).getByRole('combobox', { name: 'Family' }))
    await user.click(await screen.findByRole('option', { name: 'Aebi-Laurent' }))
    await user.click(within(form).getByRole('switch', { name: 'All accounts of the family' }))
    await user.click(await within(form).findByRole('checkbox', { name: /Private 4417/ }))
    await user.click(within(form).getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText('Send this link to marc@aebi-laurent.example')).toBeTruthy()
    expect(screen.getByLabelText('Invitation link').textContent).toBe('https://plumbline.example/i')
    expect(server.to(users.invite.path)[0]?.body).toEqual({
      email: 'marc@aebi-laurent.example',
      name: null,
      role: 'investor',
      family: 'f1',
      families: [],
      accounts: ['a1'],
      is_mfa_required: false,
      is_beta_tester: false,
    })
  })

  it('are disabled after a confirmation', async () => {
    const user = userEvent.setup()
    const { server } = openPanel('&modal.tab=users&modal.form=edit&modal.id=u1', ({ path }) =>
      path === '/api/users/u1/disable/' ? json({ data: userReply({ is_disabled: true }) }) : undefined,
    )
    const form = await dialog('Edit Claire Laurent')
    await user.click(within(form).getByRole('button', { name: 'Disable' }))
    const question = await dialog('Disable Claire Laurent?')
    await user.click(within(question).getByRole('button', { name: 'Disable' }))
    await waitFor(() => expect(server.to('/api/users/u1/disable/')).toHaveLength(1))
  })
})

describe('the audit log', () => {
  it('describes each action, and shows whether the hash chain is intact', async () => {
    openPanel('&modal.tab=audit', ({ path }) =>
      path.startsWith(audit.list.path)
        ? json({
            ...pageReply([
              {
                id: '1',
                at: '2026-11-13T07:31:00Z',
                user: null,
                action: 'sign_in_failed',
                details: 'jonas.weber',
                subject: null,
                family: null,
                address: null,
              },
            ]),
            extra: { actions: ['sign_in_failed'], is_chain_intact: true },
          })
        : undefined,
    )
    expect(await screen.findByText('Sign-in failed')).toBeTruthy()
    expect(screen.getByText('unknown')).toBeTruthy()
    expect(screen.getByText('chain intact')).toBeTruthy()
  })
})
