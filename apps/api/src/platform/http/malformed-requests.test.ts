import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app/build-app.ts'
import { AppError } from '../errors/app-error.ts'

type Server = Awaited<ReturnType<typeof buildApp>>['server']
let server: Server
let port: number
const requestTimeoutMs = 300

beforeAll(async () => {
  const notOpen = () => {
    throw new AppError('starting')
  }
  const app = await buildApp({
    database: notOpen,
    databaseTarget: notOpen,
    masterKey: notOpen,
    snapshotMb: 1,
    webFolder: '',
    version: 'test',
    isDemo: () => false,
    publicUrl: 'https://plumbline.example',
    mailServer: null,
    trustedProxies: 1,
    requestTimeoutMs,
    logLevel: 'silent',
  })
  server = app.server
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  port = Number(new URL(address).port)
})
afterAll(() => server.close())

/** Sends raw bytes and returns everything received until the connection closes. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let response = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', bytes => {
      response += bytes
    })
    socket.on('close', () => resolve(response))
    socket.on('error', reject)
  })
}

function expectHeaders(answer: string): void {
  expect(answer).toMatch(/content-security-policy: default-src 'self'; script-src 'self'/i)
  expect(answer).toMatch(/x-content-type-options: nosniff/i)
  expect(answer).toMatch(/cache-control: no-store/i)
  expect(answer).toContain('{"errors":[{"code":"bad_request"')
}

const close = 'connection: close\r\n\r\n'

describe('a malformed request', () => {
  it('with an invalid URL gets an error reply with all security headers', async () => {
    for (const path of ['/%zz', '/api/accounts/%E0%A4%A/', `/api/accounts/${'a'.repeat(300)}/`]) {
      const answer = await send(`DELETE ${path} HTTP/1.1\r\nhost: x\r\n${close}`)
      expect(answer, path).toMatch(/^HTTP\/1\.1 400 /)
      expectHeaders(answer)
      expect(answer).not.toContain('aaaa')
    }
  })

  it('that is not HTTP or has overlong headers is rejected', async () => {
    const nonsense = await send('hello\r\n\r\n')
    expect(nonsense).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expectHeaders(nonsense)
    const endless = await send(`GET / HTTP/1.1\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`)
    expect(endless).toMatch(/^HTTP\/1\.1 431 /)
    expectHeaders(endless)
  })

  it('times out when its headers or body do not arrive', async () => {
    const body =
      'POST /auth/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{'
    const [head, late] = await Promise.all([send('GET / HTTP/1.1\r\nhost: x\r\n'), send(body)])
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(late).toMatch(/^HTTP\/1\.1 408 /)
    expectHeaders(late)
  })
})

describe('a reply behind TLS', () => {
  it('carries the strict-transport-security header', async () => {
    const answer = await send(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: https\r\n${close}`)
    expect(answer).toMatch(/strict-transport-security: max-age=31536000/i)
    expect(await send(`GET /healthz HTTP/1.1\r\nhost: x\r\n${close}`)).not.toMatch(/strict-transport/i)
  })
})
