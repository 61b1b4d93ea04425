import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'
import { type CompressedForms, compressReply, shareCompressedForms } from './compress-reply.ts'

let app: TestApp
let access: string

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'ada', role: 'admin' })
  access = (await app.signIn('ada')).access
})
afterAll(() => app.close())

const read = (url: string, encoding: string | undefined, headers: Record<string, string> = {}) =>
  app.call({
    method: url.includes('/list/') ? 'POST' : 'GET',
    url,
    as: access,
    headers: { ...headers, ...(encoding === undefined ? {} : { 'accept-encoding': encoding }) },
    ...(url.includes('/list/') ? { payload: {} } : {}),
  })
const url = '/api/settings/'

async function* failingRows() {
  yield randomBytes(200_000).toString('hex')
  throw new Error('The worker ended.')
}

describe('a compressed reply', () => {
  it('has the encoding of the highest weight and the same content', async () => {
    const plain = await read(url, undefined)
    const brotli = await read(url, 'gzip, deflate, br')
    const gzip = await read(url, 'br;q=0.2, gzip')
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(gzip.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(brotliDecompressSync(brotli.rawPayload).toString())).toEqual(plain.json())
    expect(JSON.parse(gunzipSync(gzip.rawPayload).toString())).toEqual(plain.json())
    expect(Number(brotli.headers['content-length'])).toBe(brotli.rawPayload.length)
    expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  it('varies by Accept-Encoding, also where it is not compressed', async () => {
    for (const encoding of [undefined, 'br', 'identity'])
      expect((await read(url, encoding)).headers.vary, encoding).toBe('accept-encoding')
    expect((await read(url, 'identity')).headers['content-encoding']).toBeUndefined()
  })

  it('streams an export with the same rows', async () => {
    const csv = { accept: 'text/csv' }
    const plain = await read('/api/transactions/list/', undefined, csv)
    const encoded = await read('/api/transactions/list/', 'br', csv)
    expect([plain.statusCode, encoded.headers['content-encoding']]).toEqual([200, 'br'])
    expect(encoded.headers['content-disposition']).toBe(plain.headers['content-disposition'])
    expect(brotliDecompressSync(encoded.rawPayload).toString()).toBe(plain.body)
  })

  it('of a stream that fails is cut off, not completed', async () => {
    const server = Fastify()
    server.get('/rows', { onSend: compressReply }, (_request, reply) =>
      reply.type('text/csv').send(Readable.from(failingRows())),
    )
    const address = await server.listen({ port: 0, host: '127.0.0.1' })
    const reading = fetch(`${address}/rows`).then(reply => reply.text())
    await expect(reading).rejects.toThrow()
    await server.close()
  })

  it('is compressed once where replies send the same bytes, and kept unless it stays large', async () => {
    const server = Fastify()
    const texts = { rows: 'row,'.repeat(1_000), noise: randomBytes(4_000).toString('base64') }
    const forms: Record<string, CompressedForms> = { rows: new Map(), noise: new Map() }
    for (const [name, text] of Object.entries(texts))
      server.get(`/${name}`, { onSend: compressReply }, (_request, reply) => {
        shareCompressedForms(reply, forms[name] ?? new Map())
        return reply.type('application/json').send(Buffer.from(text))
      })
    const ask = (name: string) => server.inject({ url: `/${name}`, headers: { 'accept-encoding': 'br' } })
    for (const [name, text] of Object.entries(texts)) {
      const [one, other] = [await ask(name), await ask(name)]
      for (const reply of [one, other]) expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(text)
    }
    expect(forms.rows?.size).toBe(1)
    expect(forms.noise?.size).toBe(0)
    forms.rows?.set('br', Promise.resolve(Buffer.from('kept')))
    expect((await ask('rows')).body).toBe('kept')
    await server.close()
  })

  it('is never a small one or one with secrets', async () => {
    const small = await read('/api/custodians/?limit=1', 'br')
    expect([small.statusCode, small.headers['content-encoding']]).toEqual([200, undefined])
    const signIn = await app.call({
      method: 'POST',
      url: '/auth/login/',
      headers: { 'accept-encoding': 'br' },
      payload: { username: 'ada', password: testPassword },
    })
    expect([signIn.statusCode, signIn.headers['content-encoding']]).toEqual([200, undefined])
    for (let count = 0; count < 12; count += 1)
      await app.call({
        method: 'POST',
        url: '/auth/api-tokens/',
        as: access,
        payload: { name: `A token for the test number ${count}`, scope: 'read' },
      })
    for (const secret of ['/api/outbox/', '/auth/api-tokens/', '/auth/sign-ins/']) {
      const reply = await read(secret, 'br')
      expect([secret, reply.statusCode, reply.headers['content-encoding']]).toEqual([secret, 200, undefined])
    }
  })
})
