import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'

let test: TestDatabase
let db: Database
const ids: Record<string, string> = {}

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  const add = async (name: string, text: string, values: unknown[]) => {
    const { rows } = await test.query(`${text} returning id`, values)
    ids[name] = rows[0].id
    return ids[name]
  }
  const family = 'insert into family (name) values ($1)'
  const account =
    "insert into account (family_id, custodian_id, name, base_currency) values ($1, 'manual', $2, 'CHF')"
  const user = 'insert into app_user (username, role, family_id, sees_all_accounts) values ($1, $2, $3, $4)'
  const own = await add('own', family, ['Own'])
  const other = await add('other', family, ['Other'])
  await add('shown', account, [own, 'Shown'])
  await add('hidden', account, [own, 'Hidden'])
  await add('foreign', account, [other, 'Foreign'])
  await add('admin', user, ['ada', 'admin', null, true])
  await add('adviser', user, ['avi', 'adviser', null, true])
  await add('idle', user, ['ike', 'adviser', null, true])
  await add('limited', user, ['lia', 'investor', own, false])
  await test.query('insert into family_access (user_id, family_id) values ($1, $2)', [ids.adviser, own])
  await test.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
    ids.limited,
    ids.shown,
  ])
  for (const [name, family] of [
    ['secret', own],
    ['public', null],
  ])
    await add(
      name ?? '',
      "insert into instrument (name, instrument_type, currency, family_id) values ($1, 'equity', 'CHF', $2)",
      [name, family],
    )
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

interface Settings {
  role: string
  families: string
  accounts: string
}

function settingsOf(user: string | undefined, database = db): Promise<Settings | undefined> {
  return database.within({ user: user ?? '' }, async tx => {
    const { rows } = await sql<Settings>`select current_setting('plumbline.role') as role,
      current_setting('plumbline.families') as families, current_setting('plumbline.accounts') as accounts`.execute(
      tx,
    )
    return rows[0]
  })
}

const accountsOf = (user: string | undefined) =>
  db.within({ user: user ?? '' }, async tx =>
    (await tx.selectFrom('account').select('name').orderBy('name').execute()).map(({ name }) => name),
  )

