import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

const file = path.join(import.meta.dirname, 'migrations/0076-transaction-names.sql')

let test: TestDatabase

const apply = () => test.query(readFileSync(file, 'utf8'))
const count = async (text: string): Promise<number> => (await test.query(text)).rows[0].count

/** A database that was set up while the ledger's table was called 'booking'. */
beforeAll(async () => {
  test = await createTestDatabase()
  // Later migrations replaced the trigger.
  await test.query(`
    create function guard_transaction() returns trigger language plpgsql as 'begin return new; end';
    create trigger transaction_only_grows before update on transaction
      for each row execute function guard_transaction();
    alter table transaction rename to booking;
    alter table transaction_0 rename to booking_0;
    alter index transaction_in_force rename to booking_in_force;
    alter table booking rename constraint transaction_version to booking_version;
    alter trigger transaction_only_grows on booking rename to booking_only_grows;
    alter function guard_transaction() rename to guard_booking;
    alter table import rename column transactions_count to bookings_count;
    alter table import_row rename column transaction_root to booking_root`)
  await test.query(`
    do $$ begin
      execute replace(pg_get_functiondef('is_instrument_held'::regproc), 'from transaction b', 'from booking b');
    end $$`)
  await apply()
})
afterAll(() => test.drop())

describe('migrating a database whose ledger is called booking', () => {
  it('renames the table, its partitions, indexes, constraints and triggers', async () => {
    const { rows } = await test.query(`
      select to_regclass('transaction') is not null as has_table,
        to_regclass('transaction_0') is not null as has_partition,
        to_regclass('transaction_in_force') is not null as has_index,
        exists (select from pg_constraint where conname = 'transaction_version') as has_constraint,
        exists (select from pg_trigger where tgname = 'transaction_only_grows') as has_trigger`)
    expect(rows).toEqual([
      { has_table: true, has_partition: true, has_index: true, has_constraint: true, has_trigger: true },
    ])
  })

  it('renames the columns of imports', async () => {
    const { rows } = await test.query(`
      select table_name || '.' || column_name as name from information_schema.columns
      where table_name like 'import%' and column_name in ('transactions_count', 'transaction_root') order by 1`)
    expect(rows.map(({ name }) => name)).toEqual(['import.transactions_count', 'import_row.transaction_root'])
  })

  it('rewrites function bodies, which still run', async () => {
    const { rows } = await test.query(
      'select is_instrument_held(gen_random_uuid(), gen_random_uuid()) as is_held',
    )
    expect(rows).toEqual([{ is_held: false }])
  })

  it('leaves no old name behind', async () => {
    expect(
      await count(`
        select (select count(*) from pg_class where relname ~ 'booking')::int
          + (select count(*) from pg_constraint where conname ~ 'booking')::int
          + (select count(*) from pg_trigger where tgname ~ 'booking')::int
          + (select count(*) from pg_attribute where attname ~ 'booking' and not attisdropped)::int
          + (select count(*) from pg_proc where proname ~ 'booking' or prosrc ~ 'booking')::int as count`),
    ).toBe(0)
  })

  it('changes nothing where the new names are in place', async () => {
    await expect(apply()).resolves.toBeDefined()
  })
})
