import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const folder = path.join(import.meta.dirname, 'migrations')
const files = readdirSync(folder)
  .filter(name => name.endsWith('.sql'))
  .sort()
const name = '0070-demo-users-and-erasure.sql'
const demoAdmin = '95355f1d-d8e0-5974-82bb-7931a5745e82'

let test: TestDatabase

const apply = (file: string) => test.query(readFileSync(path.join(folder, file), 'utf8'))
const scope = (system: 'on' | '') => test.query("select set_config('plumbline.system', $1, false)", [system])
const isIntact = async () => (await test.query('select audit_is_intact() as intact')).rows[0].intact

/** A database before this migration, with users and audit lines of two families. */
beforeEach(async () => {
  test = await createTestDatabase({ migrated: false })
  for (const file of files.filter(each => each < name)) await apply(file)
  await scope('on')
  await test.query(
    `insert into app_user (id, username, role) values ($1, 'admin', 'admin'), (gen_random_uuid(), 'real', 'admin')`,
    [demoAdmin],
  )
  for (const family of [1, 2, 1, 2, 1])
    await test.query(
      `insert into audit_line (family_id, actor_id, action, subject, details, address)
       values (('00000000-0000-0000-0000-00000000000' || $1)::uuid, $2, 'something', 'Name', '{"a": 1}', '10.0.0.1')`,
      [family, demoAdmin],
    )
  expect(await isIntact()).toBe(true)
})
afterEach(() => test.drop())

async function applyMigration(): Promise<void> {
  await scope('')
  await apply(name)
  await scope('on')
}

describe('migration 0070', () => {
  it('marks only the users of the demo world', async () => {
    await applyMigration()
    const { rows } = await test.query('select username from app_user where is_demo')
    expect(rows).toEqual([{ username: 'admin' }])
  })

  it('keeps the audit chain intact, also with further lines', async () => {
    await applyMigration()
    expect(await isIntact()).toBe(true)
    await test.query("insert into audit_line (actor_id, action) values ($1, 'more')", [demoAdmin])
    expect(await isIntact()).toBe(true)
  })

  it('still reports a chain that was broken before', async () => {
    await test.query('alter table audit_line disable trigger audit_line_only_grows')
    await test.query("update audit_line set subject = 'Other' where sequence = 2")
    await applyMigration()
    expect(await isIntact()).toBe(false)
  })
})
