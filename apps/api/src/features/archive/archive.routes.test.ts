import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip, writeZip } from '../../platform/http/bodies/zip.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { archiveTables } from './archive-tables.ts'

let here: TestApp
let there: TestApp
let family: string
let bytes: Buffer

/** A ledger with two currencies, a sale with specific lots, a correction, a void and a link between positions. */
async function fill(app: TestApp): Promise<string> {
  const id = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: id })
  const ledger = testLedger(app.database)
  const [main, dollars] = [await ledger.account(id, 'Main'), await ledger.account(id, 'Dollars', 'USD')]
  const [rail, chip] = [await ledger.instrument('Rail'), await ledger.instrument('Chip', 'equity', 'USD')]
  const house = await app.database.query(
    `insert into instrument (name, instrument_type, currency, family_id, account_id, price_kind)
     values ('House', 'real_estate', 'CHF', $1, $2, 'valuation') returning id`,
    [id, main],
  )
  await ledger.prices(rail, { '2026-01-05': 100.015, '2026-03-02': 110.37, '2026-06-30': 120.1 })
  await ledger.prices(chip, { '2026-01-05': 40, '2026-06-30': 55.55 })
  await ledger.prices(house.rows[0].id, { '2026-01-05': 500000, '2026-06-30': 512345.67 })
  await ledger.rates('CHF', { '2026-01-05': 1.11, '2026-03-02': 1.13, '2026-06-30': 1.2345 })
  const post = (account: string, transaction: Parameters<typeof ledger.post>[2]) =>
    ledger.post(id, account, transaction)
  await post(main, { type: 'deposit', date: '2026-01-05', amount: '700000' })
  const lot = await post(main, {
    type: 'trade',
    date: '2026-01-05',
    instrument: rail,
    quantity: '100',
    price: '100.015',
    net: '10006.5',
    fees: '5',
  })
  await post(main, {
    type: 'trade',
    date: '2026-01-05',
    instrument: house.rows[0].id,
    quantity: '1',
    price: '500000',
    net: '500000',
  })
  await post(dollars, { type: 'deposit', date: '2026-01-05', amount: '9000', currency: 'USD' })
  const other = await post(dollars, {
    type: 'trade',
    date: '2026-01-05',
    instrument: chip,
    quantity: '12.345678901234567',
    price: '40',
    net: '493.83',
    currency: 'USD',
  })
  const sale = await post(main, {
    type: 'trade',
    date: '2026-03-02',
    instrument: rail,
    quantity: '-40',
    price: '110.37',
    net: '4409.8',
    fees: '5',
  })
  await post(main, {
    type: 'dividend',
    date: '2026-03-02',
    instrument: rail,
    amount: '55.5',
    net: '36.08',
    taxes: '19.42',
  })
  await app.database.query(
    `insert into transaction (family_id, id, root_id, revision, status, account_id, transaction_type, date, currency, amount, source, note)
     select $1, g, g, 1, 'void', $2, 'deposit', '2026-02-02', 'CHF', 1, 'manual', '=1+1' from gen_random_uuid() g`,
    [id, main],
  )
  await app.database.query(
    `insert into linked_position (family_id, position_id, linked_position_id, kind) values ($1, $2, $3, 'hedge')`,
    [id, lot, other],
  )
  expect(sale).toBeTruthy()
  return id
}

beforeAll(async () => {
  here = await createTestApp()
  there = await createTestApp()
  family = await fill(here)
  await there.addUser({ username: 'root', role: 'admin' })
  await here.addUser({ username: 'root', role: 'admin' })
  const reply = await download(here, 'ivy', family)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe('application/zip')
  bytes = reply.rawPayload
})
afterAll(async () => {
  await here.close()
  await there.close()
})

/** Flips one byte of the first packed file. */
function flipped(zip: Buffer): Buffer {
  const copy = Buffer.from(zip)
  const at = copy.indexOf('manifest.json') + 'manifest.json'.length + 20
  copy.writeUInt8(copy.readUInt8(at) ^ 0xff, at)
  return copy
}

