import type { Transaction } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFlags } from '../../figures/export-columns.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let demo: string
let family: string
let manual: string
let share: string
let crossing: string
let lastPosition: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'dee', role: 'demo', familyId: family })
  manual = await ledger.account(family, 'Main')
  await app.database.query("insert into custodian (id, name) values ('bank', 'Bank')")
  await app.database.query("update account set custodian_id = 'bank', allows_short = true where id = $1", [
    manual,
  ])
  const byHand = await ledger.account(family, 'By hand')
  share = await ledger.instrument('Acme', 'equity', 'USD')
  await ledger.prices(share, { '2026-11-02': 50, '2026-11-13': 60 })
  await ledger.rates('CHF', { '2026-11-02': 1.25, '2026-11-10': 1.2, '2026-11-13': 1.25 })
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(family, manual, transaction)
  await post({ type: 'deposit', date: '2026-11-02', amount: '20000', note: 'First money' })
  await post({
    type: 'fx',
    date: '2026-11-02',
    net: '8010',
    fees: '10',
    counterCurrency: 'USD',
    counterAmount: '10000',
  })
  await post({
    type: 'trade',
    date: '2026-11-03',
    instrument: share,
    quantity: '100',
    price: '50',
    currency: 'USD',
    fees: '12.5',
    settleDate: '2026-11-05',
  })
  await post({
    type: 'dividend',
    date: '2026-11-04',
    instrument: share,
    amount: '100',
    currency: 'USD',
    taxes: '15',
  })
  crossing = await post({
    type: 'trade',
    date: '2026-11-10',
    instrument: share,
    quantity: '-150',
    price: '60',
    currency: 'USD',
    fees: '30',
  })
  await post({ type: 'fees_cash', date: '2026-11-12', amount: '40', note: '=Custody' })
  await post({ type: 'trailer_fees', date: '2026-11-12', amount: '5' })
  await ledger.post(family, byHand, { type: 'deposit', date: '2026-11-16', amount: '7' })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  demo = (await app.signIn('dee')).access
  const positions = await ask('/api/positions/list/?type=open', ivy)
  lastPosition = positions.json().data[0].id
})
afterAll(() => app.close())

const ask = (url: string, as: string, body: object = {}, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url, as, payload: body, headers })
const list = async (query = '', body: object = {}) =>
  (await ask(`/api/transactions/list/${query}`, ivy, body)).json()

