import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed } from '../../testing/fake-server.ts'
import { appServer, renderApp } from '../../testing/render-app.tsx'

const link = '/pause-mail/m1/t1'
const call = '/api/notifications/pause/m1/t1/'

describe('the link that stops mails', () => {
  it('changes nothing until its button is pressed', async () => {
    const server = appServer(({ path }) => (path === call ? new Response(null, { status: 204 }) : undefined))
    renderApp(link)
    const button = await screen.findByRole('button', { name: 'Stop emails' })
    expect(server.to(call)).toHaveLength(0)
    await userEvent.click(button)
    expect(await screen.findByRole('heading', { name: 'Emails stopped' })).toBeTruthy()
    expect(server.to(call)).toHaveLength(1)
  })

  it('says that it is invalid when the server refuses it', async () => {
    appServer(({ path }) => (path === call ? failed(410, 'invalid_link', 'x') : undefined))
    renderApp(link)
    await userEvent.click(await screen.findByRole('button', { name: 'Stop emails' }))
    expect(await screen.findByRole('heading', { name: 'Invalid URL' })).toBeTruthy()
  })
})
