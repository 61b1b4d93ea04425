import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

interface ScopeRow {
  who: string
  system: string
  now: string
  level: string
}

const readScope = sql<ScopeRow>`select current_setting('plumbline.user') as who, current_setting('plumbline.system') as system,
  current_setting('plumbline.now') as now, current_setting('transaction_isolation') as level`

/** The connections to the test database besides this one. */
async function countConnections(): Promise<number> {
  const { rows } = await test.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rows[0].count
}

describe('a database', () => {
  it('begins a transaction with its scope and present moment', async () => {
    const database = await openDatabase(test.target, { now: () => new Date('2024-02-29T12:00:00Z') })
    const first = async (run: typeof database.within, scope: Parameters<typeof database.within>[0]) =>
      run(scope, async tx => (await readScope.execute(tx)).rows[0])
    const now = '2024-02-29T12:00:00.000Z'
    expect([
      await first(database.within, { user: 'someone' }),
      await first(database.within, 'system'),
      await first(database.withinSnapshot, { user: 'someone' }),
    ]).toEqual([
      { who: 'someone', system: '', now, level: 'read committed' },
      { who: '', system: 'on', now, level: 'read committed' },
      { who: 'someone', system: '', now, level: 'repeatable read' },
    ])
    await database.close()
  })

  it('quotes the user name of the scope', async () => {
    const database = await openDatabase(test.target)
    const user = `\\'; set local plumbline.system = 'on'; --`
    const found = await database.within({ user }, async tx => (await readScope.execute(tx)).rows[0])
    expect(found).toMatchObject({ who: user, system: '' })
    await database.close()
  })

  it('leaves no scope and no change behind after a failed transaction', async () => {
    const database = await openDatabase(test.target, { connections: 1 })
    const failed = database.within('system', async tx => {
      await sql`insert into family (name) values ('half')`.execute(tx)
      throw new Error('changed their mind')
    })
    await expect(failed).rejects.toThrow('changed their mind')
    const rows = await database.query<{ who: string; system: string }>(
      "select current_setting('plumbline.user', true) as who, current_setting('plumbline.system', true) as system",
      [],
    )
    expect(rows).toEqual([{ who: '', system: '' }])
    expect((await test.query("select from family where name = 'half'")).rows).toEqual([])
    await database.close()
  })

  it('closes its connections, also without a transaction before', async () => {
    const database = await openDatabase(test.target)
    await database.query('select 1', [])
    expect(await countConnections()).toBe(1)
    await database.close()
    await expect.poll(countConnections).toBe(0)
  })
})