describe('the list of transactions', () => {
  it('shows the fee of a trade as a separate row, counted once', async () => {
    const { data } = await list('?order_by=date')
    const rows = (data as Transaction[]).filter(row => row.date === '2026-11-03')
    expect(rows).toMatchObject([
      {
        name: 'Acme',
        transaction_type: 'trade',
        category: 'trade',
        side: 'buy',
        quantity: 100,
        price: 50,
        original_amount: -5000,
        original_fees: 0,
        settle_date: '2026-11-05',
        custodian: { id: 'bank', name: 'Bank' },
        source: 'manual',
      },
      {
        transaction_type: 'fees',
        category: 'cash_flow',
        original_amount: -12.5,
        original_fees: 12.5,
        source: 'derived',
        is_editable: false,
      },
    ])
    expect(rows[1]?.id).toBe(`${rows[0]?.id}:fees`)
    expect(rows[1]?.position_id).toBe(rows[0]?.position_id)
  })

  it('moves the cash of every account and currency by its rows', async () => {
    const { data } = await list('?limit=1000')
    const cash = (await ask('/api/cash/', ivy)).json().data
    for (const { position_reference, account, currency, balance } of cash) {
      const rows = (data as Transaction[]).filter(
        row => row.currency === currency && row.account.id === account.id,
      )
      const sum = rows.reduce((total, row) => total + (row.original_amount ?? 0), 0)
      expect(sum, position_reference).toBeCloseTo(balance, 9)
    }
    expect(cash).toHaveLength(3)
  })

  it('keeps withholding tax with its dividend', async () => {
    const { data } = await list('?category=income')
    expect(data).toMatchObject([
      { transaction_type: 'dividend', original_amount: 85, original_taxes: 15, calculated_taxes: 12 },
    ])
  })

  it('states both sides of a conversion at the same value', async () => {
    const { data } = await list('', { settings: { transaction_types: ['fx'], currency: 'CHF' } })
    expect(data).toMatchObject([
      { side: 'in', currency: 'USD', original_amount: 10_000, calculated_amount: 8000, fx_rate: 0.8 },
      { side: 'out', currency: 'CHF', original_amount: -8000, calculated_amount: -8000, fx_rate: 1 },
    ])
  })

  it('includes fees in the rows of their trades on request, with the same totals', async () => {
    const [rows, within] = [await list(), await list('?fees=within')]
    const trade = within.data.find((row: Transaction) => row.date === '2026-11-03')
    expect(trade).toMatchObject({ transaction_type: 'trade', original_amount: -5012.5, original_fees: 12.5 })
    expect(within.data.filter((row: Transaction) => row.transaction_type === 'fees')).toEqual([])
    const merged = rows.data.filter((row: Transaction) => row.transaction_type === 'fees').length
    expect(merged).toBeGreaterThan(0)
    expect(within.count).toBe(rows.count - merged)
    for (const field of ['calculated_amount', 'calculated_fees', 'calculated_taxes'])
      expect(within.total[field]).toBeCloseTo(rows.total[field], 9)
  })

  it('keeps a fee as a row where its trade is not listed', async () => {
    const body = { settings: { transaction_types: ['fees'] } }
    expect((await list('?fees=within', body)).count).toBe((await list('', body)).count)
  })

  it('adds up to the fees of the portfolio', async () => {
    const types = ['fees', 'fees_cash', 'trailer_fees']
    const fees = await list('?category=cash_flow&order_by=-original_fees', {
      settings: { transaction_types: types },
    })
    const amounts = fees.data.map((row: Transaction) => row.original_fees)
    expect(amounts).toEqual([40, 30, 12.5, 10, -5])
    const groups = (await ask('/api/grouped/', ivy)).json()
    expect(fees.total.calculated_fees).toBeCloseTo(groups.total.fees, 9)
    expect((await list()).total.calculated_fees).toBeCloseTo(groups.total.fees, 9)
  })

  it('is identical in pages of any size and in any order', async () => {
    for (const order of ['date', '-date', 'name', '-calculated_amount', 'note', 'account']) {
      const whole = await list(`?limit=1000&order_by=${order}`)
      const pages: Transaction[] = []
      for (let offset = 0; offset < whole.count; offset += 3) {
        const page = await list(`?limit=3&offset=${offset}&order_by=${order}`)
        pages.push(...page.data)
        expect(page.next === null, order).toBe(offset + 3 >= whole.count)
      }
      expect(pages).toEqual(whole.data)
      expect(new Set(pages.map(row => row.id)).size).toBe(whole.count)
    }
  })

  it('is the sum of its categories', async () => {
    const whole = await list()
    const parts = await Promise.all(
      ['trade', 'income', 'cash_flow', 'corporate_action', 'transfer', 'valuation'].map(category =>
        list(`?category=${category}`),
      ),
    )
    expect(parts.reduce((sum, part) => sum + part.count, 0)).toBe(whole.count)
    const amounts = parts.reduce((sum, part) => sum + part.total.calculated_amount, 0)
    expect(amounts).toBeCloseTo(whole.total.calculated_amount, 9)
  })

  it('includes transactions after the last close, unless the period ends before', async () => {
    expect((await list('?order_by=-date')).data[0]).toMatchObject({ date: '2026-11-16', original_amount: 7 })
    const period = { name: null, start_date: '2026-11-01', end_date: '2026-11-14' }
    expect((await list('?order_by=-date', { settings: { period } })).data[0].date).toBe('2026-11-12')
  })

  it('can be searched by name and note', async () => {
    expect((await list('?q=first')).data).toMatchObject([{ note: 'First money' }])
    expect((await list('?q=acme')).count).toBe(5)
    expect((await list('?q=nothing')).count).toBe(0)
  })

  it('marks transactions of manual accounts as editable for their owners', async () => {
    const { data } = await list()
    const editable = (data as Transaction[]).filter(row => row.is_editable)
    expect(editable.map(row => row.account.name)).toEqual(['By hand'])
    const seenByDemo = (await ask('/api/transactions/list/', demo)).json()
    expect(seenByDemo.data.some((row: Transaction) => row.is_editable)).toBe(false)
  })

  it('can be exported as CSV of all rows, equal to the JSON, with formulas escaped', async () => {
    const reply = await ask('/api/transactions/list/?limit=2', ivy, {}, { accept: 'text/csv' })
    expect(reply.headers['content-type']).toContain('text/csv')
    const [header = '', ...lines] = reply.body.trimEnd().split('\r\n')
    const { data, basis } = await list('?limit=1000')
    const described = {
      calculated_currency: basis.currency,
      period_start: basis.start_date,
      as_of: basis.as_of,
    }
    expect(lines).toHaveLength(data.length)
    const fields = header.split(',')
    for (const [place, line] of lines.entries())
      for (const [column, cell] of line.split(',').entries()) {
        const value = { ...data[place], ...described, flags: describeFlags(data[place].flags) }[
          fields[column] ?? ''
        ]
        const text = String((typeof value === 'object' ? value?.name : value) ?? '')
        expect(cell).toBe(typeof value === 'string' && /^[=+\-@]/.test(text) ? `'${text}` : text)
      }
    expect(reply.body).toContain("'=Custody")
  })

  it('by status shows voided and superseded rows, with totals of those alone', async () => {
    const { rows } = await app.database.query(
      "select root_id from transaction where transaction_type = 'trailer_fees'",
    )
    const root = rows[0].root_id
    await app.database.query(
      `insert into transaction (family_id, id, root_id, revision, account_id, transaction_type, date, amount, currency,
         status, source)
       select family_id, gen_random_uuid(), root_id, 2, account_id, transaction_type, date, amount, currency, 'void',
         'manual' from transaction where root_id = $1`,
      [root],
    )
    await app.database.query(
      `update transaction b set superseded_by = (select id from transaction n where n.root_id = b.root_id and n.revision = 2)
       where root_id = $1 and revision = 1`,
      [root],
    )
    await app.database.query('select bump_family_version($1)', [family])
    expect((await list('?status=void')).data).toMatchObject([{ id: root, revision: 2, status: 'void' }])
    const superseded = await list('?status=superseded')
    expect(superseded.data).toMatchObject([{ id: root, revision: 1, status: 'superseded' }])
    expect(superseded.total.calculated_fees).toBe(-5)
    expect((await list()).data.some((row: Transaction) => row.id === root)).toBe(false)
  })

  it('rejects unknown values by field', async () => {
    const refused = async (query: string, body: object = {}) => {
      const reply = await ask(`/api/transactions/list/${query}`, ivy, body)
      return [reply.statusCode, reply.json().errors[0].field]
    }
    expect(await refused('?order_by=secret')).toEqual([400, 'order_by'])
    expect(await refused('?limit=0')).toEqual([400, 'limit'])
    expect(await refused('?limit=1001')).toEqual([400, 'limit'])
    expect(await refused('?category=gifts')).toEqual([400, 'category'])
    expect(await refused('', { settings: { transaction_types: ['gift'] } })).toEqual([
      400,
      'settings.transaction_types.0',
    ])
  })

  it('of another family is empty', async () => {
    expect((await ask('/api/transactions/list/', ned)).json().count).toBe(0)
    const filters = { filter_account: [manual] }
    expect((await ask('/api/transactions/list/', ned, { filters })).json().count).toBe(0)
    expect((await ask('/api/transactions/list/?status=void', ned)).json().count).toBe(0)
  })
})

