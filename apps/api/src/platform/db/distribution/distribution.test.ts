import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts'
import { distribute } from './distribute.ts'
import { findViolations, type OwnerQuery } from './find-violations.ts'
import { distributedTables } from './table-placements.ts'

let test: TestDatabase
const query: OwnerQuery = (text, values) => test.query(text, values)

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

/** The violations that a change of the schema adds, which is rolled back. */
async function violationsOf(change: string): Promise<string[]> {
  const before = await findViolations(query)
  await test.query('begin')
  try {
    await test.query(change)
    return (await findViolations(query)).filter(violation => !before.includes(violation))
  } finally {
    await test.query('rollback')
  }
}

describe('a freshly migrated database', () => {
  it('breaks no rule of a distributed schema', async () => {
    expect(await findViolations(query)).toEqual([])
  })

  it.each([
    ['a table without a declaration', 'create table forgotten (id int)', 'forgotten: is not declared'],
    [
      'a trigger',
      `create function planted() returns trigger language plpgsql as 'begin return new; end';
       create trigger planted before insert on account_statement for each row execute function planted()`,
      'account_statement: trigger planted',
    ],
    [
      'a policy with a subquery',
      'create policy planted on account_statement using (account_id in (select account_id from account_grant))',
      'account_statement: subquery in policy planted',
    ],
    [
      'a policy that calls a function with a query',
      `create function planted() returns boolean language sql stable as 'select exists (select from app_user)';
       create policy planted on ledger_change using (planted())`,
      'ledger_change: policy planted calls planted, which reads tables or changes something',
    ],
    [
      'a policy that calls such a function through another',
      `create function planted() returns boolean language sql stable return exists (select from app_user);
       create function outer_planted() returns boolean language sql stable return planted();
       create policy planted on ledger_change using (outer_planted())`,
      'ledger_change: policy planted calls planted, which reads tables or changes something',
    ],
    [
      'a unique key without the family',
      'create unique index planted on account_statement (received_at)',
      'account_statement: unique key planted lacks family_id',
    ],
    [
      'a unique key that only includes the family',
      'create unique index planted on account_statement (received_at) include (family_id)',
      'account_statement: unique key planted lacks family_id',
    ],
    [
      'a foreign key to a local table',
      'alter table ledger_change add column link_id uuid, add constraint planted foreign key (link_id) references app_user (id)',
      'ledger_change: foreign key planted between a distributed and a local table',
    ],
    [
      'a foreign key that empties the family',
      'alter table reconciliation_posting add constraint planted foreign key (family_id, account_id) references account (family_id, id) on delete set null',
      'reconciliation_posting: foreign key planted empties family_id',
    ],
    [
      'a sequence',
      'alter table ledger_change add column number bigserial',
      'ledger_change: sequence in column number',
    ],
    [
      'a family that may be null',
      'alter table import_mapping alter column family_id drop not null',
      'import_mapping: has no column family_id that is never null',
    ],
    [
      'a declared table that does not exist',
      'alter table transaction rename to entries',
      'transaction: is declared and does not exist',
    ],
  ])('finds %s', async (_, change, violation) => {
    const found = await violationsOf(change)
    expect(found).toContain(violation)
  })

  it('finds a foreign key without the family', async () => {
    const change = `
      alter table account_statement add column earlier_id uuid, add column earlier_family_id uuid;
      create unique index planted on account_statement (id, family_id);
      alter table account_statement add constraint planted foreign key (earlier_id, earlier_family_id)
        references account_statement (id, family_id)`
    expect(await violationsOf(change)).toEqual(['account_statement: foreign key planted lacks family_id'])
  })
})

it('locks rows with SKIP LOCKED in local tables only', () => {
  const root = path.join(import.meta.dirname, '../../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.store.ts'))
    .map(name => readFileSync(path.join(root, name), 'utf8'))
  const skipping = files.flatMap(text =>
    [...text.matchAll(/from (\w+)(?:(?!from \w)[^`])*?skip locked/g)].map(([, table]) => table),
  )
  expect(skipping.sort()).toEqual(['mail', 'mail', 'try_limit'])
  expect(distributedTables.filter(table => skipping.includes(table))).toEqual([])
})

describe('npm run db:distribute', () => {
  it('prints the statements on a plain PostgreSQL and changes nothing', async () => {
    const lines: string[] = []
    await distribute(test.target, { isDryRun: true, print: line => lines.push(line) })
    const moved = lines.filter(line => line.startsWith('select create_distributed_table'))
    expect(moved).toHaveLength(distributedTables.length)
    expect(moved[0]).toBe("select create_distributed_table('account', 'family_id', colocate_with => 'none');")
    const at = (start: string) => lines.findIndex(line => line.startsWith(start))
    // A key is removed before its tables move, and added when both are there.
    const key = 'alter table account_statement drop constraint account_statement_family_id_account_id_fkey'
    expect(at(key)).toBeGreaterThan(-1)
    expect(at(key)).toBeLessThan(at('select create_distributed_table'))
    expect(at(key.replace('drop', 'add'))).toBeGreaterThan(lines.indexOf(moved.at(-1) ?? ''))
    expect(
      (await query("select rolcanlogin as may from pg_roles where rolname = 'plumbline_app'")).rows,
    ).toEqual([{ may: false }])
  })

  it('leaves keys and row-level security as they were', async () => {
    const lines: string[] = []
    await distribute(test.target, { isDryRun: true, print: line => lines.push(line) })
    const readSchema = async () =>
      (
        await query(`
          select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
          union all select relname || ' ' || relrowsecurity || relforcerowsecurity from pg_class order by 1`)
      ).rows.map(({ line }) => line)
    const before = await readSchema()
    await test.query('begin')
    // What a plain PostgreSQL can run of it.
    const own = lines.filter(line => line.startsWith('alter table'))
    for (const line of own.slice(0, own.length / 2)) await test.query(line)
    const unguarded = await query(
      `select relname from pg_class where relname = any($1) and (relrowsecurity or relforcerowsecurity)`,
      [[...distributedTables, 'transaction_3', 'audit_line_15']],
    )
    expect(unguarded.rows).toEqual([])
    for (const line of own.slice(own.length / 2)) await test.query(line)
    await test.query('commit')
    expect(await readSchema()).toEqual(before)
  })

  it('refuses a database without the extension', async () => {
    await expect(distribute(test.target, { isDryRun: false, print: () => undefined })).rejects.toThrow(
      /has no Citus extension/,
    )
  })
})
