import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let account: string
let owner: string
let stranger: string
let demo: string
let admin: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const familyId = await app.addFamily('Aebi')
  const otherId = await app.addFamily('Other')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  await app.addUser({ username: 'demo', role: 'demo', familyId })
  await app.addUser({ username: 'stranger', role: 'investor', familyId: otherId })
  await app.addUser({ username: 'ada', role: 'admin' })
  account = await ledger.account(familyId, 'Custody')
  const share = await ledger.instrument('ABB')
  await app.database.query("update instrument set isin = 'CH0012221716' where id = $1", [share])
  await ledger.prices(share, { '2026-01-05': 50, '2026-01-06': 52, '2026-01-07': 53, '2026-01-08': 54 })
  await ledger.post(familyId, account, {
    type: 'deposit',
    date: '2026-01-05',
    amount: '10000',
    net: '10000',
  })
  await ledger.post(familyId, account, {
    type: 'trade',
    date: '2026-01-05',
    settleDate: '2026-01-07',
    instrument: share,
    quantity: '100',
    price: '50',
    amount: '5000',
    net: '5000',
  })
  owner = (await app.signIn('owner')).access
  stranger = (await app.signIn('stranger')).access
  demo = (await app.signIn('demo')).access
  admin = (await app.signIn('ada')).access
})
afterAll(() => app.close())

const url = (rest = '') => `/api/reconciliation/${account}/${rest}`
const add = (payload: object, as?: string) =>
  app.call({ method: 'POST', url: url(), payload, ...(as && { as }) })
const line = (change: object = {}) => ({
  isin: 'CH0012221716',
  currency: 'CHF',
  quantity: 100,
  price: 54,
  ...change,
})
const upload = (text: string, as = owner) =>
  app.call({
    method: 'POST',
    url: url('file/?name=x.csv'),
    payload: text,
    headers: { 'content-type': 'text/csv' },
    as,
  })

