import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buy,
  createManualAssetsFixture,
  errorOf,
  type ManualAssetsFixture,
  type Method,
  managePath,
} from './testing/manual-assets-fixture.ts'

let assets: ManualAssetsFixture

beforeAll(async () => {
  assets = await createManualAssetsFixture()
})
afterAll(() => assets.app.close())

describe('changing an asset', () => {
  it('keeps absent fields, and adds, corrects and voids entries', async () => {
    const { asset } = await assets.createAsset({
      type: 'real_estate',
      name: 'Flat',
      location: 'Bern',
      notes: 'Let',
      transactions: [buy('2025-01-02', 500_000), { date: '2025-02-03', type: 'rent', amount: 1500 }],
    })
    const [rent, purchase] = asset.transactions
    const changed = (
      await assets.change(asset.id, {
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
    const replay = changed.transactions.map(({ type, amount, revision }: Record<string, unknown>) => [
      type,
      amount,
      revision,
    ])
    expect(replay).toEqual([
      ['expense', -700, 1],
      ['purchase', -510_000, 2],
    ])
    const row = await assets.position('Flat in Bern')
    expect(row).toMatchObject({ fees: 700, other_income: 0, cost: 510_000 })
    const { rows } = await assets.app.database.query(
      `select status, count(*)::int as n from transaction where root_id = $1 group by status order by status`,
      [rent.id],
    )
    expect(rows).toEqual([
      { status: 'booked', n: 1 },
      { status: 'void', n: 1 },
    ])
  })

  it('is rejected when someone changed the asset in the meantime', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'Contested',
      transactions: [buy('2025-01-02', 10)],
    })
    const { revision } = asset
    expect((await assets.change(asset.id, { name: 'First', revision })).statusCode).toBe(200)
    expect((await assets.change(asset.id, { name: 'Second', revision })).statusCode).toBe(409)
    const read = (await assets.send('GET', `${managePath}${asset.id}/`, assets.users.ivy)).json().data
    const both = await Promise.all(
      ['a', 'b'].map(name => assets.change(asset.id, { name, revision: read.revision })),
    )
    expect(both.map(reply => reply.statusCode).sort()).toEqual([200, 409])
  })

  it('keeps currency and side once transactions exist', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'In francs',
      transactions: [buy('2025-01-02', 10)],
    })
    expect(errorOf(await assets.change(asset.id, { currency: 'EUR' }))).toEqual([400, 'currency'])
    const { asset: empty } = await assets.createAsset({ type: 'loan', name: 'Not drawn', side: 'lent' })
    expect(empty).toMatchObject({ value: null, position_id: null, transactions: [] })
    expect((await assets.change(empty.id, { side: 'borrowed', currency: 'EUR' })).json().data).toMatchObject({
      side: 'borrowed',
      currency: 'EUR',
    })
  })

  it('names the invalid field', async () => {
    const { asset } = await assets.createAsset({
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
    for (const [payload, field] of bad)
      expect(errorOf(await assets.change(asset.id, payload))).toEqual([400, field])
    // A purchase that a later sale depends on stays.
    const [purchase] = asset.transactions
    await assets.change(asset.id, {
      transactions: [{ date: '2025-05-02', type: 'sale', quantity: 4, price: 12 }],
    })
    const gone = await assets.change(asset.id, { transactions: [{ ...purchase, is_void: true }] })
    expect(gone.statusCode).toBe(400)
  })

  it('posts accrued interest of a bond purchase as interest', async () => {
    const purchase = { date: '2025-06-03', type: 'purchase', quantity: 10_000, price: 98.5, accrued: 50 }
    const { asset } = await assets.createAsset({
      type: 'bond',
      name: 'With interest',
      maturity: '2030-03-03',
      interest_rate: 0.02,
      transactions: [purchase],
    })
    expect(asset.transactions[0]).toMatchObject({ amount: -9850, accrued: 50, price: 98.5 })
    // Its cash is outside: the coupon of March was paid there.
    expect(await assets.position('With interest')).toMatchObject({ cost: 9850, interest: 200 - 50 })
    const [posted] = asset.transactions
    const more = await assets.change(asset.id, { transactions: [{ ...posted, amount: 9850, accrued: 60 }] })
    expect(more.json().data.transactions[0]).toMatchObject({ accrued: 60, revision: 2 })
    expect(await assets.position('With interest')).toMatchObject({ interest: 200 - 60 })
  })

  it('accrues bond interest by its payment schedule', async () => {
    const treasury = {
      type: 'bond',
      name: 'Treasury',
      maturity: '2034-11-15',
      interest_rate: 0.0425,
      payments_per_year: 2,
      day_count: 'ACT/ACT ICMA',
      transactions: [{ date: '2025-11-17', type: 'purchase', quantity: 10_000, price: 100 }],
    }
    const { asset } = await assets.createAsset(treasury)
    expect(asset).toMatchObject({ payments_per_year: 2, day_count: 'ACT/ACT ICMA' })
    // Since 15 May: 182 of 184 days of half a coupon. The one of May was paid outside.
    expect(asset.value).toBeCloseTo(10_000 * (1 + (0.0425 / 2) * (182 / 184)), 6)
    expect(await assets.position('Treasury')).toMatchObject({ interest: 212.5 })
    expect(errorOf(await assets.change(asset.id, { day_count: 'manual' }))).toEqual([400, 'day_count'])
    expect(errorOf(await assets.change(asset.id, { payments_per_year: 3 }))).toEqual([
      400,
      'payments_per_year',
    ])
  })

  it('handles splits, sales and realized gains', async () => {
    const { asset } = await assets.createAsset({
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
    const row = await assets.position('Splitting')
    expect(row).toMatchObject({ quantity: 200, pnl_abs_realized: 300 + 40, taxes: 10, dividends: 50 })
  })
})

describe('the list of manual assets', () => {
  it('can be filtered by type, account and name, sorted by value, and has a total', async () => {
    await assets.createAsset({
      type: 'real_estate',
      name: 'House on the hill',
      transactions: [buy('2024-04-01', 900_000)],
    })
    await assets.createAsset({
      type: 'loan',
      name: 'To a friend',
      side: 'lent',
      transactions: [{ date: '2025-03-03', type: 'drawdown', amount: 25_000 }],
    })
    const list = async (query: string) =>
      (await assets.send('GET', `${managePath}list/${query}`, assets.users.ivy)).json()
    const loans = await list('?type=loan')
    expect(loans.data.map((row: { type: string }) => row.type)).toEqual(Array(loans.count).fill('loan'))
    const all = await list('?limit=1000')
    const values = all.data.flatMap((row: { value_calculated: number | null }) => row.value_calculated ?? [])
    expect(values).toEqual([...values].sort((a: number, b: number) => b - a))
    expect(all.total.value).toBeCloseTo(await assets.nav(), 4)
    expect((await list('?q=hill')).data[0].name).toBe('House on the hill')
    expect((await list(`?account=${assets.custody}`)).count).toBe(0)
    expect(errorOf(await assets.send('GET', `${managePath}list/?type=option`, assets.users.ivy))).toEqual([
      400,
      'type',
    ])
    expect((await assets.send('GET', `${managePath}list/`, assets.users.demo)).json().count).toBe(all.count)
  })

  it('describes the forms of every type in the language of the user', async () => {
    const forms = async () =>
      (await assets.send('GET', `${managePath}form_fields/`, assets.users.ivy)).json().data
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
    expect(loan.fields[1].options).toEqual([{ id: assets.account, name: 'Keepsakes' }])
    expect(loan.transaction_types[0]).toEqual({
      slug: 'drawdown',
      name: 'Drawdown',
      transaction_type: 'trade',
    })
    await assets.app.call({
      method: 'PATCH',
      url: '/api/settings/',
      as: assets.users.ivy,
      payload: { language: 'de' },
    })
    expect((await forms())[0].fields[0].label).toBe('Name')
    expect((await forms()).find((form: { id: string }) => form.id === 'art').fields[3].label).toBe('Künstler')
    await assets.app.call({
      method: 'PATCH',
      url: '/api/settings/',
      as: assets.users.ivy,
      payload: { language: 'en-US' },
    })
  })
})

describe('deleting an asset', () => {
  it('removes it from every figure and can be undone for a short time', async () => {
    const { asset } = await assets.createAsset({
      type: 'vehicle',
      name: 'Sloop',
      transactions: [buy('2025-01-02', 90_000)],
      valuations: [{ date: '2026-01-02', value: 80_000 }],
    })
    const before = await assets.nav()
    expect((await assets.send('DELETE', `${managePath}${asset.id}/`, assets.users.ivy)).statusCode).toBe(204)
    expect(before - (await assets.nav())).toBeCloseTo(80_000, 6)
    expect(await assets.position('Sloop')).toBeUndefined()
    expect((await assets.send('GET', `${managePath}${asset.id}/`, assets.users.ivy)).statusCode).toBe(404)
    const back = (await assets.send('POST', `${managePath}${asset.id}/restore/`, assets.users.ivy)).json()
      .data
    expect(back).toMatchObject({ value: 80_000, position_id: asset.position_id })
    expect(await assets.nav()).toBeCloseTo(before, 6)
    await assets.send('DELETE', `${managePath}${asset.id}/`, assets.users.ivy)
    assets.app.travel(30_000)
    expect(
      (await assets.send('POST', `${managePath}${asset.id}/restore/`, assets.users.ivy)).statusCode,
    ).toBe(410)
  })

  it('does not restore entries that were voided before', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'Twice voided',
      transactions: [buy('2025-01-02', 100), { date: '2025-02-02', type: 'expense', amount: 5 }],
    })
    const [expense] = asset.transactions
    await assets.change(asset.id, { transactions: [{ ...expense, is_void: true }] })
    await assets.send('DELETE', `${managePath}${asset.id}/`, assets.users.ivy)
    const back = (await assets.send('POST', `${managePath}${asset.id}/restore/`, assets.users.ivy)).json()
      .data
    expect(back.transactions).toHaveLength(1)
  })
})

