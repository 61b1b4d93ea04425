import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { closeDataFolder, makeDataFolder } from './data-folder.ts'
import { openEmbedded } from './embedded-server.ts'

let parent: string
let data: string
const troubles: string[] = []

beforeEach(() => {
  parent = mkdtempSync(path.join(tmpdir(), 'plumbline-folder-'))
  data = path.join(parent, 'data')
  troubles.length = 0
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

const modeOf = (file: string) => statSync(file).mode & 0o777
const whileDatabaseIsMadeMs = 90_000

async function startAndAsk(): Promise<void> {
  const embedded = await openEmbedded(data, { onTrouble: text => troubles.push(text), durable: false })
  const client = new pg.Client(embedded.target.config)
  await client.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
  await embedded.stop()
}

describe('the data folder', () => {
  // Started by root, PostgreSQL runs as another account where that one can pass, and in a namespace where not.
  it.each([
    ['open', 0o755],
    ['closed', 0o700],
  ])(
    'is closed to other accounts where the folder above it is %s, and starts again',
    async (_name, mode) => {
      chmodSync(parent, mode)
      mkdirSync(data)
      chmodSync(data, 0o755)
      writeFileSync(path.join(data, 'postgres.log'), '', { mode: 0o644 })
      await startAndAsk()
      expect(modeOf(data)).toBe(0o700)
      for (const name of ['postgres', 'run']) expect(modeOf(path.join(data, name)), name).toBe(0o700)
      expect(modeOf(path.join(data, 'postgres.log'))).toBe(0o600)
      await startAndAsk()
      expect(troubles).toEqual([])
    },
    whileDatabaseIsMadeMs,
  )

  it('is made closed', () => {
    makeDataFolder(data)
    expect(closeDataFolder(data, { kind: 'self' })).toBeNull()
    expect(modeOf(data)).toBe(0o700)
  })

  it('stays as it is when it holds files of others, with a warning', () => {
    mkdirSync(data)
    chmodSync(data, 0o755)
    writeFileSync(path.join(data, 'letter.txt'), '')
    expect(closeDataFolder(data, { kind: 'self' })).toContain('it holds other files as well')
    expect(modeOf(data)).toBe(0o755)
    chmodSync(data, 0o700)
    expect(closeDataFolder(data, { kind: 'self' })).toBeNull()
  })
})
