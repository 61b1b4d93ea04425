import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { importCalls, sample } from '../../testing/import-calls.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let hidden: string
let seen: string
let house: string
let fund: string
let lia: ReturnType<typeof importCalls>
let ivy: ReturnType<typeof importCalls>

const fundIsin = 'LU0000000017'

/** Ivy sees all accounts of the family, Lia one of two. The house and the fund are in the other one. */
beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  hidden = await ledger.account(family, 'Hidden')
  seen = await ledger.account(family, 'Seen')
  const own = async (name: string, more: Record<string, string>) => {
    const columns = { family_id: family, name, instrument_type: 'equity', currency: 'CHF', ...more }
    const values = Object.values(columns)
    const { rows } = await app.database.query(
      `insert into instrument (${Object.keys(columns).join()})
       values (${values.map((_, index) => `$${index + 1}`).join()}) returning id`,
      values,
    )
    return rows[0].id as string
  }
  house = await own('Lake House', {
    instrument_type: 'real_estate',
    account_id: hidden,
    price_kind: 'valuation',
  })
  fund = await own('Quiet Fund', { isin: fundIsin, symbol: 'QUIET' })
  await app.database.query(
    "insert into instrument_identifier (instrument_id, kind, value) values ($1, 'valor', '12345')",
    [fund],
  )
  for (const instrument of [house, fund])
    await ledger.post(family, hidden, {
      type: 'trade',
      date: '2026-01-05',
      instrument,
      quantity: '1',
      price: '500000',
    })
  const { id } = await app.addUser({ username: 'lia', role: 'investor', familyId: family })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [id, seen])
  lia = importCalls(app, (await app.signIn('lia')).access)
  ivy = importCalls(app, (await app.signIn('ivy')).access)
})
afterAll(() => app.close())

type Line = Partial<Record<'isin' | 'symbol' | 'name' | 'identifiers' | 'price', string>>

const header = sample('plumbline.csv').toString().split('\n')[0]?.trim() ?? ''

/** Purchases in our own CSV format. */
function toCsv(lines: readonly Line[]): Buffer {
  const bought = {
    date: '2026-02-02',
    transaction_type: 'trade',
    side: 'buy',
    instrument_currency: 'CHF',
    quantity: '1',
    price: '700',
    currency: 'CHF',
  }
  const rows = lines.map((line, index) => {
    const cells: Record<string, string> = { ...bought, key: `n${index}`, ...line }
    return header
      .split(',')
      .map(column => cells[column] ?? '')
      .join()
  })
  return Buffer.from([header, ...rows, ''].join('\n'))
}

async function draftsOf(who: typeof lia, lines: readonly Line[], account = seen) {
  const id = await who.create()
  const file = await who.upload(id, 'lines.csv', toCsv(lines))
  await who.changeFile(id, file.id, { account })
  return { id, drafts: await who.drafts(id) }
}

/** Everything stored about data that Lia must not touch. */
async function veiled() {
  const { rows } = await app.database.query(
    `select (select jsonb_agg(i order by i.id) from instrument i where i.id in ($1, $2)) as instruments,
       (select jsonb_agg(b order by b.id) from transaction b where b.instrument_id in ($1, $2)) as transactions,
       (select jsonb_agg(n order by n.value) from instrument_identifier n where n.instrument_id in ($1, $2)) as names`,
    [house, fund],
  )
  return rows[0]
}

const hints: [string, Line, Line][] = [
  ['name', { name: 'Lake House' }, { name: 'Lake Home' }],
  ['ISIN', { isin: fundIsin, name: 'Any' }, { isin: 'LU0000000025', name: 'Any' }],
  ['symbol', { symbol: 'QUIET' }, { symbol: 'LOUDY' }],
  ['number', { name: 'Any', identifiers: 'valor:12345' }, { name: 'Any', identifiers: 'valor:54321' }],
]

