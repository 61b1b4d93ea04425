import { contract } from 'virtual:contract'
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { failed } from '../../testing/fake-server.ts'
import { appServer, renderApp } from '../../testing/render-app.tsx'

const { confirmEmail } = contract.auth

describe('the link for a new e-mail address', () => {
  it('confirms the address once, with its uid and token', async () => {
    const server = appServer(({ path }) =>
      path === confirmEmail.path ? new Response(null, { status: 204 }) : undefined,
    )
    renderApp('/change-email?uid=u1&token=t1')
    expect(await screen.findByRole('heading', { name: 'Email changed' })).toBeTruthy()
    expect(server.to(confirmEmail.path).map(({ body }) => body)).toEqual([{ uid: 'u1', token: 't1' }])
  })

  it.each([
    ['invalid_link', 410, 'Invalid URL'],
    ['link_used', 410, 'Already done'],
    ['already_exists', 409, 'This already exists.'],
  ])('shows an error when the server replies %s', async (code, status, title) => {
    appServer(({ path }) => (path === confirmEmail.path ? failed(status, code, 'x') : undefined))
    renderApp('/change-email?uid=u1&token=t1')
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  })

  it('sends no request when uid or token is missing', async () => {
    const server = appServer()
    renderApp('/change-email?uid=u1')
    expect(await screen.findByRole('heading', { name: 'Invalid URL' })).toBeTruthy()
    expect(screen.getByText('This link is no longer valid. Ask for a new one.')).toBeTruthy()
    expect(server.to(confirmEmail.path)).toHaveLength(0)
  })
})
