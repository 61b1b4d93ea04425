import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { type Client, sumClients } from './client-groups.ts'

let app: TestApp
let as: string
let family: string
let unpriced: string

/** Loses half of 1,000, then gains 2 % of 100,500: a profit with a negative time-weighted return. */
beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Late money')
  unpriced = await app.addFamily('No rates')
  await app.database.query("update family set base_currency = 'USD' where id = $1", [unpriced])
  const share = await ledger.instrument('Acme')
  await ledger.prices(share, { '2026-01-05': 100, '2026-01-06': 50, '2026-01-07': 50, '2026-01-08': 51 })
  const account = await ledger.account(family, 'Custody', 'CHF')
  const deposit = (date: string, amount: string) =>
    ledger.post(family, account, { type: 'deposit', date, amount, net: amount, currency: 'CHF' })
  const buy = (date: string, quantity: string, price: string) =>
    ledger.post(family, account, {
      type: 'trade',
      date,
      instrument: share,
      quantity,
      price,
      currency: 'CHF',
    })
  await deposit('2026-01-05', '1000')
  await buy('2026-01-05', '10', '100')
  await deposit('2026-01-07', '100000')
  await buy('2026-01-07', '2000', '50')
  const dollars = await ledger.account(unpriced, 'Cash', 'USD')
  await ledger.post(unpriced, dollars, {
    type: 'deposit',
    date: '2026-01-05',
    amount: '1000',
    net: '1000',
    currency: 'USD',
  })
  const { id } = await app.addUser({ username: 'avi', role: 'adviser' })
  for (const each of [family, unpriced])
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, each])
  as = (await app.signIn('avi')).access
})
afterAll(() => app.close())

const call = (url: string, payload: object, headers = {}) =>
  app.call({ method: 'POST', url, payload, as, headers })
const inChf = { settings: { currency: 'CHF' } }
const listed = async (id: string) => {
  const { data } = (await call('/api/clients/list/', inChf)).json()
  return data.find((each: { family: { id: string } }) => each.family.id === id)
}

describe('the P/L of a client', () => {
  it('has the percentage of the same money, whatever the sign of the time-weighted return', async () => {
    const client = await listed(family)
    expect(client.ytd_pnl_abs).toBeCloseTo(1510, 9)
    expect(client.ytd_pnl_rel).toBeGreaterThan(0)
    expect(client.own_ytd_pnl_rel).toBe(client.ytd_pnl_rel)
    expect(client.ytd_twr).toBeLessThan(0)
    expect(client.own_ytd_twr).toBe(client.ytd_twr)
  })

  it('has the percentage that the overview shows for the same period', async () => {
    const client = await listed(family)
    for (const [name, field] of [
      ['1d', 'day_pnl_rel'],
      ['ytd', 'ytd_pnl_rel'],
    ] as const) {
      const settings = { currency: 'CHF', period: { name, start_date: null, end_date: null } }
      const { data } = (await call('/api/performance/', { family, settings })).json()
      expect(client[field]).toBeCloseTo(data.pnl.on_capital.total, 12)
    }
  })

  it('adds up in totals and groups, with percentages of the sign of the sum', async () => {
    const { total, groups } = (await call('/api/clients/list/?group_by=currency', inChf)).json()
    const client = await listed(family)
    for (const sums of [total, groups.find((each: { key: string }) => each.key === 'CHF')]) {
      expect(sums.ytd_pnl_abs).toBeCloseTo(1510, 9)
      expect(sums.ytd_pnl_rel).toBeCloseTo(client.ytd_pnl_rel, 12)
      expect(sums.day_pnl_rel).toBeCloseTo(client.day_pnl_rel, 12)
    }
    expect(groups.find((each: { key: string }) => each.key === 'USD')).toMatchObject({
      ytd_pnl_abs: null,
      ytd_pnl_rel: null,
      day_pnl_rel: null,
    })
  })

  it('is null with its reason in a currency without rates, and known in the own currency', async () => {
    const client = await listed(unpriced)
    expect(client).toMatchObject({ value: 1000, value_calculated: null, own_ytd_pnl_abs: 0 })
    for (const field of ['day_pnl_abs', 'day_pnl_rel', 'ytd_pnl_abs', 'ytd_pnl_rel', 'ytd_twr'])
      expect(client[field], field).toBeNull()
    expect(client.flags.map((flag: { code: string }) => flag.code)).toContain('no_rate')
  })

  it('has both returns in the CSV, under names of their own', async () => {
    const reply = await call('/api/clients/list/?order_by=-ytd_twr', inChf, { accept: 'text/csv' })
    const [header = '', ...rows] = reply.body.split('\r\n')
    const columns = header.replace('\uFEFF', '').split(',')
    const cells = rows.find(row => row.startsWith('Late money'))?.split(',') ?? []
    const cell = (name: string) => Number(cells[columns.indexOf(name)])
    expect(cell('ytd_pnl_rel')).toBeGreaterThan(0)
    expect(cell('ytd_twr')).toBeLessThan(0)
    expect(reply.headers['content-disposition']).toContain('CHF')
    const year = (cells[columns.indexOf('as_of')] ?? '').slice(0, 4)
    expect(cells[columns.indexOf('period_start')]).toBe(`${year}-01-01`)
  })

  it('has both returns in a comparison', async () => {
    const { data } = (
      await call('/api/clients/compare/', { families: [family, unpriced], currency: 'CHF' })
    ).json()
    const [first, second] = data.clients
    expect([Math.sign(first.ytd_pnl_rel), Math.sign(first.ytd_twr)]).toEqual([1, -1])
    expect(second).toMatchObject({ ytd_pnl_abs: null, ytd_pnl_rel: null, day_pnl_rel: null })
    expect(second.flags.map((flag: { code: string }) => flag.code)).toContain('no_rate')
  })
})

describe('the day of a client', () => {
  it('is that of its own figures, in the list, its CSV and the span of the total', async () => {
    const { data, total, basis } = (await call('/api/clients/list/', inChf)).json()
    const days = new Map(
      data.map((each: { family: { id: string }; as_of: string }) => [each.family.id, each.as_of]),
    )
    expect(days.get(family)).not.toBe(days.get(unpriced))
    const sorted = [...days.values()].toSorted()
    expect([total.first_as_of, basis.as_of]).toEqual([sorted[0], sorted.at(-1)])
    const { body } = await call('/api/clients/list/', inChf, { accept: 'text/csv' })
    const [head = '', ...lines] = body.replace('\uFEFF', '').trim().split('\r\n')
    const column = head.split(',').indexOf('as_of')
    expect(new Set(lines.map(row => row.split(',')[column]))).toEqual(new Set(sorted))
  })
})

describe('the total', () => {
  const client = (id: string, value: number) =>
    ({ family: { id }, value_calculated: value, day_pnl_abs: value, ytd_pnl_abs: null }) as unknown as Client

  it('is that of the figures as displayed', () => {
    const thirds = ['a', 'b', 'c'].map(id => client(id, 100 / 3))
    expect(sumClients(thirds, new Map(), 'CHF')).toMatchObject({
      value_calculated: 99.99,
      day_pnl_abs: 99.99,
      ytd_pnl_abs: null,
    })
    expect(sumClients(thirds, new Map(), 'JPY')).toMatchObject({ value_calculated: 99 })
  })
})
