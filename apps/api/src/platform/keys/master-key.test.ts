import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../testing/temporary-folder.ts'
import { readMasterKeySource } from '../settings/master-key-source.ts'
import { loadMasterKey } from './master-key.ts'

const hex = 'ab'.repeat(32)
const bytes = Buffer.from(hex, 'hex')
const absent = async () => false
const present = async () => true

let folder: string
beforeEach(() => {
  folder = makeTemporaryFolder('keys')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const load = (env: NodeJS.ProcessEnv, hasKeys = absent) =>
  loadMasterKey(readMasterKeySource(env), folder, hasKeys)

describe('the master key', () => {
  it('comes from the environment, a file or a command, in base64 or hexadecimal', async () => {
    const file = path.join(folder, 'key')
    writeFileSync(file, `${bytes.toString('base64')}\n`)
    for (const env of [
      { PLUMBLINE_MASTER_KEY: hex },
      { PLUMBLINE_MASTER_KEY: bytes.toString('base64') },
      { PLUMBLINE_MASTER_KEY_FILE: file },
      { PLUMBLINE_MASTER_KEY_COMMAND: `cat '${file}'` },
    ])
      expect((await load(env)).bytes).toEqual(bytes)
  })

  it('is created once in the data folder, for its owner only', async () => {
    const created = await load({})
    expect((await load({}, present)).bytes).toEqual(created.bytes)
    const file = path.join(folder, 'master.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8').trim()).toBe(created.bytes.toString('base64'))
  })

  it('is not created beside a database whose keys another one encrypts', async () => {
    await expect(load({}, present)).rejects.toThrow(
      'encrypted with a master key that this server does not have',
    )
  })

  it.each([
    [{ PLUMBLINE_MASTER_KEY: 'too short' }, 'PLUMBLINE_MASTER_KEY must be 32 random bytes'],
    [{ PLUMBLINE_MASTER_KEY: hex.slice(2) }, 'PLUMBLINE_MASTER_KEY must be 32 random bytes'],
    [
      { PLUMBLINE_MASTER_KEY_FILE: '/does/not/exist' },
      'PLUMBLINE_MASTER_KEY_FILE: /does/not/exist cannot be read',
    ],
    [{ PLUMBLINE_MASTER_KEY_COMMAND: 'exit 3' }, 'PLUMBLINE_MASTER_KEY_COMMAND failed'],
    [{ PLUMBLINE_MASTER_KEY_COMMAND: 'echo short' }, 'The output of PLUMBLINE_MASTER_KEY_COMMAND must be'],
  ])('is refused with the name of its setting: %o', async (env, message) => {
    const error = await load(env).catch(reason => reason)
    expect(error.message).toContain(message)
    expect(error.message).not.toContain(hex.slice(2))
  })

  it('is given by one setting only', () => {
    expect(() =>
      readMasterKeySource({ PLUMBLINE_MASTER_KEY: hex, PLUMBLINE_MASTER_KEY_FILE: '/key' }),
    ).toThrow('Set one of')
  })
})
