import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { type ArchiveTable, archiveTables, references, tablesWithIds } from './archive-tables.ts'
import { changedArchive, readArchiveFiles } from './testing/changed-archive.ts'
import { comparableArchive } from './testing/comparable-archive.ts'

/** Every table of the database that is not in an archive, with the reason. */
const leftOut: Record<string, string> = {
  family: 'Its name and currency are in the manifest; a restore creates the row.',
  price: 'Is in prices.csv.',
  fx_rate: 'Is in rates.csv.',
  price_chunk: 'Derived from the prices.',
  fx_chunk: 'Derived from the rates.',
  market_version: 'Counts changes of this installation.',
  market_change: 'Counts changes of this installation.',
  family_version: 'Counts changes of this installation.',
  ledger_change: 'Counts changes of this installation.',
  instrument_merge: 'Archives state the instrument that a merge kept.',
  instrument_change: 'The history of shared instruments belongs to the installation.',
  app_user: 'Users belong to the installation.',
  user_settings: 'Users belong to the installation.',
  family_access: 'Users belong to the installation.',
  account_grant: 'Users belong to the installation.',
  client_view: 'A view of all clients of a user, not of one family.',
  client_statement: 'Statements are printed by one installation.',
  calendar_subscription: 'A secret link.',
  api_token: 'A secret.',
  backup_code: 'A secret.',
  one_time_link: 'A secret.',
  sign_in: 'A secret.',
  two_factor: 'A secret.',
  two_factor_challenge: 'A secret.',
  server_key: 'A secret.',
  registration: 'Belongs to the installation.',
  security_rules: 'Belongs to the installation.',
  server_address: 'Belongs to the installation.',
  try_limit: 'Belongs to the installation.',
  idempotency_key: 'Requests of this installation.',
  integration: 'Sources with secrets of this installation.',
  integration_secret: 'A secret.',
  integration_run: 'Events of this installation.',
  feed_delivery: 'Events of this installation.',
  import: 'Events of this installation; what was posted is in the transactions.',
  import_file: 'Events of this installation; what was posted is in the transactions.',
  import_row: 'Events of this installation; what was posted is in the transactions.',
  matching_rule: 'Rules name securities of this installation, which a restore creates anew.',
  security_correction: 'Events of this installation; what was posted is in the transactions.',
  trade_cash: 'Events of this installation; what was posted is in the transactions.',
  reconciliation_posting: 'Events of this installation; what was posted is in the transactions.',
  background_job: 'Events of this installation.',
  notification: 'Events of this installation.',
  mail: 'Events of this installation.',
  mail_pause: 'Events of this installation.',
  audit_line: 'The log proves one installation.',
  audit_chain: 'The log proves one installation.',
  audit_seal: 'The log proves one installation.',
  schema_migration: 'Belongs to the installation.',
  schema_migration_lock: 'Belongs to the installation.',
}

let here: TestApp
let there: TestApp
let family: string
let bytes: Buffer

beforeAll(async () => {
  ;[here, there] = await Promise.all([createTestApp(), createTestApp()])
  await there.addUser({ username: 'root', role: 'admin' })
  family = await fill(here)
  bytes = await download(here, family)
})
afterAll(async () => {
  await here.close()
  await there.close()
})

