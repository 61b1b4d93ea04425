import { languageHeader } from '@plumbline/contract'
import { formatAmount, formatPercent } from '@plumbline/contract/format'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let as: string
let family: string
let calm: string
let empty: string
let unpriced: string

/** 700 shares at 100, 200 bonds at 100 and 10,000 in cash: 70, 20 and 10 %. The second family holds cash alone. */
beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const { id } = await app.addUser({ username: 'avi', role: 'adviser' })
  const addClient = async (name: string) => {
    const made = await app.addFamily(name)
    await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, made])
    return made
  }
  family = await addClient('Grown')
  calm = await addClient('Calm')
  empty = await addClient('Empty')
  unpriced = await addClient('Unpriced')
  const shares = await ledger.instrument('Acme')
  const notes = await ledger.instrument('Note', 'bond')
  await ledger.prices(shares, { '2026-11-09': 60, '2026-11-13': 100 })
  await ledger.prices(notes, { '2026-11-09': 100, '2026-11-13': 100 })
  const main = await ledger.account(family, 'Main')
  const date = '2026-11-10'
  await ledger.post(family, main, { type: 'deposit', date: '2026-11-09', amount: '72000' })
  await ledger.post(family, main, { type: 'trade', date, instrument: shares, quantity: '700', price: '60' })
  await ledger.post(family, main, { type: 'trade', date, instrument: notes, quantity: '200', price: '100' })
  const cash = await ledger.account(calm, 'Cash')
  await ledger.post(calm, cash, { type: 'deposit', date, amount: '1000' })
  const stake = await ledger.instrument('Stake')
  const held = await ledger.account(unpriced, 'Main')
  await ledger.post(unpriced, held, { type: 'transfer_in', date, instrument: stake, quantity: '5' })
  as = (await app.signIn('avi')).access
})
afterAll(() => app.close())
beforeEach(() => app.database.query('delete from target_allocation'))

const call = (url: string, payload: object = {}, headers = {}) =>
  app.call({ method: 'POST', url, payload, as, headers })
type Buckets = Record<string, [weight: number, min: number, max: number]>
const setTarget = (of: string, buckets: Buckets, more: object = {}) =>
  call('/api/targets/', {
    family: of,
    name: 'Balanced',
    dimension: 'instrument_type',
    valid_from: '2026-01-01',
    buckets: Object.entries(buckets).map(([key, [weight, min, max]]) => ({ key, weight, min, max })),
    ...more,
  })
const balanced: Buckets = { equity: [0.5, 0.45, 0.55], bond: [0.4, 0.35, 0.45], cash: [0.1, 0.05, 0.15] }
const listed = async (id: string) => {
  const { data } = (await call('/api/clients/list/')).json()
  return data.find((each: { family: { id: string } }) => each.family.id === id)
}

describe('the drift of a client', () => {
  it('is that of the target allocation, and leaving a band needs attention', async () => {
    await setTarget(family, balanced)
    const client = await listed(family)
    expect(client.largest_drift).toMatchObject({
      dimension: 'instrument_type',
      key: 'equity',
      name: 'Equity',
      ...{ weight: 0.7, target: 0.5, min: 0.45, max: 0.55, drift: 0.2, state: 'above', is_partial: false },
    })
    expect(client.drift_gap).toBeNull()
    expect(client.alerts).toContainEqual({ kind: 'outside_band', text: 'Equity outside its band' })
    const { data } = (await call('/api/targets/drift/?dimension=instrument_type', { family })).json()
    expect(data.buckets[0].drift).toBe(client.largest_drift.drift)
  })

  it('is outside a narrow band rather than larger inside a wide one', async () => {
    await setTarget(family, { equity: [0.5, 0, 1], bond: [0.4, 0.1, 0.6], cash: [0.1, 0.1, 0.1] })
    await setTarget(
      family,
      { CHF: [0.95, 0.9, 0.96], EUR: [0.05, 0.04, 0.1] },
      { dimension: 'currency', name: 'Currencies' },
    )
    expect((await listed(family)).largest_drift).toMatchObject({
      dimension: 'currency',
      key: 'CHF',
      state: 'above',
    })
  })

  it('raises no alert inside its band', async () => {
    await setTarget(calm, { cash: [0.9, 0.8, 1], equity: [0.1, 0, 0.2] })
    const client = await listed(calm)
    expect(client.largest_drift).toMatchObject({ state: 'within', drift: 0.1 })
    expect(client.alerts).toEqual([])
  })

  it('is missing with its reason', async () => {
    expect(await listed(family)).toMatchObject({ largest_drift: null, drift_gap: 'no_target' })
    await setTarget(family, balanced, { valid_from: '2030-01-01' })
    expect(await listed(family)).toMatchObject({ largest_drift: null, drift_gap: 'no_target' })
    await setTarget(unpriced, balanced)
    expect(await listed(unpriced)).toMatchObject({ largest_drift: null, drift_gap: 'no_price' })
    expect(await listed(empty)).toMatchObject({ largest_drift: null, drift_gap: 'no_target' })
    await setTarget(empty, balanced)
    expect(await listed(empty)).toMatchObject({ largest_drift: null, drift_gap: 'no_base' })
  })

  it('follows a change of the target without any transaction', async () => {
    const made = (await setTarget(family, balanced)).json().data
    await listed(family)
    await app.call({
      method: 'PATCH',
      url: `/api/targets/${made.id}/`,
      payload: { buckets: [{ key: 'equity', weight: 1, min: 0.6, max: 1 }] },
      as,
    })
    const client = await listed(family)
    expect(client.largest_drift).toMatchObject({ target: 1, state: 'within' })
    expect(client.largest_drift.drift).toBeCloseTo(-0.3, 12)
  })

  it('sorts the list by its size, clients without a target last', async () => {
    await setTarget(family, balanced)
    await setTarget(calm, { cash: [0.9, 0.8, 1], equity: [0.1, 0, 0.2] })
    const order = async (by: string) =>
      (await call(`/api/clients/list/?order_by=${by}`))
        .json()
        .data.map((each: { family: { name: string } }) => each.family.name)
    expect((await order('-largest_drift')).slice(0, 2)).toEqual(['Grown', 'Calm'])
    expect((await order('largest_drift')).slice(0, 2)).toEqual(['Calm', 'Grown'])
  })

  it('is in the CSV and in a comparison', async () => {
    await setTarget(family, balanced)
    const lines = (await call('/api/clients/list/', {}, { accept: 'text/csv' })).body.split('\r\n')
    const columns = (lines[0] ?? '').replace('\uFEFF', '').split(',')
    const read = (name: string, start: string) =>
      (lines.find(line => line.startsWith(start)) ?? '').split(',')[columns.indexOf(name)]
    expect(Number(read('largest_drift', 'Grown'))).toBeCloseTo(0.2, 12)
    expect([read('drift_group', 'Grown'), read('drift_state', 'Grown')]).toEqual(['Equity', 'above'])
    expect([read('largest_drift', 'Calm'), read('drift_state', 'Calm')]).toEqual(['', 'no_target'])
    const { data } = (await call('/api/clients/compare/', { families: [family, calm] })).json()
    expect(data.clients[0].largest_drift).toMatchObject({ key: 'equity', state: 'above' })
    expect(data.clients[1]).toMatchObject({ largest_drift: null, drift_gap: 'no_target' })
  })
})

