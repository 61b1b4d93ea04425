import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { type Database, openDatabase } from '../database.ts'
import { type BinaryRow, CopyBinaryQuery } from './copy-binary.ts'
import { queryBinaryRows, queryTextRows } from './copy-rows.ts'
import { CopyTextQuery, type TextRow } from './copy-text.ts'

let test: TestDatabase
let db: Database

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

const read = (query: ReturnType<typeof sql<unknown>>) => db.within('system', tx => queryBinaryRows(tx, query))

describe('binary rows', () => {
  it('hold values of any length, and null', async () => {
    const rows = await read(sql`
      select number::int, case when number % 2 = 0 then decode(repeat('00ff10', number * 100), 'hex') end
      from generate_series(1, 400) as number order by number`)
    expect(rows).toHaveLength(400)
    for (const [index, [number, bytes]] of rows.entries()) {
      expect(Buffer.from(number ?? []).readInt32BE()).toBe(index + 1)
      if (index % 2 === 0) expect(bytes).toBeNull()
      else expect(Buffer.from(bytes ?? []).toString('hex')).toBe('00ff10'.repeat((index + 1) * 100))
    }
  })

  it('are empty for an empty result', async () => {
    expect(await read(sql`select 1 where false`)).toEqual([])
  })

  it('follow the scope of the caller', async () => {
    await test.query("insert into family (name) values ('Hidden')")
    const unknownUser = '00000000-0000-4000-8000-000000000000'
    const seen = (scope: { user: string } | 'system') =>
      db.within(scope, tx => queryBinaryRows(tx, sql`select name from family`))
    expect(await seen('system')).toHaveLength(1)
    expect(await seen({ user: unknownUser })).toHaveLength(0)
  })

  it('fail like any query and leave the connection usable', async () => {
    await expect(read(sql`select 1 / 0`)).rejects.toThrow('division by zero')
    expect(await read(sql`select 1`)).toHaveLength(1)
  })

  it('are complete however the data is split into chunks', async () => {
    const text = (value: string) => [0, 0, 0, value.length, ...Buffer.from(value)]
    const message = Buffer.from([
      ...Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'),
      ...[0, 0, 0, 0, 0, 0, 0, 0],
      ...[0, 2, ...text('one'), 255, 255, 255, 255],
      ...[0, 2, ...text(''), ...text('two')],
      ...[255, 255],
    ])
    for (let step = 1; step <= message.length; step += 1) {
      let found: BinaryRow[] = []
      const out = new CopyBinaryQuery('copy (select 1) to stdout', (_error, { rows }) => {
        found = rows
      })
      for (let from = 0; from < message.length; from += step)
        out.handleCopyData({ chunk: message.subarray(from, from + step) })
      finish(out)
      const words = found.map(row => row.map(field => field && Buffer.from(field).toString()))
      expect(words).toEqual([
        ['one', null],
        ['', 'two'],
      ])
    }
  })
})

describe('text rows', () => {
  const odd = ['a\tb', 'one\ntwo\r\n', 'C:\\new\\table', '\\N', '\\', '\b\f\v', 'Zürich 株 😀', '["\\t"]', '']

  it('keep every character as stored and turn null into an empty text', async () => {
    const texts = sql.join(odd.map(text => sql.lit(text)))
    const query = sql`select place, text, null, 1.50, date '2026-02-28'
      from unnest(array[${texts}]) with ordinality as given (text, place)`
    expect(await db.within('system', tx => queryTextRows(tx, query))).toEqual(
      odd.map((text, place) => [String(place + 1), text, '', '1.50', '2026-02-28']),
    )
  })

  it('are complete however the data is split into chunks', () => {
    const message = Buffer.from('株\t\\t\n\t\n\\\\\tb\n')
    for (let step = 1; step <= message.length; step += 1) {
      let found: TextRow[] = []
      const out = new CopyTextQuery('copy (select 1) to stdout', (_error, { rows }) => {
        found = rows
      })
      for (let from = 0; from < message.length; from += step)
        out.handleCopyData({ chunk: message.subarray(from, from + step) })
      finish(out)
      expect(found).toEqual([
        ['株', '\t'],
        ['', ''],
        ['\\', 'b'],
      ])
    }
  })

  it('fail like any query and leave the connection usable', async () => {
    const readText = (query: ReturnType<typeof sql<unknown>>) =>
      db.within('system', tx => queryTextRows(tx, query))
    await expect(readText(sql`select 1 / 0`)).rejects.toThrow('division by zero')
    expect(await readText(sql`select 1 where false`)).toEqual([])
  })
})

/** pg calls its private callback when the server has sent everything. */
function finish(query: CopyBinaryQuery | CopyTextQuery): void {
  ;(query as unknown as { callback(error: null): void }).callback(null)
}
