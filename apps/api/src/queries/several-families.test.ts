import { contract } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { performanceQuery } from '../features/overview/performance.query.ts'
import { transactionsListQuery } from '../features/transactions/transactions.query.ts'
import { reviseTransaction } from '../ledger/ledger.store.ts'
import { asCurrentUser, type CurrentUser } from '../platform/auth/current-user.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { writeCloses } from '../platform/db/market/market.ts'
import { writeRates } from '../platform/db/market/rates.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { createTestPortfolioService } from '../testing/test-portfolio-service.ts'
import type { PortfolioService } from './portfolio-service.ts'

let app: TestApp
let database: Database
let portfolio: PortfolioService
let ada: CurrentUser
let admin: string
const families = ['First', 'Second', 'Third'] as const
type Family = (typeof families)[number]
const ids = {} as Record<Family, string>
const accounts = {} as Record<Family, string>
const transactions = {} as Record<Family, string>
const shares: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target, { connections: 4 })
  portfolio = createTestPortfolioService(app, database, message => expect(message).toBe(''))
  const ledger = testLedger(app.database)
  for (const name of ['Acme', 'Bolt', 'Unheld']) {
    const id = await ledger.instrument(name)
    await ledger.prices(id, { '2026-11-09': 100, '2026-11-12': 110, '2026-11-13': 120 })
    shares[name] = id
  }
  for (const [place, family] of families.entries()) {
    const id = await app.addFamily(family)
    const account = await ledger.account(id, `Main of ${family}`)
    // The last family trades first, so that the joined ledger has to be sorted by day.
    const purchase = { type: 'trade', date: `2026-11-${12 - place}`, price: '105', note: `of ${family}` }
    transactions[family] = await ledger.post(id, account, {
      ...purchase,
      instrument: shares[family === 'Third' ? 'Bolt' : 'Acme'] ?? '',
      quantity: String(10 * (place + 1)),
    })
    ids[family] = id
    accounts[family] = account
  }
  const { id } = await app.addUser({ username: 'ada', role: 'admin' })
  admin = id
  const person = await ownersStore(() => database).find(id)
  if (!person) throw new Error('the user was just added')
  ada = asCurrentUser(person)
})
afterAll(async () => {
  await portfolio.close()
  await database.close()
  await app.close()
})

const filterFor = (family: string | null) => ({ settings: {}, filters: {}, family })

async function netAssetValue(family: string | null): Promise<number | null> {
  const { data } = await portfolio.runEndpoint(performanceQuery, {
    user: ada,
    body: filterFor(family),
    query: contract.overview.performance.query.parse({}),
  })
  return data.balance.total
}

async function listTransactions(query: Record<string, string> = {}) {
  const { data } = await portfolio.runEndpoint(transactionsListQuery, {
    user: ada,
    body: filterFor(null),
    query: contract.transactions.list.query.parse({ order_by: 'date', ...query }),
  })
  return data
}

/** How many snapshots a task loads and joins. */
async function countLoads(run: () => Promise<unknown>): Promise<{ loaded: number; joined: number }> {
  const count = () => {
    const gauges = portfolio.gauges()
    const of = (name: string) => gauges[`plumbline_snapshots_${name}_total`]?.value ?? Number.NaN
    return { loaded: of('loaded_primary'), joined: of('joined') }
  }
  const before = count()
  await run()
  const after = count()
  return { loaded: after.loaded - before.loaded, joined: after.joined - before.joined }
}

const valueAll = () => netAssetValue(null)
const close = (name: string, value: string) =>
  database.within({ user: admin }, tx =>
    writeCloses(tx, [{ id: shares[name] ?? '', date: '2026-11-13', value }], 'test', admin),
  )

describe('a query for several families', () => {
  it('joins the snapshots of the families and adds up their values', async () => {
    expect(await countLoads(valueAll)).toEqual({ loaded: 3, joined: 1 })
    const parts = await Promise.all(families.map(family => netAssetValue(ids[family])))
    expect(parts).toEqual([150, 300, 450])
    expect(await valueAll()).toBe(900)
    expect(await countLoads(valueAll)).toEqual({ loaded: 0, joined: 0 })
  })

  it('lists the transactions of all families by day, with their notes', async () => {
    const found = await listTransactions()
    expect(found.map(({ date, note, account }) => [date, note, account.id])).toEqual([
      ['2026-11-10', 'of Third', accounts.Third],
      ['2026-11-11', 'of Second', accounts.Second],
      ['2026-11-12', 'of First', accounts.First],
    ])
  })

  it('reloads only the family whose ledger changed', async () => {
    await database.within({ user: admin }, tx =>
      reviseTransaction(tx, ids.Second, transactions.Second, 1, {
        facts: { quantity: '25', note: 'more of Second' },
        status: 'booked',
        createdBy: admin,
      }),
    )
    expect(await countLoads(valueAll)).toEqual({ loaded: 1, joined: 1 })
    expect(await valueAll()).toBe(975)
    expect((await listTransactions()).map(({ note }) => note)).toEqual([
      'of Third',
      'more of Second',
      'of First',
    ])
    const former = await listTransactions({ status: 'superseded' })
    expect(former.map(({ note, account }) => [note, account.id])).toEqual([['of Second', accounts.Second]])
  })

  it('reloads nothing for a price of an instrument that no family holds', async () => {
    await close('Unheld', '1')
    expect(await countLoads(valueAll)).toEqual({ loaded: 0, joined: 0 })
    expect(await countLoads(() => netAssetValue(ids.First))).toEqual({ loaded: 0, joined: 0 })
  })

  it('reloads the families that hold a repriced instrument', async () => {
    await close('Bolt', '130')
    expect(await countLoads(() => netAssetValue(ids.First))).toEqual({ loaded: 0, joined: 0 })
    expect(await countLoads(valueAll)).toEqual({ loaded: 1, joined: 1 })
    expect(await valueAll()).toBe(1275)
    expect(await netAssetValue(ids.Third)).toBe(750)
  })

  it('reloads all families after a new rate, and after a market change with an unknown subject', async () => {
    const rate = { id: 'CHF', date: '2026-11-13', value: '1.1' }
    await database.within('system', tx => writeRates(tx, [rate], { source: 'test' }))
    expect(await countLoads(valueAll)).toEqual({ loaded: 3, joined: 1 })
    await app.database.query('select bump_market_version()')
    expect(await countLoads(valueAll)).toEqual({ loaded: 3, joined: 1 })
    expect(await valueAll()).toBe(1275)
  })

  it('reloads the families whose instruments have a new calendar event or a split', async () => {
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date) values ($1, 'earnings', '2026-12-01')`,
      [shares.Acme],
    )
    expect(await countLoads(valueAll)).toEqual({ loaded: 2, joined: 1 })
    await app.database.query(
      `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-11-13', 2, 1)`,
      [shares.Bolt],
    )
    expect(await countLoads(valueAll)).toEqual({ loaded: 1, joined: 1 })
    // Twice the units at the unchanged price.
    expect(await netAssetValue(ids.Third)).toBe(60 * 130 - 30 * 105)
    await app.database.query('delete from instrument_event where instrument_id = $1', [shares.Acme])
    expect(await countLoads(valueAll)).toEqual({ loaded: 2, joined: 1 })
  })
})
