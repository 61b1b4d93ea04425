import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, importCalls, sample } from '../../testing/import-calls.ts'
import type { TestApp } from '../../testing/test-app.ts'

let app: TestApp
let family: string
let ivy: ReturnType<typeof importCalls>
let token: string
let account: (currency?: string) => Promise<string>
let posted: Awaited<ReturnType<typeof createImportApp>>['posted']

beforeAll(async () => {
  const opened = await createImportApp()
  ;({ app, family, ivy, token, posted } = opened)
  account = (currency = 'CHF') => opened.addAccount(currency)
})
afterAll(() => app.close())

const swissquote = () => sample('swissquote.csv')
const textOf = (bytes: Buffer) => bytes.toString('utf8')
/** The header and some rows of a file. */
const part = (bytes: Buffer, from: number, to?: number) => {
  const [head = '', ...rows] = textOf(bytes).split('\n')
  return Buffer.from([head, ...rows.slice(from, to)].join('\n'))
}

describe('an import', () => {
  it('posts the previewed rows of a file exactly', async () => {
    const into = await account()
    const id = await ivy.create()
    const file = await ivy.upload(id, 'transactions.csv', swissquote())
    expect(file).toMatchObject({
      state: 'needs_account',
      format: 'csv',
      preset: 'Swissquote',
      rows_count: 10,
    })
    await ivy.changeFile(id, file.id, { account: into })
    const batch = await ivy.read(id)
    expect(batch.counts).toEqual({ new: 8, changed: 0, duplicate: 0, problem: 2, left_out: 0 })
    expect(await posted(into)).toEqual([])
    const drafts = await ivy.drafts(id)
    expect(drafts.find((draft: { line: number }) => draft.line === 9)).toMatchObject({
      line: 9,
      name: 'HELVETIA BAHNEN N',
      quantity: 100,
      amount: -8550,
      fees: 10,
      is_new_instrument: true,
    })
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    const rows = await posted(into)
    expect(rows).toHaveLength(8)
    expect(rows.find(row => row.type === 'trade' && row.quantity === '100')).toMatchObject({
      net: '8560',
      isin: 'CH0099000116',
    })
    expect(await ivy.read(id)).toMatchObject({ status: 'applied', counts: { new: 8, problem: 2 } })
  })

  it('compares the resulting cash with the balance of the file', async () => {
    const into = await account()
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', part(swissquote(), 0, -3))
    await ivy.changeFile(id, file.id, { account: into })
    const { balances } = await ivy.read(id)
    expect(balances).toContainEqual(
      expect.objectContaining({ currency: 'EUR', draft_balance: 80, file_balance: 80, difference: 0 }),
    )
  })

  it('posts the same file once, under any name', async () => {
    const into = await account()
    await ivy.whole('a.csv', swissquote(), into)
    const before = await posted(into)
    const id = await ivy.create()
    const again = await ivy.upload(id, 'b (1).csv', swissquote())
    const placed = await ivy.changeFile(id, again.id, { account: into })
    expect(placed.counts).toMatchObject({ new: 0, changed: 0, duplicate: 8 })
    await ivy.apply(id)
    expect(await posted(into)).toEqual(before)
    expect(await ivy.read(id)).toMatchObject({ status: 'applied' })
  })

  it('posts rows that two files share once, in one import or in two', async () => {
    const [one, two] = [await account(), await account()]
    await ivy.whole('older.csv', part(swissquote(), 3), one)
    await ivy.whole('newer.csv', part(swissquote(), 0, 7), one)
    const id = await ivy.create()
    for (const [name, bytes] of [
      ['older.csv', part(swissquote(), 3)],
      ['newer.csv', part(swissquote(), 0, 7)],
    ] as const) {
      const file = await ivy.upload(id, name, bytes)
      await ivy.changeFile(id, file.id, { account: two })
    }
    const { counts } = await ivy.read(id)
    expect(counts.new).toBe(8)
    expect(counts.duplicate).toBeGreaterThan(0)
    await ivy.apply(id)
    const strip = (rows: Record<string, unknown>[]) => rows.map(({ root_id: _, ...row }) => row)
    expect(strip(await posted(two))).toEqual(strip(await posted(one)))
    expect(await posted(two)).toHaveLength(8)
  })

  it('posts rows once under ten concurrent requests on two servers', async () => {
    const into = await account()
    const ids = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const calls = importCalls(app, token, (index % 2) as 0 | 1)
        const id = await calls.create()
        const file = await calls.upload(id, `copy-${index}.csv`, sample('fidelity.csv'))
        await calls.changeFile(id, file.id, { account: into })
        return { calls, id }
      }),
    )
    const ends = await Promise.all(ids.map(({ calls, id }) => calls.apply(id)))
    expect(ends.map(end => end.status)).toEqual(ends.map(() => 'done'))
    const rows = await posted(into)
    expect(rows).toHaveLength(6)
    expect(new Set(rows.map(row => row.source_key)).size).toBe(6)
    const { rows: versions } = await app.database.query(
      'select count(*)::int as count from transaction where account_id = $1',
      [into],
    )
    expect(versions[0].count).toBe(6)
    const made = await app.database.query(
      `select count(*)::int as count from instrument where name = 'ALPINE FOODS INC' and family_id = $1 and deleted_at is null`,
      [family],
    )
    expect(made.rows[0].count).toBe(1)
  }, 120_000)

  it('says what does not agree in a file, and which rows it skips', async () => {
    const id = await ivy.create()
    const statement = `:20:STATEMENT
:25:CH0000000001
:28C:1/1
:60F:C260901CHF100,00
:61:2609040904C12,50NTRFNONREF//REF00000001
:61:2609040904C0,00NTRFNONREF//REF00000002
:62F:C260930CHF200,00`
    const file = await ivy.upload(id, 'bank.sta', Buffer.from(statement))
    expect(file).toMatchObject({
      counts: { new: 1, problem: 1 },
      source_rows: { total: 3, drafts: 1, problems: 1, skipped: 1, holdings: 0, cancellations: 0 },
      skipped: [{ line: 6, message: 'Moves no money.' }],
      skipped_count: 1,
    })
  })

  it('refuses a file that has nothing to import', async () => {
    const id = await ivy.create()
    const empty = '<client id="1"><version>63</version><accounts/></client>'
    expect(await ivy.upload(id, 'empty.xml', Buffer.from(empty))).toMatchObject({
      state: 'unreadable',
      message: expect.stringContaining('This file contains nothing to import.'),
    })
  })

  it('refuses dates in the future', async () => {
    const id = await ivy.create()
    const row = (date: string, balance: number) => `${date};1;Payment;;;;1;1;0;0;10;${balance};CHF`
    const header =
      'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency'
    const file = [header, row('01-01-2026 10:00:00', 10), row('01-01-2199 10:00:00', 20)].join('\n')
    await ivy.upload(id, 'future.csv', Buffer.from(file))
    const [problem] = await ivy.drafts(id, '&state=problem')
    expect(problem).toMatchObject({
      line: 3,
      message: expect.stringContaining('2199-01-01 is in the future'),
    })
  })

  it('posts the same again when it is applied after undo, and blocks no other import', async () => {
    const into = await account()
    const id = await ivy.whole('a.csv', swissquote(), into)
    const strip = (rows: Record<string, unknown>[]) => rows.map(({ root_id: _, ...row }) => row)
    const before = strip(await posted(into))
    await ivy.undo(id)
    expect(await posted(into)).toEqual([])
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    expect(strip(await posted(into))).toEqual(before)
    expect(await ivy.read(id)).toMatchObject({ status: 'applied', counts: { new: 8 } })
    await ivy.undo(id)
    await ivy.whole('b.csv', swissquote(), into)
    expect(strip(await posted(into))).toEqual(before)
  })

  it('corrects transactions that the custodian restated, and undoing it restores them', async () => {
    const into = await account()
    await ivy.whole('a.csv', swissquote(), into)
    const restated = Buffer.from(
      textOf(swissquote()).replace('85.50;10.00;0.00;-8560.00', '85.40;10.00;0.00;-8550.00'),
    )
    const id = await ivy.create()
    const file = await ivy.upload(id, 'b.csv', restated)
    const placed = await ivy.changeFile(id, file.id, { account: into })
    expect(placed.counts).toMatchObject({ new: 0, changed: 1, duplicate: 7 })
    const [changed] = await ivy.drafts(id, '&state=changed')
    expect(changed.changes).toEqual([
      { field: 'price', before: '85.5', after: '85.4' },
      { field: 'net', before: '8560', after: '8550' },
    ])
    await ivy.apply(id)
    const net = async () => (await posted(into)).find(row => row.quantity === '100')?.net
    expect(await net()).toBe('8550')
    await ivy.undo(id)
    expect(await net()).toBe('8560')
    expect(await posted(into)).toHaveLength(8)
  })

  it('keeps transactions that a user corrected or voided', async () => {
    const into = await account()
    await ivy.whole('a.csv', swissquote(), into)
    const [first, second] = await posted(into)
    const correct = await app.call({
      method: 'PATCH',
      url: `/api/transactions/${first.root_id}/`,
      as: token,
      payload: { revision: 1, reason: 'typo', note: 'mine' },
    })
    expect(correct.statusCode, correct.body).toBe(200)
    await app.database.query(
      `with v as (select *, gen_random_uuid() as g from transaction where root_id = $1),
         m as (update transaction set superseded_by = v.g from v where transaction.id = v.id returning v.g)
       insert into transaction (family_id, id, root_id, revision, status, account_id, transaction_type, date, currency, source, source_key, import_id, quantity, net, fees, taxes, amount)
       select family_id, g, root_id, 2, 'void', account_id, transaction_type, date, currency, source, source_key, import_id, quantity, net, fees, taxes, amount from v where g in (select g from m)`,
      [second.root_id],
    )
    const id = await ivy.create()
    const file = await ivy.upload(id, 'again.csv', swissquote())
    const placed = await ivy.changeFile(id, file.id, { account: into })
    expect(placed.counts).toMatchObject({ new: 0, changed: 0, duplicate: 8 })
  })

  it('can be undone with its account and instruments, and applied again', async () => {
    const id = await ivy.create()
    const file = await ivy.upload(id, 'a.csv', sample('coinbase.csv'))
    await ivy.changeFile(id, file.id, { new_account: { name: 'Coins', currency: 'EUR' } })
    expect(await ivy.apply(id)).toMatchObject({ status: 'done', message: null })
    const find = async () =>
      (await app.database.query(`select id from account where family_id = $1 and name = 'Coins'`, [family]))
        .rows
    const [opened] = await find()
    const first = await posted(opened.id)
    expect(first).toHaveLength(6)
    expect(first).toContainEqual(expect.objectContaining({ type: 'staking_reward', amount: '0.12649' }))
    expect(await ivy.undo(id)).toMatchObject({ status: 'undone' })
    expect(await find()).toEqual([])
    const gone = await app.database.query(
      `select name from instrument where family_id = $1 and deleted_at is null and symbol = 'XRP'`,
      [family],
    )
    expect(gone.rows).toEqual([])
    expect((await ivy.call('POST', `/api/imports/${id}/undo/`)).statusCode).toBe(409)
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    const [again] = await find()
    expect(await posted(again.id)).toHaveLength(6)
  })

  it('voids transactions that a later statement cancels', async () => {
    const into = await account('USD')
    const flex = textOf(sample('ibkr-flex.xml'))
    const withoutCancel = flex
      .split('\n')
      .filter(line => !/tradeID="500[34]"/.test(line))
      .join('\n')
    await ivy.whole('june.xml', Buffer.from(withoutCancel), into)
    expect((await posted(into)).some(row => row.source_key === 'id:trade:5002')).toBe(true)
    const id = await ivy.whole('july.xml', Buffer.from(flex), into)
    const keys = (await posted(into)).map(row => row.source_key)
    expect(keys).not.toContain('id:trade:5002')
    expect(keys).toContain('id:trade:5004')
    await ivy.undo(id)
    expect((await posted(into)).map(row => row.source_key)).toContain('id:trade:5002')
  })

  it('links both sides of an exercise and of a merger', async () => {
    const into = await account('USD')
    await ivy.whole('a.xml', sample('ibkr-flex.xml'), into)
    const { rows } = await app.database.query(
      `select transaction_type as type, count(*)::int as count, count(distinct link)::int as links from transaction
       where account_id = $1 and link is not null group by 1 order by 1`,
      [into],
    )
    expect(rows).toEqual([
      { type: 'assignment', count: 2, links: 1 },
      { type: 'merger', count: 2, links: 1 },
      { type: 'spin_off', count: 2, links: 1 },
    ])
  })

  it('finds the account by the number in the file', async () => {
    const into = await account()
    await app.database.query(`update account set number = 'CH93 0076 2011 6238 5295 7' where id = $1`, [into])
    const id = await ivy.create()
    const file = await ivy.upload(id, 'statement.xml', sample('camt053.xml'))
    expect(file).toMatchObject({ state: 'ready', account: { id: into }, format: 'camt053' })
    await app.database.query('update account set number = null where id = $1', [into])
  })
})
