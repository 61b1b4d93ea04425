import type { Receipt } from '@plumbline/contract'
import { receiptText } from '@plumbline/contract/receipt-format'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findError, readReceipt } from '../../testing/receipts/read-receipt.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let access: string
let position: string

/** A close for each day of a year, which rises and falls by day and by month. */
function closes(year: number, phase: number): Record<string, number> {
  const days = Array.from({ length: 365 }, (_, index) => new Date(Date.UTC(year, 0, 1 + index)))
  return Object.fromEntries(
    days
      .filter(day => day.getUTCDay() % 6 !== 0)
      .map((day, index) => {
        const wave = 6 * Math.sin(index / 19 + phase) + ((index * 7 + phase * 3) % 5) / 4
        return [day.toISOString().slice(0, 10), Number((100 + wave).toFixed(2))]
      }),
  )
}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const account = await ledger.account(family, 'Main')
  const [acme, world] = [await ledger.instrument('Acme'), await ledger.instrument('World', 'etf')]
  for (const year of [2025, 2026]) {
    await ledger.prices(acme, closes(year, 1))
    await ledger.prices(world, closes(year, 0))
  }
  await ledger.post(family, account, { type: 'deposit', date: '2025-02-03', amount: '20000' })
  position = await ledger.post(family, account, {
    type: 'trade',
    date: '2025-02-03',
    instrument: acme,
    quantity: '100',
    price: '100',
  })
  access = (await app.signIn('ivy')).access
  const blend = {
    name: 'World',
    rebalancing: 'monthly',
    return_type: 'total',
    components: [{ instrument: world }],
    weights: [{ valid_from: '2025-01-02', weights: [1] }],
  }
  await send('/api/benchmarks/', blend)
})
afterAll(() => app.close())

async function send(url: string, payload: object) {
  const reply = await app.call({ method: 'POST', url, payload, as: access })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const receiptOf = (
  figure: string,
  period: object,
  subject: object = { kind: 'portfolio' },
): Promise<Receipt> => send('/api/receipt/', { subject, figure, settings: { period } })

const figures = {
  benchmark_tracking_error: 'tracking_error',
  benchmark_information_ratio: 'information_ratio',
  benchmark_beta: 'beta',
  benchmark_correlation: 'correlation',
  benchmark_up_capture: 'up_capture',
  benchmark_down_capture: 'down_capture',
}

describe('the receipts of risk against a benchmark', () => {
  it.each([
    ['below one year', { name: null, start_date: '2026-05-04', end_date: '2026-11-13' }],
    ['from one year on', { name: null, start_date: '2025-03-01', end_date: '2026-11-13' }],
    ['since before the first transaction', { name: null, start_date: '2025-01-02', end_date: '2026-01-30' }],
  ])('give the figures of the comparison from their printed inputs, %s', async (_, period) => {
    const { periods } = await send('/api/benchmarks/compare/', { settings: { period } })
    for (const [figure, name] of Object.entries(figures)) {
      const data = await receiptOf(figure, period)
      expect(data.value, figure).toBeCloseTo(periods[0][name], 9)
      expect(data.value, figure).not.toBeNull()
      expect(data.difference, figure).toBe(0)
      const printed = readReceipt(receiptText(data, 'en-US'), 'en-US')
      expect(printed.flatMap(calculation => findError(calculation) ?? [])).toEqual([])
    }
  })

  it('state alpha, returns and their difference per year from one year on', async () => {
    const period = { name: null, start_date: '2025-03-01', end_date: '2026-11-13' }
    const { periods } = await send('/api/benchmarks/compare/', { settings: { period } })
    for (const [figure, name] of Object.entries({
      benchmark_alpha: 'alpha',
      annual_return: 'portfolio',
      benchmark_annual_return: 'benchmark',
      benchmark_annual_difference: 'difference',
    })) {
      const data = await receiptOf(figure, period)
      expect(data.value, figure).toBeCloseTo(periods[0][name], 9)
      expect(data).toMatchObject({ figure, value: expect.any(Number), difference: 0 })
      const printed = readReceipt(receiptText(data, 'en-US'), 'en-US')
      expect(printed.flatMap(calculation => findError(calculation) ?? [])).toEqual([])
    }
    const half = { name: null, start_date: '2026-05-04', end_date: '2026-11-13' }
    for (const figure of ['benchmark_alpha', 'annual_return'])
      expect(await receiptOf(figure, half)).toMatchObject({ value: null, calculations: [] })
  })

  it('lead to the returns of single days and months', async () => {
    const period = { name: null, start_date: '2026-05-04', end_date: '2026-11-13' }
    for (const [figure, names] of Object.entries({
      benchmark_tracking_error: ['benchmark_difference'],
      benchmark_beta: ['twr', 'benchmark_return'],
      benchmark_down_capture: ['twr', 'benchmark_return'],
    })) {
      const { calculations } = await receiptOf(figure, period)
      const lines = calculations.flatMap(each => each.lines).filter(line => line.receipt !== null)
      expect([...new Set(lines.map(line => line.receipt?.figure))]).toEqual(names)
      const line = lines.at(-1)
      const days = { start_date: line?.receipt?.start_date, end_date: line?.receipt?.end_date }
      const linked = await receiptOf(line?.receipt?.figure ?? '', { name: null, ...days })
      expect(linked.value).toBeCloseTo(line?.value ?? Number.NaN, 12)
    }
  })

  it('are also those of a strategy and its benchmark', async () => {
    const strategy = await send('/api/strategy/', { name: 'Core', position_ids: [position] })
    const { data } = (await app.call({ method: 'GET', url: '/api/benchmarks/', as: access })).json()
    const { components, weights, rebalancing, return_type } = data[0]
    await send('/api/benchmarks/', {
      name: 'Of Core',
      strategy: strategy.strategy_id,
      components: components.map(({ instrument }: { instrument: { id: string } }) => ({
        instrument: instrument.id,
      })),
      ...{ weights, rebalancing, return_type },
    })
    const period = { name: null, start_date: '2026-05-04', end_date: '2026-11-13' }
    const url = `/api/benchmarks/compare/?strategy=${strategy.strategy_id}`
    const { periods } = await send(url, { settings: { period } })
    const subject = { kind: 'strategy', id: strategy.strategy_id }
    const beta = await receiptOf('benchmark_beta', period, subject)
    expect(beta.value).toBeCloseTo(periods[0].beta, 9)
    expect(beta.value).not.toBeCloseTo((await receiptOf('benchmark_beta', period)).value ?? 0, 2)
  })

  it('are empty where the figure is missing', async () => {
    const week = { name: null, start_date: '2026-11-09', end_date: '2026-11-13' }
    for (const figure of Object.keys(figures))
      expect(await receiptOf(figure, week)).toMatchObject({ value: null, calculations: [], difference: null })
  })
})
