import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { testLedger } from '../../../testing/test-ledger.ts'
import { type Database, openDatabase } from '../database.ts'
import { type Quote, removeClose, writeCloses } from './market.ts'
import { writeRates } from './rates.ts'

let test: TestDatabase
let db: Database
let share: string

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  share = await testLedger(test).instrument('Acme')
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

const write = (quotes: Quote[]) => db.within('system', tx => writeCloses(tx, quotes, 'test'))
async function column(year: number): Promise<Float64Array> {
  const { rows } = await test.query('select closes from price_chunk where instrument_id = $1 and year = $2', [
    share,
    year,
  ])
  const bytes: Buffer = rows[0].closes
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
}

describe('closes', () => {
  it('are stored as exact rows and in the column of their year', async () => {
    await write([
      { id: share, date: '2025-12-31', value: '99.9' },
      { id: share, date: '2026-01-01', value: '100.123456789' },
    ])
    await write([{ id: share, date: '2026-01-02', value: '101' }])
    const { rows } = await test.query('select close from price where instrument_id = $1 order by date', [
      share,
    ])
    expect(rows.map(row => row.close)).toEqual(['99.9', '100.123456789', '101'])
    expect([...(await column(2026)).subarray(0, 3)]).toEqual([100.123456789, 101, Number.NaN])
    expect((await column(2025))[364]).toBe(99.9)
  })

  it('replace earlier ones in the row and the column when corrected', async () => {
    await write([{ id: share, date: '2026-01-02', value: '102.5' }])
    expect((await column(2026))[1]).toBe(102.5)
    expect((await test.query("select close from price where date = '2026-01-02'")).rows).toEqual([
      { close: '102.5' },
    ])
  })

  it('increment the market version and move the last close, on weekdays only', async () => {
    const state = async () => (await test.query('select version, last_close from market_version')).rows[0]
    const before = await state()
    await write([
      { id: share, date: '2026-11-13', value: '1' },
      { id: share, date: '2026-11-14', value: '1' },
    ])
    expect(await state()).toEqual({ version: String(Number(before.version) + 1), last_close: '2026-11-13' })
  })

  it('disappear from the row and the column when removed, and the last close moves back', async () => {
    await write([{ id: share, date: '2026-11-16', value: '3' }])
    await db.within('system', tx => removeClose(tx, share, '2026-11-16'))
    expect((await test.query("select from price where date = '2026-11-16'")).rowCount).toBe(0)
    expect((await column(2026))[319]).toBeNaN()
    expect((await column(2026))[316]).toBe(1)
    expect((await test.query('select last_close from market_version')).rows).toEqual([
      { last_close: '2026-11-13' },
    ])
  })

  it('of concurrent writers all end up in the column of their year', async () => {
    const days = Array.from({ length: 12 }, (_, month) => `2023-${String(month + 1).padStart(2, '0')}-01`)
    await Promise.all(days.map((date, i) => write([{ id: share, date, value: String(i + 1) }])))
    expect([...(await column(2023))].filter(value => !Number.isNaN(value))).toHaveLength(12)
  })

  it('fit on the 366th day of a leap year', async () => {
    await write([{ id: share, date: '2024-12-31', value: '7' }])
    expect((await column(2024))[365]).toBe(7)
  })
})

describe('rates', () => {
  it('are stored in the column of their year', async () => {
    await db.within('system', tx =>
      writeRates(tx, [{ id: 'CHF', date: '2026-01-01', value: '1.25' }], { source: 'test' }),
    )
    const { rows } = await test.query("select rates from fx_chunk where currency = 'CHF'")
    expect(rows[0].rates.readDoubleLE(0)).toBe(1.25)
  })
})