async function download(app: TestApp, username: string, id: string) {
  const { access } = await app.signIn(username)
  return app.call({ method: 'GET', url: `/api/families/${id}/archive/`, as: access })
}

async function restore(app: TestApp, payload: Buffer, query = '') {
  const { access } = await app.signIn('root')
  return app.call({ method: 'POST', url: `/api/families/archive/${query}`, as: access, payload })
}

/** Every reply about a family, without the new ids. */
async function figures(app: TestApp, username: string) {
  const { access } = await app.signIn(username)
  const ask = async (url: string, body: object) =>
    (await app.call({ method: 'POST', url, as: access, payload: body })).json()
  const body = { settings: { currency: 'CHF', period: { name: 'all' } } }
  const performance = await ask('/api/performance/', body)
  const positions = await ask('/api/positions/list/?limit=100&order_by=name', body)
  const transactions = await ask('/api/transactions/list/?limit=100&order_by=date', body)
  const plain = (row: Record<string, unknown>) => ({
    name: row.name,
    value: row.value,
    pnl: row.pnl_abs_total,
    cost: row.cost,
  })
  return {
    performance: { ...performance.data, basis: { ...performance.data.basis, family: null } },
    positions: positions.data.map(plain),
    transactions: transactions.data
      .map((row: Record<string, unknown>) =>
        [row.date, row.transaction_type, row.calculated_amount, row.quantity].join(' '),
      )
      .sort(),
  }
}