/** A family with a row in each table of an archive, all of it seen by the administrator who takes it. */
async function fill(app: TestApp): Promise<string> {
  const id = await app.addFamily('Own')
  const root = await app.addUser({ username: 'root', role: 'admin' })
  const ledger = testLedger(app.database)
  const query = (text: string, ...values: unknown[]) => app.database.query(text, values)
  const insert = async (text: string, ...values: unknown[]): Promise<string> =>
    (await query(`${text} returning id`, ...values)).rows[0].id
  const main = await ledger.account(id, 'Main')
  const share = await ledger.instrument('Rail')
  const [index, wanted] = [await ledger.instrument('World', 'etf'), await ledger.instrument('Wanted')]
  await query('update instrument set is_watchable = true')
  await ledger.prices(share, { '2026-01-05': 100, '2026-06-30': 120 })
  await ledger.prices(index, { '2026-01-05': 1000, '2026-06-30': 1100 })
  await ledger.post(id, main, { type: 'deposit', date: '2026-01-05', amount: '50000' })
  const buy = { type: 'trade', date: '2026-01-05', instrument: share, quantity: '100', price: '100' }
  const [lot, other] = [await ledger.post(id, main, buy), await ledger.post(id, main, buy)]
  await query(
    `insert into instrument_identifier (instrument_id, kind, value) values ($1, 'valor', '123')`,
    share,
  )
  await query(
    'insert into split (instrument_id, ex_date, numerator, denominator) values ($1, $2, 2, 1)',
    share,
    '2026-02-02',
  )
  await query(
    `insert into instrument_event (instrument_id, event_type, date) values ($1, 'earnings', '2026-03-03')`,
    share,
  )
  await query(
    `insert into linked_position (family_id, position_id, linked_position_id, kind) values ($1, $2, $3, 'hedge')`,
    id,
    lot,
    other,
  )
  await query(
    `insert into account_statement (family_id, account_id, date, source, lines) values ($1, $2, '2026-01-07', 'typed', '[]')`,
    id,
    main,
  )
  await query(
    'insert into account_tolerance (family_id, account_id, price) select family_id, id, 0.02 from account where id = $1',
    main,
  )
  await query(
    `insert into import_mapping (family_id, signature, account_id, name, mapping) values ($1, 'signed', $2, 'Bank', '{}')`,
    id,
    main,
  )
  await query(`insert into finding_decision (family_id, finding, note) values ($1, 'stale', 'Is known')`, id)
  const strategy = await insert(
    `insert into strategy (user_id, family_id, name) values ($1, $2, 'Core')`,
    root.id,
    id,
  )
  await query('insert into strategy_position (strategy_id, position_id) values ($1, $2)', strategy, lot)
  const ticker = await insert(
    'insert into watched_ticker (user_id, instrument_id) values ($1, $2)',
    root.id,
    share,
  )
  await query(
    `insert into price_target (watched_ticker_id, price, direction) values ($1, 150, 'above')`,
    ticker,
  )
  await query(
    'insert into template (user_id, name, filters) values ($1, $2, $3)',
    root.id,
    'Only main',
    JSON.stringify({ filterAccount: [main] }),
  )
  await query(
    `insert into report (user_id, family_id, name, report_type, calculated_currency)
     values ($1, $2, 'Quarter', 'statement', 'CHF')`,
    root.id,
    id,
  )
  await query(
    `insert into user_task (user_id, family_id, name, task_type, actions, task_data)
     values ($1, $2, 'Sources', 'integration_failure', '{in_app}', '{}')`,
    root.id,
    id,
  )
  await fillComparisons(app, { id, root: root.id, strategy, share, index, wanted, lot })
  return id
}

interface Filled {
  id: string
  root: string
  strategy: string
  share: string
  index: string
  wanted: string
  lot: string
}

/** Benchmarks of the family, of a group and of a strategy, targets of two days, tasks and notes. */
async function fillComparisons(app: TestApp, { id, root, strategy, share, index, wanted, lot }: Filled) {
  const { access } = await app.signIn('root')
  const post = async (url: string, payload: object) => {
    const reply = await app.call({ method: 'POST', url, as: access, payload: { family: id, ...payload } })
    expect(reply.statusCode, reply.body).toBeLessThan(300)
  }
  const blend = {
    name: 'Balanced',
    rebalancing: 'quarterly',
    return_type: 'total',
    components: [{ instrument: index, stands_for: 'equity' }, { instrument: share }],
    weights: [
      { valid_from: '2026-01-01', weights: [0.6, 0.4] },
      { valid_from: '2026-04-01', weights: [0.5525, 0.4475] },
    ],
  }
  await post('/api/benchmarks/', blend)
  await post('/api/benchmarks/', { ...blend, group: { by: 'currency', key: 'CHF' } })
  await post('/api/benchmarks/', { ...blend, strategy })
  const classes = [
    { key: 'equity', weight: 0.8, min: 0.7, max: 0.9 },
    { key: 'cash', weight: 0.2, min: 0.1, max: 0.3 },
  ]
  const target = { name: 'Growth', dimension: 'instrument_type', buckets: classes, locked_positions: [lot] }
  await post('/api/targets/', { ...target, valid_from: '2026-01-01' })
  await post('/api/targets/', { ...target, valid_from: '2026-05-01' })
  const securities = [
    { key: wanted, weight: 0.9, min: 0.8, max: 1 },
    { key: 'cash', weight: 0.1, min: 0, max: 0.2 },
  ]
  await post('/api/targets/', {
    ...target,
    dimension: 'position',
    buckets: securities,
    strategy,
    valid_from: '2026-01-01',
  })
  await app.database.query(
    `insert into client_task (family_id, kind, text, assignee_id, due_date, created_by, done_at, done_by) values
      ($1, 'task', 'Call about the bonds', $2, '2026-08-01', $2, null, null),
      ($1, 'task', 'Send the statement', null, '2026-05-01', $2, '2026-05-02', $2),
      ($1, 'note', 'Prefers mail', null, null, $2, null, null)`,
    [id, root],
  )
}

