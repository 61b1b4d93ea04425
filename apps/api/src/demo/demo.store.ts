import { generateWorld, lastBusinessDay, worldVersion } from '@plumbline/demo-world'
import { type Day, parseDay } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Database, Scoped } from '../platform/db/database.ts'
import { type DemoHashes, isUser, lockDemo } from './demo-mode.store.ts'
import { demoSource } from './quotes.store.ts'
import { ids } from './world-rows.ts'
import { continueWorld, type Progress, writeWorld } from './write-world.store.ts'

export interface DemoFill {
  /** The present day, ISO. */
  today: string
  hashes: () => Promise<DemoHashes>
  /**
   * Whether the users are marked as demo users, whom a server without demo mode disables. Checks and benchmarks that
   * fill several servers set it to false and choose the password themselves.
   */
  marksUsers?: boolean
  onProgress?: Progress
}

/** The database was empty, was filled up to an earlier day, or needed nothing. */
export type DemoOutcome = 'filled' | 'continued' | 'untouched'

/**
 * Fills a database without users with the demo world, or continues one that was filled on an earlier day. Of several
 * servers that start at the same time one fills; the others wait. It is one transaction, so an interruption leaves
 * nothing behind.
 */
export async function fillEmptyDatabase(database: Database, fill: DemoFill): Promise<DemoOutcome> {
  return database.within('system', async tx => {
    // Filling, and waiting for another server to fill, takes longer than the limits for requests.
    await sql`set local lock_timeout = '120s'`.execute(tx)
    await sql`set local statement_timeout = '120s'`.execute(tx)
    await lockDemo(tx)
    const asOf = lastBusinessDay(parseDay(fill.today))
    const progress = fill.onProgress ?? (() => undefined)
    if (await isEmpty(tx)) {
      const hashes = await fill.hashes()
      progress(0)
      const people = { hashes, areDemo: fill.marksUsers ?? true }
      await writeWorld(tx, generateWorld(asOf), people, done => progress(0.1 + 0.9 * done))
      return 'filled'
    }
    const since = await findLastDay(tx)
    if (since === null || since >= asOf) return 'untouched'
    await continueWorld(tx, generateWorld(asOf), since)
    return 'continued'
  })
}

async function isEmpty(tx: Scoped): Promise<boolean> {
  return (
    (await tx.selectFrom('app_user').select('id').where(isUser).limit(1).executeTakeFirst()) === undefined
  )
}

/** The last day of the demo world in this database; null without one, or with one of another version. */
async function findLastDay(tx: Scoped): Promise<Day | null> {
  const { rows } = await sql<{ last: string | null }>`
    select max(r.date) as last
    from fx_rate r
    where r.currency = 'CHF' and r.source = ${demoSource}
      and exists (select from family f where f.is_demo)
      and exists (
        select from integration i
        where i.id = ${ids.integration('prices')} and i.configuration ->> 'demo_world' = ${String(worldVersion)})
  `.execute(tx)
  const last = rows[0]?.last ?? null
  return last === null ? null : parseDay(last)
}
