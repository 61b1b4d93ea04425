import { setTimeout as sleep } from 'node:timers/promises'
import { languageHeader } from '@plumbline/contract'
import { formatAmount } from '@plumbline/contract/format'
import { languages, textsIn } from '@plumbline/contract/texts'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { readZipEntry } from '../../testing/zip-entry.ts'

let app: TestApp
let ivy: string
let ned: string
let account: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const family = await app.addFamily('Birchwood')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  const ledger = testLedger(app.database)
  account = await ledger.account(family, 'Main')
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-02': 100, '2026-03-03': 110, '2026-03-04': 120 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-03-02', amount: '5000' })
  const buy = { instrument: share, quantity: '10', price: '100', amount: '1000', fees: '7.50' }
  await ledger.post(family, account, { type: 'trade', date: '2026-03-02', ...buy })
  const more = { instrument: share, quantity: '5', price: '110', amount: '550' }
  await ledger.post(family, account, { type: 'trade', date: '2026-03-03', ...more })
  const sale = { instrument: share, quantity: '-12', price: '120', amount: '1440' }
  await ledger.post(family, account, { type: 'trade', date: '2026-03-04', ...sale })
  const paid = { instrument: share, amount: '30', taxes: '10.5' }
  await ledger.post(family, account, { type: 'dividend', date: '2026-03-04', ...paid })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
})
afterAll(() => app.close())

const add = (as: string, payload: object) => app.call({ method: 'POST', url: '/api/reports/', as, payload })
const make = async (report_type: string) => {
  const reply = await add(ivy, { name: report_type, report_type, calculated_currency: 'CHF' })
  return reply.json().data.id as string
}
const order = (id: string, format: string, as = ivy, headers = {}) =>
  app.call({ method: 'POST', url: `/api/reports/${id}/pdf/`, as, payload: { format }, headers })
/** The file, directly or after its background job. */
const print = async (id: string, format: string, headers = {}) => {
  const reply = await order(id, format, ivy, headers)
  if (reply.statusCode !== 202) return reply
  const { id: job } = reply.json().data
  for (;;) {
    const { status } = (await app.call({ method: 'GET', url: `/api/jobs/${job}/`, as: ivy })).json().data
    if (status === 'done' || status === 'failed') break
    await sleep(100)
  }
  return app.call({ method: 'GET', url: `/api/jobs/${job}/result/`, as: ivy })
}

/** The text of the PDF, with its lines joined. */
async function printedText(id: string): Promise<string> {
  const { rawPayload } = await print(id, 'pdf')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
  return text.replaceAll(/\s+/g, ' ')
}

describe('reports', () => {
  it('can be saved, listed, changed, deleted and restored', async () => {
    const made = (await add(ivy, { name: 'Mine', report_type: 'fees', calculated_currency: 'CHF' })).json()
      .data
    expect(made).toMatchObject({
      name: 'Mine',
      family: { name: 'Birchwood' },
      filter_account: [],
      last_pdf: null,
    })
    const url = `/api/reports/${made.id}/`
    const payload = { filter_account: [account], calculated_currency: 'EUR' }
    const changed = (await app.call({ method: 'PATCH', url, as: ivy, payload })).json().data
    expect(changed).toMatchObject({ name: 'Mine', ...payload })
    expect((await app.call({ method: 'DELETE', url, as: ivy })).statusCode).toBe(204)
    expect((await app.call({ method: 'PATCH', url, as: ivy, payload: {} })).statusCode).toBe(404)
    const restored = await app.call({ method: 'POST', url: `${url}restore/`, as: ivy })
    expect(restored.json().data.id).toBe(made.id)
    await app.call({ method: 'DELETE', url, as: ivy })
    app.travel(60_000)
    expect((await app.call({ method: 'POST', url: `${url}restore/`, as: ivy })).statusCode).toBe(410)
  })

  it('name the invalid field', async () => {
    const reply = await add(ivy, { name: '', report_type: 'novel', calculated_currency: 'chf' })
    expect(reply.statusCode).toBe(400)
    const fields = reply.json().errors.map((error: { field: string }) => error.field)
    expect(fields.sort()).toEqual(['calculated_currency', 'name', 'report_type'])
  })

  it('of another user return not found, and cannot refer to accounts of others', async () => {
    const id = await make('positions')
    const unknown = await order(crypto.randomUUID(), 'pdf', ned)
    for (const reply of [
      await order(id, 'pdf', ned),
      await app.call({ method: 'PATCH', url: `/api/reports/${id}/`, as: ned, payload: {} }),
      await app.call({ method: 'DELETE', url: `/api/reports/${id}/`, as: ned }),
      await app.call({ method: 'POST', url: `/api/reports/${id}/restore/`, as: ned }),
    ])
      expect([reply.statusCode, reply.body]).toEqual([unknown.statusCode, unknown.body])
    const payload = { name: 'x', report_type: 'fees', calculated_currency: 'CHF', filter_account: [account] }
    expect((await add(ned, payload)).statusCode).toBe(404)
    expect((await app.call({ method: 'GET', url: '/api/reports/' })).statusCode).toBe(401)
  })
})

