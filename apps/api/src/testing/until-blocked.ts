import { setTimeout as sleep } from 'node:timers/promises'
import type { TestDatabase } from './test-database.ts'

const maxAttempts = 250

/** Waits until this many connections wait for a lock in the database. */
export async function untilBlocked(database: TestDatabase, waiting = 1): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    await database.query('select pg_stat_clear_snapshot()')
    const { rows } = await database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length >= waiting) return
    await sleep(20)
  }
  throw new Error('no connection waits for a lock')
}
