import { createCipheriv, createHmac, randomBytes } from 'node:crypto'
import { Secret } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mailedLink } from '../../testing/outbox.ts'
import { type Authenticator, setUpTwoFactor } from '../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts'
import { testMasterKey } from '../../testing/test-keys.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { adoptPlainKeys } from './adopt-plain-keys.store.ts'
import { toMasterKey } from './master-key.ts'
import { discardKeys, replaceMasterKey, rotateKeys } from './rotate-keys.store.ts'
import { checkKeys, serverKeysStore } from './server-keys.store.ts'
import { createServerKeys } from './server-keys.ts'

let app: TestApp
let database: Database
let access: string
let authenticator: Authenticator
const otherKey = toMasterKey(Buffer.alloc(32, 9))

beforeEach(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target)
  await app.addUser({ username: 'ada', role: 'admin' })
  access = (await app.signIn('ada')).access
  authenticator = await setUpTwoFactor(app, access)
})
afterEach(async () => {
  await database.close()
  await app.close()
})

/** The status of a sign-in with password and code on one of the servers. */
async function signInWithCode(code: string, at: 0 | 1 = 0): Promise<number> {
  const payload = { username: 'ada', password: testPassword }
  const first = await app.call({ method: 'POST', url: '/auth/login/', payload, at })
  const { tfa_id } = first.json()
  return (await app.call({ method: 'POST', url: '/auth/verify-2fa/', payload: { tfa_id, otp: code }, at }))
    .statusCode
}

const settingsStatus = async (at: 0 | 1 = 0) =>
  (await app.call({ method: 'GET', url: '/api/settings/', as: access, at })).statusCode

/** Every value of every table, as a copy of the database shows them. */
async function dump(): Promise<Buffer> {
  const { rows: tables } = await app.database.query(
    "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace",
  )
  const parts: Buffer[] = []
  for (const { name } of tables) {
    const { rows } = await app.database.query(`select * from "${name}"`)
    for (const value of rows.flatMap(row => Object.values(row)))
      parts.push(Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value)))
  }
  return Buffer.concat(parts)
}

describe('a copy of the database', () => {
  it('holds neither the signing key, nor the seed of a second factor, nor a mailed link', async () => {
    await app.call({ method: 'POST', url: '/auth/reset-password/', payload: { email: 'ada@example.com' } })
    const { token } = await mailedLink(app, 'ada@example.com', 'password_reset')
    const { current } = await app.keys.signing()
    const copy = await dump()
    const seed = Buffer.from(Secret.fromBase32(authenticator.key).bytes)
    for (const secret of [current, seed, Buffer.from(token), Buffer.from(token, 'base64url')])
      expect(copy.includes(secret)).toBe(false)
    expect(copy.includes(Buffer.from('ada@example.com'))).toBe(true)
  })

  it('cannot be used with another master key', async () => {
    await expect(checkKeys(() => database, otherKey)).rejects.toThrow('another master key')
    await checkKeys(() => database, testMasterKey)
  })
})

describe('replacing the keys of the servers', () => {
  it('keeps second factors and tokens that are still valid, on servers that run', async () => {
    await settingsStatus(1)
    expect(await rotateKeys(() => database, testMasterKey)).toBe(1)
    expect([await settingsStatus(0), await settingsStatus(1)]).toEqual([200, 200])
    expect(await signInWithCode(authenticator.nextCode(), 1)).toBe(200)
    expect(await rotateKeys(() => database, testMasterKey)).toBe(1)
    expect(await signInWithCode(authenticator.nextCode(), 0)).toBe(200)
  })

  it('lets a server read a new signing key as soon as it meets its first token', async () => {
    let time = 0
    const keys = createServerKeys(
      serverKeysStore(
        () => database,
        () => testMasterKey,
      ),
      () => time,
    )
    const before = await keys.signing()
    await rotateKeys(() => database, testMasterKey)
    time = 1_001
    const known = await keys.signing()
    expect(known.current).toEqual(before.current)
    const refreshed = await keys.refreshedSigning()
    expect(refreshed.current).not.toEqual(before.current)
    expect(refreshed.accepted).toContainEqual(before.current)
    // Forged tokens must not make every request read the keys again.
    expect(await keys.refreshedSigning()).toBe(refreshed)
  })

  it('deletes former keys once their tokens have ended', async () => {
    await rotateKeys(() => database, testMasterKey)
    await app.database.query(
      "update server_key set retired_at = retired_at - interval '11 minutes' where retired_at is not null",
    )
    await rotateKeys(() => database, testMasterKey)
    const { rows } = await app.database.query("select number from server_key where purpose = 'signing'")
    expect(rows.map(row => row.number).toSorted()).toEqual([2, 3])
  })
})

describe('replacing the master key', () => {
  it('makes the former one useless and changes nothing for running servers', async () => {
    expect(await replaceMasterKey(() => database, testMasterKey, otherKey)).toBeGreaterThanOrEqual(2)
    await expect(checkKeys(() => database, testMasterKey)).rejects.toThrow('another master key')
    await checkKeys(() => database, otherKey)
    expect(await settingsStatus()).toBe(200)
    expect(await signInWithCode(authenticator.nextCode())).toBe(200)
  })
})

describe('discarding keys whose master key is lost', () => {
  it('lets users sign in with their password and set up a second factor again', async () => {
    expect(await discardKeys(() => database)).toMatchObject({ seeds: 1 })
    const payload = { username: 'ada', password: testPassword }
    // A server that starts afterwards has no former keys in memory.
    const reply = await app.call({ method: 'POST', url: '/auth/login/', payload, at: 1 })
    expect([reply.statusCode, typeof reply.json().access]).toEqual([200, 'string'])
  })
})

describe('a database of an earlier version', () => {
  /** As earlier versions encrypted: with a key derived from the signing key. */
  function sealAsBefore(signingKey: Buffer, purpose: string, plain: Uint8Array): Buffer {
    const nonce = randomBytes(12)
    const key = createHmac('sha256', signingKey).update(purpose).digest()
    const cipher = createCipheriv('aes-256-gcm', key, nonce)
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
  }

  it('gets its keys encrypted, keeps second factors, and leaves no plain link in the outbox', async () => {
    const signingKey = randomBytes(32)
    const seed = Buffer.from(Secret.fromBase32(authenticator.key).bytes)
    const link = 'https://plumbline.example/password-reset/1/secret-token'
    await app.database.query('delete from server_key')
    await app.database.query("insert into server_key (purpose, number, wrapped) values ('signing', 1, $1)", [
      signingKey,
    ])
    await app.database.query('update two_factor set sealed_secret = $1', [
      sealAsBefore(signingKey, 'two-factor', seed),
    ])
    await app.database.query(
      `insert into mail (to_address, kind, subject, body_text, body_html, link)
       values ('ada@example.com', 'password_reset', 's', 't', 'h', $1)`,
      [link],
    )
    await adoptPlainKeys(() => database, testMasterKey)
    const copy = await dump()
    for (const secret of [signingKey, seed, Buffer.from('secret-token')])
      expect(copy.includes(secret)).toBe(false)
    expect((await mailedLink(app, 'ada@example.com', 'password_reset')).token).toBe('secret-token')
    expect(await signInWithCode(authenticator.nextCode(), 1)).toBe(200)
    await adoptPlainKeys(() => database, testMasterKey)
    expect(await signInWithCode(authenticator.nextCode(), 1)).toBe(200)
  })
})
