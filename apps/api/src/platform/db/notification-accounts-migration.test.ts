import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testLedger } from '../../testing/test-ledger.ts'

const read = (name: string) => readFileSync(path.join(import.meta.dirname, 'migrations', name), 'utf8')
/** The statements of a migration that change rows. */
const updatesOf = (name: string) =>
  read(name)
    .split(/;\n/)
    .filter(statement => /^\s*(--[^\n]*\n)*\s*update /.test(statement))

let test: TestDatabase

beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

async function insert(text: string, values: unknown[]): Promise<string> {
  return (await test.query(`${text} returning id`, values)).rows[0].id
}

describe('migrating notifications', () => {
  it('gives older messages the accounts of their rule, source or file, or all of their family', async () => {
    const family = await insert('insert into family (name) values ($1)', ['Own'])
    const user = await insert(
      `insert into app_user (username, email, name, role, family_id) values ('ivy', 'ivy@example.com', 'Ivy', 'investor', $1)`,
      [family],
    )
    const ledger = testLedger(test)
    const accounts = [await ledger.account(family, 'First'), await ledger.account(family, 'Second')].sort()
    const addRule = (data: object) =>
      insert(
        `insert into user_task (user_id, family_id, name, task_type, task_data, actions)
         values ($1, $2, 'Moves', 'pnl_move', $3, '{in_app}')`,
        [user, family, JSON.stringify(data)],
      )
    const source = await insert(
      `insert into integration (name, kind, family_id, account_id) values ('Bank', 'custodian', $1, $2)`,
      [family, accounts[1]],
    )
    const add = (kind: string, occurrence: string, task: string | null, details: object = {}) =>
      insert(
        `insert into notification (user_id, family_id, kind, occurrence, task_id, details) values ($1, $2, $3, $4, $5, $6)`,
        [user, family, kind, occurrence, task, JSON.stringify(details)],
      )
    await add('pnl_move', 'a', await addRule({ accounts: [accounts[0]] }))
    await add('pnl_move', 'b', await addRule({ accounts: [] }))
    await add('pnl_move', 'c', await addRule({ accounts: null }))
    await add('band_breach', 'd', null)
    await add('integration_failure', 'e', null, { target: { kind: 'integration', id: source } })
    await add('client_task', 'f', null)
    for (const update of updatesOf('0221-accounts-of-notifications.sql')) await test.query(update)
    const { rows } = await test.query(
      'select occurrence, array(select unnest(account_ids) order by 1) as accounts, account_ids is null as of_none from notification order by 1',
    )
    expect(rows.map(row => (row.of_none ? null : row.accounts))).toEqual([
      [accounts[0]],
      accounts,
      accounts,
      accounts,
      [accounts[1]],
      null,
    ])
  })

  it('names announced crossings by the day of their close, so that they are not announced again', async () => {
    const ledger = testLedger(test)
    const share = await ledger.instrument('Acme')
    const [{ id: user }] = (await test.query('select id from app_user')).rows
    const ticker = await insert('insert into watched_ticker (user_id, instrument_id) values ($1, $2)', [
      user,
      share,
    ])
    const target = await insert(
      `insert into price_target (watched_ticker_id, price, direction) values ($1, 100, 'above')`,
      [ticker],
    )
    await test.query(
      "update price_target set crossed_on = '2026-03-13', crossed_at = now() - interval '1 hour' where id = $1",
      [target],
    )
    await test.query(
      `insert into notification (user_id, kind, occurrence)
       select $1, 'price_target', 'target/' || id || '/' || crossed_at from price_target`,
      [user],
    )
    for (const update of updatesOf('0220-doubtful-targets.sql')) await test.query(update)
    const { rows } = await test.query("select occurrence from notification where kind = 'price_target'")
    expect(rows).toEqual([{ occurrence: `target/${target}/2026-03-13` }])
  })
})
