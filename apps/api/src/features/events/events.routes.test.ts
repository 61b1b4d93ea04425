import type { Flag } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeFlags } from '../../figures/export-columns.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let ned: string
let share: string
let sold: string

const dayMs = 86_400_000
/** Dates relative to today, since events are counted from it. */
const inDays = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

async function calendar(instrument: string, type: string, days: number, more: object = {}): Promise<void> {
  const row = { amount: null, currency: null, is_estimated: false, details: {}, ...more }
  await app.database.query(
    `insert into instrument_event (instrument_id, event_type, date, amount, currency, is_estimated, details)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [instrument, type, inDays(days), row.amount, row.currency, row.is_estimated, JSON.stringify(row.details)],
  )
}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const main = await ledger.account(family, 'Main')
  share = await ledger.instrument('Acme', 'equity', 'USD')
  sold = await ledger.instrument('Bygone')
  const payer = await ledger.instrument('Payer')
  const future = await ledger.instrument('Index future', 'future')
  await app.database.query('update instrument set contract_expiration = $1 where id = $2', [
    inDays(30),
    future,
  ])
  const year = inDays(-10).slice(0, 4)
  const from = inDays(-10) < `${year}-01-11` ? `${year}-01-02` : inDays(-10)
  for (const id of [share, sold, payer, future]) await ledger.prices(id, { [from]: 100 })
  await ledger.rates('CHF', { [from]: 1.25 })
  const trade = { type: 'trade', price: '100', date: from }
  await ledger.post(family, main, { type: 'deposit', date: from, amount: '100000' })
  await ledger.post(family, main, { ...trade, instrument: share, quantity: '50', currency: 'USD' })
  await ledger.post(family, main, { ...trade, instrument: sold, quantity: '10' })
  await ledger.post(family, main, { ...trade, instrument: sold, quantity: '-10' })
  await ledger.post(family, main, { ...trade, instrument: future, quantity: '2' })
  await ledger.post(family, main, { ...trade, instrument: payer, quantity: '20', date: inDays(-400) })
  await ledger.post(family, main, {
    type: 'dividend',
    instrument: payer,
    date: inDays(-200),
    amount: '60',
    taxes: '21',
  })
  const perUnit = { details: { per: 'unit' }, currency: 'USD' }
  await calendar(share, 'ex_dividend', 5, { ...perUnit, amount: '0.8' })
  await calendar(share, 'dividend', 8, { ...perUnit, amount: '0.8' })
  await calendar(share, 'earnings', 40, { is_estimated: true, details: { of: 'quarter 3' } })
  await calendar(share, 'dividend', 700, { ...perUnit, amount: '0.9' })
  await calendar(share, 'dividend', -30, { ...perUnit, amount: '0.7' })
  await calendar(sold, 'dividend', 12, { ...perUnit, amount: '3' })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const post = (body: object = {}, query = '', as = ivy, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url: `/api/events/${query}`, as, payload: body, headers })
const events = async (body: object = {}, query = '') => (await post(body, query)).json()

describe('events', () => {
  it('come from the calendars of the holdings, with the expected payments', async () => {
    const { data } = await events({ range: { start_date: inDays(0), end_date: inDays(60) } })
    expect(data.map((row: { event_type: string; name: string }) => [row.event_type, row.name])).toEqual([
      ['ex_dividend', 'Acme'],
      ['dividend', 'Acme'],
      ['future_expiry', 'Index future'],
      ['earnings', 'Acme'],
    ])
    expect(data[1]).toMatchObject({
      date: inDays(8),
      quantity: 50,
      currency: 'USD',
      original_amount: 40,
      calculated_amount: 32,
      description: 'USD 0.80',
      is_estimated: false,
    })
    expect(data[0]).toMatchObject({ original_amount: null, calculated_amount: null })
    expect(data[3]).toMatchObject({ is_estimated: true, description: 'quarter 3' })
  })

  it("repeat last year's dividend before tax if none is announced", async () => {
    const { data } = await events({ event_types: ['dividend'], filters: { filter_currency: ['CHF'] } })
    expect(data).toMatchObject([{ name: 'Payer', is_estimated: true, original_amount: 60, quantity: 20 }])
  })

  it('start today and end three weeks after the last event, within the limit', async () => {
    const { extra } = await events()
    expect(extra.farthest).toBe(inDays(700))
    expect(extra.range).toEqual({ start_date: inDays(0), end_date: inDays(363) })
    const few = await events({ event_types: ['earnings'] })
    expect(few.extra.range.end_date).toBe(inDays(61))
    const none = await events({ event_types: ['split'] })
    expect([none.count, none.extra.farthest, none.extra.range.end_date]).toEqual([0, null, inDays(200)])
  })

  it('can be requested for the past, for the holdings of that time', async () => {
    const past = await events({ range: { start_date: inDays(-60), end_date: inDays(0) } })
    expect(past.count).toBe(0)
    expect(past.extra.partial_before).toBe(inDays(0))
    const ahead = await events({ range: { start_date: inDays(0), end_date: inDays(60) } })
    expect(ahead.extra.partial_before).toBeNull()
  })

  it('are counted and summed over all pages, by month and by type', async () => {
    const whole = await events({}, '?limit=1000')
    const page = await events({}, '?limit=1')
    expect(page.extra).toEqual(whole.extra)
    const { period, event_type, total } = whole.extra.statistics
    for (const groups of [period, event_type]) {
      const count = groups.reduce((sum: number, group: { count: number }) => sum + group.count, 0)
      const amount = groups.reduce(
        (sum: number, group: { calculated_amount: number | null }) => sum + (group.calculated_amount ?? 0),
        0,
      )
      expect(count).toBe(whole.count)
      expect(amount).toBeCloseTo(total.calculated_amount, 9)
    }
    const earnings = event_type.find((group: { event_type: string }) => group.event_type === 'earnings')
    expect(earnings).toEqual({ event_type: 'earnings', count: 1, calculated_amount: null })
    const pages: unknown[] = []
    for (let offset = 0; offset < whole.count; offset += 2)
      pages.push(...(await events({}, `?limit=2&offset=${offset}`)).data)
    expect(pages).toEqual(whole.data)
  })

  it('have all types unless the query names some, whatever the settings are', async () => {
    await app.call({
      method: 'PATCH',
      url: '/api/settings/',
      as: ivy,
      payload: { event_types: ['earnings'] },
    })
    const { data } = await events()
    const types = new Set(data.map((row: { event_type: string }) => row.event_type))
    expect(types.size).toBeGreaterThan(1)
    expect(types).toContain('dividend')
    expect((await events({ event_types: ['dividend'] })).count).toBeGreaterThan(0)
  })

  it('can be exported as CSV, one line per event', async () => {
    const csv = await post({ event_types: ['ex_dividend', 'dividend'] }, '?limit=1', ivy, {
      accept: 'text/csv',
    })
    const { data, basis } = await events({ event_types: ['ex_dividend', 'dividend'] })
    const described = {
      calculated_currency: basis.currency,
      period_start: basis.start_date,
      as_of: basis.as_of,
    }
    const [header = '', ...rows] = csv.body.trimEnd().split('\r\n')
    type Cells = Record<string, { name?: string } | string | number | null>
    const cells = data.map(({ flags, ...row }: { flags: Flag[] }) =>
      header.split(',').map(field => {
        const value = ({ ...row, ...described, flags: describeFlags(flags) } as Cells)[field]
        return String((typeof value === 'object' ? value?.name : value) ?? '')
      }),
    )
    expect(rows.map(row => row.split(','))).toEqual(cells)
  })

  it('reject invalid ranges and unknown types', async () => {
    const refused = async (body: object) => {
      const reply = await post(body)
      return [reply.statusCode, reply.json().errors[0].field]
    }
    expect(await refused({ range: { start_date: inDays(2), end_date: inDays(1) } })).toEqual([
      400,
      'range.end_date',
    ])
    expect(await refused({ range: { start_date: inDays(0), end_date: inDays(364) } })).toEqual([
      400,
      'range.end_date',
    ])
    expect(await refused({ event_types: ['birthday'] })).toEqual([400, 'event_types.0'])
  })

  it('of another family are empty', async () => {
    expect((await post({}, '', ned)).json().count).toBe(0)
  })
})
