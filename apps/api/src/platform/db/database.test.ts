import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { openDatabase } from './database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

interface Said {
  who: string
  system: string
  now: string
  level: string
}

const said = sql<Said>`select current_setting('plumbline.user') as who, current_setting('plumbline.system') as system,
  current_setting('plumbline.now') as now, current_setting('transaction_isolation') as level`

/** How many are connected besides the caller here. */
async function connected(): Promise<number> {
  const { rows } = await test.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  return rows[0].count
}

describe('a database', () => {
  it('has a transaction begin with its scope and its moment', async () => {
    const database = await openDatabase(test.target, { now: () => new Date('2024-02-29T12:00:00Z') })
    const first = async (run: typeof database.within, scope: Parameters<typeof database.within>[0]) =>
      run(scope, async tx => (await said.execute(tx)).rows[0])
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

  it('takes a name for a name, whatever is written in it', async () => {
    const database = await openDatabase(test.target)
    const user = `\\'; set local plumbline.system = 'on'; --`
    const found = await database.within({ user }, async tx => (await said.execute(tx)).rows[0])
    expect(found).toMatchObject({ who: user, system: '' })
    await database.close()
  })

  it('leaves nothing of a transaction to the next one on the same connection, however it ended', async () => {
    const database = await openDatabase(test.target, { connections: 1 })
    const failed = database.within('system', async tx => {
      await sql`insert into family (name) values ('half')`.execute(tx)
      throw new Error('changed their mind')
    })
    await expect(failed).rejects.toThrow('changed their mind')
    const rows = await database.ask<{ who: string; system: string }>(
      "select current_setting('plumbline.user', true) as who, current_setting('plumbline.system', true) as system",
      [],
    )
    expect(rows).toEqual([{ who: '', system: '' }])
    expect((await test.query("select from family where name = 'half'")).rows).toEqual([])
    await database.close()
  })

  it('leaves when it is closed, also where nobody has begun a transaction', async () => {
    const database = await openDatabase(test.target)
    await database.ask('select 1', [])
    expect(await connected()).toBe(1)
    await database.close()
    await expect.poll(connected).toBe(0)
  })
})
