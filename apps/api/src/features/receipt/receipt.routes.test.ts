import { type Receipt, type ReceiptLine, receiptFigures } from '@plumbline/contract'
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

const post = (url: string, body: object, as = world.ivy) =>
  app.call({ method: 'POST', url, as, payload: body })
const receipt = async (body: object, as = world.ivy): Promise<Receipt> => {
  const reply = await post('/api/receipt/', body, as)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}
const period = { name: null, start_date: '2026-11-10', end_date: '2026-11-13' }

/** Lines by their operator, label, printed figure and date. */
const show = (lines: ReceiptLine[]) =>
  lines.map(({ operator, label, printed, date }) => [operator, label, printed, date])

describe('a receipt', () => {
  it('shows formula, inputs with day and source, and adds up to the figure', async () => {
    const data = await receipt({
      subject: { kind: 'position', id: world.globexPosition },
      figure: 'pnl_abs_unrealized',
    })
    const value = 110 * 54 * 0.78
    const cost = 5000 * 0.8 + 530 * 0.78
    expect(data).toMatchObject({
      title: 'Globex, unrealized P&L, 13 Nov 2026',
      figure: 'pnl_abs_unrealized',
      unit: 'CHF',
      label: 'Unrealized P&L',
      formula: 'value − remaining cost, less the same at the start',
      printed: '219.80',
      difference: 0,
    })
    expect(data.value).toBeCloseTo(value - cost, 9)
    expect(data.recomputed).toBeCloseTo(value - cost, 9)
    const [figure, ofValue, ofCost] = data.calculations.map(({ lines }) => lines)
    expect(show(figure ?? [])).toEqual([
      ['none', 'Value', '4633.20', '2026-11-13'],
      ['minus', 'Remaining cost', '4413.40', '2026-11-13'],
    ])
    expect(show(ofValue ?? [])).toEqual([
      ['none', 'Quantity', '110', '2026-11-13'],
      ['times', 'Price', '54.00', '2026-11-13'],
      // The last rate is of the day before.
      ['times', 'Exchange rate USD/CHF', '0.7800', '2026-11-12'],
    ])
    expect(ofValue?.map(({ source }) => source)).toEqual([null, 'test', 'test'])
    expect(ofCost?.map(({ label, printed, source }) => [label, printed, source])).toEqual([
      ['Buy Globex', '4000.00', null],
      ['Buy Globex', '413.40', null],
    ])
    expect(ofCost?.[0]?.transaction_id).toBe(world.globexPosition)
    const purchase = data.calculations[ofCost?.[0]?.calculation ?? -1]?.lines ?? []
    expect(show(purchase)).toEqual([
      ['none', 'Amount', '5000.00', expect.any(String)],
      ['times', 'Exchange rate USD/CHF', '0.8000', expect.any(String)],
    ])
    expect(purchase[0]?.source).toBe('entered manually')
  })

  it('of every position figure equals the list', async () => {
    const settings = { period }
    const list = (await post('/api/positions/list/', { settings })).json().data
    const shown = list.find(({ id }: { id: string }) => id === world.globexPosition)
    for (const figure of receiptFigures.filter(name => name in shown)) {
      const view = figure.startsWith('price_') ? 'original' : 'calculated'
      const subject = { kind: 'position', id: world.globexPosition }
      const data = await receipt({ settings, subject, figure, view })
      expect(data.value, figure).toBeCloseTo(shown[figure], 9)
      expect(data.difference, figure).toBe(0)
      expect(data.calculations.length, figure).toBeGreaterThan(0)
    }
  })

  it('of every portfolio figure equals performance', async () => {
    const settings = { period }
    const { data: shown } = (await post('/api/performance/', { settings })).json()
    const wanted = {
      balance_total: shown.balance.total,
      balance_allocated: shown.balance.allocated,
      balance_cash: shown.balance.cash,
      opening_total: shown.opening.total,
      net_cashflow: shown.cash_flow.net_cashflow,
      deposits: shown.cash_flow.deposits,
      withdrawals: shown.cash_flow.withdrawals,
      pnl_abs_total: shown.pnl.abs.total,
      pnl_abs_realized: shown.pnl.abs.realized,
      pnl_abs_unrealized: shown.pnl.abs.unrealized,
      pnl_rel_total: shown.pnl.rel.total,
      pnl_rel_realized: shown.pnl.rel.realized,
      twr: shown.returns.twr,
      weight: 1,
    }
    for (const [figure, value] of Object.entries(wanted)) {
      const data = await receipt({ settings, figure })
      expect(data.value, figure).toBeCloseTo(value, 9)
      expect(data.difference, figure).toBe(0)
    }
    const fees = (await post('/api/fees/', { settings })).json().data.total
    expect((await receipt({ settings, figure: 'fees' })).value).toBeCloseTo(fees.sum, 9)
    expect((await receipt({ settings, figure: 'fees_bps' })).value).toBeCloseTo(fees.bps, 9)
  })

  it('of the percentage of a group equals the list of groups: P/L over its capital', async () => {
    const settings = { period }
    const { data: groups } = (await post('/api/grouped/?group_by=currency', { settings })).json()
    for (const group of groups)
      for (const figure of ['pnl_rel_total', 'pnl_rel_realized'] as const) {
        const subject = { kind: 'group', group_by: 'currency', key: group.key }
        const data = await receipt({ settings, subject, figure })
        expect(data.value, `${group.key} ${figure}`).toBeCloseTo(group[figure], 12)
        expect(data.difference).toBe(0)
      }
  })

  it('lists every holding of a balance by name', async () => {
    const { calculations } = await receipt({ figure: 'balance_total' })
    expect(calculations[0]?.lines.map(({ label }) => label).sort()).toEqual([
      'Acme',
      'Globex',
      'Main CHF',
      'Main USD',
    ])
  })

  it('opens sums down to single transactions', async () => {
    const { calculations } = await receipt({ figure: 'balance_total' })
    const place = calculations[0]?.lines.find(({ label }) => label === 'Globex')?.calculation ?? -1
    const link = calculations[place]?.lines.find(({ label }) => label === 'Quantity')?.receipt
    expect(link).toEqual({
      figure: 'quantity',
      position_id: world.globexPosition,
      start_date: '2026-11-13',
      end_date: '2026-11-13',
    })
    const opened = await receipt({
      settings: { period: { name: null, start_date: link?.start_date, end_date: link?.end_date } },
      subject: { kind: 'position', id: link?.position_id },
      figure: link?.figure,
    })
    expect(opened.printed).toBe('110')
    expect(
      opened.calculations[0]?.lines.map(({ label, printed, source }) => [label, printed, source]),
    ).toEqual([
      ['Quantity: Buy Globex', '100', 'entered manually'],
      ['Quantity: Buy Globex', '10', 'entered manually'],
    ])
  })

  it('of a group covers the group, in the language of the user', async () => {
    const subject = { kind: 'group', group_by: 'currency', key: 'USD' }
    const before = await receipt({ subject, figure: 'value' })
    expect(before.value).toBeCloseTo(110 * 54 * 0.78 + (10_000 - 5000 + 34 - 530) * 0.78, 9)
    await app.call({ method: 'PATCH', url: '/api/settings/', as: world.ivy, payload: { language: 'de' } })
    const german = await receipt({ subject, figure: 'value' })
    expect(german.formula).toBe('Anzahl × Kurs × Wechselkurs')
    await app.call({ method: 'PATCH', url: '/api/settings/', as: world.ivy, payload: { language: 'en-US' } })
  })

  it('of a figure that cannot be computed has no calculation', async () => {
    expect(await receipt({ figure: 'xirr' })).toMatchObject({
      value: null,
      printed: null,
      calculations: [],
      recomputed: null,
    })
  })

  it('rejects invalid input by field', async () => {
    const field = async (body: object) => {
      const reply = await post('/api/receipt/', body)
      return [reply.statusCode, reply.json().errors[0].field]
    }
    expect(await field({})).toEqual([400, 'figure'])
    expect(await field({ figure: 'mood' })).toEqual([400, 'figure'])
    expect(await field({ figure: 'price_open' })).toEqual([400, 'figure'])
    expect(await field({ figure: 'value', view: 'original' })).toEqual([400, 'view'])
    expect(await field({ figure: 'value', subject: { kind: 'planet' } })).toEqual([400, 'subject.kind'])
  })

  it('needs a sign-in, and is closed to demo accounts for one position', async () => {
    const body = { figure: 'value', subject: { kind: 'position', id: world.acmePosition } }
    const anonymous = await app.call({ method: 'POST', url: '/api/receipt/', payload: body })
    expect(anonymous.statusCode).toBe(401)
    const demo = await post('/api/receipt/', body, world.demo)
    expect([demo.statusCode, demo.json().errors[0].code]).toEqual([403, 'demo_no_details'])
    expect((await post('/api/receipt/', { figure: 'balance_total' }, world.demo)).statusCode).toBe(200)
  })

  it("of another family's position returns not found", async () => {
    const of = async (id: string, as: string) => {
      const { statusCode, body } = await post(
        '/api/receipt/',
        { figure: 'value', subject: { kind: 'position', id } },
        as,
      )
      return [statusCode, body]
    }
    const foreign = await of(world.foreign, world.ivy)
    expect(foreign[0]).toBe(404)
    expect(foreign).toEqual(await of(crypto.randomUUID(), world.ivy))
    expect((await of(world.acmePosition, world.ned))[0]).toBe(404)
  })
})
