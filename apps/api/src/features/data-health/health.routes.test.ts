import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let owner: string
let stranger: string
let demo: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const ledger = testLedger(app.database)
  const familyId = await app.addFamily('Aebi')
  const otherId = await app.addFamily('Other')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  await app.addUser({ username: 'demo', role: 'demo', familyId })
  await app.addUser({ username: 'stranger', role: 'investor', familyId: otherId })
  const account = await ledger.account(familyId, 'Custody')
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(familyId, account, transaction)
  // A Monday, since weekend closes would not count, far enough back and within one year.
  const now = new Date()
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()]
  const monday = month < 2 ? Date.UTC(year - 1, 9, 8) : Date.UTC(year, 0, 8)
  const first = monday + ((8 - new Date(monday).getUTCDay()) % 7) * 86_400_000
  const day = (days: number) => new Date(first + days * 86_400_000).toISOString().slice(0, 10)
  const buy = (instrument: string, on: string, quantity = '10') =>
    post({
      type: 'trade',
      date: on,
      instrument,
      quantity,
      price: '50',
      amount: String(50 * Math.abs(Number(quantity))),
    })
  const share = async (name: string, closes: Record<string, number>) => {
    const id = await ledger.instrument(name)
    await app.database.query("update instrument set country = 'CH', sector = 'industrials' where id = $1", [
      id,
    ])
    if (Object.keys(closes).length > 0) await ledger.prices(id, closes)
    return id
  }
  const fresh = { [day(0)]: 50, [day(21)]: 51 }
  const good = await share('Good', fresh)
  await post({ type: 'deposit', date: day(0), amount: '100000' })
  await buy(good, day(0))
  await buy(await share('Old', { [day(0)]: 50 }), day(0))
  await buy(await share('Jumping', { [day(0)]: 50, [day(14)]: 50, [day(21)]: 101 }), day(0))
  const split = await share('Splitting', fresh)
  await buy(split, day(0))
  await app.database.query(
    `insert into instrument_event (instrument_id, event_type, date, details) values ($1, 'split', $2, '{"numerator": 4, "denominator": 1}')`,
    [split, day(10)],
  )
  const nameless = await ledger.instrument('Nameless')
  await ledger.prices(nameless, fresh)
  await buy(nameless, day(0))
  await post({
    type: 'trade',
    date: day(2),
    instrument: await share('Orphan', fresh),
    quantity: '-40',
    price: '50',
    amount: '2000',
  })
  const early = await share('Early', fresh)
  await post({
    type: 'trade',
    date: day(2),
    instrument: early,
    quantity: '-5',
    price: '50',
    amount: '250',
  })
  await post({
    type: 'trade',
    date: day(4),
    instrument: early,
    quantity: '5',
    price: '50',
    amount: '250',
  })
  for (let times = 0; times < 2; times += 1)
    await post({ type: 'dividend', date: day(3), instrument: good, amount: '7.5', net: '7.5' })
  await post({ type: 'withdrawal', date: day(5), amount: '500000' })
  await post({ type: 'deposit', date: day(5), amount: '100', currency: 'JPY' })
  owner = (await app.signIn('owner')).access
  stranger = (await app.signIn('stranger')).access
  demo = (await app.signIn('demo')).access
})
afterAll(() => app.close())

const list = (as?: string, query = '') =>
  app.call({ method: 'POST', url: `/api/data-health/list/${query}`, payload: {}, ...(as && { as }) })
const found = async () => (await list(owner, '?limit=1000')).json()
const findingOf = async (kind: string) =>
  (await found()).data.find((each: { kind: string }) => each.kind === kind)
const decide = (id: string, payload: object, as?: string) =>
  app.call({
    method: 'POST',
    url: `/api/data-health/${encodeURIComponent(id)}/decide/`,
    payload,
    ...(as && { as }),
  })