describe('an import of a user with limited accounts', () => {
  it.each(hints)('treats the %s of a hidden instrument as unknown', async (_, known, unknown) => {
    const plain = async (who: typeof lia, line: Line) => {
      const { drafts } = await draftsOf(who, [line])
      return JSON.parse(
        JSON.stringify(drafts)
          .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
          .replaceAll(/Lake House|Lake Home|LU0000000017|LU0000000025|QUIET|LOUDY|valor:\d+/g, 'hint'),
      )
    }
    const rows = await plain(lia, known)
    expect(rows[0].is_new_instrument).toBe(true)
    expect(rows).toEqual(await plain(lia, unknown))
    // Ivy's import finds it, so the hint is good.
    expect((await plain(ivy, known))[0].is_new_instrument).toBe(false)
  })

  it('creates a new instrument and keeps the hidden one unchanged', async () => {
    const before = await veiled()
    const { id } = await draftsOf(lia, [
      { name: 'Lake House', price: '1' },
      { isin: fundIsin, name: 'F' },
    ])
    expect(await lia.apply(id)).toMatchObject({ status: 'done' })
    expect(await veiled()).toEqual(before)
    const { rows } = await app.database.query(
      "select count(*)::int as count from instrument where name = 'Lake House'",
    )
    expect(rows).toEqual([{ count: 2 }])
    // The next file finds hers, which goes with the import.
    expect((await draftsOf(lia, [{ name: 'Lake House' }])).drafts[0].is_new_instrument).toBe(false)
    await lia.undo(id)
    expect(await veiled()).toEqual(before)
  })

  it('does not suggest a hidden ISIN for a mistyped one', async () => {
    const head = sample('swissquote.csv').toString('latin1').split('\n')[0] ?? ''
    const row = '29-06-2026 11:00:00;00000000;Dividend;;Any;LU0000000071;1.0;10.00;0.00;0.00;10.00;10.00;CHF'
    const suggestedTo = async (who: typeof lia) => {
      const id = await who.create()
      await who.upload(id, 'a.csv', Buffer.from(`${head}\n${row}\n`, 'latin1'))
      return (await who.drafts(id))[0].suggestion
    }
    expect(await suggestedTo(ivy)).toMatchObject({ value: fundIsin })
    expect(await suggestedTo(lia)).toBeNull()
  })

  it('treats a hidden id in a draft as not found', async () => {
    const { id, drafts } = await draftsOf(lia, [{ name: 'Something' }])
    const choose = (instrument: string) =>
      lia.call('PATCH', `/api/imports/${id}/drafts/${drafts[0].id}/`, { instrument })
    const [refused, unknown] = [await choose(house), await choose(randomUUID())]
    expect([refused.statusCode, refused.body]).toEqual([unknown.statusCode, unknown.body])
    expect(refused.statusCode).toBeGreaterThanOrEqual(400)
  })

  it('does not post in an instrument that was hidden after the preview', async () => {
    await app.database.query(
      "insert into account_grant (user_id, account_id) select id, $1 from app_user where username = 'lia'",
      [hidden],
    )
    const { id, drafts } = await draftsOf(lia, [{ symbol: 'QUIET' }])
    expect(drafts[0].is_new_instrument).toBe(false)
    await app.database.query('delete from account_grant where account_id = $1', [hidden])
    const before = await veiled()
    expect(await lia.apply(id)).toMatchObject({ status: 'done' })
    expect(await veiled()).toEqual(before)
  })

  it('uses own mappings, and keeps those of hidden accounts apart', async () => {
    const header = Buffer.from('Wann;Was;Wieviel\n02.02.2026;Einzahlung;100\n')
    const map = async (who: typeof lia, account: string, name: string) => {
      const id = await who.create()
      const file = await who.upload(id, 'own.csv', header)
      if (file.preset !== null) return file.preset
      const { mapping } = file
      const columns = mapping.columns.map((column: object, place: number) => ({
        ...column,
        meaning: ['date', 'transaction_type', 'amount'][place],
      }))
      await who.changeFile(id, file.id, { mapping: { ...mapping, columns }, remember_as: name })
      await who.changeFile(id, file.id, { account })
      return null
    }
    expect(await map(ivy, hidden, 'Secret bank')).toBeNull()
    expect(await map(lia, seen, 'Mine')).toBeNull()
    expect(await map(lia, seen, 'again')).toBe('Mine')
    expect(await map(ivy, hidden, 'again')).toBe('Secret bank')
    const { rows } = await app.database.query('select name, account_id from import_mapping order by name')
    expect(rows).toEqual([
      { name: 'Mine', account_id: seen },
      { name: 'Secret bank', account_id: hidden },
    ])
  })
})

