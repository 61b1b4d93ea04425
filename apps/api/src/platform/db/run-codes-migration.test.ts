import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const file = path.join(import.meta.dirname, 'migrations/0170-codes-of-failed-runs.sql')

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

describe('migrating runs of the demo whose message was stored in English', () => {
  it('stores codes with values, leaves other messages, and lets the demo continue', async () => {
    const { rows: added } = await test.query(
      `insert into integration (name, kind, configuration)
       values ('Exchange prices', 'prices', '{"schedule": "daily 22:10", "demo_world": 3}') returning id`,
    )
    for (const [at, message] of [
      ['2026-11-12', 'Sign-in refused: the access key has expired.'],
      ['2026-11-13', 'No new data since 2026-11-11.'],
      ['2026-11-14', 'Connection refused'],
    ])
      await test.query(
        "insert into integration_run (integration_id, status, started_at, message) values ($1, 'failed', $2, $3)",
        [added[0].id, at, message],
      )
    await test.query(readFileSync(file, 'utf8'))
    const { rows } = await test.query('select message, details from integration_run order by started_at')
    expect(rows).toEqual([
      { message: null, details: { trouble: { code: 'access_expired', details: {} } } },
      { message: null, details: { trouble: { code: 'nothing_new', details: { date: '2026-11-11' } } } },
      { message: 'Connection refused', details: {} },
    ])
    const { rows: sources } = await test.query('select configuration from integration')
    expect(sources).toEqual([{ configuration: { schedule: 'daily 22:10', demo_world: 4 } }])
  })
})
