import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let ada: string
let demo: string
let account: string
let custody: string
let family: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  // Closes exist up to 13 November 2026: that is the day of the figures.
  const quoted = await ledger.instrument('Quoted')
  await ledger.prices(quoted, { '2026-11-12': 1, '2026-11-13': 1 })
  app.travel(Date.parse('2026-11-14T12:00:00Z') - Date.now())
  await app.database.query(`insert into custodian (id, name) values ('bank', 'Bank')`)
  const held = await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency) values ($1, 'bank', 'Custody', 'CHF') returning id`,
    [family],
  )
  custody = held.rows[0].id
  for (const user of ['ivy', 'ned', 'ada', 'demo'] as const) {
    const { access } = await app.signIn(user)
    if (user === 'ivy') ivy = access
    else if (user === 'ned') ned = access
    else if (user === 'ada') ada = access
    else demo = access
  }
  const opened = await send('POST', '/api/accounts/', ivy, {
    name: 'Keepsakes',
    currency: 'CHF',
    cash: 'none',
  })
  account = opened.json().data.id
})
afterAll(() => app.close())

type Method = 'GET' | 'POST' | 'DELETE'
const manage = '/api/positions/manage/'
const send = (method: Method, url: string, as: string | undefined, payload?: object) =>
  app.call({ method, url, ...(payload ? { payload } : {}), ...(as ? { as } : {}) })
const create = (payload: object, as = ivy) =>
  send('POST', manage, as, { account, currency: 'CHF', ...payload })
const change = (id: string, payload: object, as = ivy) => send('POST', `${manage}${id}/`, as, payload)
const errorOf = (reply: { statusCode: number; json(): { errors: { field?: string }[] } }) => [
  reply.statusCode,
  reply.json().errors[0]?.field,
]

async function nav(as = ivy): Promise<number> {
  return (await send('POST', '/api/performance/', as, {})).json().data.balance.total
}

async function position(name: string, filter: object = {}) {
  const { data } = (await send('POST', '/api/positions/list/?limit=1000', ivy, filter)).json()
  return data.find((row: { name: string }) => row.name === name)
}

/** Makes an asset and tells by how much the net asset value changed with it. */
async function made(payload: object) {
  const before = await nav()
  const reply = await create(payload)
  expect(reply.statusCode, reply.body).toBe(200)
  const asset = reply.json().data
  return { asset, added: (await nav()) - before }
}

const buy = (date: string, amount: number, more: object = {}) => ({ date, type: 'purchase', amount, ...more })

describe('every type of asset', () => {
  const year = (entries: object[], more: object = {}) => ({ ...more, transactions: entries })
  const cases: [type: string, body: object, value: number][] = [
    ['real_estate', year([buy('2024-04-01', 900_000, { fees: 7000 })], { location: 'Zug' }), 900_000],
    ['art', year([buy('2025-01-10', 40_000)], { author: 'I. Hadorn', year: 1961 }), 40_000],
    ['vehicle', year([buy('2025-01-10', 60_000)], { year: 1956 }), 60_000],
    ['equity', year([buy('2025-03-03', 5000, { quantity: 50, price: 100 })], { isin: 'CH0038863350' }), 5000],
    ['etf', year([{ date: '2025-03-03', type: 'purchase', quantity: 10, price: 25.5 }]), 255],
    ['fund', year([buy('2025-03-03', 1000, { quantity: 8 })]), 1000],
    ['crypto', year([buy('2025-03-03', 30_000, { quantity: 0.5 })]), 30_000],
    ['commodity', year([buy('2025-03-03', 7000, { quantity: 100, price: 70 })]), 7000],
    ['other', year([buy('2025-03-03', 86_000)]), 86_000],
    [
      'bond',
      year([{ date: '2025-03-03', type: 'purchase', quantity: 10_000, price: 98.5 }], {
        maturity: '2030-03-03',
        interest_rate: 0.02,
      }),
      // 2 % for 250 days of 30/360 since the last coupon.
      9850 + (10_000 * 0.02 * 250) / 360,
    ],
    ['loan', year([{ date: '2025-03-03', type: 'drawdown', amount: 25_000 }], { side: 'lent' }), 25_000],
    [
      'private_equity',
      year([
        { date: '2025-01-06', type: 'commitment', amount: 500_000 },
        { date: '2025-03-03', type: 'capital_call', amount: 100_000 },
      ]),
      100_000,
    ],
  ]

  it.each(cases)('%s is in positions, net asset value and performance at once', async (type, body, value) => {
    const name = `My ${type}`
    const { asset, added } = await made({ type, name, ...body })
    expect(added).toBeCloseTo(value, 6)
    expect(asset).toMatchObject({
      type,
      instrument_type: type,
      name,
      account: { id: account, name: 'Keepsakes' },
    })
    expect(asset.value).toBeCloseTo(value, 6)
    const row = await position(name)
    expect(row).toMatchObject({ id: asset.position_id, instrument_type: type })
    expect(row.value).toBeCloseTo(value, 6)
    expect((await send('GET', `${manage}${asset.id}/`, ivy)).json().data).toEqual(asset)
  })

  it('fx_forward is worth what it has won, and its notional is in no value', async () => {
    const forward = {
      type: 'fx_forward',
      name: 'Dollars sold',
      base_currency: 'USD',
      quote_currency: 'CHF',
      maturity: '2027-03-17',
      transactions: [{ date: '2026-09-16', type: 'open', quantity: -100_000, price: 0.9 }],
      valuations: [{ date: '2026-10-30', value: 1500 }],
    }
    const { asset, added } = await made(forward)
    expect(added).toBeCloseTo(1500, 6)
    expect(asset).toMatchObject({ currency: 'CHF', value: expect.closeTo(1500, 6) })
    const settle = { date: '2026-11-10', type: 'settle', price: 0.88 }
    const { data } = (await change(asset.id, { transactions: [settle] })).json()
    expect(data.transactions[0]).toMatchObject({
      type: 'settle',
      quantity: 100_000,
      price: 0.88,
      amount: null,
    })
    expect(data.value).toBe(0)
  })

  it('fx_forward follows the rate of the day where nobody values it', async () => {
    await testLedger(app.database).rates('CHF', { '2026-09-16': 1.1, '2026-11-13': 1.25 })
    const forward = {
      type: 'fx_forward',
      name: 'Dollars bought',
      base_currency: 'USD',
      quote_currency: 'CHF',
      maturity: '2027-03-17',
      transactions: [{ date: '2026-09-16', type: 'open', quantity: 10_000, price: 0.9 }],
    }
    const { added } = await made(forward)
    // A dollar is worth 0.8 francs at the end.
    expect(added).toBeCloseTo(10_000 * (1 / 1.25 - 0.9), 6)
  })

  it('borrowed money takes from the net asset value', async () => {
    const { asset, added } = await made({
      type: 'loan',
      name: 'Mortgage',
      side: 'borrowed',
      maturity: '2028-03-31',
      interest_rate: 0.02,
      payments_per_year: 4,
      repayment: 'linear',
      transactions: [
        { date: '2025-03-31', type: 'drawdown', amount: 100_000 },
        { date: '2026-03-31', type: 'repayment', amount: 40_000 },
        { date: '2026-06-30', type: 'interest', amount: 500 },
      ],
    })
    // And what has accrued on it since the end of September: 43 days of 30/360.
    const owed = -60_000 - (60_000 * 0.02 * 43) / 360
    expect(added).toBeCloseTo(owed, 6)
    expect(asset).toMatchObject({ value: expect.closeTo(owed, 6), flags: [] })
    const amounts = asset.transactions.map(({ type, amount }: { type: string; amount: number }) => [
      type,
      amount,
    ])
    expect(amounts).toEqual([
      ['interest', -500],
      ['repayment', -40_000],
      ['drawdown', 100_000],
    ])
    // Six quarters from 13 November 2026 to 31 March 2028.
    expect(asset.schedule).toHaveLength(6)
    expect(asset.schedule[0]).toEqual({
      date: '2026-12-31',
      interest: 300,
      principal: 10_000,
      outstanding: 50_000,
    })
    expect(asset.schedule.at(-1)).toMatchObject({ date: '2028-03-31', outstanding: 0 })
    const too = { date: '2026-07-31', type: 'repayment', amount: 60_001 }
    expect(errorOf(await change(asset.id, { transactions: [too] }))).toEqual([400, 'transactions.0.amount'])
  })
})

describe('valuations', () => {
  it('hold until the next one and are not interpolated', async () => {
    const { asset, added } = await made({
      type: 'real_estate',
      name: 'House on the hill',
      transactions: [buy('2025-01-02', 1_000_000), { date: '2025-06-30', type: 'rent', amount: 20_000 }],
      valuations: [
        { date: '2025-12-31', value: 1_100_000, source: 'Appraiser' },
        { date: '2026-06-30', value: 1_200_000 },
      ],
    })
    expect(added).toBeCloseTo(1_200_000, 6)
    expect(asset).toMatchObject({
      valued_on: '2026-06-30',
      valuations_count: 2,
      transactions_count: 2,
      flags: [],
    })
    expect(asset.valuations[1]).toMatchObject({ value: 1_100_000, source: 'Appraiser', change_rel: null })
    expect(asset.valuations[0].change_rel).toBeCloseTo(1_200_000 / 1_100_000 - 1, 12)
    const valueOn = async (end_date: string) => {
      const period = { name: null, start_date: '2025-01-01', end_date }
      return (await position('House on the hill', { settings: { period } })).value
    }
    expect(await valueOn('2025-12-30')).toBe(1_000_000)
    expect(await valueOn('2026-03-31')).toBe(1_100_000)
    expect(await valueOn('2026-06-29')).toBe(1_100_000)
    expect(await valueOn('2026-06-30')).toBe(1_200_000)
    const row = await position('House on the hill')
    expect(row).toMatchObject({ other_income: 20_000, pnl_abs_unrealized: 200_000, pnl_abs_total: 220_000 })
  })

  it('state the whole, so a purchase entered before one changes what it says about a unit', async () => {
    const { asset } = await made({
      type: 'equity',
      name: 'Unlisted AG',
      transactions: [buy('2025-01-02', 1000, { quantity: 100 })],
      valuations: [{ date: '2025-06-30', value: 1500 }],
    })
    const more = (
      await change(asset.id, { transactions: [buy('2025-03-01', 1000, { quantity: 100 })] })
    ).json().data
    expect(more.value).toBeCloseTo(1500, 6)
    expect(more.valuations).toHaveLength(1)
    expect(more.valuations[0]).toMatchObject({ value: 1500, revision: 2 })
    const later = (
      await change(asset.id, { transactions: [buy('2025-09-01', 800, { quantity: 100 })] })
    ).json().data
    // 300 of them at 7.50, the price of the valuation that is carried.
    expect(later.value).toBeCloseTo(2250, 6)
  })

  it('need something to value, and one day each', async () => {
    const nothing = { type: 'art', name: 'Unpaid', valuations: [{ date: '2026-01-02', value: 10 }] }
    expect(errorOf(await create(nothing))).toEqual([400, 'valuations.0.date'])
    const twice = {
      type: 'art',
      name: 'Twice',
      transactions: [buy('2025-01-02', 10)],
      valuations: [
        { date: '2026-01-02', value: 10 },
        { date: '2026-01-02', value: 11 },
      ],
    }
    expect(errorOf(await create(twice))).toEqual([400, 'valuations.1.date'])
  })
})

describe('private equity', () => {
  it('tells commitment, calls, distributions and multiples; calls and distributions earn nothing by themselves', async () => {
    const { asset, added } = await made({
      type: 'private_equity',
      name: 'Ostgate Growth',
      transactions: [
        { date: '2025-01-06', type: 'commitment', amount: 1000 },
        { date: '2025-02-03', type: 'capital_call', amount: 400 },
        { date: '2025-09-01', type: 'capital_call', amount: 200 },
        { date: '2026-02-02', type: 'distribution', amount: 150 },
      ],
      valuations: [{ date: '2025-06-30', value: 500 }],
    })
    // 400 became 500; 200 came in and 150 went out at the value carried.
    expect(added).toBeCloseTo(550, 6)
    expect(asset.fund).toEqual({
      committed: 1000,
      called: 600,
      uncalled: 400,
      distributed: 150,
      dpi: 0.25,
      rvpi: expect.closeTo(550 / 600, 9),
      tvpi: expect.closeTo(700 / 600, 9),
    })
    expect(asset.transactions[0]).toMatchObject({
      type: 'distribution',
      amount: 150,
      quantity: null,
      price: null,
    })
    const row = await position('Ostgate Growth')
    expect(row.pnl_abs_total).toBeCloseTo(100, 6)

    // A corrected valuation moves what was called and given back after it.
    const [valuation] = asset.valuations
    const revalued = (await change(asset.id, { valuations: [{ ...valuation, value: 600 }] })).json().data
    expect(revalued.value).toBeCloseTo(650, 6)
    expect((await position('Ostgate Growth')).pnl_abs_total).toBeCloseTo(200, 6)
  })

  it('can pay out income, which leaves the capital as it is', async () => {
    const { asset } = await made({
      type: 'private_equity',
      name: 'Income fund',
      transactions: [
        { date: '2025-02-03', type: 'capital_call', amount: 400 },
        { date: '2026-02-02', type: 'distribution', amount: 30, quantity: 0 },
      ],
    })
    expect(asset.value).toBeCloseTo(400, 6)
    expect((await position('Income fund')).dividends).toBeCloseTo(30, 6)
  })
})

describe('changing an asset', () => {
  it('keeps what is left out, adds, corrects and voids entries', async () => {
    const { asset } = await made({
      type: 'real_estate',
      name: 'Flat',
      location: 'Bern',
      notes: 'Let',
      transactions: [buy('2025-01-02', 500_000), { date: '2025-02-03', type: 'rent', amount: 1500 }],
    })
    const [rent, purchase] = asset.transactions
    const changed = (
      await change(asset.id, {
        name: 'Flat in Bern',
        revision: asset.revision,
        transactions: [
          { ...purchase, amount: 510_000 },
          { ...rent, is_void: true },
          { date: '2025-03-03', type: 'expense', amount: 700 },
        ],
      })
    ).json().data
    expect(changed).toMatchObject({ name: 'Flat in Bern', location: 'Bern', notes: 'Let', value: 510_000 })
    const told = changed.transactions.map(({ type, amount, revision }: Record<string, unknown>) => [
      type,
      amount,
      revision,
    ])
    expect(told).toEqual([
      ['expense', -700, 1],
      ['purchase', -510_000, 2],
    ])
    const row = await position('Flat in Bern')
    expect(row).toMatchObject({ fees: 700, other_income: 0, cost: 510_000 })
    const { rows } = await app.database.query(
      `select status, count(*)::int as n from transaction where root_id = $1 group by status order by status`,
      [rent.id],
    )
    expect(rows).toEqual([
      { status: 'booked', n: 1 },
      { status: 'void', n: 1 },
    ])
  })

  it('refuses what someone changed in the meantime', async () => {
    const { asset } = await made({ type: 'art', name: 'Contested', transactions: [buy('2025-01-02', 10)] })
    const { revision } = asset
    expect((await change(asset.id, { name: 'First', revision })).statusCode).toBe(200)
    expect((await change(asset.id, { name: 'Second', revision })).statusCode).toBe(409)
    const read = (await send('GET', `${manage}${asset.id}/`, ivy)).json().data
    const both = await Promise.all(
      ['a', 'b'].map(name => change(asset.id, { name, revision: read.revision })),
    )
    expect(both.map(reply => reply.statusCode).sort()).toEqual([200, 409])
  })

  it('keeps currency and side once something is posted', async () => {
    const { asset } = await made({ type: 'art', name: 'In francs', transactions: [buy('2025-01-02', 10)] })
    expect(errorOf(await change(asset.id, { currency: 'EUR' }))).toEqual([400, 'currency'])
    const { asset: empty } = await made({ type: 'loan', name: 'Not drawn', side: 'lent' })
    expect(empty).toMatchObject({ value: null, position_id: null, transactions: [] })
    expect((await change(empty.id, { side: 'borrowed', currency: 'EUR' })).json().data).toMatchObject({
      side: 'borrowed',
      currency: 'EUR',
    })
  })

  it('names the field that does not fit', async () => {
    const { asset } = await made({
      type: 'equity',
      name: 'Fields',
      transactions: [buy('2025-01-02', 100, { quantity: 10 })],
    })
    const bad: [object, string][] = [
      [
        { transactions: [{ date: '2025-02-02', type: 'sale', quantity: 11, price: 1 }] },
        'transactions.0.quantity',
      ],
      [{ transactions: [{ date: '2024-02-02', type: 'sale', price: 1 }] }, 'transactions.0.date'],
      [{ transactions: [{ date: '2025-02-02', type: 'rent', amount: 1 }] }, 'transactions.0.type'],
      [{ transactions: [{ date: '2025-02-02', type: 'dividend' }] }, 'transactions.0.amount'],
      [{ transactions: [{ date: '2025-02-02', type: 'split' }] }, 'transactions.0.ratio'],
      [{ transactions: [{ date: '2026-11-15', type: 'dividend', amount: 1 }] }, 'transactions.0.date'],
      [{ transactions: [buy('2025-02-02', 99, { quantity: 10, price: 10 })] }, 'transactions.0.amount'],
      [
        { transactions: [{ id: crypto.randomUUID(), date: '2025-02-02', type: 'dividend', amount: 1 }] },
        'transactions.0.id',
      ],
      [{ transactions: [{ date: '2025-13-02', type: 'dividend', amount: 1 }] }, 'transactions.0.date'],
      [{ valuations: [{ date: '2025-02-02', value: 'much' }] }, 'valuations.0.value'],
      [{ transactions: [buy('2025-02-02', 99, { accrued: 1 })] }, 'transactions.0.accrued'],
      [{ name: '' }, 'name'],
      [{ isin: 'CH12' }, 'isin'],
      [{ country: 'Atlantis' }, 'country'],
    ]
    for (const [payload, field] of bad) expect(errorOf(await change(asset.id, payload))).toEqual([400, field])
    // A purchase that a later sale needs stays.
    const [purchase] = asset.transactions
    await change(asset.id, { transactions: [{ date: '2025-05-02', type: 'sale', quantity: 4, price: 12 }] })
    const gone = await change(asset.id, { transactions: [{ ...purchase, is_void: true }] })
    expect(gone.statusCode).toBe(400)
  })

  it('takes the interest that a bond was bought with for interest', async () => {
    const purchase = { date: '2025-06-03', type: 'purchase', quantity: 10_000, price: 98.5, accrued: 50 }
    const { asset } = await made({
      type: 'bond',
      name: 'With interest',
      maturity: '2030-03-03',
      interest_rate: 0.02,
      transactions: [purchase],
    })
    expect(asset.transactions[0]).toMatchObject({ amount: -9850, accrued: 50, price: 98.5 })
    // Its money is outside: the coupon of March was paid there.
    expect(await position('With interest')).toMatchObject({ cost: 9850, interest: 200 - 50 })
    const [posted] = asset.transactions
    const more = await change(asset.id, { transactions: [{ ...posted, amount: 9850, accrued: 60 }] })
    expect(more.json().data.transactions[0]).toMatchObject({ accrued: 60, revision: 2 })
    expect(await position('With interest')).toMatchObject({ interest: 200 - 60 })
  })

  it('counts the interest of a bond as it is said to be paid', async () => {
    const treasury = {
      type: 'bond',
      name: 'Treasury',
      maturity: '2034-11-15',
      interest_rate: 0.0425,
      payments_per_year: 2,
      day_count: 'ACT/ACT ICMA',
      transactions: [{ date: '2025-11-17', type: 'purchase', quantity: 10_000, price: 100 }],
    }
    const { asset } = await made(treasury)
    expect(asset).toMatchObject({ payments_per_year: 2, day_count: 'ACT/ACT ICMA' })
    // Since 15 May: 182 of 184 days of half a coupon. The one of May was paid outside.
    expect(asset.value).toBeCloseTo(10_000 * (1 + (0.0425 / 2) * (182 / 184)), 6)
    expect(await position('Treasury')).toMatchObject({ interest: 212.5 })
    expect(errorOf(await change(asset.id, { day_count: 'by hand' }))).toEqual([400, 'day_count'])
    expect(errorOf(await change(asset.id, { payments_per_year: 3 }))).toEqual([400, 'payments_per_year'])
  })

  it('knows splits, sales and what they earned', async () => {
    const { asset } = await made({
      type: 'equity',
      name: 'Splitting',
      transactions: [
        buy('2025-01-02', 1000, { quantity: 100 }),
        { date: '2025-03-03', type: 'split', ratio: 4 },
        { date: '2025-05-05', type: 'sale', quantity: 200, price: 4 },
        { date: '2025-06-05', type: 'dividend', amount: 50, taxes: 10 },
      ],
    })
    expect(asset.value).toBeCloseTo(800, 6)
    const row = await position('Splitting')
    expect(row).toMatchObject({ quantity: 200, pnl_abs_realized: 300 + 40, taxes: 10, dividends: 50 })
  })
})

describe('the list', () => {
  it('is filtered by type, account and name, ordered by value, with a sum', async () => {
    const list = async (query: string) => (await send('GET', `${manage}list/${query}`, ivy)).json()
    const loans = await list('?type=loan')
    expect(loans.data.map((row: { type: string }) => row.type)).toEqual(Array(loans.count).fill('loan'))
    const all = await list('?limit=1000')
    const values = all.data.flatMap((row: { value_calculated: number | null }) => row.value_calculated ?? [])
    expect(values).toEqual([...values].sort((a: number, b: number) => b - a))
    expect(all.total.value).toBeCloseTo(await nav(), 4)
    expect((await list('?q=hill')).data[0].name).toBe('House on the hill')
    expect((await list(`?account=${custody}`)).count).toBe(0)
    expect(errorOf(await send('GET', `${manage}list/?type=option`, ivy))).toEqual([400, 'type'])
    expect((await send('GET', `${manage}list/`, demo)).json().count).toBe(all.count)
  })

  it('offers the forms of every type, in the language of the user', async () => {
    const forms = async () => (await send('GET', `${manage}form_fields/`, ivy)).json().data
    const loan = (await forms()).find((form: { id: string }) => form.id === 'loan')
    expect(loan.fields.map((field: { name: string }) => field.name)).toEqual([
      'name',
      'account',
      'currency',
      'side',
      'maturity',
      'interest_rate',
      'payments_per_year',
      'day_count',
      'repayment',
      'country',
      'sector',
      'notes',
    ])
    expect(loan.fields[1].options).toEqual([{ id: account, name: 'Keepsakes' }])
    expect(loan.transaction_types[0]).toEqual({
      slug: 'drawdown',
      name: 'Drawdown',
      transaction_type: 'trade',
    })
    await app.call({ method: 'PATCH', url: '/api/settings/', as: ivy, payload: { language: 'de' } })
    expect((await forms())[0].fields[0].label).toBe('Name')
    expect((await forms()).find((form: { id: string }) => form.id === 'art').fields[3].label).toBe('Künstler')
    await app.call({ method: 'PATCH', url: '/api/settings/', as: ivy, payload: { language: 'en-US' } })
  })
})

describe('deleting an asset', () => {
  it('takes it out of every figure, and can be undone for a short while', async () => {
    const { asset } = await made({
      type: 'vehicle',
      name: 'Sloop',
      transactions: [buy('2025-01-02', 90_000)],
      valuations: [{ date: '2026-01-02', value: 80_000 }],
    })
    const before = await nav()
    expect((await send('DELETE', `${manage}${asset.id}/`, ivy)).statusCode).toBe(204)
    expect(before - (await nav())).toBeCloseTo(80_000, 6)
    expect(await position('Sloop')).toBeUndefined()
    expect((await send('GET', `${manage}${asset.id}/`, ivy)).statusCode).toBe(404)
    const back = (await send('POST', `${manage}${asset.id}/restore/`, ivy)).json().data
    expect(back).toMatchObject({ value: 80_000, position_id: asset.position_id })
    expect(await nav()).toBeCloseTo(before, 6)
    await send('DELETE', `${manage}${asset.id}/`, ivy)
    app.travel(30_000)
    expect((await send('POST', `${manage}${asset.id}/restore/`, ivy)).statusCode).toBe(410)
  })

  it('leaves alone what had been voided before', async () => {
    const { asset } = await made({
      type: 'art',
      name: 'Twice voided',
      transactions: [buy('2025-01-02', 100), { date: '2025-02-02', type: 'expense', amount: 5 }],
    })
    const [expense] = asset.transactions
    await change(asset.id, { transactions: [{ ...expense, is_void: true }] })
    await send('DELETE', `${manage}${asset.id}/`, ivy)
    const back = (await send('POST', `${manage}${asset.id}/restore/`, ivy)).json().data
    expect(back.transactions).toHaveLength(1)
  })
})

describe('whose assets', () => {
  it('are kept in manual accounts only', async () => {
    const bank = await create({ type: 'art', name: 'In custody', account: custody })
    expect(errorOf(bank)).toEqual([403, 'account'])
    expect(bank.json().errors[0].message).toContain('account manager')
  })

  it('of someone else do not exist', async () => {
    const { asset } = await made({ type: 'art', name: 'Mine', transactions: [buy('2025-01-02', 10)] })
    const never = crypto.randomUUID()
    const calls: [Method, string, object?][] = [
      ['GET', ''],
      ['POST', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', 'restore/'],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await send(method, `${manage}${asset.id}/${path}`, ned, payload)
      const unknown = await send(method, `${manage}${never}/${path}`, ned, payload)
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect((await send(method, `${manage}${asset.id}/${path}`, undefined, payload)).statusCode).toBe(401)
      const looking = await send(method, `${manage}${asset.id}/${path}`, demo, payload)
      expect(looking.statusCode).toBe(403)
    }
    const into = await create({ type: 'art', name: 'x' }, ned)
    const nowhere = await create({ type: 'art', name: 'x', account: never }, ned)
    expect([into.statusCode, into.body]).toEqual([404, nowhere.body])
    expect((await send('GET', `${manage}list/`, ned)).json().count).toBe(0)
    expect((await send('GET', `${manage}list/`, undefined)).statusCode).toBe(401)
  })

  it('of a family are served by its staff, and go with their account', async () => {
    const opened = await send('POST', '/api/accounts/', ada, { name: 'Short lived', currency: 'CHF', family })
    const shortLived = opened.json().data.id
    const made = await create(
      { type: 'art', name: 'Erased', account: shortLived, transactions: [buy('2025-01-02', 10)] },
      ada,
    )
    expect(made.json().data.value).toBe(10)
    const { rows } = await app.database.query(
      `select subject from audit_line where action = 'asset_created' and actor_id = (select id from app_user where username = 'ada')`,
    )
    expect(rows).toEqual([{ subject: 'Erased' }])
    const erased = await send('DELETE', `/api/accounts/${shortLived}/`, ivy, { name: 'Short lived' })
    expect(erased.statusCode).toBe(204)
    const left = await app.database.query(`select 1 from instrument where name = 'Erased'`)
    expect(left.rows).toEqual([])
  })
})
