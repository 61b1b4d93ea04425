import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { migrate } from './migrate.ts'

let test: TestDatabase

beforeEach(async () => {
  test = await createTestDatabase({ migrated: false })
})
afterEach(() => test.drop())

describe('migrating', () => {
  it('applies each migration once when four servers start at the same time', async () => {
    await Promise.all([1, 2, 3, 4].map(() => migrate(test.target)))
    const { rows } = await test.query('select name from schema_migration order by name')
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map(row => row.name)).size).toBe(rows.length)
  })

  it('changes nothing in an up-to-date database', async () => {
    await migrate(test.target)
    const before = await test.query('select * from schema_migration')
    await migrate(test.target)
    expect((await test.query('select * from schema_migration')).rows).toEqual(before.rows)
  })

  it('rejects a database that a newer version has set up', async () => {
    await migrate(test.target)
    await test.query("insert into schema_migration (name, timestamp) values ('9999-from-the-future', 'now')")
    await expect(migrate(test.target)).rejects.toThrow(/newer Plumbline/)
  })

  it('reports an unreachable database in one line', async () => {
    const nowhere = { config: { host: '127.0.0.1', port: 1 }, name: '127.0.0.1:1/plumbline' }
    await expect(migrate(nowhere)).rejects.toThrow(
      'Cannot reach the database at 127.0.0.1:1/plumbline (ECONNREFUSED).',
    )
  })
})
