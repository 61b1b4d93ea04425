import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** Francs and dollars with a rate, a share that never has a price, and tenge that never have a rate. */
let app: TestApp
let nora: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const write = testLedger(app.database)
  const familyId = await app.addFamily('Rowan')
  await app.addUser({ username: 'nora', role: 'investor', familyId })
  nora = (await app.signIn('nora')).access
  const home = await write.account(familyId, 'Home')
  const almaty = await write.account(familyId, 'Almaty', 'KZT')
  const unpriced = await write.instrument('Quiet works', 'equity', 'CHF')
  const steppe = await write.instrument('Steppe works', 'equity', 'KZT')
  await write.rates('CHF', { '2026-03-02': 1.1, '2026-11-12': 1.2 })
  const post = (account: string, entry: Record<string, unknown>) =>
    write.post(familyId, account, entry as never)
  const first = '2026-03-02'
  await post(home, { type: 'deposit', date: first, amount: '10000', currency: 'CHF' })
  await post(almaty, { type: 'deposit', date: first, amount: '500000', currency: 'KZT' })
  await post(home, { type: 'deposit', date: '2026-05-04', amount: '1100', currency: 'USD' })
  await post(home, { type: 'withdrawal', date: '2026-05-05', amount: '250', currency: 'CHF' })
  const bought = { type: 'trade', date: '2026-05-06', instrument: unpriced, quantity: '10', price: '30' }
  await post(home, { ...bought, fees: '5' })
  await post(almaty, {
    type: 'trade',
    date: '2026-05-07',
    instrument: steppe,
    quantity: '10',
    price: '1000',
    currency: 'KZT',
  })
  await app.database.query('select bump_market_version()')
})
afterAll(() => app.close())

async function read(start: string, end: string, filters: object = {}) {
  const period = { name: null, start_date: start, end_date: end }
  const payload = { settings: { period, currency: 'CHF' }, filters }
  const reply = await app.call({ method: 'POST', url: '/api/performance/', as: nora, payload })
  expect(reply.statusCode).toBe(200)
  return reply.json().data
}

async function receipt(figure: string, start: string, end: string) {
  const period = { name: null, start_date: start, end_date: end }
  const payload = {
    settings: { period, currency: 'CHF' },
    filters: {},
    subject: { kind: 'portfolio' },
    figure,
  }
  return (await app.call({ method: 'POST', url: '/api/receipt/', as: nora, payload })).json().data
}

/** The text of a report, made at once or by a job. */
async function print(report: string, format: 'csv' | 'pdf', period: object): Promise<string> {
  const get = (url: string) => app.call({ method: 'GET', url, as: nora })
  const url = `/api/reports/${report}/pdf/`
  let made = await app.call({ method: 'POST', url, as: nora, payload: { format, period } })
  if (made.statusCode === 202) {
    const { id } = made.json().data
    const readStatus = async () => (await get(`/api/jobs/${id}/`)).json().data.status
    await expect.poll(readStatus, { timeout: 20_000 }).toBe('done')
    made = await get(`/api/jobs/${id}/result/`)
  }
  if (format === 'csv') return made.rawPayload.toString()
  const pdf = await getDocumentProxy(new Uint8Array(made.rawPayload))
  return (await extractText(pdf, { mergePages: true })).text
}

describe('the flows of a period in which a position has no price or rate', () => {
  it('are known where the rates of their own days are', async () => {
    const { cash_flow: flow, pnl, daily_balance: days, returns } = await read('2026-05-01', '2026-11-13')
    expect(pnl.abs.total).toBeNull()
    expect(returns.xirr).toBeNull()
    expect(flow.deposits).toBeCloseTo(1100 / 1.1, 9)
    expect(flow).toMatchObject({ withdrawals: -250, first_values: 0 })
    expect(flow.net_cashflow).toBeCloseTo(750, 9)
    expect(flow.flows).toEqual([
      { from: '2026-05-04', to: '2026-05-04', deposits: expect.closeTo(1000, 9), withdrawals: 0 },
      { from: '2026-05-05', to: '2026-05-05', deposits: 0, withdrawals: -250 },
    ])
    // The purchases of what has no value are no flows.
    const on = (date: string) => days.find((day: { date: string }) => day.date === date).net_cashflow
    expect([on('2026-05-05'), on('2026-05-06'), on('2026-05-07')]).toEqual([-250, 0, 0])
  })

  it('have receipts that add up to them', async () => {
    for (const [figure, value] of [
      ['net_cashflow', 750],
      ['deposits', 1000],
      ['withdrawals', -250],
    ] as const) {
      const shown = await receipt(figure, '2026-05-01', '2026-11-13')
      expect(shown.value).toBeCloseTo(value, 9)
      expect(shown.difference).toBe(0)
    }
  })

  it('are missing with the reason where a payment of the period has no rate', async () => {
    const { cash_flow: flow, flags, coverage, daily_balance: days } = await read('2026-03-01', '2026-11-13')
    expect(flow).toMatchObject({ net_cashflow: null, deposits: null, withdrawals: null, first_values: null })
    expect(flags.map(({ code }: { code: string }) => code)).toContain('no_rate')
    expect(coverage.missing).toContainEqual(
      expect.objectContaining({ reason: 'missing_rate', currency: 'KZT' }),
    )
    expect(days.find((day: { date: string }) => day.date === '2026-03-02').net_cashflow).toBeNull()
  })

  it('are those of the shares alone, fees included, where the filter excludes the cash', async () => {
    const { cash_flow: flow } = await read('2026-05-01', '2026-11-13', {
      filter_instrument_type: ['equity'],
      filter_currency: ['CHF'],
    })
    expect(flow).toMatchObject({ is_net_invested: true, net_cashflow: 305, deposits: 305, withdrawals: 0 })
  })

  it('are in the explanation and in the exported report, beside the P/L that is missing', async () => {
    const days = { start_date: '2026-05-01', end_date: '2026-11-13' }
    const settings = { currency: 'CHF', period: { name: null, ...days } }
    const call = (url: string, payload: object, headers = {}) =>
      app.call({ method: 'POST', url, as: nora, payload, headers })
    const explained = await call('/api/explain/', { settings: { currency: 'CHF' }, filters: {}, ...days })
    expect(explained.json().data).toMatchObject({ flows: expect.closeTo(750, 9), pnl_abs_total: null })
    const report = {
      name: 'Flows',
      report_type: 'statement',
      calculated_currency: 'CHF',
    }
    const { id } = (await call('/api/reports/', report)).json().data
    for (const [format, figure] of [
      ['csv', '750'],
      ['pdf', '750.00'],
    ] as const)
      expect(await print(id, format, settings.period)).toContain(figure)
  })
})
