import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let traded: string
let delivered: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const account = await ledger.account(family, 'Deposit')
  const security = async (name: string, currency: string) => {
    const { rows } = await app.database.query(
      `insert into instrument (family_id, name, instrument_type, currency) values ($1, $2, 'equity', $3) returning id`,
      [family, name, currency],
    )
    return rows[0].id as string
  }
  traded = await security('Traded', 'CHF')
  delivered = await security('Delivered', 'CHF')
  const foreign = await security('Foreign', 'GBP')
  await ledger.rates('CHF', { '2026-01-05': 1.25 })
  const post = (given: Parameters<typeof ledger.post>[2]) => ledger.post(family, account, given)
  await post({ type: 'deposit', date: '2026-01-05', amount: '10000' })
  await post({ type: 'trade', date: '2026-01-05', instrument: traded, quantity: '10', price: '50' })
  await post({ type: 'transfer_in', date: '2026-01-05', instrument: delivered, quantity: '3' })
  await post({ type: 'deposit', date: '2026-01-05', amount: '500', currency: 'GBP' })
  await post({
    type: 'transfer_in',
    date: '2026-01-05',
    instrument: foreign,
    quantity: '2',
    price: '100',
    currency: 'GBP',
  })
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  await app.database.query(
    "insert into family_access (user_id, family_id) select id, $1 from app_user where username = 'avi'",
    [family],
  )
  for (const name of ['ada', 'avi', 'ivy', 'ned']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const payload = () => ({ settings: { currency: 'CHF' }, filters: {}, family })
const coverage = async (who = 'ada') =>
  (
    await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: as[who] ?? '',
      payload: who === 'ned' ? { settings: {}, filters: {} } : payload(),
    })
  ).json()
const call = (url: string, body: object, who = 'ada') =>
  app.call({ method: 'POST', url, as: as[who] ?? '', payload: body })
type Gap = { reason: string; instrument: { name: string } | null; currency: string | null; may_fix: boolean }
const names = (gaps: Gap[]) =>
  gaps.map(({ reason, instrument, currency }) => [reason, instrument?.name ?? currency])

describe('coverage', () => {
  it('lists what the net asset value lacks, what is left out first', async () => {
    const { data, extra, basis } = await coverage()
    expect(names(data)).toEqual([
      ['missing_rate', 'GBP'],
      ['missing_price', 'Delivered'],
      ['estimated_price', 'Traded'],
      ['estimated_price', 'Foreign'],
    ])
    expect(data[0]).toMatchObject({
      counter_currency: 'CHF',
      positions_count: 1,
      balances_count: 1,
      amount: 700,
      value: null,
      since: '2026-01-05',
    })
    expect(data[1]).toMatchObject({ quantity: 3, price: null, unit: 'CHF', amount: null, value: null })
    expect(data[2]).toMatchObject({ quantity: 10, price: 50, value: 500, places: [{ name: 'Deposit' }] })
    expect(extra).toEqual({ value: 10_000, held_count: 5, missing_count: 3, confirmed_count: 1 })
    expect(basis.currency).toBe('CHF')
  })

  it('counts what the badge of the overview and the status count', async () => {
    const { extra } = await coverage()
    const performance = await call('/api/performance/', payload())
    expect(performance.json().data.coverage.missing_count).toBe(extra.missing_count)
    const status = await call('/api/status/', payload())
    expect(status.json().extra.missing).toHaveLength(extra.missing_count)
  })

  it('says what each role may fix', async () => {
    const may = async (who: string) => (await coverage(who)).data.map((gap: Gap) => gap.may_fix)
    expect(await may('ada')).toEqual([true, true, true, true])
    expect(await may('avi')).toEqual([false, true, true, true])
    expect(await may('ivy')).toEqual([false, true, true, true])
  })

  it('shows nothing of another family', async () => {
    expect(await coverage('ned')).toMatchObject({ data: [], extra: { held_count: 0, missing_count: 0 } })
    const asked = await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: as.ned ?? '',
      payload: payload(),
    })
    expect(asked.statusCode).toBe(404)
  })

  it('asks for a rate in US dollars where the reporting currency has none', async () => {
    const reply = await app.call({
      method: 'POST',
      url: '/api/data-health/coverage/',
      as: as.ada ?? '',
      payload: { ...payload(), settings: { currency: 'EUR' } },
    })
    const gaps: { currency: string; counter_currency: string }[] = reply.json().data
    expect(
      gaps.filter(({ currency }) => currency !== null).map(gap => [gap.currency, gap.counter_currency]),
    ).toEqual(
      expect.arrayContaining([
        ['EUR', 'USD'],
        ['GBP', 'USD'],
      ]),
    )
  })

  it('is empty, and the value true, once each is fixed', async () => {
    const date = '2026-01-05'
    expect((await call('/api/rates/', { base: 'GBP', quote: 'CHF', rate: 1.1, date })).statusCode).toBe(200)
    for (const [id, price] of [
      [traded, 52],
      [delivered, 30],
    ])
      expect((await call(`/api/instruments/${id}/prices/`, { date, price }, 'ivy')).statusCode).toBe(200)
    const { rows } = await app.database.query("select id from instrument where name = 'Foreign'")
    await call(`/api/instruments/${rows[0].id}/prices/`, { date, price: 100 })
    const { data, extra } = await coverage()
    expect(names(data).filter(([reason]) => !reason?.startsWith('stale'))).toEqual([])
    // 9500 cash + 10 x 52 + 3 x 30 + (500 + 2 x 100) GBP at 1.1
    expect(extra).toMatchObject({ value: 10_880, held_count: 5, missing_count: 0 })
  })
})
