import { existsSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { serveHealth } from './health.ts'

let folder: string
let test: TestDatabase
let database: Database
let now: number
let lines: string[]

beforeEach(async () => {
  folder = makeTemporaryFolder('health')
  test = await createTestDatabase()
  database = await openDatabase(test.target, { connections: 1 })
  now = 0
  lines = []
})
afterEach(async () => {
  await database.close()
  await test.drop()
  rmSync(folder, { recursive: true, force: true })
})

function serve(dataFolder: string) {
  const app = Fastify({ logger: { level: 'warn', stream: { write: line => void lines.push(line) } } })
  serveHealth(app, () => database, { dataFolder, now: () => now })
  return async () => {
    now += 10_000
    const reply = await app.inject({ method: 'GET', url: '/readyz' })
    return [reply.statusCode, reply.json().status]
  }
}

describe('/readyz', () => {
  it.runIf(existsSync('/dev/full'))(
    'says that the disk is full, and the log names the folder once',
    async () => {
      const ready = serve(folder)
      expect(await ready()).toEqual([200, 'ready'])
      symlinkSync('/dev/full', path.join(folder, '.write-check'))
      expect(await ready()).toEqual([503, 'disk_full'])
      expect(await ready()).toEqual([503, 'disk_full'])
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 50,
        folder,
        code: 'ENOSPC',
        msg: 'The disk of the data folder is full. Free some space.',
      })
      rmSync(path.join(folder, '.write-check'))
      expect(await ready()).toEqual([200, 'ready'])
      expect(JSON.parse(lines[1] ?? '').msg).toBe('The data folder can be written to again.')
    },
  )

  it('says that the data folder cannot be written to', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    const ready = serve(file)
    expect(await ready()).toEqual([503, 'data_folder_not_writable'])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      folder: file,
      code: 'ENOTDIR',
      msg: 'The data folder cannot be written to.',
    })
  })
})
