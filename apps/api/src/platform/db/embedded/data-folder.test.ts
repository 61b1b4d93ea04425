import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeDataFolder, restrictDataFolder } from './data-folder.ts'
import { openEmbedded } from './embedded-server.ts'

let parent: string
let data: string
const warnings: string[] = []

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'plumbline-folder-'))
  data = path.join(parent, 'data')
  warnings.length = 0
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const readMode = (file: string) => statSync(file).mode & 0o777
const databaseCreationMs = 300_000

async function startAndQuery(): Promise<void> {
  const embedded = await openEmbedded(data, { onWarning: text => warnings.push(text), durable: false })
  const client = new pg.Client(embedded.target.config)
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await embedded.stop()
}

describe('the data folder', () => {
  // Started by root, PostgreSQL runs as another account if that can traverse the folders, else in a user namespace.
  it.each([
    ['open', 0o755],
    ['closed', 0o700],
  ])(
    'is closed to other accounts under a parent folder that is %s, also after a restart',
    async (_name, mode) => {
      chmodSync(parent, mode)
      mkdirSync(data)
      chmodSync(data, 0o755)
      writeFileSync(path.join(data, 'postgres.log'), '', { mode: 0o644 })
      await startAndQuery()
      expect(readMode(data)).toBe(0o700)
      for (const name of ['postgres', 'run']) expect(readMode(path.join(data, name)), name).toBe(0o700)
      expect(readMode(path.join(data, 'postgres.log'))).toBe(0o600)
      await startAndQuery()
      expect(warnings).toEqual([])
    },
    databaseCreationMs,
  )

  it('is created closed', () => {
    makeDataFolder(data)
    expect(restrictDataFolder(data, { kind: 'self' })).toBeNull()
    expect(readMode(data)).toBe(0o700)
  })

  it('keeps its permissions with a warning when it holds other files', () => {
    mkdirSync(data)
    chmodSync(data, 0o755)
    writeFileSync(path.join(data, 'letter.txt'), '')
    expect(restrictDataFolder(data, { kind: 'self' })).toContain('it holds other files as well')
    expect(readMode(data)).toBe(0o755)
    chmodSync(data, 0o700)
    expect(restrictDataFolder(data, { kind: 'self' })).toBeNull()
  })
})
