import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { untilBlocked } from '../../testing/until-blocked.ts'
import { type Database, openDatabase } from './database.ts'

let test: TestDatabase
let family: string
let account: string
let user: string

const one = async (text: string, values: unknown[] = []): Promise<string> =>
  (await test.query(`${text} returning id`, values)).rows[0].id
const value = async (text: string, values: unknown[] = []) => (await test.query(text, values)).rows[0]

beforeEach(async () => {
  await test?.drop()
  test = await createTestDatabase()
  family = await one("insert into family (name) values ('Own')")
  account = await one(
    "insert into account (family_id, custodian_id, name, base_currency) values ($1, 'manual', 'Main', 'CHF')",
    [family],
  )
  user = await one("insert into app_user (username, role, family_id) values ('ivy', 'investor', $1)", [
    family,
  ])
})
afterAll(() => test.drop())

const addImport = () =>
  one(
    'insert into import (family_id, user_id, currency, account_ids) values ($1, $2, $3, array[$4]::uuid[])',
    [family, user, 'CHF', account],
  )

describe('what refers to a table that stays on one node', () => {
  it('keeps a family with accounts, and a custodian of accounts', async () => {
    await expect(test.query('delete from family where id = $1', [family])).rejects.toThrow('is still used')
    await expect(test.query("delete from custodian where id = 'manual'")).rejects.toThrow('is still used')
  })

  it('keeps an instrument with transactions', async () => {
    const instrument = await one(
      "insert into instrument (name, instrument_type, currency) values ('Alp', 'equity', 'CHF')",
    )
    await test.query(
      `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, instrument_id, quantity,
         amount, currency, source)
       select $1, id, id, $2, 'trade', '2026-01-05', $3, 1, 1, 'CHF', 'manual' from gen_random_uuid() id`,
      [family, account, instrument],
    )
    await expect(test.query('delete from instrument where id = $1', [instrument])).rejects.toThrow(
      'is still used',
    )
  })

  it('refuses to post an unknown instrument', async () => {
    await expect(
      test.query("select admit_instruments('{00000000-0000-4000-8000-000000000000, null}')"),
    ).rejects.toThrow('unknown instrument')
    await test.query('select admit_instruments(array[null]::uuid[])')
  })

  it('waits with deleting what is being referred to, and refuses it then', async () => {
    const instrument = await one(
      "insert into instrument (name, instrument_type, currency) values ('Alp', 'equity', 'CHF')",
    )
    const house = await one("insert into family (name) values ('House')")
    const database: Database = await openDatabase(test.target)
    const deleteRow = (table: string, id: string) =>
      database.within('system', tx => sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx))
    await test.query('begin')
    await test.query('select admit_instruments(array[$1]::uuid[])', [instrument])
    const deleted = deleteRow('instrument', instrument).then(() => 'deleted', String)
    await untilBlocked(test)
    await test.query(
      `insert into transaction (family_id, id, root_id, account_id, transaction_type, date, instrument_id, quantity,
         amount, currency, source)
       select $1, id, id, $2, 'trade', '2026-01-05', $3, 1, 1, 'CHF', 'manual' from gen_random_uuid() id`,
      [family, account, instrument],
    )
    await test.query('commit')
    expect(await deleted).toContain('is still used')

    const opened = { id: '00000000-0000-4000-8000-00000000000a', name: 'New', base_currency: 'CHF' }
    const open = (familyId: string, custodian: string) =>
      test.query('select open_account($1)', [{ ...opened, family_id: familyId, custodian_id: custodian }])
    await test.query('begin')
    await open(house, 'manual')
    const removed = deleteRow('family', house).then(() => 'deleted', String)
    await untilBlocked(test)
    await test.query('commit')
    expect(await removed).toContain('is still used')
    await expect(open('00000000-0000-4000-8000-000000000000', 'manual')).rejects.toThrow('unknown family')
    await expect(open(house, 'nobody')).rejects.toThrow('unknown custodian')
    await database.close()
  })

  it('forgets a deleted user and a deleted job', async () => {
    const job = await one("insert into background_job (user_id, kind, name) values ($1, 'import', 'x')", [
      user,
    ])
    const id = await addImport()
    await test.query('update import set job_id = $2 where id = $1', [id, job])
    await test.query(
      `insert into account_statement (family_id, account_id, date, source, lines, received_from)
       values ($1, $2, '2026-01-05', 'typed', '[]', $3)`,
      [family, account, user],
    )
    await test.query('delete from background_job where id = $1', [job])
    expect(await value('select user_id, job_id from import')).toEqual({ user_id: user, job_id: null })
    await test.query('delete from app_user where id = $1', [user])
    expect(await value('select user_id from import')).toEqual({ user_id: null })
    expect(await value('select received_from from account_statement')).toEqual({ received_from: null })
  })

  it('goes with an erased account, and with its family', async () => {
    await test.query('insert into account_grant (user_id, account_id) values ($1, $2)', [user, account])
    await test.query(
      "insert into integration (family_id, account_id, name, kind) values ($1, $2, 'Bank', 'custodian')",
      [family, account],
    )
    const asset = await one(
      `insert into instrument (name, instrument_type, currency, family_id, account_id)
       values ('House', 'real_estate', 'CHF', $1, $2)`,
      [family, account],
    )
    const id = await addImport()
    await test.query('select note_ledger_change($1, $2)', [family, '2026-01-05'])
    await test.query('select erase_account($1)', [account])
    const count = async (table: string) => (await value(`select count(*)::int as n from ${table}`)).n
    expect(await count('account_grant')).toBe(0)
    expect(await count('integration')).toBe(0)
    expect(await value('select count(*)::int as n from instrument where id = $1', [asset])).toEqual({ n: 0 })
    // The import of the erased account is hidden: nobody sees the nil account.
    const nil = '00000000-0000-0000-0000-000000000000'
    expect(await value('select account_ids from import where id = $1', [id])).toEqual({ account_ids: [nil] })
    await test.query('delete from app_user')
    await test.query('delete from family where id = $1', [family])
    expect(await count('import')).toBe(0)
    expect(await count('ledger_change')).toBe(0)
  })
})