describe('a comparison as CSV', () => {
  it('has both clients side by side with their currencies, and is named after them', async () => {
    await setTarget(family, balanced)
    const body = { families: [family, unpriced], currency: 'CHF' }
    const reply = await call('/api/clients/compare/', body, { accept: 'text/csv' })
    expect(reply.headers['content-disposition']).toMatch(/Grown and Unpriced \d{4}-\d\d-\d\d CHF/)
    const [head = '', ...lines] = reply.body.trim().split('\r\n')
    const columns = head.replace('\uFEFF', '').split(',')
    const rows = lines.map(line => Object.fromEntries(line.split(',').map((cell, at) => [columns[at], cell])))
    const find = (key: string) => rows.find(row => row.key === key)
    const { data } = (await call('/api/clients/compare/', body)).json()
    expect(find('value')).toMatchObject({
      section: 'figure',
      first_client: 'Grown',
      first_value: String(data.clients[0].value),
      first_currency: 'CHF',
      second_client: 'Unpriced',
      second_value: '',
      calculated_currency: 'CHF',
      as_of: data.basis.as_of,
    })
    expect(find('value')?.second_flags).toContain('no_price')
    expect(Number(find('equity')?.first_value)).toBe(data.allocation[0].weights[0])
    expect(find('largest_drift')).toMatchObject({ second_value: '', first_currency: '' })
    expect(find('drift_group')).toMatchObject({ first_value: 'Equity', second_value: 'no_target' })
  })
})

describe('a comparison as PDF', () => {
  const printed = async (body: object, language?: string) => {
    const accept = 'application/pdf'
    const reply = await call('/api/clients/compare/', body, {
      accept,
      ...(language && { [languageHeader]: language }),
    })
    expect([reply.statusCode, reply.headers['content-type']], reply.body.slice(0, 200)).toEqual([200, accept])
    const pages = await getDocumentProxy(new Uint8Array(reply.rawPayload))
    const { text } = await extractText(pages, { mergePages: true })
    return { reply, text: text.replaceAll(/\s+/g, ' ') }
  }

  it('states the figures of the screen, and which client lacks prices', async () => {
    await setTarget(family, balanced)
    const body = { families: [family, unpriced], currency: 'CHF' }
    const { reply, text } = await printed(body)
    expect(reply.headers['content-disposition']).toContain('Grown and Unpriced Comparison')
    const { data } = (await call('/api/clients/compare/', body)).json()
    const [first] = data.clients
    for (const words of [
      'Grown and Unpriced',
      formatAmount(first.value, 'en-US'),
      formatPercent(first.ytd_pnl_rel, 'en-US', { sign: 'always' }),
      '+20.0 pp Equity',
      'No target',
      'No security is held by both.',
      'Unpriced: prices or exchange rates are missing.',
    ])
      expect(text).toContain(words)
    expect((await printed(body, 'de')).text).toContain('Von beiden gehalten')
  })

  it('is refused for a family of someone else', async () => {
    const other = await app.addFamily('Hidden')
    const body = { families: [family, other] }
    expect((await call('/api/clients/compare/', body, { accept: 'application/pdf' })).statusCode).toBe(404)
  })
})
