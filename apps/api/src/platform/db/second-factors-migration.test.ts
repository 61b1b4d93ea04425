import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

let test: TestDatabase
const folder = path.join(import.meta.dirname, 'migrations')
const migration = '0071-second-factors.sql'
const readSql = (file: string) => readFileSync(path.join(folder, file), 'utf8')

/** A database before this migration, with sign-ins and tokens that never ended. */
beforeAll(async () => {
  test = await createTestDatabase({ migrated: false })
  const before = readdirSync(folder).filter(file => file.endsWith('.sql') && file < migration)
  for (const file of before.sort()) await test.query(readSql(file))
  await test.query("insert into app_user (username, role) values ('ada', 'admin')")
  const owner = "(select id from app_user where username = 'ada')"
  await test.query(`
    insert into sign_in (user_id, is_web, token_hash, created_at, expires_at) values
      (${owner}, true, 'slid for a year', now() - interval '1 year', now() + interval '14 days'),
      (${owner}, true, 'new', now() - interval '1 day', now() + interval '13 days')`)
  await test.query(`
    insert into api_token (user_id, name, scope, prefix, token_hash, expires_at, revoked_at) values
      (${owner}, 'endless', 'read', 'a', 'a', null, null),
      (${owner}, 'ends', 'read', 'b', 'b', now() + interval '5 days', null),
      (${owner}, 'revoked', 'read', 'c', 'c', null, now())`)
  await test.query(readSql(migration))
})
afterAll(() => test.drop())

describe('migration 0071', () => {
  it('ends sign-ins thirty days after they began', async () => {
    const { rows } = await test.query(`
      select convert_from(token_hash, 'utf8') as name, ends_at = created_at + interval '30 days' as has_end,
        expires_at > now() as is_open, password_confirmed_at as confirmed
      from sign_in order by created_at`)
    expect(rows).toEqual([
      { name: 'slid for a year', has_end: true, is_open: false, confirmed: null },
      { name: 'new', has_end: true, is_open: true, confirmed: null },
    ])
  })

  it('expires endless tokens in 90 days and keeps the others', async () => {
    const { rows } = await test.query(`
      select name, round(extract(epoch from expires_at - now()) / 86400)::int as days from api_token order by name`)
    expect(rows).toEqual([
      { name: 'endless', days: 90 },
      { name: 'ends', days: 5 },
      { name: 'revoked', days: null },
    ])
  })

  it('rejects a sign-in that expires after its end', async () => {
    await expect(test.query("update sign_in set expires_at = ends_at + interval '1 second'")).rejects.toThrow(
      /sign_in_ends/,
    )
  })
})
