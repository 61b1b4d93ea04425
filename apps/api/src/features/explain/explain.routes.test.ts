import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { movingFamily } from '../../testing/moving-family.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let world: Awaited<ReturnType<typeof movingFamily>>

beforeAll(async () => {
  app = await createTestApp()
  world = await movingFamily(app)
})
afterAll(() => app.close())

const post = (url: string, body: object, as = world.ivy, headers: Record<string, string> = {}) =>
  app.call({ method: 'POST', url, as, payload: body, headers })
const range = { start_date: '2026-11-10', end_date: '2026-11-13' }
const period = { name: null, ...range }
const explain = async (body: object = {}) => {
  const reply = await post('/api/explain/', { ...range, ...body })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

type Parts = Record<'price' | 'currency' | 'income' | 'fees' | 'taxes' | 'trading', number>
interface Row {
  key: string
  name: string
  parts: Parts
  flows: number
  pnl_abs_total: number
  contribution: number
}
const sumOf = (parts: Parts) => Object.values(parts).reduce((sum, part) => sum + part, 0)
const total = (rows: Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0)

describe('an explanation', () => {
  it('adds up to the P/L of performance, in parts and in rows', async () => {
    const data = await explain()
    const { data: shown } = (await post('/api/performance/', { settings: { period } })).json()
    expect(data.pnl_abs_total).toBe(shown.pnl.abs.total)
    expect(data.pnl_rel_total).toBe(shown.pnl.on_capital.total)
    expect(data.twr).toBe(shown.pnl.rel.total)
    expect([data.opening_value, data.closing_value]).toEqual([shown.opening.total, shown.balance.total])
    expect(data.flows).toBe(shown.cash_flow.net_cashflow)
    expect(data.opening_value + data.flows + data.pnl_abs_total).toBeCloseTo(data.closing_value, 9)
    expect(sumOf(data.parts)).toBeCloseTo(data.pnl_abs_total, 9)
    expect(data.residual).toBe(0)
    expect(total(data.rows, row => row.pnl_abs_total)).toBeCloseTo(data.pnl_abs_total, 9)
    expect(total(data.rows, row => row.contribution)).toBeCloseTo(data.twr, 12)
    for (const row of data.rows) expect(sumOf(row.parts), row.name).toBeCloseTo(row.pnl_abs_total, 9)
    for (const part of ['price', 'currency', 'income', 'fees', 'taxes', 'trading'] as const)
      expect(
        total(data.rows, row => row.parts[part]),
        part,
      ).toBeCloseTo(data.parts[part], 9)
    expect(data.trading_days).toBe(4)
    expect(data.daily.map(({ date }: { date: string }) => date)).toHaveLength(4)
    expect(data.basis).toMatchObject({
      currency: 'CHF',
      start_date: '2026-11-10',
      opening_date: '2026-11-09',
    })
  })

  it('separates price, trading, currency, income, fees and taxes', async () => {
    const { rows } = await explain()
    const of = (name: string): Row => rows.find((row: Row) => row.name === name)
    // 40 held from 100 to 110, 20 sold at 106 after a close of 107.
    expect(of('Acme').parts).toMatchObject({
      price: 40 * 10 + 20 * 7,
      trading: -20,
      currency: 0,
      income: 0,
      fees: -4,
    })
    // 100 at the close of 51 met the fall from 0.80 to 0.78; ten more were bought two dollars below the close.
    const globex = of('Globex').parts
    expect(globex.currency).toBeCloseTo(5100 * -0.02, 9)
    expect(globex.trading).toBeCloseTo(10 * 2 * 0.78, 9)
    expect(globex.income).toBeCloseTo(40 * 0.8, 9)
    expect(globex.taxes).toBeCloseTo(-6 * 0.8, 9)
    expect(of('Main USD').parts.currency).toBeCloseTo(-0.02 * 5034, 9)
    expect(of('Main CHF').parts).toMatchObject({ price: 0, fees: -9 })
  })

  it('has a currency effect equal to the sum of the currency movers', async () => {
    const { parts } = await explain()
    const movers = (await post('/api/performance/currency-movers/', { settings: { period } })).json().data
    expect(movers.total.pnl_fx).toBeCloseTo(parts.currency, 9)
  })

  it('of one day opens with the previous close', async () => {
    const day = await explain({ start_date: '2026-11-12', end_date: '2026-11-12' })
    const { data } = (await post('/api/performance/', { settings: { period } })).json()
    const shown = data.daily_pnl.find(({ date }: { date: string }) => date === '2026-11-12')
    expect(day.pnl_abs_total).toBeCloseTo(shown.pnl_abs_total, 9)
    expect(day.residual).toBe(0)
    expect(day.trading_days).toBe(1)
  })

  it.each(['instrument_type', 'account', 'currency', 'week'])('grouped by %s still adds up', async split => {
    const data = await explain({ start_date: '2026-11-02', split_by: split })
    const whole = await explain({ start_date: '2026-11-02' })
    expect(data.pnl_abs_total).toBe(whole.pnl_abs_total)
    expect(total(data.rows, row => row.pnl_abs_total)).toBeCloseTo(whole.pnl_abs_total, 9)
    expect(total(data.rows, row => row.contribution)).toBeCloseTo(whole.twr, 12)
    for (const part of ['price', 'currency', 'income', 'fees', 'taxes', 'trading'] as const)
      expect(
        total(data.rows, row => row.parts[part]),
        part,
      ).toBeCloseTo(whole.parts[part], 9)
    expect(data.parts).toEqual(whole.parts)
    expect(sumOf(data.parts)).toBeCloseTo(data.pnl_abs_total, 9)
    const keys = { instrument_type: 2, account: 1, currency: 2, week: 2 }[split]
    expect(data.rows).toHaveLength(keys ?? -1)
  })

  it('of one position equals its row in the list of positions', async () => {
    const subject = { kind: 'position', id: world.globexPosition }
    const data = await explain({ subject })
    const list = (await post('/api/positions/list/', { settings: { period } })).json().data
    const shown = list.find(({ id }: { id: string }) => id === world.globexPosition)
    expect(data.pnl_abs_total).toBeCloseTo(shown.pnl_abs_total, 9)
    expect(data.pnl_rel_total).toBeCloseTo(shown.pnl_rel_total, 12)
    expect(data.rows).toHaveLength(1)
    expect(data.rows[0].move_rel).toBeCloseTo(54 / 50 - 1, 12)
    expect(data.rows[0].contribution).toBeCloseTo(data.pnl_rel_total, 12)
  })

  it('of a group or strategy covers only its positions', async () => {
    const group = await explain({ subject: { kind: 'group', group_by: 'currency', key: 'USD' } })
    expect(group.rows.map((row: Row) => row.name).sort()).toEqual(['Globex', 'Main USD'])
    expect(group.residual).toBe(0)
    const created = await post('/api/strategy/', {
      name: 'Two',
      description: '',
      position_ids: [world.acmePosition],
    })
    const id = created.json().data.strategy_id
    const strategy = await explain({ subject: { kind: 'strategy', id } })
    expect(strategy.rows.map((row: Row) => row.name)).toEqual(['Acme'])
    const others = await post('/api/explain/', { ...range, subject: { kind: 'strategy', id } }, world.ned)
    expect([others.statusCode, others.json().errors[0].code]).toEqual([404, 'not_found'])
  })

  it('follows the filter and the currency', async () => {
    const dollars = await explain({
      settings: { currency: 'USD' },
      filters: { filter_instrument_type: ['equity'] },
    })
    expect(dollars.basis.currency).toBe('USD')
    expect(dollars.residual).toBe(0)
    expect(dollars.rows.find((row: Row) => row.name === 'Globex').parts.currency).toBe(0)
    expect(dollars.opening_value + dollars.flows + dollars.pnl_abs_total).toBeCloseTo(
      dollars.closing_value,
      9,
    )
  })

  it('can be exported as CSV', async () => {
    const reply = await post('/api/explain/', range, world.ivy, { accept: 'text/csv' })
    const [header, ...lines] = reply.body.trim().split('\r\n')
    expect(header).toBe(
      'key,name,position_id,is_cash,move_rel,price,currency,income,fees,taxes,trading,pnl_abs_total,contribution,flows,' +
        'calculated_currency,period_start,as_of,flags',
    )
    expect(lines).toHaveLength(4)
  })

  it('of a period without figures is empty, not an error', async () => {
    for (const days of [
      { start_date: '2027-01-01', end_date: '2027-01-31' },
      { start_date: '1900-01-01', end_date: '1900-12-31' },
    ])
      expect(await explain(days)).toMatchObject({ pnl_abs_total: 0, rows: [], daily: [], residual: 0 })
  })

  it('rejects invalid input by field', async () => {
    const field = async (body: object) => {
      const reply = await post('/api/explain/', body)
      return [reply.statusCode, reply.json().errors[0].field]
    }
    expect(await field({ start_date: '2026-11-13', end_date: '2026-11-12' })).toEqual([400, 'end_date'])
    expect(await field({ end_date: '2026-11-12' })).toEqual([400, 'start_date'])
    expect(await field({ ...range, start_date: '0001-01-01' })).toEqual([400, 'start_date'])
    expect(await field({ ...range, split_by: 'mood' })).toEqual([400, 'split_by'])
    expect(await field({ ...range, subject: { kind: 'position', id: '../x' } })).toEqual([400, 'subject.id'])
    expect(await field({ ...range, subject: { kind: 'group', group_by: 'sector', key: 'nothing' } })).toEqual(
      [404, 'subject'],
    )
  })

  it('needs a sign-in, and is closed to demo accounts for one position', async () => {
    const anonymous = await app.call({ method: 'POST', url: '/api/explain/', payload: range })
    expect(anonymous.statusCode).toBe(401)
    const subject = { kind: 'position', id: world.acmePosition }
    const demo = await post('/api/explain/', { ...range, subject }, world.demo)
    expect([demo.statusCode, demo.json().errors[0].code]).toEqual([403, 'demo_no_details'])
    expect((await post('/api/explain/', range, world.demo)).statusCode).toBe(200)
  })

  it("of another family's position returns not found", async () => {
    const of = async (id: string, as: string) => {
      const { statusCode, body } = await post(
        '/api/explain/',
        { ...range, subject: { kind: 'position', id } },
        as,
      )
      return [statusCode, body]
    }
    const foreign = await of(world.foreign, world.ivy)
    expect(foreign[0]).toBe(404)
    expect(foreign).toEqual(await of(crypto.randomUUID(), world.ivy))
    expect((await of(world.acmePosition, world.ned))[0]).toBe(404)
    const { data } = (await post('/api/explain/', range, world.ned)).json()
    expect(data.rows.map((row: Row) => row.name)).not.toContain('Globex')
  })
})