describe('data health', () => {
  it('finds missing, stale, suspicious, duplicate and negative data, each once', async () => {
    const { data, extra } = await found()
    const seen = data.map(({ kind, name }: { kind: string; name: string }) => `${kind}: ${name}`).sort()
    expect(seen).toEqual([
      'duplicate: Dividend, Good',
      'negative_cash: Cash CHF',
      'negative_quantity: Early',
      'orphan_sale: Orphan',
      'price_jump: Jumping',
      'price_old: Old',
      'rate_missing: Cash JPY',
      'split_not_posted: Splitting',
      'unclassified: Nameless',
    ])
    expect(extra).toMatchObject({ decisions_count: 0, stale_value: 500 })
    expect(extra.by_weight).toEqual([
      { weight: 'figure', count: 6 },
      { weight: 'grouping', count: 1 },
      { weight: 'confirm', count: 2 },
    ])
    expect(extra.checked_at).toMatch(/^\d{4}-/)
  })

  it('states reason, effect and remedy with a link to fix it', async () => {
    expect(await findingOf('duplicate')).toMatchObject({
      place: 'Custody',
      value: 7.5,
      effect: 'May be counted twice',
      remedy: 'Void one',
      transaction_ids: [expect.any(String), expect.any(String)],
    })
    expect(await findingOf('orphan_sale')).toMatchObject({
      reason: expect.stringMatching(/^40 more sold than held/),
      position_id: expect.any(String),
      instrument_id: expect.any(String),
    })
    expect(await findingOf('price_jump')).toMatchObject({ reason: expect.stringMatching(/^\+102% on /) })
    expect(await findingOf('unclassified')).toMatchObject({ reason: 'No sector and no country.' })
  })

  it('states no value of a security without an exchange rate', async () => {
    const familyId = await app.addFamily('Without rates')
    await app.addUser({ username: 'ruth', role: 'investor', familyId })
    const ledger = testLedger(app.database)
    const account = await ledger.account(familyId, 'Custody')
    const trade = { type: 'trade', date: '2026-01-05', quantity: '10', price: '50', amount: '500' }
    const instrument = await ledger.instrument('Tokyo Rail', 'equity', 'JPY')
    await ledger.post(familyId, account, { ...trade, instrument, currency: 'JPY' })
    const { data } = (await list((await app.signIn('ruth')).access, '?kind=unclassified')).json()
    expect(data).toMatchObject([{ name: 'Tokyo Rail', value: null }])
  })

  it('can be filtered by kind, paged and exported as CSV', async () => {
    const one = (await list(owner, '?kind=duplicate')).json()
    expect([one.count, one.data[0].kind]).toEqual([1, 'duplicate'])
    expect((await list(owner, '?limit=2')).json()).toMatchObject({
      count: 9,
      next: expect.stringContaining('offset=2'),
    })
    expect((await list(owner, '?kind=nonsense')).json().errors[0].field).toBe('kind')
    const csv = await app.call({
      method: 'POST',
      url: '/api/data-health/list/',
      payload: {},
      as: owner,
      headers: { accept: 'text/csv' },
    })
    expect(csv.body.split('\r\n')).toHaveLength(11)
  })

  it('hides accepted findings, with the name of the user, until they are reopened', async () => {
    const { id } = await findingOf('negative_cash')
    const decided = await decide(id, { is_accepted: true, note: 'A credit line.' }, owner)
    expect(decided.statusCode, decided.body).toBe(200)
    expect(decided.json().data.decision).toMatchObject({ note: 'A credit line.', by: { name: 'owner' } })
    const after = await found()
    expect(after.extra).toMatchObject({ decisions_count: 1 })
    expect(after.data.at(-1)).toMatchObject({ kind: 'negative_cash', decision: { note: 'A credit line.' } })
    await decide(id, { is_accepted: false }, owner)
    expect((await found()).extra.decisions_count).toBe(0)
  })

  it('is also checked in the background', async () => {
    const check = await app.call({ method: 'POST', url: '/api/data-health/check/', as: owner })
    expect([check.statusCode, check.json().data.kind]).toEqual([202, 'data_check'])
    for (let waited = 0; waited < 15_000; waited += 100) {
      const job = await app.call({ method: 'GET', url: `/api/jobs/${check.json().data.id}/`, as: owner })
      if (job.json().data.status === 'done') return
      await sleep(100)
    }
    throw new Error('the check did not end')
  })

  it('is hidden from signed-out callers, other families and the demo account', async () => {
    const { id } = await findingOf('duplicate')
    expect((await list()).statusCode).toBe(401)
    expect((await decide(id, { is_accepted: true })).statusCode).toBe(401)
    expect((await list(stranger)).json().data).toEqual([])
    expect((await decide(id, { is_accepted: true }, stranger)).statusCode).toBe(404)
    expect((await decide('nonsense', { is_accepted: true }, owner)).statusCode).toBe(404)
    expect((await decide(id, { is_accepted: true }, demo)).statusCode).toBe(403)
    expect((await decide(id, { note: 'x' }, owner)).json().errors[0].field).toBe('is_accepted')
    expect((await app.call({ method: 'POST', url: '/api/data-health/check/' })).statusCode).toBe(401)
    expect((await app.call({ method: 'POST', url: '/api/data-health/check/', as: demo })).statusCode).toBe(
      403,
    )
  })
})