describe('hidden data of a user with limited accounts', () => {
  it('cannot be posted, changed or linked by id', async () => {
    const before = await veiled()
    const same = async (send: (id: string) => Promise<{ statusCode: number; body: string }>) => {
      const replies = [await send(house), await send(randomUUID())].map(({ statusCode, body }) => [
        statusCode,
        body.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'),
      ])
      expect(replies[0]).toEqual(replies[1])
      expect(replies[0]?.[0]).toBeGreaterThanOrEqual(400)
    }
    const trade = {
      account: seen,
      date: '2026-02-02',
      transaction_type: 'trade',
      quantity: 1,
      price: 5,
      currency: 'CHF',
    }
    await same(instrument => lia.call('POST', '/api/transactions/', { ...trade, instrument }))
    await same(instrument => lia.call('POST', '/api/transactions/preview/', { ...trade, instrument }))
    await same(id => lia.call('GET', `/api/positions/manage/${id}/`))
    await same(id => lia.call('POST', `/api/positions/manage/${id}/`, { name: 'Mine' }))
    await same(id => lia.call('DELETE', `/api/positions/manage/${id}/`))
    await same(id => lia.call('POST', `/api/positions/manage/${id}/restore/`))
    expect(await veiled()).toEqual(before)
  })

  it('is protected by the database even if a route forgets to check', async () => {
    const db = await openDatabase(app.database.target)
    const { rows } = await app.database.query("select id from app_user where username = 'lia'")
    const user = rows[0].id
    const posting = db.within({ user }, tx =>
      tx
        // The ledger table is not in the typed schema; it is written by SQL only.
        .insertInto('transaction' as never)
        .values({
          family_id: family,
          id: randomUUID(),
          root_id: randomUUID(),
          account_id: seen,
          transaction_type: 'trade',
          date: '2026-02-02',
          currency: 'CHF',
          source: 'manual',
          instrument_id: house,
        } as never)
        .execute(),
    )
    await expect(posting).rejects.toThrow(/row-level security/)
    await db.close()
  })

  it('does not show in the name of a new account', async () => {
    const open = (who: typeof lia, name: string) =>
      who.call('POST', '/api/accounts/', { name, currency: 'CHF' })
    expect((await open(ivy, 'hidden')).json().errors[0].code).toBe('already_exists')
    const opened = await open(lia, 'Hidden')
    expect(opened.statusCode).toBe(200)
    expect((await open(lia, 'hidden')).json().errors[0].code).toBe('already_exists')
    const renamed = await lia.call('POST', `/api/accounts/${seen}/`, { name: 'HIDDEN' })
    expect(renamed.json().errors[0].code).toBe('already_exists')
    const list = (await lia.call('POST', '/api/accounts/list/', {})).json()
    expect(list.data.map((account: { id: string }) => account.id).sort()).toEqual(
      [seen, opened.json().data.id].sort(),
    )
  })

  it('becomes visible with the first transaction in a visible account', async () => {
    await testLedger(app.database).post(family, seen, {
      type: 'trade',
      date: '2026-03-02',
      instrument: fund,
      quantity: '2',
      price: '500000',
    })
    expect((await draftsOf(lia, [{ symbol: 'QUIET' }])).drafts[0].is_new_instrument).toBe(false)
  })
})