async function download(app: TestApp, id: string): Promise<Buffer> {
  const { access } = await app.signIn('root')
  const reply = await app.call({ method: 'GET', url: `/api/families/${id}/archive/`, as: access })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

async function restore(payload: Buffer, name: string) {
  const { access } = await there.signIn('root')
  const url = `/api/families/archive/?name=${name}&add_market_data=true`
  const reply = await there.call({ method: 'POST', url, as: access, payload })
  return { status: reply.statusCode, ...reply.json() }
}

/** Benchmarks, drift and tasks as shown, without ids. */
async function shown(app: TestApp, id: string) {
  const { access } = await app.signIn('root')
  const body = { settings: { currency: 'CHF', period: { name: 'all' } }, family: id }
  const ask = async (method: 'GET' | 'POST', url: string) => {
    const reply = await app.call({ method, url, as: access, ...(method === 'POST' && { payload: body }) })
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().data
  }
  const [compared, drift] = [
    await ask('POST', '/api/benchmarks/compare/'),
    await ask('POST', '/api/targets/drift/'),
  ]
  const all = {
    benchmarks: await ask('GET', `/api/benchmarks/?family=${id}&limit=50`),
    targets: await ask('GET', `/api/targets/?family=${id}&limit=50`),
    line: compared.line,
    periods: compared.periods,
    buckets: drift.buckets,
  }
  return JSON.parse(
    JSON.stringify(all)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/"family":\{[^}]*\}/g, '"family":null')
      .replaceAll(/"version":\d+/g, '"version":0'),
  )
}