describe('printed reports', () => {
  it('are PDF files with embedded fonts, can be downloaded later and notify once', async () => {
    const id = await make('statement')
    const reply = await print(id, 'pdf')
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = reply.rawPayload.toString('latin1')
    expect(text.startsWith('%PDF-1.')).toBe(true)
    expect(text).toContain('Inter')
    const list = (await app.call({ method: 'GET', url: '/api/reports/', as: ivy })).json().data
    const { last_pdf } = list.find((report: { id: string }) => report.id === id)
    expect(last_pdf.pages).toBeGreaterThanOrEqual(2)
    const again = await app.call({ method: 'GET', url: `/api/jobs/${last_pdf.job_id}/result/`, as: ivy })
    expect(again.rawPayload.equals(reply.rawPayload)).toBe(true)
    const notifications = (await app.call({ method: 'GET', url: '/api/notifications/', as: ivy })).json().data
    expect(notifications.filter((row: { kind: string }) => row.kind === 'report_ready')).toHaveLength(1)
  })

  it('are created although storing them failed temporarily', async () => {
    const id = await make('positions')
    await app.database.query(`
      create sequence tries;
      create function no_room() returns trigger language plpgsql as $$
      begin
        if nextval('tries') = 1 then raise exception 'no space left on device' using errcode = 'disk_full'; end if;
        return new;
      end $$;
      grant usage on sequence tries to public;
      create trigger no_room before update on background_job for each row
        when (new.status = 'done') execute function no_room()`)
    const reply = await print(id, 'pdf')
    const { rows } = await app.database.query('select last_value::int as tries from tries')
    await app.database.query('drop function no_room cascade; drop sequence tries')
    expect([reply.statusCode, rows[0].tries]).toEqual([200, 2])
  })

  it('contain the figures of the API', async () => {
    const payload = { settings: {}, filters: {} }
    const ask = async (url: string) => (await app.call({ method: 'POST', url, as: ivy, payload })).json()
    const { balance, cash_flow, pnl } = (await ask('/api/performance/')).data
    const [held] = (await ask('/api/positions/list/?type=open')).data
    const text = await printedText(await make('statement'))
    for (const figure of [balance.total, balance.cash, cash_flow.net_cashflow, pnl.abs.total, held.value])
      expect(text).toContain(formatAmount(figure, 'en-US'))
    expect(text).toContain('Birchwood')
    expect(text).toContain(held.name)
  })

  it('list realized gains by lot under first in, first out', async () => {
    const csv = (await print(await make('realized_gains'), 'csv')).body
    // 10 of 2 March at 100 and 2 of 3 March at 110, sold together at 120.
    expect(csv).toContain('Alpenglow,Main,2026-03-02,2026-03-04,10,1000,1200,200')
    expect(csv).toContain('Alpenglow,Main,2026-03-03,2026-03-04,2,220,240,20')
    expect(csv).toContain('Total,,,,,1220,1440,220')
  })

  it('state income before and after withholding tax', async () => {
    const csv = (await print(await make('income'), 'csv')).body
    expect(csv).toContain('Alpenglow,Main,30,0,0,10.5,19.5')
  })

  it('match the screens', async () => {
    const body = { settings: {}, filters: {} }
    const performance = (
      await app.call({ method: 'POST', url: '/api/performance/', as: ivy, payload: body })
    ).json().data
    const csv = (await print(await make('performance'), 'csv')).body
    const all = csv.split('\r\n').find(line => line.startsWith('Total,'))
    expect(all?.split(',').map(Number).slice(1)).toEqual([
      performance.opening.total,
      performance.cash_flow.net_cashflow,
      performance.pnl.abs.total,
      performance.balance.total,
      performance.pnl.rel.total,
    ])
    expect(csv).not.toContain('Against benchmark')
    // Nothing is annualised below a year.
    const annual = csv.split('\r\n').find(line => line.startsWith('Annualized,'))
    expect(performance.returns.twr_annual).toBeNull()
    expect(annual).toBe('Annualized,')
  })

  it('compare the performance with the benchmark', async () => {
    const { rows } = await app.database.query("select id from instrument where name = 'Alpenglow'")
    const payload = {
      name: 'Alps',
      rebalancing: 'never',
      return_type: 'price',
      components: [{ instrument: rows[0].id }],
      weights: [{ valid_from: '2026-03-03', weights: [1] }],
    }
    const made = await app.call({ method: 'POST', url: '/api/benchmarks/', as: ivy, payload })
    expect(made.statusCode, made.body).toBe(200)
    const csv = (await print(await make('performance'), 'csv')).body
    expect(csv).toContain('Against benchmark: Alps')
    expect(csv).toContain('2 Mar 2026 to 4 Mar 2026,0.0524,,')
    expect(csv).toContain('Alps: no benchmark return before 3 Mar 2026')
    await app.database.query('delete from benchmark')
  })

  it('compare the weights with the targets of every division', async () => {
    const none = (await print(await make('targets'), 'csv')).body
    expect(none).toMatch(/No target allocation on \d+ \w+ 2026\./)
    const buckets = [
      { key: 'equity', weight: 0.6, min: 0.5, max: 0.7 },
      { key: 'cash', weight: 0.4, min: 0.3, max: 0.5 },
    ]
    const inCurrency = [{ key: 'CHF', weight: 1, min: 0.9, max: 1 }]
    for (const payload of [
      { name: 'Growth', dimension: 'instrument_type', valid_from: '2026-01-01', buckets },
      { name: 'Francs', dimension: 'currency', valid_from: '2026-02-01', buckets: inCurrency },
    ]) {
      const made = await app.call({ method: 'POST', url: '/api/targets/', as: ivy, payload })
      expect(made.statusCode, made.body).toBe(200)
    }
    const url = '/api/targets/drift/'
    const { data } = (await app.call({ method: 'POST', url, as: ivy, payload: { settings: {} } })).json()
    const csv = (await print(await make('targets'), 'csv')).body
    expect(csv).toContain('Target Growth: Class')
    expect(csv).toContain('Target Francs: Currency')
    for (const { name, value, weight, target, drift, drift_value, state } of data.buckets) {
      const cells = csv
        .split('\r\n')
        .find(line => line.startsWith(`${name},`))
        ?.split(',')
      const shown = { within: 'in band', below: 'below', above: 'above' }[state as string]
      const figures = [1, 2, 3, 5, 6].map(place => Number(cells?.[place]))
      for (const [place, figure] of [value, weight, target, drift, drift_value].entries())
        expect(figures[place], name).toBeCloseTo(figure, 9)
      expect(cells?.[4]).toMatch(/^\d+% to \d+%$/)
      expect(cells?.[7]).toBe(shown)
    }
    // The proposal of the screen, order by order.
    const proposed = await app.call({ method: 'POST', url: '/api/targets/propose/', as: ivy, payload: {} })
    const { orders, after } = proposed.json().data
    expect(orders.length).toBeGreaterThan(0)
    expect(csv).toContain('Proposal to rebalance Growth: Class')
    for (const order of orders)
      expect(csv).toMatch(
        new RegExp(
          `^${order.kind === 'buy' ? 'Buy' : 'Sell'},${order.position.name},.*,${order.quantity},`,
          'm',
        ),
      )
    for (const { name, target } of after.filter(({ target }: { target: number | null }) => target !== null))
      expect(csv).toMatch(new RegExp(`^${name},[\\d.]+,[\\d.]+,${target},[\\d.]+,in band`, 'm'))
    const german = (await print(await make('targets'), 'csv', { [languageHeader]: 'de' })).body
    expect(german).toContain('Ziel Growth: Klasse')
    expect(german).toContain('Vorschlag zur Umschichtung Growth: Klasse')
    const text = await printedText(await make('targets'))
    expect(text).toContain('Target Growth: Class')
    expect(text).toContain('Valid since 1 Jan 2026.')
    // What is never traded is named, so that a band that stays out of reach is explained.
    const list = { method: 'POST', url: '/api/positions/list/?type=open', as: ivy, payload: {} } as const
    const [held] = (await app.call(list)).json().data
    for (const { id } of (await app.call({ method: 'GET', url: '/api/targets/', as: ivy })).json().data) {
      const locked = { locked_positions: [held.id] }
      const changed = await app.call({
        method: 'PATCH',
        url: `/api/targets/${id}/`,
        as: ivy,
        payload: locked,
      })
      expect(changed.statusCode, changed.body).toBe(200)
    }
    const withoutOrders = await printedText(await make('targets'))
    expect(withoutOrders).toContain('Equity stays below its band: nothing is held that could be bought.')
    expect(withoutOrders).toContain(`Not traded: ${held.name} (locked).`)
    expect(text).not.toContain('the filter of this report')
    const payload = { name: 'Of one', report_type: 'targets', calculated_currency: 'CHF' }
    const one = (await add(ivy, { ...payload, filter_account: [account] })).json().data.id
    expect(await printedText(one)).toContain('the filter of this report does not apply')
    await app.database.query('delete from target_allocation')
  })

  it('state the expected income by month and certainty, against the year before', async () => {
    const { rows } = await app.database.query("select id from instrument where name = 'Alpenglow'")
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date, amount, currency)
       values ($1, 'dividend', '2027-02-10', 1.5, 'CHF')`,
      [rows[0].id],
    )
    await app.database.query('select bump_market_version()')
    const url = '/api/income/'
    const { data } = (await app.call({ method: 'POST', url, as: ivy, payload: { settings: {} } })).json()
    expect(data.total.declared).toBeGreaterThan(0)
    const csv = (await print(await make('expected_income'), 'csv')).body
    const lines = csv.split('\r\n')
    const months = data.months.map(
      (row: { month: string; expected: number | null; received: number | null }) => [
        row.expected,
        row.received,
      ],
    )
    const first = lines.findIndex(line => line.startsWith('Month,'))
    const printed = lines.slice(first + 1, first + 13).map(line => line.split(',').map(Number))
    expect(printed.map(cells => [cells[3], cells[4]])).toEqual(months)
    for (const [, certain = 0, estimated = 0, expected] of printed) expect(certain + estimated).toBe(expected)
    expect(lines).toContain(`Declared,${data.total.declared}`)
    expect(lines.some(line => line.startsWith('Alpenglow,Main,Dividends,declared,2027-02-10,'))).toBe(true)
    const ladder = data.cash.find(({ currency }: { currency: string }) => currency === 'CHF')
    const overdrawn = ladder.runs_dry ?? ''
    expect(lines).toContain(`CHF,${ladder.opening},${ladder.lowest},${ladder.closing},${overdrawn}`)
    for (const { date, amount, estimated, balance } of ladder.points)
      expect(lines).toContain(`CHF,${date},${amount},${estimated},${balance}`)
    for (const { kind, expected, received, change } of data.other.kinds)
      expect(lines).toContain(
        `${textsIn('en-US')[`income_kind_${kind as 'fee'}`]},${expected},${received},${change}`,
      )
    const german = (await print(await make('expected_income'), 'csv', { [languageHeader]: 'de' })).body
    expect(german).toContain('Angekündigt oder vertraglich')
    const text = await printedText(await make('expected_income'))
    expect(text).toContain('By certainty')
    expect(text).toContain('Cash ladder')
    expect(text).toContain('Received: the twelve months from')
    await app.database.query('delete from instrument_event')
  })

  it('use the language of the page where they are ordered', async () => {
    const report = await make('fees')
    const csv = await Promise.all(
      languages.map(async language => (await print(report, 'csv', { [languageHeader]: language })).body),
    )
    for (const [place, language] of languages.entries())
      expect(csv[place]).toContain(textsIn(language).report_col_custodian)
  })

  it('are available as XLSX too', async () => {
    const reply = await print(await make('transactions'), 'xlsx')
    expect(reply.rawPayload.subarray(0, 2).toString()).toBe('PK')
    const name = decodeURIComponent(String(reply.headers['content-disposition']))
    expect(name).toMatch(/Birchwood .* \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d CHF\.xlsx/)
  })

  it('start with a sheet that says what the workbook is about', async () => {
    const { rawPayload } = await print(await make('positions'), 'xlsx')
    expect(readZipEntry(rawPayload, 'xl/workbook.xml')).toMatch(/<sheets><sheet [^>]*name="README"/)
    const texts =
      readZipEntry(rawPayload, 'xl/worksheets/sheet1.xml') + readZipEntry(rawPayload, 'xl/sharedStrings.xml')
    for (const text of [
      'Birchwood',
      textsIn('en-US').report_fact_period,
      textsIn('en-US').report_fact_currency,
      'CHF',
    ])
      expect(texts).toContain(text)
  })

  it('as CSV start with what they are about', async () => {
    const lines = (await print(await make('positions'), 'csv')).body.split('\r\n')
    expect(lines[0]).toBe('Birchwood')
    expect(lines).toContain(`${textsIn('en-US').report_fact_currency},CHF`)
    expect(lines.find(line => line.startsWith(textsIn('en-US').report_fact_period))).toMatch(/\d{4}/)
  })
})