describe('reconciliation', () => {
  it('lists accounts without a statement', async () => {
    expect((await app.call({ method: 'GET', url: url(), as: owner })).statusCode).toBe(404)
    const list = await app.call({ method: 'POST', url: '/api/reconciliation/list/', payload: {}, as: owner })
    expect(list.json().data).toEqual([
      expect.objectContaining({
        account: { id: account, name: 'Custody' },
        statement_date: null,
        breaks_count: 0,
      }),
    ])
  })

  it('compares a typed statement, with causes, age and a proposal', async () => {
    await add({ date: '2026-01-07', lines: [line({ quantity: 110, price: 53 })] }, owner)
    const reply = await add(
      { date: '2026-01-08', lines: [line({ quantity: 110 }), { currency: 'CHF', quantity: 5000 }] },
      owner,
    )
    expect(reply.statusCode, reply.body).toBe(200)
    const { data } = reply.json()
    expect(data).toMatchObject({
      statement_date: '2026-01-08',
      ledger_value: 10_400,
      statement_value: 10_940,
      break_value: 540,
      causes: [{ cause: 'missing_delivery', count: 1, value: 540 }],
      statements: [
        { date: '2026-01-08', breaks_count: 1 },
        { date: '2026-01-07', breaks_count: 1 },
      ],
    })
    expect(data.lines[0]).toMatchObject({
      name: 'ABB',
      ledger_quantity: 100,
      statement_quantity: 110,
      cause: 'missing_delivery',
      since: '2026-01-07',
    })
    expect(data.lines[1]).toMatchObject({ name: 'Cash CHF', cause: null, since: null })
    // The cash agrees, so nothing was paid for the units.
    expect(data.groups[0].proposals[0]).toMatchObject({
      causes: ['missing_delivery'],
      reasons: ['The quantity differs, and no cash moved for it.'],
      changes: [{ action: 'add', transaction_type: 'transfer_in', quantity: 10, amount: null }],
      may_post: true,
    })
  })

  it('recognizes unsettled transactions', async () => {
    const { data } = (
      await add(
        {
          date: '2026-01-06',
          lines: [{ currency: 'CHF', quantity: 10_000 }, line({ quantity: 0, price: 52 })],
        },
        owner,
      )
    ).json()
    const causes = data.lines.map(({ name, cause }: { name: string; cause: string }) => [name, cause])
    expect(causes).toEqual([
      ['ABB', 'unsettled'],
      ['Cash CHF', 'unsettled'],
    ])
  })

  it('reads an older statement by date, and exports CSV', async () => {
    const older = await app.call({ method: 'GET', url: url('?date=2026-01-07'), as: owner })
    expect(older.json().data).toMatchObject({ statement_date: '2026-01-07', break_value: 530 })
    expect((await app.call({ method: 'GET', url: url('?date=2026-01-05'), as: owner })).statusCode).toBe(404)
    const csv = await app.call({ method: 'GET', url: url(), as: owner, headers: { accept: 'text/csv' } })
    expect(csv.body.split('\r\n')[1]).toMatch(/^ABB,CH0012221716,CHF,100,110,/)
    const list = await app.call({ method: 'POST', url: '/api/reconciliation/list/', payload: {}, as: owner })
    expect(list.json().data[0]).toMatchObject({
      statement_date: '2026-01-08',
      source: 'typed',
      breaks_count: 1,
      break_value: 540,
      oldest_break: '2026-01-07',
    })
  })

  it('accepts holdings as CSV or MT535, and explains why other files are rejected', async () => {
    const csv = await upload(
      'date,isin,currency,quantity,price\n2026-01-08,CH0012221716,CHF,100,54\n2026-01-08,,CHF,5000,\n',
    )
    expect(csv.statusCode, csv.body).toBe(200)
    expect(csv.json().data).toMatchObject({ break_value: 0, causes: [] })
    const mt535 = await upload(
      [
        '{1:F01EXMPCHZZAXXX0000000000}{2:O5350000000000EXMPCHZZXXXX00000000000000000000N}{4:',
        ':16R:GENL',
        ':98A::STAT//20260107',
        ':97A::SAFE//0235',
        ':16S:GENL',
        ':16R:SUBSAFE',
        ':16R:FIN',
        ':35B:ISIN CH0012221716',
        'ABB',
        ':90B::MRKT//ACTU/CHF53,',
        ':93B::AGGR//UNIT/90,',
        ':19A::HOLD//CHF4770,',
        ':16S:FIN',
        ':16S:SUBSAFE',
        '-}',
      ].join('\r\n'),
    )
    expect(mt535.statusCode, mt535.body).toBe(200)
    expect(mt535.json().data).toMatchObject({
      statement_date: '2026-01-07',
      ledger_value: 5300,
      break_value: -530,
      lines: [{ name: 'ABB', statement_quantity: 90, cause: 'missing_trade' }],
      groups: [{ proposals: [{ changes: [{ transaction_type: 'trade', quantity: -10 }] }, {}, {}] }],
    })
    const wrong = [
      ['a,b\n1,2\n', 'The file contains no holdings, and as CSV it has no column date.'],
      ['date,currency,quantity\n2026-01-08,CHF,many\n', "Line 2: 'many' is no quantity."],
      [
        'date,currency,quantity\n2026-01-08,CHF,1\n2026-01-07,CHF,1\n',
        'Line 3: a statement is of one day, not of 2026-01-08 and 2026-01-07.',
      ],
    ]
    for (const [text = '', message] of wrong) {
      const reply = await upload(text)
      expect([reply.statusCode, reply.json().errors[0].message], text).toEqual([400, message])
    }
    expect((await upload(csv.body, stranger)).statusCode).toBe(404)
  })

  it('has a tolerance that staff set within limits, and logs it', async () => {
    const change = (payload: object, as = admin) =>
      app.call({ method: 'PATCH', url: url('tolerance/'), payload, as })
    expect((await change({ price: 0.02 })).json().data).toEqual({
      price: 0.02,
      rate: 0.0005,
      accrued_interest: 10,
    })
    expect((await change({ price: 0.03 })).json().errors[0].field).toBe('price')
    expect((await change({ rate: 0.011 })).json().errors[0].field).toBe('rate')
    expect((await change({ accrued_interest: 1001 })).json().errors[0].field).toBe('accrued_interest')
    expect((await change({ price: 0.01 }, owner)).statusCode).toBe(403)
    const { rows } = await app.database.query(
      "select details from audit_line where action = 'tolerance_changed'",
    )
    expect(rows).toMatchObject([
      { details: { id: account, before: { price: 0.001 }, after: { price: 0.02 } } },
    ])
    const near = await add({ date: '2026-01-08', lines: [line({ price: 55 })] }, owner)
    expect(near.json().data.lines[0]).toMatchObject({
      cause: 'price',
      is_within_tolerance: true,
      since: null,
    })
    expect(near.json().data.statements[0]).toEqual({ date: '2026-01-08', breaks_count: 0 })
    expect((await change({}, stranger)).statusCode).toBe(403)
  })

  it('rejects invalid input by field', async () => {
    const failure = async (payload: object) => (await add(payload, owner)).json().errors[0].field
    expect(await failure({ date: '2999-01-01', lines: [line()] })).toBe('date')
    expect(await failure({ date: '2100-01-01', lines: [line()] })).toBe('date')
    expect(await failure({ date: '2026-01-08', lines: [] })).toBe('lines')
    expect(await failure({ date: '2026-01-08', lines: [line({ isin: 'x' })] })).toBe('lines.0.isin')
  })

  it('is hidden from signed-out callers, other families and the demo account', async () => {
    const statement = { date: '2026-01-08', lines: [line()] }
    expect((await add(statement)).statusCode).toBe(401)
    expect((await add(statement, stranger)).statusCode).toBe(404)
    expect((await add(statement, demo)).statusCode).toBe(403)
    expect((await app.call({ method: 'GET', url: url(), as: stranger })).statusCode).toBe(404)
    expect((await app.call({ method: 'GET', url: url(), as: demo })).json().errors[0].code).toBe(
      'demo_no_details',
    )
    expect((await app.call({ method: 'GET', url: url() })).statusCode).toBe(401)
    const list = await app.call({
      method: 'POST',
      url: '/api/reconciliation/list/',
      payload: {},
      as: stranger,
    })
    expect(list.json().data).toEqual([])
  })
})
