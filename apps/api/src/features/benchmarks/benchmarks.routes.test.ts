import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let family: string
let world: string
let bonds: string
let late: string
let option: string
let acme: string
let asInvestor: string
let asOther: string
let asLimited: string
let asAdviser: string
let asElsewhere: string

/** 500 of 1,000 CHF are in shares that gain 20 %. World gains 10 %, bonds 5 %, from 9 to 13 November. */
beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const limited = await app.addUser({ username: 'lia', role: 'investor', familyId: family })
  const adviser = await app.addUser({ username: 'ann', role: 'adviser' })
  const elsewhere = await app.addUser({ username: 'bob', role: 'adviser' })
  for (const [user, of] of [[adviser, family] as const, [elsewhere, other] as const])
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [user.id, of])
  const account = await ledger.account(family, 'Main')
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [limited.id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
    limited.id,
    account,
  ])
  const shares = await ledger.instrument('Acme')
  world = await ledger.instrument('World', 'etf')
  bonds = await ledger.instrument('Bonds', 'bond')
  late = await ledger.instrument('Late', 'fund')
  option = await ledger.instrument('Call', 'option')
  await ledger.prices(shares, { '2026-11-09': 50, '2026-11-13': 60 })
  await ledger.prices(world, { '2026-11-09': 100, '2026-11-13': 110 })
  await ledger.prices(bonds, { '2026-11-09': 200, '2026-11-13': 210 })
  await ledger.prices(late, { '2026-11-12': 10 })
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(family, account, transaction)
  await post({ type: 'deposit', date: '2026-11-09', amount: '1000' })
  acme = await post({ type: 'trade', date: '2026-11-09', instrument: shares, quantity: '10', price: '50' })
  const signIn = async (name: string) => (await app.signIn(name)).access
  asInvestor = await signIn('ivy')
  asOther = await signIn('ned')
  asLimited = await signIn('lia')
  asAdviser = await signIn('ann')
  asElsewhere = await signIn('bob')
})
afterAll(() => app.close())
beforeEach(() => app.database.query('delete from benchmark'))

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const send = (method: Method, url: string, as: string | undefined, payload: object = {}, accept?: string) =>
  app.call({
    method,
    url,
    ...(method === 'GET' ? {} : { payload }),
    ...(as ? { as } : {}),
    ...(accept ? { headers: { accept } } : {}),
  })

const balanced = () => ({
  name: 'Balanced',
  rebalancing: 'monthly',
  return_type: 'total',
  components: [
    { instrument: world, stands_for: 'equity' },
    { instrument: bonds, stands_for: null },
  ],
  weights: [{ valid_from: '2026-11-01', weights: [0.6, 0.4] }],
})
const create = (as: string | undefined, more: object = {}) =>
  send('POST', '/api/benchmarks/', as, { ...balanced(), ...more })
const week = { settings: { period: { name: null, start_date: '2026-11-10', end_date: '2026-11-13' } } }
const compare = (as: string | undefined, query = '', body: object = week, accept?: string) =>
  send('POST', `/api/benchmarks/compare/${query}`, as, body, accept)
const line = (as: string | undefined, query = '', body: object = week) =>
  send('POST', `/api/benchmarks/line/${query}`, as, body)