describe('the archive of a family', () => {
  it('restores identical figures in an empty installation', async () => {
    const reply = await restore(there, bytes, '?add_market_data=true')
    expect(reply.statusCode).toBe(200)
    const { data } = reply.json()
    expect(data).toMatchObject({
      family: { name: 'Own' },
      accounts_count: 2,
      transactions_count: 8,
      instruments_count: 3,
    })
    await there.addUser({ username: 'ivy', role: 'investor', familyId: data.family.id })
    const [before, after] = [await figures(here, 'ivy'), await figures(there, 'ivy')]
    expect(before.performance.balance.total).toBeGreaterThan(500_000)
    expect(before.positions).toHaveLength(3)
    expect(after).toEqual(before)
    const exact = await there.database.query(
      `select quantity::text from transaction where quantity between 12 and 13`,
    )
    expect(exact.rows).toEqual([{ quantity: '12.345678901234567' }])
    const links = await there.database.query(
      `select count(*)::int as count from linked_position l
       join transaction a on a.root_id::text = l.position_id join transaction b on b.root_id::text = l.linked_position_id`,
    )
    expect(links.rows[0].count).toBe(1)
  })

  it('can be restored next to its family under another name, using existing shared instruments', async () => {
    expect((await restore(here, bytes)).json().errors[0]).toMatchObject({
      code: 'already_exists',
      field: 'name',
    })
    const reply = await restore(here, bytes, '?name=Copy')
    expect(reply.statusCode).toBe(200)
    // The house belongs to the family; the two others are shared and exist with their prices.
    expect(reply.json().data).toMatchObject({ instruments_count: 1, prices_count: 2 })
    await here.addUser({ username: 'cora', role: 'investor', familyId: reply.json().data.family.id })
    expect((await figures(here, 'cora')).performance).toEqual((await figures(here, 'ivy')).performance)
  })

  it('contains the transactions in force as CSV, with formulas escaped', async () => {
    const files = await readZip(bytes, new Set(['transactions.csv', 'prices.csv', 'README.txt']), 1e6)
    const lines = files.get('transactions.csv')?.toString().trim().split('\r\n') ?? []
    expect(lines[0]).toMatch(/^account,name,isin,date/)
    expect(lines).toHaveLength(8)
    expect(files.get('prices.csv')?.toString()).toContain(',2026-06-30,120.1\r\n')
  })

  it('returns not found for users of another family', async () => {
    const stranger = await here.addFamily('Others')
    await here.addUser({ username: 'otto', role: 'investor', familyId: stranger })
    const refused = await download(here, 'otto', family)
    const unknown = await download(here, 'otto', '00000000-0000-4000-8000-000000000000')
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([404, 'not_found'])
    expect(refused.json().errors).toEqual(unknown.json().errors)
  })

  it('requires a sign-in to download and an administrator to restore', async () => {
    const url = `/api/families/${family}/archive/`
    expect((await here.call({ method: 'GET', url })).statusCode).toBe(401)
    const restores = { method: 'POST' as const, url: '/api/families/archive/', payload: bytes }
    expect((await here.call(restores)).statusCode).toBe(401)
    const { access } = await here.signIn('ivy')
    expect((await here.call({ ...restores, as: access })).statusCode).toBe(403)
  })

  it('is rejected as a whole when broken, leaving nothing behind', async () => {
    const count = async () =>
      (await there.database.query('select count(*)::int as count from family')).rows[0].count
    const before = await count()
    const names = ['manifest.json', 'prices.csv', 'rates.csv', ...archiveTables.map(table => `${table}.json`)]
    const files = await readZip(bytes, new Set(names), 1e8)
    const without = (name: string) =>
      writeZip(
        [...files].filter(([title]) => title !== name).map(([title, file]) => ({ name: title, bytes: file })),
      )
    const changed = (name: string, change: (text: string) => string) =>
      writeZip(
        [...files].map(([title, file]) => ({
          name: title,
          bytes: title === name ? Buffer.from(change(file.toString())) : file,
        })),
      )
    const broken = [
      [Buffer.from('PK no zip at all'), 'not a Plumbline archive'],
      [Buffer.alloc(0), 'not a Plumbline archive'],
      [bytes.subarray(0, bytes.length - 200), 'not a Plumbline archive'],
      [await without('manifest.json'), 'not a Plumbline archive'],
      [await without('transaction.json'), 'transaction.json is missing'],
      [await without('strategy.json'), 'strategy.json is missing'],
      [await changed('manifest.json', text => text.replace('"version":3', '"version":4')), 'version 4'],
      [await changed('manifest.json', text => text.replace('"Own"', '""')), 'manifest.json in'],
      [
        await changed('transaction.json', text => text.replace('"amount": 700000', '"amount": "much"')),
        'inconsistent',
      ],
      [
        await changed('transaction.json', text => text.replaceAll('"account_id": "', '"account_id": "0')),
        'transaction',
      ],
      [
        await changed('instrument.json', text => text.split('\n').slice(0, 2).join('\n').replace(/,$/, ']')),
        'inconsistent with the rest',
      ],
      [
        await changed('transaction.json', text => text.replace('{', '[')),
        'transaction.json in this archive is damaged',
      ],
      [await changed('prices.csv', text => text.replace('120.1', '1e5')), 'prices.csv in'],
      [flipped(bytes), 'is damaged'],
    ] as const
    for (const [index, [payload, words]] of broken.entries()) {
      const reply = await restore(there, payload, '?name=Broken')
      const { code, message } = reply.json().errors?.[0] ?? {}
      expect([index, reply.statusCode, code]).toEqual([index, 400, 'unreadable_file'])
      expect(message).toContain(words)
    }
    expect(await count()).toBe(before)
  })

  it('is rejected when it unpacks to more than the limit', async () => {
    const bomb = await writeZip([{ name: 'manifest.json', bytes: Buffer.alloc(5_000_000) }])
    expect(bomb.length).toBeLessThan(20_000)
    await expect(readZip(bomb, new Set(['manifest.json']), 1_000_000)).rejects.toMatchObject({
      isTooLarge: true,
    })
    // Each file is within the limit, their sum is beyond it.
    const many = await writeZip([
      { name: 'a', bytes: Buffer.alloc(700_000) },
      { name: 'b', bytes: Buffer.alloc(700_000) },
    ])
    await expect(readZip(many, new Set(['a', 'b']), 1_000_000)).rejects.toMatchObject({ isTooLarge: true })
  })
})
