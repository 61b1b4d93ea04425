import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './new-account-dialog.tsx'

const { accounts, instruments, settings } = contract

function openForm(role: 'investor' | 'admin') {
  const server = appServer(({ path }) => {
    if (path === settings.read.path) return json({ data: settingsReply({ role }) })
    if (path.startsWith(instruments.listCustodians.path))
      return json({
        next: null,
        previous: null,
        count: 1,
        data: [{ id: 'rochette', name: 'Banque Rochette', country: null, accounts_count: 1 }],
      })
    if (path === accounts.create.path) return json({ data: { id: 'a9', name: 'Art' } })
    return undefined
  })
  signIn()
  renderApp('/overview?modal=new-account')
  return server
}

async function chooseCustodian(user: ReturnType<typeof userEvent.setup>) {
  const form = await screen.findByRole('dialog', { name: 'New account' })
  await user.click(within(form).getByRole('combobox', { name: 'Custodian' }))
  await user.click(await screen.findByRole('option', { name: 'Banque Rochette' }))
  return form
}

describe('a new account', () => {
  it('can be opened by anyone when it is manual', async () => {
    const user = userEvent.setup()
    const server = openForm('investor')
    const form = await screen.findByRole('dialog', { name: 'New account' })
    await user.type(within(form).getByLabelText('Name'), 'Art')
    await user.click(within(form).getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(server.to(accounts.create.path)).toHaveLength(1))
    expect(server.to(accounts.create.path)[0]?.body).toMatchObject({
      name: 'Art',
      custodian: 'manual',
      currency: 'CHF',
    })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('at a custodian needs an administrator', async () => {
    const user = userEvent.setup()
    openForm('investor')
    const form = await chooseCustodian(user)
    expect(await within(form).findByText(/^Contact your account manager/)).toBeTruthy()
    expect(within(form).getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(true)
  })

  it('at a custodian can be opened by administrators', async () => {
    const user = userEvent.setup()
    openForm('admin')
    const form = await chooseCustodian(user)
    expect(await within(form).findByLabelText('Account number')).toBeTruthy()
    expect(within(form).getByRole('button', { name: 'Create' }).hasAttribute('disabled')).toBe(false)
  })
})