describe('benchmarks', () => {
  it('are added, listed, changed and deleted', async () => {
    const made = await create(asInvestor)
    expect(made.statusCode, made.body).toBe(200)
    const { data } = made.json()
    expect(data).toMatchObject({
      name: 'Balanced',
      family: { id: family, name: 'Own' },
      strategy: null,
      group: null,
      components: [
        { instrument: { id: world, name: 'World' }, stands_for: 'equity', currency: 'CHF' },
        { instrument: { id: bonds, name: 'Bonds' }, stands_for: null },
      ],
      weights: [{ valid_from: '2026-11-01', weights: [0.6, 0.4] }],
      version: 1,
    })
    expect((await send('GET', '/api/benchmarks/', asInvestor)).json()).toMatchObject({ count: 1 })
    const twice = await create(asInvestor)
    expect([twice.statusCode, twice.json().errors[0].field]).toEqual([409, 'group'])
    const url = `/api/benchmarks/${data.id}/`
    const changed = await send('PATCH', url, asInvestor, { rebalancing: 'never', version: 1 })
    expect(changed.json().data).toMatchObject({ rebalancing: 'never', version: 2, name: 'Balanced' })
    const outdated = await send('PATCH', url, asInvestor, { name: 'Wild', version: 1 })
    expect([outdated.statusCode, outdated.json().errors[0].code]).toEqual([409, 'conflict'])
    expect((await send('DELETE', url, asInvestor)).statusCode).toBe(204)
    expect((await send('GET', '/api/benchmarks/', asInvestor)).json().count).toBe(0)
  })

  it('reject what does not add up, naming the field', async () => {
    const refused = async (more: object) => {
      const reply = await create(asInvestor, more)
      const [error] = reply.json().errors
      return [reply.statusCode, error.field]
    }
    const dated = (valid_from: string, weights: number[]) => ({ valid_from, weights })
    expect(await refused({ weights: [dated('2026-11-01', [0.5, 0.4])] })).toEqual([400, 'weights.0.weights'])
    expect(await refused({ weights: [dated('2026-11-01', [1])] })).toEqual([400, 'weights.0.weights'])
    expect(await refused({ weights: [dated('2026-11-01', [1, 0]), dated('2026-11-01', [0, 1])] })).toEqual([
      400,
      'weights.1.valid_from',
    ])
    expect(await refused({ weights: [dated('2026-11-01', [0.50001, 0.49999])] })).toEqual([
      400,
      'weights.0.weights.0',
    ])
    const [first] = balanced().components
    expect(await refused({ components: [first, first] })).toEqual([400, 'components.1.instrument'])
    const optional = { components: [first, { instrument: option }] }
    expect(await refused(optional)).toEqual([404, 'components.1.instrument'])
    expect(await refused({ group: { by: 'sector', key: 'gold' } })).toEqual([400, 'group.key'])
    const { id } = (await create(asInvestor)).json().data
    const alone = await send('PATCH', `/api/benchmarks/${id}/`, asInvestor, {
      weights: [dated('2026-11-01', [1])],
    })
    expect([alone.statusCode, alone.json().errors[0].field]).toEqual([400, 'components'])
  })
})

