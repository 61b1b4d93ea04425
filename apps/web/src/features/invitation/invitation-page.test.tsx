import { contract } from 'virtual:contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { appServer, renderApp } from '../../testing/render-app.tsx'
import { accessToken, setAccessCookie } from '../../testing/tokens.ts'

const { checkInvitation, acceptInvitation } = contract.auth
const address = '/user-invitation?uid=u1&token=t1'
const invitation = {
  email: 'marc@aebi-laurent.ch',
  name: 'Marc Aebi',
  family: 'Aebi-Laurent',
  is_mfa_required: false,
  expires_at: '2026-11-20T10:00:00Z',
}

function invitingServer(accept: () => Response) {
  return appServer(({ path }) => {
    if (path === checkInvitation.path) return json({ data: invitation })
    return path === acceptInvitation.path ? accept() : undefined
  })
}

async function fillIn(username: string, password: string, repeated: string) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Username'), username)
  await user.type(screen.getByLabelText('Password'), password)
  await user.type(screen.getByLabelText('Confirm password'), repeated)
  await user.click(screen.getByRole('button', { name: 'Activate account' }))
}

describe('an invitation', () => {
  it('activates the account and signs in', async () => {
    const server = invitingServer(() => {
      setAccessCookie(accessToken())
      return json({ access: 'x', access_token: 'x' })
    })
    const app = renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Join Aebi-Laurent' })).toBeTruthy()
    await fillIn('marc', 'long enough', 'long enough')
    await screen.findByRole('heading', { name: /Welcome/ })
    expect(app.address()).toBe('/overview')
    expect(server.to(acceptInvitation.path)[0]?.body).toEqual({
      uid: 'u1',
      token: 't1',
      name: 'Marc Aebi',
      username: 'marc',
      password: 'long enough',
    })
  })

  it('rejects mismatched or short passwords without a request', async () => {
    const server = invitingServer(() => json({}))
    renderApp(address)
    await fillIn('marc', 'long enough', 'long enougg')
    expect(await screen.findByText("Ooops, passwords don't match")).toBeTruthy()
    await userEvent.clear(screen.getByLabelText('Password'))
    await userEvent.type(screen.getByLabelText('Password'), 'short')
    await userEvent.click(screen.getByRole('button', { name: 'Activate account' }))
    expect(await screen.findByText('At least 8 characters.')).toBeTruthy()
    expect(server.to(acceptInvitation.path)).toHaveLength(0)
  })

  it('shows an error of the server under its field', async () => {
    invitingServer(() => failed(409, 'already_exists', 'This username is taken.', 'username'))
    renderApp(address)
    await fillIn('claire', 'long enough', 'long enough')
    const username = screen.getByLabelText('Username')
    await screen.findByText('This username is taken.')
    expect(username.getAttribute('aria-invalid')).toBe('true')
  })

  it.each(['/user-invitation', '/user-invitation?uid=u1'])('is invalid at %s', async incomplete => {
    const server = appServer()
    renderApp(incomplete)
    expect(await screen.findByRole('heading', { name: 'Invalid URL' })).toBeTruthy()
    expect(screen.getByText('This link is no longer valid. Ask for a new one.')).toBeTruthy()
    expect(server.to(checkInvitation.path)).toHaveLength(0)
  })

  it('reports an invalid or used link', async () => {
    appServer(({ path }) =>
      path === checkInvitation.path ? failed(410, 'invalid_link', 'Invalid URL') : undefined,
    )
    renderApp(address)
    expect(await screen.findByRole('heading', { name: 'Invalid URL' })).toBeTruthy()
  })
})
