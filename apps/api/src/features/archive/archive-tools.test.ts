import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readZip, writeZip } from '../../platform/http/bodies/zip.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { archiveTables, tablesByVersion } from './archive-tables.ts'
import { comparableArchive } from './testing/comparable-archive.ts'

let here: TestApp
let there: TestApp
let family: string
let bytes: Buffer

const names = ['manifest.json', 'prices.csv', 'rates.csv', ...archiveTables.map(table => `${table}.json`)]
const unpacked = (zip: Buffer) => readZip(zip, new Set(names), 1e8)

beforeAll(async () => {
  ;[here, there] = await Promise.all([createTestApp(), createTestApp()])
  family = await here.addFamily('Own')
  await here.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await here.addUser({ username: 'mate', role: 'investor', familyId: family })
  for (const app of [here, there]) await app.addUser({ username: 'root', role: 'admin' })
  const ledger = testLedger(here.database)
  const main = await ledger.account(family, 'Main')
  const [rail, chip] = [await ledger.instrument('Rail'), await ledger.instrument('Chip')]
  await here.database.query('update instrument set is_watchable = true')
  await ledger.prices(rail, { '2026-01-05': 100, '2026-06-30': 120 })
  await ledger.prices(chip, { '2026-01-05': 40, '2026-06-30': 55 })
  await ledger.post(family, main, { type: 'deposit', date: '2026-01-05', amount: '50000' })
  const position = await ledger.post(family, main, {
    type: 'trade',
    date: '2026-01-05',
    instrument: rail,
    quantity: '100',
    price: '100',
  })
  const ivy = await caller(here, 'ivy')
  await ivy('POST', '/api/strategy/', { name: 'Core', description: 'Stays', position_ids: [position] })
  await ivy('POST', '/api/watchlist/user/tickers/', {
    ticker: chip,
    note: 'Cheap',
    price_targets: [{ price: 60, direction: 'above', note: 'Sell' }],
  })
  await ivy('POST', '/api/templates/', { name: 'Only main', filterAccount: [main] })
  const report = await ivy('POST', '/api/reports/', {
    name: 'Quarter',
    report_type: 'performance',
    calculated_currency: 'CHF',
    filter_account: [main],
  })
  await ivy('POST', '/api/user-tasks/', {
    name: 'By mail',
    task_type: 'report_schedule',
    actions: ['in_app'],
    task_data: { report: report.id, cadence: 'monthly', recipients: ['tax@example.com'] },
  })
  const mate = await caller(here, 'mate')
  await mate('POST', '/api/strategy/', { name: 'Private' })
  await mate('POST', '/api/templates/', { name: 'Of a mate' })
  await here.database.query(
    `insert into account_tolerance (family_id, account_id, price) select family_id, id, 0.02 from account where id = $1`,
    [main],
  )
  await here.database.query(
    `insert into finding_decision (family_id, finding, note) values ($1, 'stale ' || $2::text, 'Is known')`,
    [family, rail],
  )
  bytes = await download(here, 'ivy', family)
})
afterAll(async () => {
  await here.close()
  await there.close()
})

// biome-ignore lint/suspicious/noExplicitAny: replies of every kind, looked into by the tests.
type Call = (method: 'GET' | 'POST', url: string, payload?: object) => Promise<any>

async function caller(app: TestApp, username: string): Promise<Call> {
  const { access } = await app.signIn(username)
  return async (method, url, payload) => {
    const reply = await app.call({ method, url, as: access, ...(payload && { payload }) })
    if (reply.statusCode >= 300) throw new Error(`${url}: ${reply.statusCode} ${reply.body}`)
    return reply.json().data
  }
}

async function download(app: TestApp, username: string, id: string): Promise<Buffer> {
  const { access } = await app.signIn(username)
  const reply = await app.call({ method: 'GET', url: `/api/families/${id}/archive/`, as: access })
  expect(reply.statusCode).toBe(200)
  return reply.rawPayload
}

/** The personal data that a user sees. */
async function toolsOf(app: TestApp, username: string, familyId: string) {
  const ask = await caller(app, username)
  const body = { settings: { currency: 'CHF', period: { name: 'all' } }, family: familyId }
  const strategies = await ask('POST', '/api/strategy/list/', body)
  const tickers = await ask('GET', '/api/watchlist/user/tickers/')
  const templates = await ask('GET', '/api/templates/')
  const reports = await ask('GET', '/api/reports/')
  const rules = await ask('GET', '/api/user-tasks/')
  const withoutIds = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'))
  return withoutIds({ strategies, tickers, templates, reports, rules })
}

const look = (payload: Buffer, as?: string) =>
  there.call({ method: 'POST', url: '/api/families/archive/contents/', payload, ...(as && { as }) })

async function restore(app: TestApp, payload: Buffer, name: string) {
  const { access } = await app.signIn('root')
  const url = `/api/families/archive/?name=${name}&add_market_data=true`
  const reply = await app.call({ method: 'POST', url, as: access, payload })
  return { status: reply.statusCode, ...reply.json() }
}

