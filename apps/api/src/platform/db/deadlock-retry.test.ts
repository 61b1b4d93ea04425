import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = await openDatabase(test.target)
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

it('retries the victim of a deadlock, so that both transactions commit', async () => {
  await test.query(`
    create table seat (id int primary key, taken int not null);
    insert into seat values (1, 0), (2, 0);
    grant select, update on seat to plumbline_app`)
  let attempts = 0
  let holding = 0
  const bothHoldOne = Promise.withResolvers<void>()
  const firstCommit = Promise.withResolvers<void>()
  const takeBoth = (first: number, second: number) =>
    database.within('system', async tx => {
      attempts += 1
      // On a busy machine the retry could take the row again before the other one does, and meet it once more.
      if (attempts > 2) await firstCommit.promise
      await sql`update seat set taken = taken + 1 where id = ${first}`.execute(tx)
      holding += 1
      if (holding === 2) bothHoldOne.resolve()
      await bothHoldOne.promise
      await sql`update seat set taken = taken + 1 where id = ${second}`.execute(tx)
    })
  const both = [takeBoth(1, 2), takeBoth(2, 1)]
  void Promise.race(both).then(firstCommit.resolve, firstCommit.reject)
  await Promise.all(both)
  expect(attempts).toBe(3)
  const { rows } = await test.query('select taken from seat order by id')
  expect(rows).toEqual([{ taken: 2 }, { taken: 2 }])
})
