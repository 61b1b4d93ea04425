import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** Removes `options` from a start-up message: its length, the protocol, and names and values that end with a zero byte. */
function dropOptions(message: Buffer): Buffer {
  const words = message.subarray(8).toString('latin1').split('\0')
  const at = words.indexOf('options')
  words.splice(at, 2)
  const kept = Buffer.concat([message.subarray(0, 8), Buffer.from(words.join('\0'), 'latin1')])
  kept.writeInt32BE(kept.length)
  return kept
}

it('refuses a pooler that drops the settings of connections', async () => {
  const { config, name } = test.target
  const pooler = createServer(client => {
    const server = connect(`${config.host}/.s.PGSQL.5432`)
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
    client.once('data', message => {
      server.write(dropOptions(message))
      client.pipe(server).pipe(client)
    })
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  try {
    const behindPooler = { config: { ...config, host: '127.0.0.1', port }, name }
    await expect(openDatabase(behindPooler)).rejects.toThrow(
      /works as the database role plumbline_app.*not through a pooler/,
    )
  } finally {
    pooler.close()
  }
})
