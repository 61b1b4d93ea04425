import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

let test: TestDatabase
let db: Database
const ids: Record<string, string> = {}
const personal = ['two_factor', 'backup_code', 'api_token'] as const
const systemOnly = ['two_factor_challenge', 'registration', 'try_limit', 'mail', 'audit_chain'] as const

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  const family = (await test.query("insert into family (name) values ('Own') returning id")).rows[0].id
  for (const [name, role] of [
    ['ada', 'admin'],
    ['ivy', 'investor'],
    ['ned', 'investor'],
  ] as const) {
    const { rows } = await test.query(
      'insert into app_user (username, role, family_id) values ($1, $2, $3) returning id',
      [name, role, role === 'admin' ? null : family],
    )
    const id = rows[0].id
    ids[name] = id
    await test.query("insert into two_factor (user_id, sealed_secret) values ($1, 'x')", [id])
    await test.query("insert into backup_code (user_id, code_hash) values ($1, 'x')", [id])
    await test.query(
      "insert into api_token (user_id, name, scope, prefix, token_hash) values ($1, 'x', 'read', 'x', $2)",
      [id, Buffer.from(name)],
    )
    await test.query(
      "insert into two_factor_challenge (id, user_id, token_hash, expires_at) values (gen_random_uuid(), $1, 'x', now())",
      [id],
    )
    await test.query("select add_audit_line($1, null, 'test', '', '{}', null)", [id])
  }
  await test.query(
    "insert into registration (id, token_hash, username, name, email, password_hash, language, expires_at) values (gen_random_uuid(), 'x', 'xx', 'x', 'x', 'x', 'de', now())",
  )
  await test.query("insert into try_limit (key, full_at) values ('x', now())")
  await test.query(
    "insert into mail (to_address, kind, subject, body_text, body_html) values ('x', 'x', 'x', 'x', 'x')",
  )
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

describe('credentials', () => {
  it('are visible to their owner alone, and system tables to no user', async () => {
    await db.within({ user: ids.ivy ?? '' }, async tx => {
      for (const table of personal) {
        const rows = await tx.selectFrom(table).select('user_id').execute()
        expect(rows, table).toEqual([{ user_id: ids.ivy }])
      }
      for (const table of ['two_factor_challenge', 'registration', 'try_limit', 'mail'] as const)
        expect(await tx.selectFrom(table).selectAll().execute(), table).toEqual([])
    })
    for (const table of systemOnly)
      expect((await test.query(`select from ${table}`)).rowCount, table).toBeGreaterThan(0)
  })

  it('cannot be added to or removed from another user', async () => {
    const ned = ids.ned ?? ''
    const ivy = { user: ids.ivy ?? '' }
    await db.within(ivy, async tx => {
      for (const table of personal)
        expect(
          (await tx.deleteFrom(table).where('user_id', '=', ned).executeTakeFirst()).numDeletedRows,
        ).toBe(0n)
      await tx
        .updateTable('security_rules')
        .set({ two_factor_roles: ['admin'] })
        .execute()
      const rules = await tx.selectFrom('security_rules').select('two_factor_roles').execute()
      expect(rules).toEqual([{ two_factor_roles: [] }])
    })
    const added = db.within(ivy, tx =>
      tx
        .insertInto('backup_code')
        .values({ user_id: ned, code_hash: Buffer.from('y') })
        .execute(),
    )
    await expect(added).rejects.toThrow(/row-level security/)
    const mailed = db.within(ivy, tx =>
      tx
        .insertInto('mail')
        .values({ to_address: 'x', kind: 'x', subject: 'x', body_text: 'x', body_html: 'x' })
        .execute(),
    )
    await expect(mailed).rejects.toThrow(/row-level security/)
  })

  it('leave no scope behind when an API token is looked up', async () => {
    const single = await openDatabase(test.target, { connections: 1 })
    expect(await single.query('select * from who_by_token($1)', [Buffer.from('ivy')])).toHaveLength(1)
    expect(await single.query('select * from app_user', [])).toEqual([])
    await single.close()
  })
})