describe('access to manual assets', () => {
  it('is limited to manual accounts', async () => {
    const bank = await assets.create({ type: 'art', name: 'In custody', account: assets.custody })
    expect(errorOf(bank)).toEqual([403, 'account'])
    expect(bank.json().errors[0].message).toContain('account manager')
  })

  it('returns not found for assets of another family', async () => {
    const { asset } = await assets.createAsset({
      type: 'art',
      name: 'Mine',
      transactions: [buy('2025-01-02', 10)],
    })
    const never = crypto.randomUUID()
    const calls: [Method, string, object?][] = [
      ['GET', ''],
      ['POST', '', { name: 'x' }],
      ['DELETE', ''],
      ['POST', 'restore/'],
    ]
    for (const [method, path, payload] of calls) {
      const theirs = await assets.send(method, `${managePath}${asset.id}/${path}`, assets.users.ned, payload)
      const unknown = await assets.send(method, `${managePath}${never}/${path}`, assets.users.ned, payload)
      expect([theirs.statusCode, theirs.body]).toEqual([404, unknown.body])
      expect(
        (await assets.send(method, `${managePath}${asset.id}/${path}`, undefined, payload)).statusCode,
      ).toBe(401)
      const looking = await assets.send(
        method,
        `${managePath}${asset.id}/${path}`,
        assets.users.demo,
        payload,
      )
      expect(looking.statusCode).toBe(403)
    }
    const into = await assets.create({ type: 'art', name: 'x' }, assets.users.ned)
    const nowhere = await assets.create({ type: 'art', name: 'x', account: never }, assets.users.ned)
    expect([into.statusCode, into.body]).toEqual([404, nowhere.body])
    expect((await assets.send('GET', `${managePath}list/`, assets.users.ned)).json().count).toBe(0)
    expect((await assets.send('GET', `${managePath}list/`, undefined)).statusCode).toBe(401)
  })

  it('is given to the staff of a family; assets are erased with their account', async () => {
    const opened = await assets.send('POST', '/api/accounts/', assets.users.ada, {
      name: 'Short lived',
      currency: 'CHF',
      family: assets.family,
    })
    const shortLived = opened.json().data.id
    const created = await assets.create(
      { type: 'art', name: 'Erased', account: shortLived, transactions: [buy('2025-01-02', 10)] },
      assets.users.ada,
    )
    expect(created.json().data.value).toBe(10)
    const { rows } = await assets.app.database.query(
      `select subject from audit_line where action = 'asset_created' and actor_id = (select id from app_user where username = 'ada')`,
    )
    expect(rows).toEqual([{ subject: 'Erased' }])
    const erased = await assets.send('DELETE', `/api/accounts/${shortLived}/`, assets.users.ivy, {
      name: 'Short lived',
    })
    expect(erased.statusCode).toBe(204)
    const left = await assets.app.database.query(`select 1 from instrument where name = 'Erased'`)
    expect(left.rows).toEqual([])
  })
})
