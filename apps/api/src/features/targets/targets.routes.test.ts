import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ledger: ReturnType<typeof testLedger>
let family: string
let account: string
let acme: string
let note: string
let shares: string
let notes: string
let asInvestor: string
let asOther: string
let asLimited: string
let asAdviser: string
let asElsewhere: string

/** 700 shares at 100, 200 bonds at 100 and 10,000 in cash. A stake without a price is left out. */
beforeAll(async () => {
  app = await createTestApp()
  ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const limited = await app.addUser({ username: 'lia', role: 'investor', familyId: family })
  const adviser = await app.addUser({ username: 'ann', role: 'adviser' })
  const elsewhere = await app.addUser({ username: 'bob', role: 'adviser' })
  for (const [user, of] of [[adviser, family] as const, [elsewhere, other] as const])
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [user.id, of])
  account = await ledger.account(family, 'Main')
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [limited.id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
    limited.id,
    account,
  ])
  shares = await ledger.instrument('Acme')
  notes = await ledger.instrument('Note', 'bond')
  const stake = await ledger.instrument('Unpriced')
  await ledger.prices(shares, { '2026-11-09': 60, '2026-11-13': 100 })
  await ledger.prices(notes, { '2026-11-09': 100, '2026-11-13': 100 })
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(family, account, transaction)
  await post({ type: 'deposit', date: '2026-11-09', amount: '72000' })
  acme = await post({ type: 'trade', date: '2026-11-10', instrument: shares, quantity: '700', price: '60' })
  note = await post({ type: 'trade', date: '2026-11-10', instrument: notes, quantity: '200', price: '100' })
  await post({ type: 'transfer_in', date: '2026-11-10', instrument: stake, quantity: '5' })
  const signIn = async (name: string) => (await app.signIn(name)).access
  asInvestor = await signIn('ivy')
  asOther = await signIn('ned')
  asLimited = await signIn('lia')
  asAdviser = await signIn('ann')
  asElsewhere = await signIn('bob')
})
afterAll(() => app.close())
beforeEach(() => app.database.query('delete from target_allocation'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const send = (method: Method, url: string, as: string | undefined, payload: object = {}, accept?: string) =>
  app.call({
    method,
    url,
    ...(method === 'GET' ? {} : { payload }),
    ...(as ? { as } : {}),
    ...(accept ? { headers: { accept } } : {}),
  })

const balanced = {
  name: 'Balanced',
  dimension: 'instrument_type',
  valid_from: '2026-01-01',
  buckets: [
    { key: 'equity', weight: 0.5, min: 0.45, max: 0.55 },
    { key: 'bond', weight: 0.4, min: 0.35, max: 0.45 },
    { key: 'cash', weight: 0.1, min: 0.05, max: 0.15 },
  ],
}
const create = (as: string | undefined, more: object = {}) =>
  send('POST', '/api/targets/', as, { ...balanced, ...more })
const drift = (as: string | undefined, query = '', body: object = {}) =>
  send('POST', `/api/targets/drift/${query}`, as, body)
const propose = (as: string | undefined, options: object = {}, query = '', accept?: string) =>
  send('POST', `/api/targets/propose/${query}`, as, { options }, accept)

describe('target allocations', () => {
  it('are added, listed with their history, changed and deleted', async () => {
    const made = await create(asInvestor)
    expect(made.statusCode, made.body).toBe(200)
    const { data } = made.json()
    expect(data).toMatchObject({
      ...balanced,
      family: { id: family, name: 'Own' },
      strategy: null,
      version: 1,
    })
    await create(asInvestor, { name: 'Later', valid_from: '2026-11-20' })
    const list = (await send('GET', '/api/targets/', asInvestor)).json()
    expect(list.data.map((row: { name: string }) => row.name)).toEqual(['Later', 'Balanced'])
    const changed = await send('PATCH', `/api/targets/${data.id}/`, asInvestor, { name: 'Calm', version: 1 })
    expect(changed.json().data).toMatchObject({ name: 'Calm', version: 2, buckets: balanced.buckets })
    const outdated = await send('PATCH', `/api/targets/${data.id}/`, asInvestor, { name: 'Wild', version: 1 })
    expect([outdated.statusCode, outdated.json().errors[0].code]).toEqual([409, 'conflict'])
    expect((await send('DELETE', `/api/targets/${data.id}/`, asInvestor)).statusCode).toBe(204)
    expect((await send('GET', '/api/targets/', asInvestor)).json().count).toBe(1)
    expect((await send('GET', '/api/targets/?offset=5', asInvestor)).json()).toMatchObject({
      count: 1,
      data: [],
    })
  })

  it('reject what does not add up, naming the field', async () => {
    const [equity, bond, cash] = balanced.buckets
    const refused = async (buckets: object[], more: object = {}) => {
      const reply = await create(asInvestor, { buckets, ...more })
      const [error] = reply.json().errors
      return [reply.statusCode, error.field, error.message]
    }
    expect(await refused([equity as object, bond as object])).toEqual([
      400,
      'buckets',
      'The weights add up to 90%. They must add up to 100%.',
    ])
    expect(await refused([{ ...equity, max: 0.4 }, bond as object, cash as object])).toEqual([
      400,
      'buckets.0.weight',
      'The weight must lie within its band.',
    ])
    expect((await refused([equity as object, { ...equity, weight: 0.5 }]))[1]).toBe('buckets.1.key')
    expect((await refused([{ ...equity, key: 'gold' }, bond as object, cash as object]))[1]).toBe(
      'buckets.0.key',
    )
    expect((await refused([{ ...equity, weight: 0.50001 }, bond as object, cash as object]))[1]).toBe(
      'buckets.0.weight',
    )
    await create(asInvestor)
    const twice = await create(asInvestor)
    expect([twice.statusCode, twice.json().errors[0].field]).toEqual([409, 'valid_from'])
  })

  it('show drift in points and money, and name what has no price', async () => {
    await create(asInvestor)
    const { data } = (await drift(asInvestor)).json()
    expect(data).toMatchObject({
      base: 100_000,
      dimensions: ['instrument_type'],
      target: { name: 'Balanced' },
    })
    expect(data.buckets).toMatchObject([
      { key: 'equity', weight: 0.7, target: 0.5, drift: 0.2, drift_value: 20_000, state: 'above' },
      { key: 'bond', weight: 0.2, drift: -0.2, drift_value: -20_000, state: 'below' },
      { key: 'cash', weight: 0.1, drift: 0, state: 'within' },
    ])
    expect(data.left_out).toEqual([
      { position: { id: expect.any(String), name: 'Unpriced' }, reason: 'no_price' },
    ])
    const csv = await send('POST', '/api/targets/drift/', asInvestor, {}, 'text/csv')
    const lines = csv.body.trim().split('\r\n')
    expect(lines[1]).toContain('equity')
    expect(lines[1]).toContain(',above,no_price,')
    expect(lines.at(-1)).toBe('instrument_type,equity,Unpriced,,,,,,,,left_out,no_price,CHF,2026-11-13')
  })

  it('do not know the weight of a bucket in which nothing has a price', async () => {
    const { rows } = await app.database.query("select id from instrument where name = 'Unpriced'")
    const half = { weight: 0.5, min: 0.4, max: 0.6 }
    const buckets = [
      { key: rows[0].id, ...half },
      { key: shares, ...half },
    ]
    await create(asInvestor, { dimension: 'position', buckets })
    const { data } = (await drift(asInvestor, '?dimension=position')).json()
    expect(data.buckets[0]).toMatchObject({
      value: null,
      weight: null,
      target: 0.5,
      drift: null,
      drift_value: null,
      state: 'unknown',
    })
    expect(data.buckets[1]).toMatchObject({ weight: 0.7, state: 'above' })
    const proposed = (await propose(asInvestor, {}, '?dimension=position')).json().data
    expect(proposed.before[0]).toMatchObject({ value: null, weight: null, state: 'unknown' })
  })

  it('follow securities that have been merged', async () => {
    const duplicate = await ledger.instrument('Acme Inc')
    const [third, half] = [
      { weight: 0.3, min: 0.25, max: 0.35 },
      { weight: 0.5, min: 0.4, max: 0.6 },
    ]
    const buckets = [
      { key: duplicate, ...third },
      { key: notes, ...half },
      { key: shares, weight: 0.2, min: 0.2, max: 0.3 },
    ]
    await create(asInvestor, { dimension: 'position', buckets })
    await app.database.query(
      "insert into instrument_merge (merged_id, kept_id, merged_by, moved) select $1, $2, id, '{}' from app_user limit 1",
      [duplicate, shares],
    )
    const { data } = (await drift(asInvestor, '?dimension=position')).json()
    expect(data.buckets).toMatchObject([
      { key: shares, name: 'Acme', weight: 0.7, target: 0.5, min: 0.45, max: 0.65, state: 'above' },
      { key: notes, weight: 0.2, target: 0.5, state: 'below' },
      { key: 'cash', weight: 0.1 },
    ])
    await app.database.query('delete from instrument_merge')
  })

  it('have no base where nothing can be valued', async () => {
    await create(asInvestor)
    const { data } = (await drift(asInvestor, '', { settings: { currency: 'USD' } })).json()
    expect(data.base).toBeNull()
    for (const bucket of data.buckets)
      expect(bucket).toMatchObject({ value: null, weight: null, drift: null, state: 'unknown' })
    expect(data.left_out.map((each: { reason: string }) => each.reason)).toContain('no_rate')
  })

  it('are those of the day of the figures', async () => {
    await create(asInvestor, { valid_from: '2026-11-12' })
    const period = { name: null, start_date: null, end_date: '2026-11-11' }
    const before = (await drift(asInvestor, '', { settings: { period } })).json().data
    expect([before.target, before.buckets[0].state]).toEqual([null, 'no_target'])
    expect((await drift(asInvestor)).json().data.target.name).toBe('Balanced')
  })

  it.each(['sector', 'country', 'currency', 'custodian', 'position'])('divide by %s too', async dimension => {
    const reply = await drift(asInvestor, `?dimension=${dimension}`)
    expect(reply.statusCode, reply.body).toBe(200)
    const { base, buckets } = reply.json().data
    expect(base).toBe(100_000)
    expect(buckets.reduce((sum: number, bucket: { value: number }) => sum + bucket.value, 0)).toBe(100_000)
    const key = buckets[0].key
    const made = await create(asInvestor, { dimension, buckets: [{ key, weight: 1, min: 0.8, max: 1 }] })
    expect(made.statusCode, made.body).toBe(200)
    expect((await propose(asInvestor, {}, `?dimension=${dimension}`)).statusCode).toBe(200)
  })
})

describe('a proposal', () => {
  it('brings the portfolio back into its bands, with costs and gains', async () => {
    await create(asInvestor)
    const { data } = (await propose(asInvestor, { fee_rate: 0.001, tax_rate: 0.25 })).json()
    expect(data.is_within_bands).toBe(true)
    expect(data.orders).toMatchObject([
      {
        number: 1,
        kind: 'sell',
        position: { id: acme, name: 'Acme' },
        quantity: 159,
        price: 100,
        gain: 6360,
        tax: 1590,
      },
      { number: 2, kind: 'buy', position: { name: 'Note' }, quantity: 145 },
    ])
    expect(data.base_after).toBeCloseTo(data.base_before - data.fees - data.taxes, 9)
    expect(data.left_out).toHaveLength(1)
  })

  it('respects locked positions and says why a band cannot be reached', async () => {
    await create(asInvestor, { locked_positions: [acme] })
    const { data } = (await propose(asInvestor)).json()
    expect(data.is_within_bands).toBe(false)
    expect(data.kept).toContainEqual({ position: { id: acme, name: 'Acme' }, reason: 'locked' })
    expect(data.problems).toContainEqual({ bucket: 'equity', name: 'Equity', problem: 'nothing_to_sell' })
    expect(data.orders.every((order: { kind: string }) => order.kind === 'buy')).toBe(true)
  })

  it('buys nothing for a bucket with a position that has no value', async () => {
    const buckets = [
      { key: 'equity', weight: 0.8, min: 0.75, max: 0.85 },
      { key: 'bond', weight: 0.15, min: 0.1, max: 0.2 },
      { key: 'cash', weight: 0.05, min: 0, max: 0.1 },
    ]
    await create(asInvestor, { buckets })
    const { data } = (await propose(asInvestor)).json()
    expect(data.before[0]).toMatchObject({ key: 'equity', state: 'below' })
    expect(data.orders).toEqual([])
    expect(data.problems).toContainEqual({ bucket: 'equity', name: 'Equity', problem: 'incomplete' })
  })

  it('is exported as a CSV of orders', async () => {
    await create(asInvestor)
    const csv = await propose(asInvestor, {}, '', 'text/csv')
    expect(csv.headers['content-type']).toContain('text/csv')
    const [head, first] = csv.body.split('\r\n')
    expect(head).toMatch(
      /^number,side,name,isin,symbol,account,custodian,to_account,quantity,price,currency,amount/,
    )
    expect(first).toMatch(/^1,sell,Acme,,,Main,/)
  })

  it('needs a target, and takes its options by name', async () => {
    expect((await propose(asInvestor)).statusCode).toBe(404)
    const wrong = await propose(asInvestor, { tax_rate: 2 })
    expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([400, 'options.tax_rate'])
  })

  it('of a strategy is paid by its own orders', async () => {
    const { data: strategy } = (
      await send('POST', '/api/strategy/', asInvestor, { name: 'Core', position_ids: [acme] })
    ).json()
    const buckets = [{ key: 'equity', weight: 1, min: 0.9, max: 1 }]
    const made = await create(asInvestor, { strategy: strategy.strategy_id, buckets })
    expect(made.json().data.strategy).toEqual({ id: strategy.strategy_id, name: 'Core' })
    const { data } = (await drift(asInvestor, `?strategy=${strategy.strategy_id}`)).json()
    expect(data).toMatchObject({ base: 70_000, buckets: [{ key: 'equity', weight: 1, state: 'within' }] })
    const proposed = (await propose(asInvestor, {}, `?strategy=${strategy.strategy_id}`)).json().data
    expect([proposed.orders, proposed.is_within_bands]).toEqual([[], true])
    expect((await drift(asAdviser, `?strategy=${strategy.strategy_id}`)).statusCode).toBe(404)
    expect((await send('GET', '/api/targets/', asAdviser)).json().count).toBe(0)
  })
})

describe('access to targets', () => {
  it('is shared with the adviser of the family, and hidden from others', async () => {
    const { id } = (await create(asAdviser)).json().data
    expect((await send('GET', '/api/targets/', asInvestor)).json().count).toBe(1)
    for (const as of [asOther, asElsewhere, asLimited]) {
      expect((await send('GET', '/api/targets/', as)).json().count).toBe(0)
      expect((await send('PATCH', `/api/targets/${id}/`, as, { name: 'x' })).statusCode).toBe(404)
      expect((await send('DELETE', `/api/targets/${id}/`, as)).statusCode).toBe(404)
    }
    const seen = (await drift(asLimited)).json().data
    expect([seen.target, seen.dimensions]).toEqual([null, []])
    expect((await propose(asLimited)).statusCode).toBe(404)
    expect((await create(asLimited)).statusCode).toBe(404)
    expect((await create(asElsewhere, { family })).statusCode).toBe(404)
    expect((await drift(asElsewhere, '', { family })).statusCode).toBe(404)
    expect((await create(undefined)).statusCode).toBe(401)
    expect((await drift(undefined)).statusCode).toBe(401)
    const { rows } = await app.database.query("select action from audit_line where action like 'target_%'")
    expect(rows).toEqual([{ action: 'target_created' }])
  })
})

describe('a rule about bands', () => {
  const removeRules = () => app.database.query('delete from user_task')

  it('notifies once per breach, with family, bucket, drift and date', async () => {
    await create(asInvestor)
    const rule = { name: 'Bands', task_type: 'band_breach', actions: ['in_app'] }
    expect((await send('POST', '/api/user-tasks/', asInvestor, rule)).statusCode).toBe(200)
    expect(await app.runTasks(0)).toBe(2)
    expect(await app.runTasks(0)).toBe(0)
    const { data } = (await send('GET', '/api/notifications/', asInvestor)).json()
    const equity = data.find(({ title }: { title: string }) => title === 'Equity is above its band')
    expect(equity).toMatchObject({ kind: 'band_breach', target: { kind: 'target_allocation' } })
    expect(equity.text).toBe(
      'Own · Balanced · 70.00% on 13 Nov 2026, target 50.00%, band 45.00% to 55.00% · drift +20.00 pp, +20,000.00 CHF',
    )
    // The bucket is named in the language of the reader, also in messages from before.
    await send('PATCH', '/api/settings/', asInvestor, { language: 'de' })
    const german = (await send('GET', '/api/notifications/', asInvestor)).json().data
    await send('PATCH', '/api/settings/', asInvestor, { language: 'en-US' })
    expect(german.map(({ title }: { title: string }) => title)).toContain('Aktie liegt über der Bandbreite')
    await removeRules()
  })

  it('waits while a reported split is not posted, says why once, and judges once it is rejected', async () => {
    await create(asInvestor)
    const rule = { name: 'Bands', task_type: 'band_breach', actions: ['in_app'] }
    await send('POST', '/api/user-tasks/', asInvestor, rule)
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date, details)
       values ($1, 'split', '2026-11-12', '{"numerator": 2, "denominator": 1}')`,
      [shares],
    )
    await app.database.query("delete from notification where kind = 'band_breach'")
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    const [waiting] = (await send('GET', '/api/notifications/', asInvestor)).json().data
    expect(waiting).toMatchObject({
      title: 'Bands could not be checked',
      text: expect.stringContaining('Possible split that is not posted: Acme'),
    })
    const finding = `split_not_posted.${family}.${account}.${shares}.2026-11-12`
    const answer = (is_accepted: boolean) =>
      send('POST', `/api/data-health/${finding}/decide/`, asInvestor, { is_accepted })
    expect((await answer(true)).statusCode).toBe(200)
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([2, 0])
    expect((await answer(false)).statusCode).toBe(200)
    await app.database.query('delete from instrument_event where instrument_id = $1', [shares])
    await removeRules()
  })

  it('covers the targets of strategies with their positions', async () => {
    const core = { name: 'Bonds and shares', position_ids: [acme, note] }
    const { data: strategy } = (await send('POST', '/api/strategy/', asInvestor, core)).json()
    const buckets = [
      { key: 'equity', weight: 0.5, min: 0.4, max: 0.6 },
      { key: 'bond', weight: 0.5, min: 0.2, max: 0.6 },
    ]
    await create(asInvestor, { strategy: strategy.strategy_id, name: 'Half', buckets })
    const rule = { name: 'Bands', task_type: 'band_breach', actions: ['in_app'] }
    await send('POST', '/api/user-tasks/', asInvestor, rule)
    expect(await app.runTasks(0)).toBe(1)
    const { data } = (await send('GET', '/api/notifications/', asInvestor)).json()
    expect(data[0].text).toContain('Own · Bonds and shares · Half · 77.78% on 13 Nov 2026')
    await removeRules()
  })
})

// The last one, since what is posted stays.
describe('the orders of a proposal', () => {
  it('lead to exactly the weights shown when they are posted', async () => {
    await create(asInvestor)
    const { data } = (await propose(asInvestor, { fee_rate: 0.001 })).json()
    for (const order of data.orders)
      await ledger.post(family, account, {
        type: 'trade',
        date: '2026-11-13',
        instrument: order.position.name === 'Acme' ? shares : notes,
        quantity: String(order.kind === 'buy' ? order.quantity : -order.quantity),
        price: String(order.price),
        fees: String(order.fee),
      })
    const after = (await drift(asInvestor)).json().data
    const weights = (buckets: { weight: number }[]) => buckets.map(({ weight }) => weight)
    expect(weights(after.buckets)).toEqual(weights(data.after))
    expect(after.buckets.map((bucket: { state: string }) => bucket.state)).toEqual(Array(3).fill('within'))
  })
})
