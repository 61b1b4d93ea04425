import { dayOf } from '@plumbline/engine'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { createSnapshotLoader } from './snapshot-loader.ts'

const family = '00000000-0000-4000-8000-0000000000f1'
const databases: TestDatabase[] = []
const pools: Database[] = []
let primary: Database
let replica: Database
let account: Record<'primary' | 'replica', string>
let onPrimary: TestDatabase
let onReplica: TestDatabase

/** The same family in two databases of which one is ahead: what a replica that lags looks like. */
beforeAll(async () => {
  const open = async () => {
    const database = await createTestDatabase()
    await database.query("insert into family (id, name) values ($1, 'Own')", [family])
    const pool = await openDatabase(database.target)
    databases.push(database)
    pools.push(pool)
    return { database, pool, account: await testLedger(database).account(family, 'Main') }
  }
  const [one, two] = [await open(), await open()]
  onPrimary = one.database
  onReplica = two.database
  primary = one.pool
  replica = two.pool
  account = { primary: one.account, replica: two.account }
})
afterAll(async () => {
  await Promise.all(pools.map(pool => pool.close()))
  await Promise.all(databases.map(database => database.drop()))
})

let now: number
beforeEach(() => {
  now = 0
})

const deposit = { type: 'deposit', date: '2026-01-05', amount: '100', net: '100' }

async function versionsOf(database: TestDatabase) {
  const { rows } = await database.query('select version from family_version where family_id = $1', [family])
  const market = await database.query('select version from market_version')
  return {
    families: [{ id: family, version: String(rows[0].version) }],
    market: String(market.rows[0].version),
  }
}

const order = async () => ({
  families: [family],
  lastDay: dayOf('2026-01-07'),
  market: null,
  atLeast: await versionsOf(onPrimary),
})

describe('a snapshot', () => {
  it('comes from the replica where that has everything, and from the primary where it has not', async () => {
    const load = createSnapshotLoader({
      primary: async () => primary,
      replica: async () => replica,
      now: () => now,
    })
    expect((await load(await order())).from).toBe('replica')
    await testLedger(onPrimary).snapshot(family, account.primary, deposit)
    const fresh = await load(await order())
    expect([fresh.from, fresh.versions.families[0]?.version]).toEqual([
      'primary',
      (await versionsOf(onPrimary)).families[0]?.version,
    ])
    await testLedger(onReplica).snapshot(family, account.replica, deposit)
    expect((await load(await order())).from).toBe('replica')
    await onPrimary.query('select bump_market_version()')
    expect((await load(await order())).from).toBe('primary')
    await onReplica.query('select bump_market_version()')
  })

  it('comes from the primary when the replica cannot be had, which is then left alone for a while', async () => {
    let tries = 0
    const load = createSnapshotLoader({
      primary: async () => primary,
      replica: async () => {
        tries += 1
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      },
      now: () => now,
    })
    expect((await load(await order())).from).toBe('primary')
    expect((await load(await order())).from).toBe('primary')
    expect(tries).toBe(1)
    now = 31_000
    await load(await order())
    expect(tries).toBe(2)
  })

  it('comes from the primary where there is no replica', async () => {
    const load = createSnapshotLoader({ primary: async () => primary, replica: null, now: () => now })
    expect((await load(await order())).from).toBe('primary')
  })
})
