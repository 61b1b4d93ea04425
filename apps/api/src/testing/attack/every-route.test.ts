import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { allEndpoints } from '@plumbline/contract'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app/build-app.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { printResult } from '../access/sizes.ts'
import { createTestApp, type TestApp } from '../test-app.ts'
import { climbs } from './payloads.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'ivy', role: 'investor', familyId: await app.addFamily('Own') })
})
afterAll(() => app.close())

const expected: Record<string, RegExp> = {
  'content-security-policy':
    /default-src 'self'; script-src 'self';.*object-src 'none'; base-uri 'none'; frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'cross-origin-opener-policy': /^same-origin$/,
  'cross-origin-resource-policy': /^same-origin$/,
  'permissions-policy': /camera=\(\)/,
  'cache-control': /^no-store$/,
  'x-request-id': /^[0-9a-f-]{36}$/,
}

function missing(reply: LightMyRequestResponse): string[] {
  return Object.entries(expected)
    .filter(([name, value]) => !value.test(String(reply.headers[name] ?? '')))
    .map(([name]) => name)
}

describe('the security headers', () => {
  it('are on every route with every common status', { timeout: 120_000 }, async () => {
    const { access } = await app.signIn('ivy')
    const seen = new Map<number, number>()
    const bare: string[] = []
    for (const [name, { method, path: declared }] of allEndpoints()) {
      // Calls that end the sign-in would break the following ones.
      if (name === 'auth.logout') continue
      const url = declared.replaceAll(/:\w+/g, '00000000-0000-4000-8000-000000000000')
      const json = { 'content-type': 'application/json' }
      const requests = [
        {},
        { as: access, ...(method === 'GET' ? {} : { payload: '{}', headers: json }) },
        { as: 'x.y.z' },
        { as: access, ...(method === 'GET' ? {} : { payload: '{"a":', headers: json }) },
        {
          as: access,
          ...(method === 'GET' ? {} : { payload: '<a/>', headers: { 'content-type': 'text/xml' } }),
        },
      ]
      for (const request of requests) {
        const reply = await app.call({ method, url, ...request })
        seen.set(reply.statusCode, (seen.get(reply.statusCode) ?? 0) + 1)
        const lacks = missing(reply)
        if (lacks.length > 0) bare.push(`${name} ${reply.statusCode}: ${lacks.join(', ')}`)
      }
    }
    printResult(`Headers: ${JSON.stringify(Object.fromEntries([...seen].sort()))}`)
    expect(bare).toEqual([])
    for (const status of [200, 400, 401, 404, 415])
      expect(seen.get(status) ?? 0, String(status)).toBeGreaterThan(0)
  })

  it('do not reveal the server software', async () => {
    for (const url of ['/healthz', '/api/settings/', '/nothing', '/api/docs']) {
      const { headers } = await app.call({ method: 'GET', url })
      expect([headers.server, headers['x-powered-by']], url).toEqual([undefined, undefined])
    }
  })
})