describe('an archive', () => {
  it('has every table of the database, apart from those with a reason', async () => {
    const { rows } = await here.database.query(
      `select relname as name from pg_class
       where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`,
    )
    const tables: string[] = rows.map(({ name }) => name)
    const known = [...archiveTables, ...Object.keys(leftOut)]
    expect(known.toSorted()).toEqual(tables)
  })

  it('checks every reference between its tables', async () => {
    const { rows } = await here.database.query(
      `select c.conrelid::regclass::text as table, a.attname as column, c.confrelid::regclass::text as subject
       from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and a.attname <> 'family_id' order by 1, 2`,
    )
    const isArchived = (name: string): name is ArchiveTable => archiveTables.includes(name as ArchiveTable)
    const withIds: readonly string[] = tablesWithIds
    const unchecked = rows.filter(({ table, column, subject }: Record<string, string>) => {
      if (table === undefined || column === undefined || subject === undefined) return true
      return isArchived(table) && withIds.includes(subject) && references[table]?.[column] !== subject
    })
    expect(unchecked).toEqual([])
  })

  it('of a family with a row in each table has no empty file, and exports again unchanged', async () => {
    const files = await readArchiveFiles(bytes)
    const empty = archiveTables.filter(table => JSON.parse(files.get(`${table}.json`) ?? '[]').length === 0)
    expect(empty).toEqual([])
    const { data, status } = await restore(bytes, 'Own')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      benchmarks_count: 3,
      targets_count: 3,
      client_tasks_count: 3,
      left_out: [],
      not_restored: [],
    })
    expect(await comparableArchive(await download(there, data.family.id))).toEqual(
      await comparableArchive(bytes),
    )
    const [before, after] = [await shown(here, family), await shown(there, data.family.id)]
    expect(before.benchmarks).toHaveLength(3)
    expect(before.line.length).toBeGreaterThan(0)
    expect(before.buckets.length).toBeGreaterThan(0)
    expect(after).toEqual(before)
  })

  it('has no names of the staff, and restores tasks unassigned', async () => {
    const { rows } = await there.database.query(
      'select text, due_date::text, assignee_id, created_by, done_by, done_at is not null as is_done from client_task order by text',
    )
    const nobody = { assignee_id: null, created_by: null, done_by: null }
    expect(rows).toEqual([
      { text: 'Call about the bonds', due_date: '2026-08-01', is_done: false, ...nobody },
      { text: 'Prefers mail', due_date: null, is_done: false, ...nobody },
      { text: 'Send the statement', due_date: '2026-05-01', is_done: true, ...nobody },
    ])
    const tasks = (await readArchiveFiles(bytes)).get('client_task.json') ?? ''
    expect(tasks).not.toMatch(/assignee_id|created_by|done_by/)
  })

  it('has no tasks and notes when a user of the family takes it', async () => {
    await here.addUser({ username: 'ivy', role: 'investor', familyId: family })
    const { access } = await here.signIn('ivy')
    const reply = await here.call({ method: 'GET', url: `/api/families/${family}/archive/`, as: access })
    const files = await readArchiveFiles(reply.rawPayload)
    expect(JSON.parse(files.get('client_task.json') ?? '')).toEqual([])
    // Benchmarks and targets of the family are there, those of another user's strategy are not.
    expect(JSON.parse(files.get('benchmark.json') ?? '')).toHaveLength(2)
    expect(JSON.parse(files.get('target_allocation.json') ?? '')).toHaveLength(2)
  })

  it('states the instrument that a merge kept as the component of a benchmark', async () => {
    const ledger = testLedger(here.database)
    const kept = await ledger.instrument('World kept', 'etf')
    const { rows } = await here.database.query(`select id from instrument where name = 'World'`)
    const merged = rows[0].id
    await here.database.query('insert into instrument_merge (merged_id, kept_id) values ($1, $2)', [
      merged,
      kept,
    ])
    const after = await readArchiveFiles(await download(here, family))
    expect(after.get('benchmark.json')).toContain(kept)
    expect(after.get('benchmark.json')).not.toContain(merged)
    expect(after.get('instrument.json')).toContain('World kept')
  })
})

describe('a tampered archive', () => {
  const foreign = '7d9a1c34-5b6e-4f70-8a91-b2c3d4e5f607'

  it.each([
    ['benchmark.json', (text: string) => text.replace(/"instrument": "[^"]*"/, `"instrument": "${foreign}"`)],
    [
      'benchmark.json',
      (text: string) => text.replace(/"strategy_id": "[^"]*"/, `"strategy_id": "${foreign}"`),
    ],
    [
      'target_allocation.json',
      (text: string) => text.replace(/"key": "[0-9a-f-]{36}"/, `"key": "${foreign}"`),
    ],
  ])('is refused when %s names what is not in it', async (name, change) => {
    const { status, errors } = await restore(await changedArchive(bytes, { [name]: change }), 'Forged')
    expect(status).toBe(400)
    expect(errors[0].message).toContain(`${name} is inconsistent`)
  })

  it('leaves out benchmarks and targets that the API would refuse, and reports them', async () => {
    const odd = await changedArchive(bytes, {
      'benchmark.json': text => text.replace('[5525, 4475]', '[5525, 4474]'),
      'target_allocation.json': text => text.replace('"weight": 8000', '"weight": 8000.5'),
    })
    const { status, data } = await restore(odd, 'Odd')
    expect(status).toBe(200)
    expect(data).toMatchObject({ benchmarks_count: 2, targets_count: 2 })
    expect(data.left_out).toEqual(
      expect.arrayContaining([
        { kind: 'benchmark', reason: 'unusable', count: 1 },
        { kind: 'target', reason: 'unusable', count: 1 },
      ]),
    )
  })
})
