import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testLedger } from '../testing/test-ledger.ts'
import {
  addTransactions,
  reviseTransaction,
  type TransactionFacts,
  type TransactionHead,
} from './ledger.store.ts'

let test: TestDatabase
let db: Database
let family: string
let account: string
let user: string
let stranger: string

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  const id = async (text: string, values: unknown[] = []) => (await test.query(text, values)).rows[0].id
  family = await id("insert into family (name) values ('Own') returning id")
  const other = await id("insert into family (name) values ('Other') returning id")
  const addUser = 'insert into app_user (username, role, family_id) values ($1, $2, $3) returning id'
  user = await id(addUser, ['ivy', 'investor', family])
  stranger = await id(addUser, ['ned', 'investor', other])
  account = await testLedger(test).account(family, 'Main')
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

function deposit(amount: string): TransactionFacts {
  const none = {
    time_of_day: null,
    settle_date: null,
    ex_date: null,
    instrument_id: null,
    quantity: null,
    price: null,
    net: null,
    rate: null,
    accrued: null,
    counter_currency: null,
    counter_amount: null,
    link: null,
    numerator: null,
    denominator: null,
    basis_share: null,
    note: null,
  }
  return {
    ...none,
    account_id: account,
    transaction_type: 'deposit',
    date: '2026-11-13',
    currency: 'CHF',
    sequence: 0,
    amount,
    fees: '0',
    taxes: '0',
  }
}

async function add(amount: string, sourceKey: string | null = null): Promise<TransactionHead | undefined> {
  const origin = { source: 'manual' as const, sourceKey, importId: null, createdBy: user }
  return (await db.within({ user }, tx => addTransactions(tx, family, [deposit(amount)], () => origin)))[0]
}
const revise = (head: TransactionHead, amount: string, status: 'booked' | 'void' = 'booked') =>
  db.within({ user }, tx =>
    reviseTransaction(tx, family, head.rootId, head.revision, { facts: { amount }, status, createdBy: user }),
  )
async function version(): Promise<number> {
  const { rows } = await test.query('select version from family_version where family_id = $1', [family])
  return Number(rows[0].version)
}

describe('the ledger', () => {
  it('keeps every digit of an amount', async () => {
    const head = await add('123456789012345.678901234567890123')
    const { rows } = await test.query('select amount from transaction where id = $1', [head?.id])
    expect(rows[0].amount).toBe('123456789012345.678901234567890123')
  })

  it('increments the version of the family with every change, and only then', async () => {
    const before = await version()
    await add('1', 'statement row 1')
    expect(await version()).toBe(before + 1)
    expect(await add('1', 'statement row 1')).toBeUndefined()
    expect(await version()).toBe(before + 1)
  })

  it('corrects by a new revision under the same root and keeps the old revision', async () => {
    const first = await add('10')
    if (!first) throw new Error('the transaction was just added')
    const second = await revise(first, '11')
    expect(second).toMatchObject({ rootId: first.rootId, revision: 2 })
    const { rows } = await test.query(
      'select revision, amount, superseded_by, date, created_by from transaction where root_id = $1 order by revision',
      [first.rootId],
    )
    expect(rows).toMatchObject([
      { revision: 1, amount: '10', superseded_by: second.id },
      { revision: 2, amount: '11', superseded_by: null, date: '2026-11-13', created_by: user },
    ])
  })

  it('accepts one of several concurrent corrections of a revision and rejects the others', async () => {
    const head = await add('20')
    if (!head) throw new Error('the transaction was just added')
    const attempts = await Promise.allSettled([revise(head, '21'), revise(head, '22'), revise(head, '23')])
    expect(attempts.filter(attempt => attempt.status === 'fulfilled')).toHaveLength(1)
    for (const attempt of attempts)
      if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'conflict' })
  })

  it('rejects updates and deletes, even by the owner of the table', async () => {
    const head = await add('30')
    await expect(test.query('update transaction set amount = 31 where id = $1', [head?.id])).rejects.toThrow(
      /permission denied/,
    )
    await expect(test.query('truncate transaction')).rejects.toThrow(/permission denied/)
    await expect(test.query('delete from transaction where id = $1', [head?.id])).rejects.toThrow(
      /only grows/,
    )
    const partition = `update ${(await test.query('select tableoid::regclass as name from transaction where id = $1', [head?.id])).rows[0].name} set amount = 31`
    expect((await test.query(partition)).rowCount).toBe(0)
    const deletion = db.within({ user }, async tx => {
      await tx.deleteFrom('transaction' as never).execute()
    })
    await expect(deletion).rejects.toThrow(/permission denied/)
    const change = db.within({ user }, tx => sql`update transaction set amount = 31`.execute(tx))
    await expect(change).rejects.toThrow(/permission denied/)
  })

  it('supersedes a revision once, even as the owner of the table', async () => {
    const head = await add('31')
    if (!head) throw new Error('the transaction was just added')
    await revise(head, '32')
    const undo = await test.query('update transaction set superseded_by = null where id = $1', [head.id])
    expect(undo.rowCount).toBe(0)
    const { rows } = await test.query(
      'select superseded_by is null as is_open from transaction where id = $1',
      [head.id],
    )
    expect(rows).toEqual([{ is_open: false }])
  })

  it('neither shows nor accepts transactions of another family', async () => {
    const head = await add('40')
    if (!head) throw new Error('the transaction was just added')
    const seen = await db.within({ user: stranger }, tx =>
      tx
        .selectFrom('transaction' as never)
        .selectAll()
        .execute(),
    )
    expect(seen).toEqual([])
    const change = { facts: { amount: '0' }, status: 'void' as const, createdBy: stranger }
    const foreignChange = db.within({ user: stranger }, tx =>
      reviseTransaction(tx, family, head.rootId, 1, change),
    )
    await expect(foreignChange).rejects.toMatchObject({ code: 'not_found' })
    const origin = { source: 'manual' as const, sourceKey: null, importId: null, createdBy: stranger }
    const foreignEntry = db.within({ user: stranger }, tx =>
      addTransactions(tx, family, [deposit('1')], () => origin),
    )
    await expect(foreignEntry).rejects.toThrow(/row-level security/)
  })

  it('is erased with its account, leaving an audit line with the number of transactions', async () => {
    const erased = await testLedger(test).account(family, 'Erased')
    await testLedger(test).post(family, erased, { type: 'deposit', date: '2026-11-13', amount: '1' })
    const erase = (as: string) =>
      db.within({ user: as }, async tx => {
        const { sql } = await import('kysely')
        const { rows } = await sql<{
          count: number | null
        }>`select erase_account(${erased}::uuid) as count`.execute(tx)
        return rows[0]?.count
      })
    expect(await erase(stranger)).toBeNull()
    expect(await erase(user)).toBe(1)
    const { rows } = await test.query("select details from audit_line where action = 'account_erased'")
    expect(rows).toEqual([{ details: { transactions: 1 } }])
  })
})
