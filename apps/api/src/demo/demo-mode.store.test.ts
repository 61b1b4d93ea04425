import { people } from '@plumbline/demo-world'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasAdmin } from '../platform/auth/has-admin.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { leaveDemo, resumeDemo } from './demo-mode.store.ts'
import { ids } from './world-rows.ts'

let test: TestDatabase
let database: Database

beforeAll(async () => {
  test = await createTestDatabase()
  database = await openDatabase(test.target)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

/** Only the users of the demo world, one of them with a sign-in, a token and an open link. */
beforeEach(async () => {
  await test.query('delete from app_user')
  await test.query('delete from family')
  const family = (await test.query("insert into family (name, is_demo) values ('Demo', true) returning id"))
    .rows[0].id
  for (const person of people)
    await test.query(
      `insert into app_user (id, username, email, role, family_id, password_hash, is_demo)
       values ($1, $2, $3, $4, $5, $6, true)`,
      [
        ids.user(person.username),
        person.username,
        person.email,
        person.role,
        person.family === null ? null : family,
        person.password === 'pending' ? null : person.password,
      ],
    )
  const admin = ids.user('admin')
  await test.query(
    "insert into sign_in (user_id, is_web, token_hash, expires_at) values ($1, true, 'x', now() + interval '1 day')",
    [admin],
  )
  await test.query(
    "insert into api_token (user_id, name, scope, prefix, token_hash) values ($1, 'mine', 'read', 'p', 'x')",
    [admin],
  )
  await test.query(
    "insert into one_time_link (purpose, user_id, token_hash, expires_at) values ('password_reset', $1, 'x', now() + interval '1 day')",
    [admin],
  )
})

const addRealUser = () =>
  test.query("insert into app_user (username, role, password_hash) values ('real', 'admin', 'own')")
const leave = () => leaveDemo(database, async () => 'secret')
const resume = () => resumeDemo(database, async () => ({ demo: 'published', nobody: 'secret' }))
const count = async (from: string) =>
  (await test.query(`select count(*)::int as count from ${from}`)).rows[0].count

describe('an installation that leaves demo mode', () => {
  it('disables all demo users once and ends their sign-ins, tokens and links', async () => {
    await addRealUser()
    expect(await leave()).toBe(people.length)
    expect(await count('app_user where is_demo and disabled_at is null')).toBe(0)
    expect(await count('sign_in where ended_at is null')).toBe(0)
    expect(await count('api_token where revoked_at is null')).toBe(0)
    expect(await count('one_time_link where used_at is null')).toBe(0)
    expect(await count("app_user where password_hash in ('demo', 'nobody')")).toBe(0)
    expect(await count("audit_line where action = 'demo_left'")).toBe(1)
    expect(await leave()).toBe(0)
  })

  it('does not touch real users', async () => {
    await addRealUser()
    await leave()
    const { rows } = await test.query(
      "select password_hash, disabled_at from app_user where username = 'real'",
    )
    expect(rows).toEqual([{ password_hash: 'own', disabled_at: null }])
    expect(await database.within('system', hasAdmin)).toBe(true)
  })

  it('has no administrator when there were only demo users', async () => {
    await leave()
    expect(await database.within('system', hasAdmin)).toBe(false)
  })

  it('keeps a demo user whom an administrator enables, without the published password', async () => {
    await addRealUser()
    await leave()
    await test.query("update app_user set disabled_at = null where username = 'adviser'")
    expect(await leave()).toBe(0)
    const { rows } = await test.query("select password_hash from app_user where username = 'adviser'")
    expect(rows).toEqual([{ password_hash: 'secret' }])
  })
})

describe('demo mode', () => {
  it('is on in an empty database and where demo users were never disabled', async () => {
    expect(await resume()).toBe('on')
    await addRealUser()
    expect(await resume()).toBe('on')
    await test.query('delete from app_user')
    expect(await resume()).toBe('on')
  })

  it('resumes with the published password while only demo users exist', async () => {
    await leave()
    expect(await resume()).toBe('resumed')
    expect(await count('app_user where disabled_at is not null or left_demo_at is not null')).toBe(0)
    const { rows } = await test.query(
      "select password_hash from app_user where username in ('admin', 'elin.aebi') order by username",
    )
    expect(rows).toEqual([{ password_hash: 'published' }, { password_hash: 'secret' }])
    expect(await resume()).toBe('on')
  })

  it('stays off once there is a real user', async () => {
    await leave()
    await addRealUser()
    expect(await resume()).toBe('off')
    expect(await count('app_user where is_demo and disabled_at is null')).toBe(0)
    expect(await count("app_user where password_hash = 'published'")).toBe(0)
  })

  it('is off in a database that never had demo users', async () => {
    await test.query('delete from app_user')
    await addRealUser()
    expect(await resume()).toBe('off')
  })
})