describe('personal data in an archive', () => {
  it('is counted in the preview', async () => {
    const { access } = await there.signIn('root')
    const before = await there.database.query('select count(*)::int as count from family')
    expect((await look(bytes, access)).json().data).toMatchObject({
      name: 'Own',
      is_name_taken: false,
      currency: 'CHF',
      accounts_count: 1,
      transactions_count: 2,
      instruments_count: 2,
      prices_count: 4,
      strategies_count: 1,
      tickers_count: 1,
      templates_count: 1,
      reports_count: 1,
      rules_count: 1,
    })
    expect((await look(Buffer.from('PK'), access)).json().errors[0].code).toBe('unreadable_file')
    expect((await look(bytes)).statusCode).toBe(401)
    const { rows } = await there.database.query('select count(*)::int as count from family')
    expect(rows).toEqual(before.rows)
  })

  it('goes to the user who restores it, and exports again unchanged', async () => {
    const { data } = await restore(there, bytes, 'Own')
    expect(data).toMatchObject({
      strategies_count: 1,
      tickers_count: 1,
      templates_count: 1,
      reports_count: 1,
      rules_count: 1,
      left_out: [],
    })
    const [before, after] = [await toolsOf(here, 'ivy', family), await toolsOf(there, 'root', data.family.id)]
    expect(before.strategies[0]).toMatchObject({ name: 'Core' })
    expect(before.strategies[0].pnl_abs).not.toBeNull()
    expect(before.tickers[0]).toMatchObject({ note: 'Cheap', price_targets: [{ price: 60 }] })
    expect(after.strategies).toEqual(before.strategies)
    expect(after.tickers).toEqual(before.tickers)
    expect(after.templates).toEqual(before.templates)
    expect(after.reports).toEqual(before.reports)
    // Restored rules are paused until somebody activates them.
    const paused = (rule: object) => ({ ...rule, is_active: false, next_run_at: null })
    expect(after.rules).toEqual(before.rules.map(paused))
    const [first, again] = [
      await comparableArchive(bytes),
      await comparableArchive(await download(there, 'root', data.family.id)),
    ]
    expect(again).toEqual(first)
    // Both installations know the same custodians, but not since the same moment.
    expect(first['custodian.json']).toContain('manual')
    expect(first['custodian.json']).not.toContain('created_at')
  })

  it('of other users is not included', async () => {
    const files = await unpacked(bytes)
    const all = [...files.values()].map(file => file.toString()).join()
    expect(all).toContain('Core')
    expect(all).not.toContain('Private')
    expect(all).not.toContain('Of a mate')
    expect(all).not.toMatch(/password|user_id|@plumbline/)
  })

  it('is skipped and reported if it exists already', async () => {
    const { status, data } = await restore(there, bytes, 'Again')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      strategies_count: 1,
      tickers_count: 0,
      templates_count: 0,
      reports_count: 1,
    })
    expect(data.left_out).toEqual([
      { kind: 'ticker', reason: 'already_there', count: 1 },
      { kind: 'template', reason: 'already_there', count: 1 },
    ])
    const { rows } = await there.database.query('select count(*)::int as count from price_target')
    expect(rows[0].count).toBe(1)
  })

  it('cannot be injected into the strategies of another user by a forged archive', async () => {
    const { rows } = await there.database.query('select id from strategy limit 1')
    const forged = await changed('strategy_position.json', text =>
      text.replace(/"strategy_id": "[^"]*"/, `"strategy_id": "${rows[0].id}"`),
    )
    const refused = await restore(there, forged, 'Forged')
    expect(refused.status).toBe(400)
    expect(refused.errors[0].message).toContain('strategy_position.json is inconsistent')
  })

  it('is skipped if it is not valid here', async () => {
    const odd = await changed('template.json', text =>
      text.replace('"filterAccount": [', '"filterAccount": [7, '),
    )
    const { data } = await restore(there, odd, 'Odd')
    expect(data.left_out).toContainEqual({ kind: 'template', reason: 'unusable', count: 1 })
    expect(await toolsOf(there, 'root', data.family.id)).toBeTruthy()
  })

  it.each([
    { version: 1, files: 11, strategies: 0 },
    { version: 2, files: 22, strategies: 1 },
  ])('in version $version archives is restored as far as they have it', async ({ version, ...expected }) => {
    const files = await unpacked(bytes)
    const written = tablesByVersion.get(version)
    const older = [...files]
      .filter(
        ([name]) => !name.endsWith('.json') || name === 'manifest.json' || written?.has(name.slice(0, -5)),
      )
      .map(([name, file]) => ({
        name,
        bytes: Buffer.from(file.toString().replace('"version":3', `"version":${version}`)),
      }))
    expect(older).toHaveLength(expected.files)
    const { status, data } = await restore(there, await writeZip(older), `Older ${version}`)
    expect(status).toBe(200)
    expect(data).toMatchObject({
      transactions_count: 2,
      strategies_count: expected.strategies,
      benchmarks_count: 0,
      targets_count: 0,
      client_tasks_count: 0,
    })
  })
})

async function changed(name: string, change: (text: string) => string): Promise<Buffer> {
  const files = await unpacked(bytes)
  const entries = [...files].map(([title, file]) => ({
    name: title,
    bytes: title === name ? Buffer.from(change(file.toString())) : file,
  }))
  expect(entries.find(entry => entry.name === name)?.bytes).not.toEqual(files.get(name))
  return writeZip(entries)
}
