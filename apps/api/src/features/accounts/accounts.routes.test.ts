import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { untilBlocked } from '../../testing/until-blocked.ts'

let app: TestApp
let own: string
let other: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  await app.addUser({ username: 'ada', role: 'admin' })
  const avi = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'show', role: 'demo', familyId: own })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [avi.id, own])
  await app.database.query("insert into custodian (id, name) values ('bank', 'Bank of Test')")
  for (const name of ['ada', 'avi', 'ivy', 'ned', 'show']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const tokenOf = (name: string) => as[name] ?? ''
const call = (method: 'POST' | 'DELETE', url: string, who: string, payload: object) =>
  app.call({ method, url, payload, as: tokenOf(who) })
const list = (who: string, query = '', filter: object = {}) =>
  call('POST', `/api/accounts/list/${query}`, who, filter)
const create = (who: string, fields: object) =>
  call('POST', '/api/accounts/', who, { currency: 'CHF', ...fields })
const change = (who: string, id: string, fields: object) => call('POST', `/api/accounts/${id}/`, who, fields)
const remove = (who: string, id: string, payload: object = {}) =>
  call('DELETE', `/api/accounts/${id}/`, who, payload)
const errorOf = (reply: { json(): { errors: { code: string; field?: string; message: string }[] } }) =>
  reply.json().errors[0]
const names = (reply: { json(): { data: { name: string }[] } }) => reply.json().data.map(row => row.name)
async function made(who: string, fields: object): Promise<string> {
  const reply = await create(who, fields)
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().data.id
}

describe('manual accounts', () => {
  it('can be opened by investors in their own family and by staff in families they serve', async () => {
    const mine = (await create('ivy', { name: 'Art', cash: 'none', lot_method: 'hifo' })).json().data
    expect(mine).toMatchObject({
      family: { id: own, name: 'Own' },
      custodian: { id: 'manual' },
      is_manual: true,
      currency: 'CHF',
      cash: 'none',
      lot_method: 'hifo',
      variation_margin: 'booked',
      transactions_count: 0,
      positions_count: 0,
      value: 0,
      flags: [],
    })
    expect((await create('avi', { name: 'Advised', family: own })).statusCode).toBe(200)
    expect((await create('ada', { name: 'Kept', family: other })).statusCode).toBe(200)
    // Avi serves one family, so no choice is needed.
    expect((await create('avi', { name: 'Unnamed' })).json().data.family).toEqual({ id: own, name: 'Own' })
    expect(errorOf(await create('ada', { name: 'Nowhere' }))).toMatchObject({
      code: 'invalid_field',
      field: 'family',
    })
    expect(errorOf(await create('show', { name: 'Demo' }))?.code).toBe('demo_read_only')
  })

  it('return not found for a family the caller may not see', async () => {
    for (const who of ['ivy', 'avi']) {
      const foreign = await create(who, { name: 'Stowaway', family: other })
      const random = await create(who, { name: 'Stowaway', family: crypto.randomUUID() })
      expect([foreign.statusCode, foreign.body]).toEqual([random.statusCode, random.body])
      expect(foreign.statusCode).toBe(404)
    }
  })

  it('can be changed and deleted by every user who sees them', async () => {
    const id = await made('ivy', { name: 'House' })
    const changed = (await change('ivy', id, { name: 'Chalet', allows_short: true })).json().data
    expect(changed).toMatchObject({ name: 'Chalet', allows_short: true, lot_method: 'fifo' })
    expect(errorOf(await change('ivy', id, { name: 'ART' }))).toMatchObject({
      code: 'already_exists',
      field: 'name',
    })
    expect(errorOf(await change('ivy', id, { lot_method: 'luck' }))?.field).toBe('lot_method')
    expect(errorOf(await change('ivy', id, { variation_margin: 'luck' }))?.field).toBe('variation_margin')
    const settled = (await change('ivy', id, { variation_margin: 'derived' })).json().data
    expect(settled).toMatchObject({ name: 'Chalet', variation_margin: 'derived' })
    expect((await remove('ivy', id)).statusCode).toBe(204)
    expect((await change('ivy', id, { name: 'Ghost' })).statusCode).toBe(404)
  })

  it('return not found when erased during a change', async () => {
    const id = await made('ivy', { name: 'Short-lived' })
    await app.database.query('begin')
    await app.database.query('delete from account where id = $1', [id])
    const changing = change('ivy', id, { name: 'Too late' })
    await untilBlocked(app.database)
    await app.database.query('commit')
    expect((await changing).statusCode).toBe(404)
  })

  it('reject changes to family, custodian, currency and id, and name them', async () => {
    const id = await made('ivy', { name: 'Fixed' })
    const before = await app.database.query('select * from account where id = $1', [id])
    const greedy = {
      family_id: other,
      family: other,
      custodian: 'bank',
      custodian_id: 'bank',
      currency: 'USD',
      id: other,
    }
    const reply = await change('ivy', id, greedy)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual(Object.keys(greedy))
    const after = await app.database.query('select * from account where id = $1', [id])
    expect(after.rows).toEqual(before.rows)
  })

  it('of another family return not found', async () => {
    const theirs = await made('ned', { name: 'Secret' })
    for (const attempt of [
      (id: string) => change('ivy', id, { name: 'Mine' }),
      (id: string) => remove('ivy', id, { name: 'Secret' }),
      (id: string) => remove('avi', id, { name: 'Secret' }),
    ]) {
      const [foreign, random] = [await attempt(theirs), await attempt(crypto.randomUUID())]
      expect([foreign.statusCode, foreign.body]).toEqual([random.statusCode, random.body])
      expect(foreign.statusCode).toBe(404)
    }
    expect(names(await list('ned'))).toContain('Secret')
  })

  it('with transactions need their name typed in to be deleted, and report the count', async () => {
    const id = await made('ivy', { name: 'Full' })
    const ledger = testLedger(app.database)
    for (const date of ['2026-01-05', '2026-01-06'])
      await ledger.post(own, id, { type: 'deposit', date, amount: '100', net: '100' })
    const refused = await remove('ivy', id)
    expect([refused.statusCode, errorOf(refused)?.code]).toEqual([409, 'name_mismatch'])
    expect(errorOf(refused)?.message).toContain('2 transactions')
    expect((await remove('ivy', id, { name: 'full' })).statusCode).toBe(409)
    expect((await remove('ivy', id, { name: 'Full' })).statusCode).toBe(204)
    const { rows } = await app.database.query('select from transaction where account_id = $1', [id])
    expect(rows).toEqual([])
    const audit = await app.database.query(
      "select details from audit_line where action = 'account_erased' and subject = 'Full'",
    )
    expect(audit.rows).toEqual([{ details: { transactions: 2 } }])
  })

  it('are visible to the investor who opened them, even with limited account access', async () => {
    const limited = await app.addUser({ username: 'lim', role: 'investor', familyId: own })
    await app.database.query('update app_user set sees_all_accounts = false where id = $1', [limited.id])
    as.lim = (await app.signIn('lim')).access
    expect(names(await list('lim'))).toEqual([])
    await made('lim', { name: 'Limited' })
    expect(names(await list('lim'))).toEqual(['Limited'])
  })
})

describe('custodian accounts', () => {
  it('can be opened, changed and deleted by administrators only', async () => {
    const wanted = { name: 'Deposit', custodian: 'bank', family: own, number: '1-2' }
    for (const who of ['ivy', 'avi'])
      expect([(await create(who, wanted)).statusCode, errorOf(await create(who, wanted))?.code]).toEqual([
        403,
        'contact_account_manager',
      ])
    const { id, is_manual, data_status } = (await create('ada', wanted)).json().data
    expect([is_manual, data_status]).toEqual([false, 'no_data'])
    for (const who of ['ivy', 'avi']) {
      expect(errorOf(await change(who, id, { name: 'X' }))?.code).toBe('contact_account_manager')
      expect(errorOf(await remove(who, id, { name: 'Deposit' }))?.code).toBe('contact_account_manager')
    }
    expect((await change('ada', id, { number: '1-3' })).json().data.number).toBe('1-3')
    expect(errorOf(await create('ada', { ...wanted, name: 'Y', custodian: 'none' }))?.field).toBe('custodian')
    expect((await remove('ada', id)).statusCode).toBe(204)
  })
})

describe('the list of accounts', () => {
  it('contains only accounts the user may see', async () => {
    expect(names(await list('ned')).every(name => ['Kept', 'Secret'].includes(name))).toBe(true)
    expect(names(await list('ivy'))).toContain('Art')
    expect(names(await list('show'))).toContain('Art')
    expect(names(await list('avi'))).not.toContain('Secret')
    expect(names(await list('ada'))).toEqual(expect.arrayContaining(['Art', 'Secret']))
  })

  it('can be searched, filtered, sorted and paged', async () => {
    expect(names(await list('ada', '?q=SECR'))).toEqual(['Secret'])
    expect(names(await list('ada', '?q=%25'))).toEqual([])
    expect(names(await list('ada', '', { family: other })).sort()).toEqual(['Kept', 'Secret'])
    expect(names(await list('avi', '', { family: other }))).toEqual([])
    expect(names(await list('ada', '', { filters: { filter_custodian: ['bank'] } }))).toEqual([])
    const ordered = names(await list('ada', '?order_by=-name'))
    expect(ordered).toEqual([...ordered].sort((a, b) => b.toLowerCase().localeCompare(a.toLowerCase())))
    const first = (await list('ada', '?limit=2&order_by=name')).json()
    expect(first).toMatchObject({ count: ordered.length, previous: null })
    expect(first.next).toBe('/api/accounts/list/?limit=2&offset=2&order_by=name')
    expect(errorOf(await list('ada', '?order_by=password'))?.field).toBe('order_by')
  })
})

describe('account values', () => {
  const worth = (reply: { json(): { data: { name: string; value: number | null }[] } }) =>
    Object.fromEntries(reply.json().data.map(row => [row.name, row.value]))

  it('need no close of any instrument: cash has its value', async () => {
    const id = await made('ned', { name: 'Unpriced' })
    await testLedger(app.database).post(other, id, {
      type: 'deposit',
      date: '2026-01-05',
      amount: '5',
      net: '5',
    })
    const [row] = (await list('ned', '?q=Unpriced')).json().data
    expect([row.value, row.positions_count, row.flags]).toEqual([5, 0, []])
  })

  it('are in the requested currency and count open positions, per family', async () => {
    const ledger = testLedger(app.database)
    const share = await ledger.instrument('Acme')
    await ledger.prices(share, { '2026-01-05': 10, '2026-01-06': 12 })
    for (const [currency, rate] of [
      ['CHF', '1.25'],
      ['USD', '1'],
    ])
      await app.database.query(
        "insert into fx_rate (currency, date, rate, source) values ($1, '2026-01-05', $2, 't')",
        [currency, rate],
      )
    await app.database.query(
      `insert into fx_chunk (currency, year, rates) select c, 2026, r from unnest($1::text[], $2::bytea[]) as t (c, r)`,
      [['CHF'], [chunkOf(4, 1.25)]],
    )
    await app.database.query('select bump_market_version()')
    const rich = await made('ivy', { name: 'Rich' })
    await ledger.post(own, rich, { type: 'deposit', date: '2026-01-05', amount: '1500', net: '1500' })
    await ledger.post(own, rich, {
      type: 'trade',
      date: '2026-01-05',
      instrument: share,
      quantity: '100',
      price: '10',
    })
    const poor = await made('ned', { name: 'Poor' })
    await ledger.post(other, poor, { type: 'deposit', date: '2026-01-05', amount: '7', net: '7' })

    const [row] = (await list('ivy', '?q=Rich')).json().data
    expect([row.value, row.positions_count, row.flags]).toEqual([1700, 1, []])
    const inDollars = (await list('ivy', '?q=Rich', { settings: { currency: 'USD' } })).json()
    expect([inDollars.data[0].value, inDollars.basis.currency]).toEqual([2125, 'USD'])
    expect(inDollars.basis.as_of).toBe('2026-01-06')
    expect(worth(await list('ada'))).toMatchObject({ Rich: 1700, Poor: 7, Art: 0 })
    const byValue = (await list('ada', '?order_by=-value&limit=2')).json()
    expect(byValue.data.map((each: { name: string }) => each.name)).toEqual(['Rich', 'Poor'])
    expect(byValue.next).toContain('offset=2')
    expect((await change('ivy', rich, { name: 'Richer' })).json().data.value).toBe(1700)
  })
})

function chunkOf(day: number, value: number): Buffer {
  const column = new Float64Array(366).fill(Number.NaN)
  column[day] = value
  return Buffer.from(column.buffer)
}
