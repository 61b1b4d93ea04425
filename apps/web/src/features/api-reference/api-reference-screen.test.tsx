import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import { type ApiDocument, documentPath } from './api-document.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './api-reference-screen.tsx'

const document: ApiDocument = {
  components: {
    parameters: {},
    requestBodies: { thingsChange: { content: { 'application/json': { example: { name: 'New' } } } } },
  },
  paths: {
    '/api/things/{id}/': {
      get: {
        operationId: 'thingsRead',
        summary: 'Read one thing.',
        tags: ['Things'],
        'x-policy': { may: ['admin', 'investor'], isRead: true },
        parameters: [
          { name: 'id', in: 'path', required: true, example: 'a/b' },
          { name: 'limit', in: 'query', required: false, description: 'Most rows.', example: 50 },
        ],
      },
      patch: {
        operationId: 'thingsChange',
        summary: 'Change one thing.',
        tags: ['Things'],
        'x-policy': { may: ['admin'], isRead: false },
        parameters: [{ name: 'id', in: 'path', required: true, example: 'a/b' }],
        requestBody: { $ref: '#/components/requestBodies/thingsChange' },
      },
    },
    '/auth/login/': {
      post: {
        operationId: 'authLogin',
        summary: 'Sign in.',
        tags: ['Authentication'],
        'x-policy': { may: 'anyone', isRead: false },
      },
    },
  },
}

function openReference() {
  const server = appServer(request => {
    if (request.path === documentPath) return json(document)
    if (request.path.startsWith('/api/things/'))
      return new Response('{"data":{"name":"Thing"}}', {
        headers: { 'content-type': 'application/json', 'x-request-id': 'r1' },
      })
    return undefined
  })
  signIn()
  renderApp('/reference')
  return { server, user: userEvent.setup() }
}

const openCall = async (user: ReturnType<typeof userEvent.setup>, summary: string) => {
  await user.click(await screen.findByText(summary))
}

describe('the API reference', () => {
  it('lists every call by feature and finds them by path, words and parameters', async () => {
    const { user } = openReference()
    expect(await screen.findByRole('heading', { name: 'Things' })).toBeTruthy()
    expect(screen.getByText('3 calls')).toBeTruthy()
    await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'limit things')
    expect(await screen.findByText('1 call')).toBeTruthy()
    expect(screen.getByText('Read one thing.')).toBeTruthy()
    expect(screen.queryByText('Sign in.')).toBeNull()
  })

  it('sends a read at once with the session of the user, and shows status, headers and body', async () => {
    const { server, user } = openReference()
    await openCall(user, 'Read one thing.')
    await user.type(screen.getByRole('textbox', { name: 'limit' }), '5')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    const reply = await screen.findByRole('region', { name: 'Response to GET /api/things/{id}/' })
    expect(within(reply).getByRole('status').textContent).toContain('Status 200')
    expect(within(reply).getByRole('region', { name: 'Body' }).textContent).toContain('"name": "Thing"')
    expect(reply.textContent).toContain('x-request-id: r1')
    const [sent] = server.requests.filter(({ path }) => path.startsWith('/api/things/'))
    expect(sent?.path).toBe('/api/things/a%2Fb/?limit=5')
    expect(sent?.headers.get('authorization')).toMatch(/^Bearer /)
  })

  it('asks before a call that changes data, and sends nothing unless confirmed', async () => {
    const { server, user } = openReference()
    const sent = () => server.requests.filter(({ path }) => path.startsWith('/api/things/'))
    await openCall(user, 'Change one thing.')
    await user.click(screen.getByRole('button', { name: 'Send and change data' }))
    const dialog = await screen.findByRole('dialog', { name: 'Send PATCH /api/things/{id}/?' })
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(sent()).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Send and change data' }))
    const again = await screen.findByRole('dialog')
    await user.click(within(again).getByRole('button', { name: 'Send and change data' }))
    await screen.findByRole('region', { name: 'Response to PATCH /api/things/{id}/' })
    expect(sent()[0]?.body).toEqual({ name: 'New' })
  })

  it('does not send a body that is not JSON', async () => {
    const { server, user } = openReference()
    await openCall(user, 'Change one thing.')
    await user.type(screen.getByRole('textbox', { name: 'Request body, JSON' }), 'x')
    expect(await screen.findByText('This is not valid JSON.')).toBeTruthy()
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send and change data' })
    expect(send.disabled).toBe(true)
    expect(server.requests.some(({ path }) => path.startsWith('/api/things/'))).toBe(false)
  })
})
