import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { callerOf } from './server-caller.ts'

let server: Server
const requests: { method: string | undefined; key: string | undefined }[] = []

afterEach(() => {
  server.closeAllConnections()
  server.close()
  requests.length = 0
})

/** A server that answers each request as told: with a status, or by cutting the connection. */
async function callerThatGets(...answers: (number | 'cut')[]) {
  server = createServer((request: IncomingMessage, response) => {
    const key = request.headers['idempotency-key']
    requests.push({ method: request.method, key: typeof key === 'string' ? key : undefined })
    const answer = answers[requests.length - 1] ?? 200
    if (answer === 'cut') request.socket.destroy()
    else response.writeHead(answer, { 'content-type': 'application/json' }).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return callerOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token', 1)
}

describe('a call of npm run import', () => {
  it('is sent again under the same key when the connection breaks or the outcome is unknown', async () => {
    const call = await callerThatGets('cut', 503, 200)
    expect((await call('POST', '/api/imports/', {})).status).toBe(200)
    expect(requests).toHaveLength(3)
    expect(requests[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(requests.map(({ key }) => key)).size).toBe(1)
  })

  it('has a key of its own each time', async () => {
    const call = await callerThatGets(200, 200)
    await call('POST', '/api/imports/', {})
    await call('POST', '/api/imports/', {})
    expect(requests[1]?.key).not.toBe(requests[0]?.key)
  })

  it('is not repeated where that could do something twice', async () => {
    const call = await callerThatGets('cut')
    await expect(call('PATCH', '/api/imports/1/files/1/', {})).rejects.toThrow()
    expect(requests).toEqual([{ method: 'PATCH', key: undefined }])
  })

  it('gives up after three attempts', async () => {
    const call = await callerThatGets(503, 503, 503, 200)
    expect((await call('GET', '/api/imports/')).status).toBe(503)
    expect(requests).toHaveLength(3)
  })
})
