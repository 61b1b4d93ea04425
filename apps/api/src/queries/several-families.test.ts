import { contract } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reviseTransaction } from '../ledger/ledger.store.ts'
import { onBehalfOf, type SignedIn } from '../platform/auth/signed-in.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { writeCloses, writeRates } from '../platform/db/market.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { createTestPortfolio } from '../testing/test-portfolio.ts'
import type { PortfolioService } from './portfolio-service.ts'

let app: TestApp
let database: Database
let portfolio: PortfolioService
let ada: SignedIn
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
  portfolio = createTestPortfolio(app, database, message => expect(message).toBe(''))
  const ledger = testLedger(app.database)
  for (const name of ['Acme', 'Bolt', 'Unheld']) {
    const id = await ledger.instrument(name)
    await ledger.prices(id, { '2026-11-09': 100, '2026-11-12': 110, '2026-11-13': 120 })
    shares[name] = id
  }
  for (const [place, family] of families.entries()) {
    const id = await app.addFamily(family)
    const account = await ledger.account(id, `Main of ${family}`)
    // A day after the other, the last family first: joined they are in the order of days.
    const bought = { type: 'trade', date: `2026-11-${12 - place}`, price: '105', note: `of ${family}` }
    transactions[family] = await ledger.snapshot(id, account, {
      ...bought,
      instrument: shares[family === 'Third' ? 'Bolt' : 'Acme'] ?? '',
      quantity: String(10 * (place + 1)),
    })
    ids[family] = id
    accounts[family] = account
  }
  const { id } = await app.addUser({ username: 'ada', role: 'admin' })
  admin = id
  const person = await ownersStore(() => database).find(id)
  if (!person) throw new Error('she was just added')
  ada = onBehalfOf(person)
})
afterAll(async () => {
  await portfolio.close()
  await database.close()
  await app.close()
})

const bodyOf = (family: string | null) => ({ settings: {}, filters: {}, family })

async function worthOf(family: string | null): Promise<number> {
  const { data } = await portfolio.figures<{ data: { balance: { total: number } } }>('performance', {
    user: ada,
    body: bodyOf(family),
    query: contract.overview.performance.query?.parse({}),
  })
  return data.balance.total
}

interface Line {
  date: string
  note: string | null
  status: string
  account: { id: string }
}

async function lines(query: Record<string, string> = {}): Promise<Line[]> {
  const { data } = await portfolio.figures<{ data: Line[] }>('transactionsList', {
    user: ada,
    body: bodyOf(null),
    query: contract.transactions.list.query?.parse({ order_by: 'date', ...query }),
  })
  return data
}

/** How many snapshots were loaded and joined while something happened. */
async function workOf(run: () => Promise<unknown>): Promise<{ loaded: number; joined: number }> {
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

const all = () => worthOf(null)
const close = (name: string, value: string) =>
  database.within({ user: admin }, tx =>
    writeCloses(tx, [{ id: shares[name] ?? '', date: '2026-11-13', value }], 'test', admin),
  )

describe('several families', () => {
  it('are joined from the snapshots of each, and worth what they are worth', async () => {
    expect(await workOf(all)).toEqual({ loaded: 3, joined: 1 })
    const parts = await Promise.all(families.map(family => worthOf(ids[family])))
    expect(parts).toEqual([150, 300, 450])
    expect(await all()).toBe(900)
    expect(await workOf(all)).toEqual({ loaded: 0, joined: 0 })
  })

  it('have their transactions in one list, by day, with what each says', async () => {
    const found = await lines()
    expect(found.map(({ date, note, account }) => [date, note, account.id])).toEqual([
      ['2026-11-10', 'of Third', accounts.Third],
      ['2026-11-11', 'of Second', accounts.Second],
      ['2026-11-12', 'of First', accounts.First],
    ])
  })

  it('load the one that was posted in, and no other', async () => {
    await database.within({ user: admin }, tx =>
      reviseTransaction(tx, ids.Second, transactions.Second, 1, {
        facts: { quantity: '25', note: 'more of Second' },
        status: 'booked',
        createdBy: admin,
      }),
    )
    expect(await workOf(all)).toEqual({ loaded: 1, joined: 1 })
    expect(await all()).toBe(975)
    expect((await lines()).map(({ note }) => note)).toEqual(['of Third', 'more of Second', 'of First'])
    const former = await lines({ status: 'superseded' })
    expect(former.map(({ note, account }) => [note, account.id])).toEqual([['of Second', accounts.Second]])
  })

  it('stay as they are when something is priced that none of them has', async () => {
    await close('Unheld', '1')
    expect(await workOf(all)).toEqual({ loaded: 0, joined: 0 })
    expect(await workOf(() => worthOf(ids.First))).toEqual({ loaded: 0, joined: 0 })
  })

  it('load those anew that have what was priced', async () => {
    await close('Bolt', '130')
    expect(await workOf(() => worthOf(ids.First))).toEqual({ loaded: 0, joined: 0 })
    expect(await workOf(all)).toEqual({ loaded: 1, joined: 1 })
    expect(await all()).toBe(1275)
    expect(await worthOf(ids.Third)).toBe(750)
  })

  it('are all loaded anew with rates, and with what nobody named', async () => {
    const rate = { id: 'CHF', date: '2026-11-13', value: '1.1' }
    await database.within('system', tx => writeRates(tx, [rate], 'test'))
    expect(await workOf(all)).toEqual({ loaded: 3, joined: 1 })
    await app.database.query('select bump_market_version()')
    expect(await workOf(all)).toEqual({ loaded: 3, joined: 1 })
    expect(await all()).toBe(1275)
  })

  it('load those anew whose instruments have something new in their calendar, or were split', async () => {
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date) values ($1, 'earnings', '2026-12-01')`,
      [shares.Acme],
    )
    expect(await workOf(all)).toEqual({ loaded: 2, joined: 1 })
    await app.database.query(
      `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-11-13', 2, 1)`,
      [shares.Bolt],
    )
    expect(await workOf(all)).toEqual({ loaded: 1, joined: 1 })
    // Twice the units, at the price of that day.
    expect(await worthOf(ids.Third)).toBe(60 * 130 - 30 * 105)
    await app.database.query('delete from instrument_event where instrument_id = $1', [shares.Acme])
    expect(await workOf(all)).toEqual({ loaded: 2, joined: 1 })
  })
})
