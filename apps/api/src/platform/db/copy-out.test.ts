import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { binaryRows, textRows } from './copied-rows.ts'
import { CopyLines, type TextRow } from './copy-lines.ts'
import { type BinaryRow, CopyOut } from './copy-out.ts'
import { type Database, openDatabase } from './database.ts'

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

const ask = (question: ReturnType<typeof sql<unknown>>) => db.within('system', tx => binaryRows(tx, question))

describe('rows as bytes', () => {
  it('are what is stored, also where there is nothing, and of any length', async () => {
    const rows = await ask(sql`
      select number::int, case when number % 2 = 0 then decode(repeat('00ff10', number * 100), 'hex') end
      from generate_series(1, 400) as number order by number`)
    expect(rows).toHaveLength(400)
    for (const [index, [number, bytes]] of rows.entries()) {
      expect(Buffer.from(number ?? []).readInt32BE()).toBe(index + 1)
      if (index % 2 === 0) expect(bytes).toBeNull()
      else expect(Buffer.from(bytes ?? []).toString('hex')).toBe('00ff10'.repeat((index + 1) * 100))
    }
  })

  it('are none where nothing is found', async () => {
    expect(await ask(sql`select 1 where false`)).toEqual([])
  })

  it('follow the scope of the caller', async () => {
    await test.query("insert into family (name) values ('Hidden')")
    const nobody = '00000000-0000-4000-8000-000000000000'
    const seen = (scope: { user: string } | 'system') =>
      db.within(scope, tx => binaryRows(tx, sql`select name from family`))
    expect(await seen('system')).toHaveLength(1)
    expect(await seen({ user: nobody })).toHaveLength(0)
  })

  it('fail like any question, and the connection goes on', async () => {
    await expect(ask(sql`select 1 / 0`)).rejects.toThrow('division by zero')
    expect(await ask(sql`select 1`)).toHaveLength(1)
  })

  it('are whole however the messages are cut', async () => {
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
      const out = new CopyOut('copy (select 1) to stdout', (_error, { rows }) => {
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

describe('rows as lines', () => {
  const odd = ['a\tb', 'one\ntwo\r\n', 'C:\\new\\table', '\\N', '\\', '\b\f\v', 'Zürich 株 😀', '["\\t"]', '']

  it('have every character as it is stored, and nothing where there is nothing', async () => {
    const texts = sql.join(odd.map(text => sql.lit(text)))
    const question = sql`select place, text, null, 1.50, date '2026-02-28'
      from unnest(array[${texts}]) with ordinality as given (text, place)`
    expect(await db.within('system', tx => textRows(tx, question))).toEqual(
      odd.map((text, place) => [String(place + 1), text, '', '1.50', '2026-02-28']),
    )
  })

  it('are whole however the messages are cut', () => {
    const message = Buffer.from('株\t\\t\n\t\n\\\\\tb\n')
    for (let step = 1; step <= message.length; step += 1) {
      let found: TextRow[] = []
      const out = new CopyLines('copy (select 1) to stdout', (_error, { rows }) => {
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

  it('fail like any question, and the connection goes on', async () => {
    const ask = (question: ReturnType<typeof sql<unknown>>) =>
      db.within('system', tx => textRows(tx, question))
    await expect(ask(sql`select 1 / 0`)).rejects.toThrow('division by zero')
    expect(await ask(sql`select 1 where false`)).toEqual([])
  })
})

/** The library calls it when the server has said that all is sent. */
function finish(question: CopyOut | CopyLines): void {
  ;(question as unknown as { callback(error: null): void }).callback(null)
}
