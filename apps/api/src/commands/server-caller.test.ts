import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createCaller } from './server-caller.ts'

let server: Server
const requests: { method: string | undefined; key: string | undefined }[] = []

afterEach(() => {
  server.closeAllConnections()
  server.close()
  requests.length = 0
})

/** Starts a server that replies with these statuses or cuts the connection, and returns a caller of it. */
async function callServer(...replies: (number | 'cut')[]) {
  server = createServer((request: IncomingMessage, response) => {
    const key = request.headers['idempotency-key']
    requests.push({ method: request.method, key: typeof key === 'string' ? key : undefined })
    const reply = replies[requests.length - 1] ?? 200
    if (reply === 'cut') request.socket.destroy()
    else response.writeHead(reply, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return createCaller(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token', 1)
}

describe('a call of npm run import', () => {
  it('is retried with the same key when the connection breaks or the outcome is unknown', async () => {
    const call = await callServer('cut', 503, 200)
    expect((await call('POST', '/api/imports/', {})).status).toBe(200)
    expect(requests).toHaveLength(3)
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
  })

  it('has a new key each time', async () => {
    const call = await callServer(200, 200)
    await call('POST', '/api/imports/', {})
    await call('POST', '/api/imports/', {})
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
  })

  it('is not retried when it is not idempotent', async () => {
    const call = await callServer('cut')
    await expect(call('PATCH', '/api/imports/1/files/1/', {})).rejects.toThrow()
    expect(requests).toEqual([{ method: 'PATCH', key: undefined }])
  })

  it('gives up after three attempts', async () => {
    const call = await callServer(503, 503, 503, 200)
    expect((await call('GET', '/api/imports/')).status).toBe(503)
    expect(requests).toHaveLength(3)
  })
})
