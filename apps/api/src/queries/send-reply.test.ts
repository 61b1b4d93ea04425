import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendResult } from './send-reply.ts'

const size = 8_000_000
let server: FastifyInstance
let port: number
/** The bytes of every reply in their present state. */
const sent: Uint8Array<ArrayBuffer>[] = []

beforeAll(async () => {
  server = Fastify()
  server.get('/', (_request, reply) => {
    const bytes = new Uint8Array(size).fill(97)
    sent.push(bytes)
    return sendResult(reply, { bytes, forms: null, release: () => void bytes.buffer.transfer(0) })
  })
  port = Number(new URL(await server.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => server.close())

/** Reads at most `maxChunks` chunks with a pause after each. */
async function readSlowly(maxChunks = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const socket = connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\r\nhost: plumbline.example\r\nconnection: close\r\n\r\n')
  const chunks: Buffer[] = []
  for await (const chunk of socket) {
    chunks.push(chunk)
    if (chunks.length >= maxChunks) break
    await sleep(1)
  }
  return Buffer.concat(chunks)
}

describe('a result', () => {
  it('reaches a slow reader whole and is released afterwards', async () => {
    const read = await readSlowly()
    const body = read.subarray(read.indexOf('\r\n\r\n') + 4)
    expect(body.length).toBe(size)
    expect(body.every(byte => byte === 97)).toBe(true)
    expect(sent.at(-1)?.byteLength).toBe(0)
  })

  it('does not disturb other requests when its reader disconnects', async () => {
    const closed = once(server.server, 'connection').then(
      ([socket]) => new Promise(resolve => socket.once('close', resolve)),
    )
    await readSlowly(2)
    await closed
    expect((await server.inject('/')).payload.length).toBe(size)
  })
})