describe('the scope of a caller', () => {
  it('closes what another caller opened in the same transaction', async () => {
    const { rows } = await test.query(
      "insert into import (family_id, user_id, currency) values ($1, $2, 'CHF') returning id",
      [ids.own, ids.admin],
    )
    const opened = await db.within({ user: ids.admin ?? '' }, async tx => {
      const read = async () =>
        (await sql<{ opened: string }>`select current_setting('plumbline.imports') as opened`.execute(tx))
          .rows[0]?.opened
      await sql`select open_imports(array[${rows[0].id}]::uuid[])`.execute(tx)
      const own = [await read()]
      await sql`select enter_caller(${ids.admin})`.execute(tx)
      own.push(await read())
      await sql`select enter_caller(${ids.adviser})`.execute(tx)
      return [...own, await read()]
    })
    expect(opened).toEqual([rows[0].id, rows[0].id, ''])
  })

  it('holds the role, the families and the accounts', async () => {
    expect(await settingsOf(ids.admin)).toEqual({ role: 'admin', families: '*', accounts: '*' })
    expect(await settingsOf(ids.adviser)).toEqual({ role: 'adviser', families: ids.own, accounts: '*' })
    expect(await settingsOf(ids.limited)).toEqual({
      role: 'investor',
      families: ids.own,
      accounts: ids.shown,
    })
  })

  it.each([
    ['an adviser without a family', () => ids.idle],
    ['an unknown user', () => '00000000-0000-4000-8000-000000000000'],
    ['what is no user', () => "'; --"],
  ])('shows nothing to %s', async (_, user) => {
    expect(await settingsOf(user())).toMatchObject({ families: '' })
    expect(await accountsOf(user())).toEqual([])
  })

  it('shows families and accounts by it', async () => {
    expect(await accountsOf(ids.admin)).toEqual(['Foreign', 'Hidden', 'Shown'])
    expect(await accountsOf(ids.adviser)).toEqual(['Hidden', 'Shown'])
    expect(await accountsOf(ids.limited)).toEqual(['Shown'])
  })

  it('finds one of many families, and keeps none of them for another caller of the transaction', async () => {
    const { rows: added } = await test.query(
      "insert into family (name) select 'Client ' || n from generate_series(1, 40) n returning id",
    )
    await test.query(
      "insert into account (family_id, custodian_id, name, base_currency) select unnest($1::uuid[]), 'manual', 'Client', 'CHF'",
      [added.map(({ id }) => id)],
    )
    const many = (
      await test.query("insert into app_user (username, role) values ('max', 'adviser') returning id")
    ).rows[0].id
    await test.query('insert into family_access (user_id, family_id) select $1, unnest($2::uuid[])', [
      many,
      added.map(({ id }) => id),
    ])
    expect(await settingsOf(many)).toEqual({ role: 'adviser', families: '=', accounts: '*' })
    expect(await accountsOf(many)).toHaveLength(40)
    const count = sql<{ n: number }>`select count(*)::int as n from account`
    await db.within({ user: many }, async tx => {
      const counts = [(await count.execute(tx)).rows[0]?.n]
      for (const user of [ids.limited, ids.adviser, ids.idle, many]) {
        await sql`select enter_caller(${user})`.execute(tx)
        counts.push((await count.execute(tx)).rows[0]?.n)
      }
      expect(counts).toEqual([40, 1, 2, 0, 40])
    })
    expect(await accountsOf(ids.limited)).toEqual(['Shown'])
  })

  it('limits a user to many accounts as to few', async () => {
    const { rows: added } = await test.query(
      `insert into account (family_id, custodian_id, name, base_currency, name_copy)
       select $1, 'manual', 'Shown', 'CHF', n from generate_series(1, 20) n returning id`,
      [ids.own],
    )
    const grant = 'insert into account_grant (user_id, account_id) select $1, unnest($2::uuid[])'
    await test.query(grant, [ids.limited, added.map(({ id }) => id)])
    expect(new Set(await accountsOf(ids.limited))).toEqual(new Set(['Shown']))
    expect(await accountsOf(ids.limited)).toHaveLength(21)
    await test.query('delete from account where id = any($1)', [added.map(({ id }) => id)])
    await test.query('delete from account_grant where account_id = any($1)', [added.map(({ id }) => id)])
  })

  it('ends with the next transaction when access is revoked', async () => {
    await test.query('delete from account_grant where user_id = $1', [ids.limited])
    expect(await accountsOf(ids.limited)).toEqual([])
    await test.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
      ids.limited,
      ids.shown,
    ])
    expect(await accountsOf(ids.limited)).toEqual(['Shown'])
    await test.query('update app_user set disabled_at = now() where id = $1', [ids.limited])
    expect(await accountsOf(ids.limited)).toEqual([])
    await test.query('update app_user set disabled_at = null where id = $1', [ids.limited])
  })

  it('is set by statements where a distributed database passes them on', async () => {
    const single = await openDatabase(test.target, { connections: 1 })
    await single.query("set citus.propagate_set_commands = 'local'", [])
    expect(await settingsOf(ids.limited, single)).toEqual(await settingsOf(ids.limited))
    expect(await settingsOf(`o'no`, single)).toMatchObject({ role: '', families: '', accounts: '' })
    // Nothing is left for a query without a scope.
    expect(
      await single.query('select sees_family($1) as family, sees_account($2) as account', [
        ids.own,
        ids.shown,
      ]),
    ).toEqual([{ family: false, account: false }])
    await single.close()
  })

  it('does not let a limited user post an instrument that they do not see', async () => {
    const post = (instrument: string | undefined, isAdmitted: boolean) =>
      db.within({ user: ids.limited ?? '' }, async tx => {
        if (isAdmitted) await sql`select admit_instruments(array[${instrument}]::uuid[])`.execute(tx)
        await sql`
          insert into transaction (family_id, id, root_id, account_id, transaction_type, date, instrument_id, quantity,
            amount, currency, source)
          select ${ids.own}::uuid, id, id, ${ids.shown}::uuid, 'trade', '2026-01-05', ${instrument}::uuid, 1, 1, 'CHF', 'manual'
          from gen_random_uuid() id`.execute(tx)
      })
    await expect(post(ids.secret, true)).rejects.toThrow('unknown instrument')
    await expect(post(ids.secret, false)).rejects.toThrow(/row-level security/)
    await expect(post(ids.public, false)).rejects.toThrow(/row-level security/)
    await post(ids.public, true)
  })
})
