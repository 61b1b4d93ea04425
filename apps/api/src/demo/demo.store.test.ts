import { loadavg } from 'node:os'
import { dayFromParts, parseDay } from '@plumbline/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasAdmin } from '../platform/auth/has-admin.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type DemoOutcome, fillEmptyDatabase } from './demo.store.ts'
import { ids } from './world-rows.ts'

/** An acceptable wait for the first start, scaled by the load of the machine. */
const budgetMs = 15_000 * Math.max(1, loadavg()[0] ?? 1)

let test: TestDatabase
let servers: [Database, Database]
const steps: number[] = []
let outcomes: DemoOutcome[]
let tookMs: number

const fill = (server: Database, today: string) =>
  fillEmptyDatabase(server, {
    today,
    hashes: async () => ({ demo: 'known', nobody: 'unknown' }),
    onProgress: done => steps.push(done),
  })

const tables = [
  'family',
  'app_user',
  'account',
  'instrument',
  'split',
  'price',
  'fx_rate',
  'transaction',
  'instrument_event',
  'strategy',
  'strategy_position',
  'benchmark',
  'linked_position',
  'watched_ticker',
  'price_target',
  'template',
  'report',
  'user_task',
  'notification',
  'integration',
  'integration_run',
]

/** A hash of every row by table; of closes only this year's, since earlier years never change. */
const everyRow = tables
  .map(table => {
    const which = table === 'price' ? "where date >= '2026-01-01'" : ''
    return `select '${table}' as of, hashtextextended(t::text, 0) as row from ${table} t ${which}`
  })
  .join(' union all ')

/** The tables with lost or changed rows since the hashes were stored, and those with new rows. */
async function findChanges(): Promise<{ lost: string[]; grown: string[] }> {
  const lost = await test.query(
    `select distinct of from (table remembered except (${everyRow})) t order by of`,
  )
  const grown = await test.query(
    `select distinct of from ((${everyRow}) except table remembered) t order by of`,
  )
  return { lost: lost.rows.map(({ of }) => of), grown: grown.rows.map(({ of }) => of) }
}

const number = async (text: string, values: unknown[] = []) =>
  Number(Object.values((await test.query(text, values)).rows[0])[0])

beforeAll(async () => {
  test = await createTestDatabase()
  servers = [await openDatabase(test.target), await openDatabase(test.target)]
  const start = performance.now()
  outcomes = await Promise.all(servers.map(server => fill(server, '2026-11-16')))
  tookMs = performance.now() - start
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await test.drop()
})

describe('filling a database with the demo world', () => {
  it('is done by one of two servers that start at the same time, within the time budget', () => {
    expect(outcomes.toSorted()).toEqual(['filled', 'untouched'])
    expect(tookMs).toBeLessThan(budgetMs)
    expect(steps.at(-1)).toBe(1)
    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(steps.length).toBeGreaterThan(10)
  })

  it('sets the public password only for the demo sign-ins', async () => {
    expect(await servers[0]?.within('system', hasAdmin)).toBe(true)
    const { rows } = await test.query(
      'select password_hash as hash, count(*)::int from app_user group by 1 order by 1',
    )
    expect(rows).toEqual([
      { hash: 'known', count: 4 },
      { hash: 'unknown', count: 4 },
      { hash: null, count: 2 },
    ])
    const { rows: owner } = await test.query(
      "select f.name, f.is_demo from app_user u join family f on f.id = u.family_id where username = 'investor'",
    )
    expect(owner).toEqual([{ name: 'Aebi-Laurent', is_demo: true }])
  })

  it('writes the same closes as rows and as chunks', async () => {
    expect(await number('select count(*) from price')).toBeGreaterThan(200_000)
    const { rows } = await test.query(
      'select year, closes from price_chunk where instrument_id = $1 order by year',
      [ids.instrument('GLAC')],
    )
    const closes = await test.query('select date, close from price where instrument_id = $1 order by date', [
      ids.instrument('GLAC'),
    ])
    const fromChunks = rows.flatMap(({ year, closes: bytes }) =>
      Array.from({ length: 366 }, (_, index) => [
        dayFromParts(year, 1, 1) + index,
        bytes.readDoubleLE(index * 8),
      ]).filter(([, close]) => !Number.isNaN(close)),
    )
    expect(fromChunks).toEqual(closes.rows.map(({ date, close }) => [parseDay(date), Number(close)]))
    expect(await number('select version from market_version')).toBeGreaterThan(0)
    expect(await number('select min(version) from family_version')).toBeGreaterThan(0)
  })

  it('does nothing on the same day', async () => {
    expect(await fill(servers[0], '2026-11-16')).toBe('untouched')
  })
})

describe('starting on a later day', () => {
  it('only adds rows and keeps changes made by users', async () => {
    const user = ids.user('investor')
    await test.query("delete from strategy where user_id = $1 and name = 'Hedges'", [user])
    await test.query("update report set name = 'Mine' where user_id = $1 and name = 'Realized gains'", [user])
    await test.query("update price set close = 77 where instrument_id = $1 and date = '2026-11-13'", [
      ids.instrument('GLAC'),
    ])
    const erased = ids.account('keepsakes')
    await test.query('select erase_account($1)', [erased])
    await test.query(`create table remembered as ${everyRow}`)
    const versions = await number('select version from family_version where family_id = $1', [
      ids.family('aebi-laurent'),
    ])

    expect(await fill(servers[1], '2026-11-25')).toBe('continued')

    expect(await findChanges()).toEqual({
      lost: [],
      grown: ['fx_rate', 'instrument_event', 'integration_run', 'price', 'transaction'],
    })
    expect(await number('select count(*) from transaction where account_id = $1', [erased])).toBe(0)
    const { rows } = await test.query('select last_close from market_version')
    expect(rows).toEqual([{ last_close: '2026-11-24' }])
    const now = await number('select version from family_version where family_id = $1', [
      ids.family('aebi-laurent'),
    ])
    expect(now).toBeGreaterThan(versions)
  })

  it('keeps a manual price, also in the chunk', async () => {
    const { rows } = await test.query(
      'select closes from price_chunk where instrument_id = $1 and year = 2026',
      [ids.instrument('GLAC')],
    )
    const dayOfYear = (date: string) => parseDay(date) - dayFromParts(2026, 1, 1)
    expect(rows[0].closes.readDoubleLE(dayOfYear('2026-11-13') * 8)).toBe(77)
    expect(rows[0].closes.readDoubleLE(dayOfYear('2026-11-24') * 8)).toBeGreaterThan(50)
  })

  it('does not touch a world of another version', async () => {
    await test.query(`update integration set configuration = '{"demo_world": 0}' where id = $1`, [
      ids.integration('prices'),
    ])
    expect(await fill(servers[0], '2026-12-01')).toBe('untouched')
  })
})