describe('a comparison with the benchmark', () => {
  it('states both returns, the difference in points and where it comes from', async () => {
    await create(asInvestor)
    const reply = await compare(asInvestor)
    expect(reply.statusCode, reply.body).toBe(200)
    const { data } = reply.json()
    const [period] = data.periods
    expect(period).toMatchObject({
      name: 'period',
      start_date: '2026-11-10',
      is_annual: false,
      difference: 0.02,
      alpha: null,
      tracking_error: null,
      missing: [],
    })
    expect([period.portfolio, period.benchmark]).toEqual([expect.closeTo(0.1, 9), expect.closeTo(0.08, 9)])
    expect(data.line.at(-1)).toMatchObject({ date: '2026-11-13', benchmark: expect.closeTo(0.08, 9) })
    const { rows, total } = data.attribution
    expect(total.total).toBe(0.02)
    expect(rows.map((row: { key: string }) => row.key)).toEqual(['bond', 'cash', 'equity'])
    const sum = (parts: number[]) => Math.round(parts.reduce((all, part) => all + part, 0) * 10_000)
    for (const row of [...rows, total])
      expect(sum([row.allocation, row.selection, row.interaction, row.currency])).toBe(sum([row.total]))
    expect(sum(rows.map((row: { total: number }) => row.total))).toBe(200)
    expect(total.currency).toBe(0)
  })

  it('reinvests known distributions, and leaves them out of a price return', async () => {
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date, amount, currency)
       values ($1, 'ex_dividend', '2026-11-13', 10, 'CHF'), ($1, 'dividend', '2026-11-13', 10, 'CHF')`,
      [world],
    )
    const only = {
      components: [{ instrument: world }],
      weights: [{ valid_from: '2026-11-01', weights: [1] }],
    }
    const { id } = (await create(asInvestor, only)).json().data
    const total = (await compare(asInvestor)).json().data
    expect(total.periods[0].benchmark).toBeCloseTo(0.2, 9)
    expect(total.distributions).toEqual([
      { instrument: { id: world, name: 'World' }, known_from: '2026-11-13' },
    ])
    await send('PATCH', `/api/benchmarks/${id}/`, asInvestor, { return_type: 'price' })
    expect((await compare(asInvestor)).json().data.periods[0].benchmark).toBeCloseTo(0.1, 9)
    await app.database.query('delete from instrument_event where instrument_id = $1', [world])
  })

  it('names a component without a price, and has no return then', async () => {
    await create(asInvestor, {
      components: [{ instrument: world }, { instrument: late }],
      weights: [{ valid_from: '2026-11-01', weights: [0.5, 0.5] }],
    })
    const { data } = (await compare(asInvestor)).json()
    expect(data.periods[0]).toMatchObject({
      benchmark: null,
      difference: null,
      missing: [{ reason: 'no_price', instrument: { id: late, name: 'Late' }, known_from: '2026-11-12' }],
    })
    expect([data.attribution, data.line.at(-1).benchmark]).toEqual([null, null])
  })

  it('follows new weights from their day on, and is not set before the first', async () => {
    await create(asInvestor, {
      weights: [
        { valid_from: '2026-11-11', weights: [1, 0] },
        { valid_from: '2026-11-12', weights: [0, 1] },
      ],
    })
    const { data } = (await compare(asInvestor)).json()
    expect(data.periods[0].missing).toEqual([
      { reason: 'not_set', instrument: null, known_from: '2026-11-11' },
    ])
    const later = { settings: { period: { name: null, start_date: '2026-11-11', end_date: '2026-11-13' } } }
    expect((await compare(asInvestor, '', later)).json().data.periods[0].benchmark).toBeCloseTo(0.05, 9)
  })

  it('is that of the group which the filter names, if it has one', async () => {
    await create(asInvestor)
    const group = { by: 'instrument_type', key: 'equity' }
    const made = await create(asInvestor, { name: 'Shares', group })
    expect(made.json().data.group).toEqual(group)
    const filtered = { ...week, filters: { filter_instrument_type: ['equity'] } }
    const { data } = (await compare(asInvestor, '', filtered)).json()
    expect([data.benchmark.name, data.periods[0].portfolio]).toEqual(['Shares', expect.closeTo(0.2, 9)])
    const two = { ...week, filters: { filter_instrument_type: ['equity', 'bond'] } }
    expect((await line(asInvestor, '', two)).json().data.benchmark.name).toBe('Balanced')
  })

  it('is that of a strategy, which its owner alone sees', async () => {
    const { data: strategy } = (
      await send('POST', '/api/strategy/', asInvestor, { name: 'Core', position_ids: [acme] })
    ).json()
    const query = `?strategy=${strategy.strategy_id}`
    expect((await compare(asInvestor, query)).json().data.benchmark).toBeNull()
    const made = await create(asInvestor, { strategy: strategy.strategy_id })
    expect(made.json().data.strategy).toEqual({ id: strategy.strategy_id, name: 'Core' })
    const { data } = (await compare(asInvestor, query)).json()
    expect(data.periods[0].difference).toBeCloseTo(0.12, 9)
    expect((await line(asInvestor, query)).json().data.total.difference).toBeCloseTo(0.12, 9)
    for (const reply of [await compare(asAdviser, query), await line(asAdviser, query)])
      expect(reply.statusCode).toBe(404)
    expect((await send('GET', '/api/benchmarks/', asAdviser)).json().count).toBe(0)
  })

  it('has receipts for its return and the difference, down to prices and weights', async () => {
    await create(asInvestor)
    const receipt = async (figure: string, start_date: string) => {
      const settings = { period: { name: null, start_date, end_date: '2026-11-13' } }
      const body = { subject: { kind: 'portfolio' }, figure, settings }
      const reply = await send('POST', '/api/receipt/', asInvestor, body)
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    }
    const difference = await receipt('benchmark_difference', '2026-11-10')
    expect([difference.value, difference.difference]).toEqual([expect.closeTo(0.02, 9), 0])
    expect(difference.calculations[0].lines[1].receipt.figure).toBe('benchmark_return')
    const day = await receipt('benchmark_return', '2026-11-13')
    expect([day.value, day.difference]).toEqual([expect.closeTo(0.08, 9), 0])
    const names = day.calculations[0].lines.map(({ label }: { label: string }) => label)
    expect(names).toEqual(['World', 'Bonds'])
    expect(JSON.stringify(day.calculations)).toContain('"source":"test"')
  })

  it('is exported as CSV, and empty without a benchmark', async () => {
    expect((await compare(asInvestor)).json().data).toMatchObject({ benchmark: null, periods: [] })
    expect((await line(asInvestor)).json().data).toMatchObject({ benchmark: null, line: [] })
    await create(asInvestor)
    const csv = await compare(asInvestor, '', week, 'text/csv')
    expect(csv.headers['content-type']).toContain('text/csv')
    const [head, first] = csv.body.split('\r\n')
    expect(head).toMatch(/^benchmark,period,start_date,end_date,is_per_year,portfolio,benchmark_return,/)
    expect(first).toMatch(/^Balanced,period,2026-11-10,2026-11-13,false,/)
  })
})

describe('the attribution as CSV', () => {
  it('lists the effects of every group and their sum, and nothing without a benchmark', async () => {
    const query = '?list=attribution&by=currency'
    expect((await compare(asInvestor, query, week, 'text/csv')).body.trim().split('\r\n')).toHaveLength(1)
    await create(asInvestor)
    const { attribution } = (await compare(asInvestor, '?by=currency', week)).json().data
    const csv = await compare(asInvestor, query, week, 'text/csv')
    expect(csv.headers['content-disposition']).toContain('attribution by currency')
    const [head = '', ...lines] = csv.body.trim().split('\r\n')
    expect(head).toContain('calculated_currency,period_start,as_of,flags')
    const columns = head.replace('\uFEFF', '').split(',')
    const read = (line: string, name: string) => line.split(',')[columns.indexOf(name)]
    expect(lines.map(line => [read(line, 'key'), Number(read(line, 'total'))])).toEqual([
      ...attribution.rows.map((row: { key: string; total: number }) => [row.key, row.total]),
      ['total', attribution.total.total],
    ])
  })
})

describe('access to benchmarks', () => {
  it('is shared with the adviser of the family, and hidden from others', async () => {
    const { id } = (await create(asAdviser)).json().data
    expect((await send('GET', '/api/benchmarks/', asInvestor)).json().count).toBe(1)
    for (const as of [asOther, asElsewhere, asLimited]) {
      expect((await send('GET', '/api/benchmarks/', as)).json().count).toBe(0)
      expect((await send('PATCH', `/api/benchmarks/${id}/`, as, { name: 'x' })).statusCode).toBe(404)
      expect((await send('DELETE', `/api/benchmarks/${id}/`, as)).statusCode).toBe(404)
    }
    expect((await compare(asLimited)).json().data.benchmark).toBeNull()
    expect((await create(asLimited)).statusCode).toBe(404)
    expect((await create(asElsewhere, { family })).statusCode).toBe(404)
    expect((await compare(asElsewhere, '', { ...week, family })).statusCode).toBe(404)
    for (const reply of [await create(undefined), await compare(undefined), await line(undefined)])
      expect(reply.statusCode).toBe(401)
    const { rows } = await app.database.query("select action from audit_line where action like 'benchmark_%'")
    expect(rows).toEqual([{ action: 'benchmark_created' }])
  })
})
