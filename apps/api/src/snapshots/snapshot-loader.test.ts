import { parseDay } from '@plumbline/engine'
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

/** The same family in two databases, of which one is ahead, stands for a replica that lags. */
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

async function readVersions(database: TestDatabase) {
  const { rows } = await database.query('select version from family_version where family_id = $1', [family])
  const market = await database.query('select version from market_version')
  return {
    families: [{ id: family, version: String(rows[0].version) }],
    market: String(market.rows[0].version),
  }
}

const makeRequest = async () => ({
  families: [family],
  today: parseDay('2026-01-07'),
  marketDay: null,
  asOf: null,
  market: null,
  atLeast: await readVersions(onPrimary),
})

describe('the snapshot loader', () => {
  it('loads from the replica once it has caught up, and from the primary before', async () => {
    const load = createSnapshotLoader({
      primary: async () => primary,
      replica: async () => replica,
      now: () => now,
    })
    expect((await load(await makeRequest())).from).toBe('replica')
    await testLedger(onPrimary).post(family, account.primary, deposit)
    const fresh = await load(await makeRequest())
    expect([fresh.from, fresh.versions.families[0]?.version]).toEqual([
      'primary',
      (await readVersions(onPrimary)).families[0]?.version,
    ])
    await testLedger(onReplica).post(family, account.replica, deposit)
    expect((await load(await makeRequest())).from).toBe('replica')
    await onPrimary.query('select bump_market_version()')
    expect((await load(await makeRequest())).from).toBe('primary')
    await onReplica.query('select bump_market_version()')
  })

  it('loads from the primary when the replica is unreachable, and retries the replica later', async () => {
    let attempts = 0
    const load = createSnapshotLoader({
      primary: async () => primary,
      replica: async () => {
        attempts += 1
        throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
      },
      now: () => now,
    })
    expect((await load(await makeRequest())).from).toBe('primary')
    expect((await load(await makeRequest())).from).toBe('primary')
    expect(attempts).toBe(1)
    now = 31_000
    await load(await makeRequest())
    expect(attempts).toBe(2)
  })

  it('loads from the primary without a replica', async () => {
    const load = createSnapshotLoader({ primary: async () => primary, replica: null, now: () => now })
    expect((await load(await makeRequest())).from).toBe('primary')
  })
})