describe('the transactions of a position', () => {
  const ofPosition = (id: string, query = '', as = ivy) => ask(`/api/transactions/list/${id}/${query}`, as)

  it('split a trade that crosses zero between the closed and the opened position', async () => {
    const opened = (await ofPosition(lastPosition)).json()
    expect(lastPosition).toBe(`${crossing}.2`)
    expect(opened.data).toMatchObject([
      { transaction_type: 'fees', original_fees: 10 },
      { transaction_type: 'trade', quantity: -50, original_amount: 3000 },
    ])
    const closed = (await ask('/api/positions/list/?type=closed', ivy)).json().data[0].id
    const trades = (await ofPosition(closed, '?category=trade&order_by=date')).json().data
    expect(trades.map((row: Transaction) => row.quantity)).toEqual([100, -100])
  })

  it('can be requested for an open or a closed position', async () => {
    expect((await ofPosition(lastPosition, '?match=open')).statusCode).toBe(200)
    expect((await ofPosition(lastPosition, '?match=closed')).statusCode).toBe(404)
  })

  it('of cash are all its movements', async () => {
    const cash = (await ask('/api/cash/', ivy)).json().data
    for (const { position_reference, balance } of cash) {
      const { data } = (await ofPosition(position_reference, '?limit=1000')).json()
      const sum = (data as Transaction[]).reduce((total, row) => total + (row.original_amount ?? 0), 0)
      expect(sum).toBeCloseTo(balance, 9)
    }
  })

  it('of another family return not found; the demo account sees none', async () => {
    expect((await ofPosition(lastPosition, '', ned)).statusCode).toBe(404)
    expect((await ofPosition('no-such-position')).statusCode).toBe(404)
    expect((await ofPosition(lastPosition, '', demo)).json().errors[0].code).toBe('demo_no_details')
  })
})