describe('a path traversal', () => {
  const secret = 'the secret beside the web app'
  let folder: string
  let port: number
  let close: () => Promise<void>

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'plumbline-climb-'))
    mkdirSync(path.join(folder, 'web/assets'), { recursive: true })
    writeFileSync(path.join(folder, 'web/index.html'), '<!doctype html><title>Plumbline</title>')
    writeFileSync(path.join(folder, 'web/assets/app.js'), '')
    writeFileSync(path.join(folder, 'secret.txt'), secret)
    const none = () => {
      throw new AppError('starting')
    }
    const { server } = await buildApp({
      database: none,
      databaseTarget: none,
      masterKey: none,
      snapshotMb: 1,
      webFolder: path.join(folder, 'web'),
      version: 'test',
      isDemo: () => false,
      publicUrl: 'https://plumbline.example',
      mailServer: null,
      trustedProxies: 0,
      logLevel: 'silent',
    })
    port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
    close = () => server.close()
  })
  afterAll(async () => {
    await close()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Sends the raw path, which an HTTP client would normalise. */
  function get(target: string): Promise<string> {
    return new Promise((resolve, reject) => {
      let answer = ''
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`),
      )
      socket.on('data', bytes => {
        answer += bytes
      })
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  }

  it('reaches no file outside of the web app', async () => {
    const targets = climbs.flatMap(climb =>
      ['/', '/assets/', '/api/docs/'].flatMap(start =>
        [1, 3].flatMap(times => [
          `${start}${climb.repeat(times)}secret.txt`,
          `${start}${climb.repeat(times)}etc/passwd`,
        ]),
      ),
    )
    const answers = await Promise.all(targets.map(get))
    printResult(`Traversal: ${targets.length} addresses`)
    const escaped = targets.filter((_, place) => /the secret|root:/.test(answers[place] ?? ''))
    expect(escaped).toEqual([])
    expect(answers.every(answer => /^HTTP\/1\.1 (200|400|404) /.test(answer))).toBe(true)
  })

  it('injects no header', async () => {
    for (const end of ['%0d%0aset-cookie:%20a=b', '%0aset-cookie:a=b', '%E5%98%8A%E5%98%8Dset-cookie:a=b'])
      for (const start of ['/login?r=', '/', '/api/', '/assets/'])
        expect(await get(start + end), start + end).not.toMatch(/^set-cookie:/im)
  })
})

describe('an oversized body', () => {
  const login = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    app.call({
      method: 'POST',
      url: '/auth/login/',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })

  it('is rejected quickly in every form, while other users are served', async () => {
    const { access } = await app.signIn('ivy')
    const zeros = Buffer.alloc(20_000_000)
    const packed = gzipSync(zeros)
    const keys = `{${Array.from({ length: 60_000 }, (_, place) => `"k${place}":1`).join(',')}}`
    const bombs: [name: string, payload: string | Buffer, headers?: Record<string, string>][] = [
      ['gzip', packed, { 'content-encoding': 'gzip' }],
      ['deflate', deflateSync(zeros), { 'content-encoding': 'deflate' }],
      ['brotli by name', packed, { 'content-encoding': 'br' }],
      ['gzip twice', gzipSync(packed), { 'content-encoding': 'gzip, gzip' }],
      ['lists in lists', `${'['.repeat(400_000)}`],
      ['objects in objects', `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`],
      ['many keys', keys],
      ['many numbers', `[${'1,'.repeat(400_000)}1]`],
      ['a long number', `{"username":${'9'.repeat(900_000)},"password":"x"}`],
      ['a long text', JSON.stringify({ username: 'x'.repeat(900_000), password: 'x' })],
      ['a long password', JSON.stringify({ username: 'ivy', password: 'x'.repeat(900_000) })],
      ['escapes', `{"username":"${'\\u0041'.repeat(150_000)}","password":"x"}`],
      ['one that is too large', JSON.stringify('x'.repeat(1_100_000))],
    ]
    const before = process.memoryUsage.rss()
    for (const [name, payload, headers] of bombs) {
      const reply = await login(payload, headers)
      expect([400, 401, 413, 415].includes(reply.statusCode), `${name}: ${reply.statusCode}`).toBe(true)
    }
    printResult(
      `Bombs: ${bombs.length}, memory +${Math.round((process.memoryUsage.rss() - before) / 1e6)} MB`,
    )
    expect((await app.call({ method: 'GET', url: '/api/settings/', as: access })).statusCode).toBe(200)
  })

  it('is rejected in a query or a path as well', async () => {
    const { access } = await app.signIn('ivy')
    for (const url of [
      `/api/positions/search/?q=${'a'.repeat(10_000)}`,
      `/api/positions/search/?${'q=a&'.repeat(3_000)}`,
      `/api/reports/?order_by=${'-'.repeat(8_000)}`,
    ]) {
      const reply = await app.call({ method: 'GET', url, as: access })
      expect([400, 404, 414].includes(reply.statusCode), url.slice(0, 60)).toBe(true)
    }
  })
})
