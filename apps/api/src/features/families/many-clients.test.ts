import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { printResult } from '../../testing/access/sizes.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

const familiesCount = 200
let app: TestApp
let avi: string
let firstAccount: string
let firstFamily: string

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('Acme')
  await ledger.prices(share, { '2026-01-05': 100, '2026-01-06': 110 })
  const { id: aviId } = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.database.query(
    `with made as (insert into family (name) select 'Client ' || lpad(n::text, 3, '0') from generate_series(1, $2::int) n returning id)
     insert into family_access (user_id, family_id) select $1, id from made`,
    [aviId, familiesCount],
  )
  await app.database.query(
    `insert into account (family_id, custodian_id, name, base_currency)
     select id, 'manual', 'Depot', 'CHF' from family`,
  )
  const { rows } = await app.database.query('select id, family_id from account order by id')
  for (const { id, family_id } of rows) {
    await ledger.post(family_id, id, { type: 'deposit', date: '2026-01-05', amount: '1000' })
    const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(family_id, id, { type: 'trade', date: '2026-01-05', ...bought })
  }
  ;[firstAccount, firstFamily] = [rows[0].id, rows[0].family_id]
  avi = (await app.signIn('avi')).access
}, 120_000)
afterAll(() => app.close())

const list = async (query = '') => {
  const started = performance.now()
  const reply = await app.call({
    method: 'POST',
    url: `/api/clients/list/?limit=1000&group_by=attention${query}`,
    payload: {},
    as: avi,
  })
  return { ms: performance.now() - started, body: reply.json() }
}

const measureMedian = async () => {
  const times: number[] = []
  for (let run = 0; run < 7; run += 1) times.push((await list()).ms)
  return times.sort((a, b) => a - b)[3] ?? Number.POSITIVE_INFINITY
}

/** Each client holds shares alone, far above this target. */
const setTargets = () =>
  app.database.query(
    `insert into target_allocation (family_id, dimension, name, valid_from, buckets)
     select id, 'instrument_type', 'Balanced', '2026-01-01', $1::jsonb from family`,
    [
      JSON.stringify([
        { key: 'equity', weight: 5000, min: 4500, max: 5500 },
        { key: 'cash', weight: 5000, min: 4500, max: 5500 },
      ]),
    ],
  )

describe('a list of 200 clients', () => {
  it('follows a change of one of them', {
    timeout: 120_000,
  }, async () => {
    const first = await list()
    expect(first.body).toMatchObject({
      count: familiesCount,
      total: { value_calculated: 1100 * familiesCount },
    })
    const median = await measureMedian()
    await testLedger(app.database).post(firstFamily, firstAccount, {
      type: 'deposit',
      date: '2026-01-06',
      amount: '500',
    })
    const changed = await list()
    expect(changed.body.total.value_calculated).toBe(1100 * familiesCount + 500)
    await setTargets()
    const firstDrift = await list()
    expect(firstDrift.body.counts.attention).toBe(familiesCount)
    const withDrift = await measureMedian()
    printResult(
      `200 clients: first ${first.ms.toFixed(0)} ms, then ${median.toFixed(0)} ms, after a change ${changed.ms.toFixed(0)} ms; with targets ${firstDrift.ms.toFixed(0)} ms, then ${withDrift.toFixed(0)} ms`,
    )
  })
})
