import { randomUUID } from 'node:crypto'
import { parseDay } from '@plumbline/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTransactions, reviseTransaction, type TransactionFacts } from '../ledger/ledger.store.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { testLedger } from '../testing/test-ledger.ts'
import type { PreviousSnapshot } from './continue-load.ts'
import { type LoadedSnapshot, loadSnapshot } from './load-snapshot.ts'

let test: TestDatabase
let db: Database
let family: string
let accounts: string[]
let share: string
let other: string

beforeAll(async () => {
  test = await createTestDatabase()
  db = await openDatabase(test.target)
  const { rows } = await test.query("insert into family (name) values ('Own') returning id")
  family = rows[0].id
  const ledger = testLedger(test)
  accounts = [await ledger.account(family, 'Main'), await ledger.account(family, 'Second')]
  share = await ledger.instrument('Share')
  other = await ledger.instrument('Unquoted')
  await ledger.prices(share, { '2026-01-05': 50, '2026-03-02': 60 })
})
afterAll(async () => {
  await db.close()
  await test.drop()
})

const none = {
  time_of_day: null,
  settle_date: null,
  ex_date: null,
  instrument_id: null,
  quantity: null,
  price: null,
  amount: null,
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

type Given = Partial<TransactionFacts> & Pick<TransactionFacts, 'transaction_type' | 'date'>

const facts = (given: Given): TransactionFacts => ({
  ...none,
  account_id: accounts[0] ?? '',
  currency: 'CHF',
  sequence: 0,
  fees: '0',
  taxes: '0',
  ...given,
})
const deposit = (date: string, amount: string, more: Partial<TransactionFacts> = {}) =>
  facts({ transaction_type: 'deposit', date, amount, ...more })
const trade = (date: string, quantity: string, instrument = share) =>
  facts({ transaction_type: 'trade', date, quantity, price: '55', instrument_id: instrument, fees: '1.25' })

const post = (...transactions: TransactionFacts[]) =>
  db.within('system', tx =>
    addTransactions(tx, family, transactions, () => ({
      source: 'manual' as const,
      sourceKey: null,
      importId: null,
      createdBy: null,
    })),
  )
const revise = (rootId: string, revision: number, change: Partial<TransactionFacts>, isVoid = false) =>
  db.within('system', tx =>
    reviseTransaction(tx, family, rootId, revision, {
      facts: change,
      status: isVoid ? 'void' : 'booked',
      createdBy: null,
    }),
  )

const load = (previous: PreviousSnapshot | null): Promise<LoadedSnapshot> =>
  loadSnapshot(db, {
    families: [family],
    today: parseDay('2026-04-01'),
    marketDay: parseDay('2026-03-02'),
    asOf: null,
    market: null,
    atLeast: null,
    previous,
  })

function toPrevious({ snapshot, metadata, versions, resume }: LoadedSnapshot): PreviousSnapshot {
  if (!resume) throw new Error('the snapshot can be continued')
  return { snapshot, metadata, versions, resume }
}

/** Sets the close of the share on a day of the year. */
async function setClose(dayOfYear: number, close: number): Promise<void> {
  const { rows } = await test.query('select closes from price_chunk where instrument_id = $1', [share])
  const closes = new Float64Array(new Uint8Array(rows[0].closes).buffer)
  closes[dayOfYear - 1] = close
  await test.query('update price_chunk set closes = $2 where instrument_id = $1', [
    share,
    Buffer.from(closes.buffer),
  ])
  await test.query('select note_market_change(array[$1])', [share])
}

/** Loads with and without the snapshot before, and expects the same. */
async function loadBoth(previous: LoadedSnapshot): Promise<LoadedSnapshot> {
  const [continued, whole] = [await load(toPrevious(previous)), await load(null)]
  expect(continued.snapshot).toEqual(whole.snapshot)
  expect(continued.metadata).toEqual(whole.metadata)
  return continued
}

describe('a load that continues an older snapshot', () => {
  it('gives the same as a load of everything, whatever was changed', async () => {
    const heads = await post(
      deposit('2026-01-05', '10000', { note: 'Start' }),
      trade('2026-01-06', '100'),
      trade('2026-01-07', '3', other),
      deposit('2026-02-02', '500', { currency: 'EUR' }),
      trade('2026-02-03', '-10'),
    )
    let last = await load(null)
    expect(last.isContinued).toBe(false)
    await post(trade('2026-03-02', '5'), deposit('2026-03-03', '7', { note: 'Später' }))
    last = await loadBoth(last)
    expect(last.isContinued).toBe(true)
    const link = randomUUID()
    const sides = { instrument_id: share, link, date: '2026-03-04' }
    await post(
      facts({ ...sides, transaction_type: 'transfer_out', quantity: '-20' }),
      facts({ ...sides, transaction_type: 'transfer_in', quantity: '20', account_id: accounts[1] ?? '' }),
    )
    last = await loadBoth(last)
    expect(last.isContinued).toBe(true)
    await revise(heads[4]?.rootId ?? '', 1, { quantity: '-12', note: 'Corrected' })
    last = await loadBoth(last)
    await revise(heads[3]?.rootId ?? '', 1, {}, true)
    last = await loadBoth(last)
    await post(deposit('2026-01-20', '99', { currency: 'EUR' }))
    last = await loadBoth(last)
    await post(trade('2026-03-05', '1', other))
    last = await loadBoth(last)
    expect(last.isContinued).toBe(true)
    expect(last.metadata.ledger.formerIds).toHaveLength(3)
  })

  it('continues from before the day of a close that changed after the last transaction', async () => {
    await post(trade('2026-03-09', '1'))
    await setClose(68, 61)
    const before = await load(null)
    await setClose(68, 62)
    const continued = await loadBoth(before)
    expect(continued.isContinued).toBe(true)
  })

  it('reads everything where it is not known what has changed', async () => {
    const before = await load(null)
    await test.query("update account set lot_method = 'average' where id = $1", [accounts[0]])
    await test.query('select bump_family_version($1)', [family])
    expect((await loadBoth(before)).isContinued).toBe(false)
  })

  it('continues after a new price, and reads everything after a change of an old one', async () => {
    const before = await load(null)
    await test.query('select note_market_change(array[$1])', [share])
    expect((await loadBoth(before)).isContinued).toBe(true)
    await setClose(5, 40)
    expect((await loadBoth(before)).isContinued).toBe(false)
  })

  it('is not possible when it is behind the transactions that were noted', async () => {
    const before = await load(null)
    await post(deposit('2026-03-20', '1'))
    await test.query('delete from ledger_change where family_id = $1', [family])
    expect((await loadBoth(before)).isContinued).toBe(false)
  })
})
