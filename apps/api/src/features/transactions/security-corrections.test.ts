import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, importCalls } from '../../testing/import-calls.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let opened: Awaited<ReturnType<typeof createImportApp>>
let stranger: string
let demo: string
let admin: string
let limited: string

beforeAll(async () => {
  opened = await createImportApp()
  const { app, family } = opened
  await app.addUser({ username: 'stranger', role: 'investor', familyId: await app.addFamily('Other') })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  await app.addUser({ username: 'root', role: 'admin' })
  await app.addUser({ username: 'lim', role: 'investor', familyId: family })
  const ledger = testLedger(app.database)
  await ledger.rates('EUR', { '2026-01-05': 0.95 })
  await ledger.rates('CHF', { '2026-01-05': 1 })
  stranger = (await app.signIn('stranger')).access
  demo = (await app.signIn('demo')).access
  admin = (await app.signIn('root')).access
  limited = (await app.signIn('lim')).access
})
afterAll(() => opened.app.close())

const header = 'Date,Type,Symbol,Name,Quantity,Price,Currency,Amount'
const csv = (...rows: string[]) => Buffer.from([header, ...rows].join('\n'))

async function whole(bytes: Buffer, account: string, as = opened.token): Promise<string> {
  const calls = importCalls(opened.app, as)
  const id = await calls.create(opened.family)
  const file = await calls.upload(id, 'trades.csv', bytes)
  const mapping = file.state === 'needs_columns' ? { mapping: file.mapping } : {}
  await calls.changeFile(id, file.id, { account, ...mapping })
  expect(await calls.apply(id)).toMatchObject({ status: 'done' })
  return id
}

/** The trades of an account, by the ISIN or name of their security. */
async function posted(account: string) {
  const { rows } = await opened.app.database.query(
    `select t.root_id as root, i.name, i.id as instrument, trim_scale(t.quantity)::text as quantity, t.revision
     from transaction t join instrument i on i.id = t.instrument_id
     where t.account_id = $1 and t.superseded_by is null and t.status <> 'void' order by t.date, t.root_id`,
    [account],
  )
  return rows
}

const call = async (url: string, payload: object | undefined, as = opened.token) =>
  opened.app.call({ method: payload === undefined ? 'GET' : 'POST', url, as, ...(payload && { payload }) })

async function data(url: string, payload?: object, as = opened.token) {
  const reply = await call(url, payload, as)
  expect(reply.statusCode, reply.body).toBeLessThan(300)
  return reply.json().data
}

let symbols = 0

/**
 * A family that holds one security, and an import that recognized another one as the same, because a broker calls it by
 * the same symbol.
 */
async function mistake() {
  symbols += 1
  const symbol = `WRG${symbols}`
  const [right, wrong] = [await opened.addAccount('EUR'), await opened.addAccount('EUR')]
  await whole(csv(`2026-01-12,Buy,${symbol},Alpine Foods,10,50,EUR,-500`), right)
  const rows = [
    `2026-02-02,Buy,${symbol},Nordsee Windkraft,20,21.5,EUR,-430`,
    `2026-02-03,Sell,${symbol},Nordsee Windkraft,-5,22,EUR,110`,
  ]
  const importId = await whole(csv(...rows), wrong)
  const trades = await posted(wrong)
  expect(trades.map(({ name }) => name)).toEqual(['Alpine Foods', 'Alpine Foods'])
  const [alpine] = await posted(right)
  return {
    symbol,
    right,
    wrong,
    importId,
    trades,
    first: trades[0].root as string,
    alpine: alpine.instrument,
    rows,
  }
}

const newSecurity = (name = 'Nordsee Windkraft') => ({ name, instrument_type: 'equity', currency: 'EUR' })

describe('transactions that belong to another security', () => {
  it('are named as the file calls them, and counted by import', async () => {
    const { first, symbol, right } = await mistake()
    expect(await data(`/api/transactions/${first}/security/`)).toMatchObject({
      security: { name: 'Alpine Foods' },
      stated: { symbol, name: 'Nordsee Windkraft' },
      // The other import has another name beside the symbol.
      counts: { transaction: 1, import: 2, all: 2 },
    })
    const [alpine] = await posted(right)
    expect(await data(`/api/transactions/${alpine.root}/security/`)).toMatchObject({
      counts: { transaction: 1, import: 1, all: 1 },
    })
  })

  it('are listed at the security by what files call them, for those who see them', async () => {
    const { alpine, symbol, first } = await mistake()
    const url = `/api/instruments/${alpine}/stated/`
    const listed = await data(url)
    expect(listed).toHaveLength(2)
    expect(listed).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          family: { id: opened.family, name: 'Own' },
          stated: expect.objectContaining({ symbol, name: 'Nordsee Windkraft' }),
          transactions_count: 2,
          may_change: true,
        }),
      ]),
    )
    await data(`/api/transactions/${first}/security/`, {
      scope: 'import',
      create: newSecurity(),
      confirm: questions,
    })
    expect(await data(url)).toMatchObject([{ stated: { name: 'Alpine Foods' }, transactions_count: 1 }])
    expect((await call(url, undefined, stranger)).statusCode).toBe(404)
    expect((await call(url, undefined, demo)).statusCode).toBe(403)
  })

  it('are moved to a new security as one, previewed with positions and value, and moved back', async () => {
    const { first, wrong, right, symbol } = await mistake()
    const chosen = { scope: 'import', create: { ...newSecurity(), symbol } }
    const effect = await data(`/api/transactions/${first}/security/preview/`, chosen)
    expect(effect).toMatchObject({
      transactions_count: 2,
      accounts: [{ id: wrong }],
      positions: [
        { name: 'Alpine Foods', before: 25, after: 10 },
        { name: 'Nordsee Windkraft', before: 0, after: 15 },
      ],
      sets_rule: true,
    })
    expect(effect.changes.find(({ figure }: { figure: string }) => figure === 'nav')).toMatchObject({
      // 25 units at the last price of a trade, 22, become 10 at 50 and 15 at 22: 280 more, at 0.95 francs a euro.
      difference: expect.closeTo(266, 6),
    })
    expect((await posted(wrong)).map(({ name }) => name)).toEqual(['Alpine Foods', 'Alpine Foods'])
    const done = await data(`/api/transactions/${first}/security/`, { ...chosen, confirm: questions })
    expect(done).toMatchObject({ transactions_count: 2, security: { name: 'Nordsee Windkraft' } })
    expect(await posted(wrong)).toMatchObject([
      { name: 'Nordsee Windkraft', quantity: '20', revision: 2 },
      { name: 'Nordsee Windkraft', quantity: '-5', revision: 2 },
    ])
    expect(await posted(right)).toMatchObject([{ name: 'Alpine Foods', revision: 1 }])
    const history = await data(`/api/transactions/${first}/history/`)
    expect(history).toMatchObject([{ reason: 'Belongs to another security.' }, {}])
    expect(await data(`/api/transactions/${first}/security/`)).toMatchObject({
      correction: { id: done.id, from: 'Alpine Foods', transactions_count: 2 },
    })
    expect(await data(`/api/security-corrections/${done.id}/undo/`, {})).toEqual({ transactions_count: 2 })
    expect(await data(`/api/transactions/${first}/security/`)).toMatchObject({ correction: null })
    expect(await posted(wrong)).toMatchObject([
      { name: 'Alpine Foods', revision: 3 },
      { name: 'Alpine Foods', revision: 3 },
    ])
    const { rows } = await opened.app.database.query(
      'select deleted_at is null as is_there from instrument where id = $1',
      [done.security.id],
    )
    expect(rows).toEqual([{ is_there: false }])
    expect((await call(`/api/security-corrections/${done.id}/undo/`, {})).statusCode).toBe(404)
    const actions = await opened.app.database.query(
      `select action from audit_line where action like 'security_correct%' order by id desc limit 2`,
    )
    expect(actions.rows.map(row => row.action).sort()).toEqual([
      'security_corrected',
      'security_correction_undone',
    ])
  })

  it('are recognized by the next import, until the change is undone', async () => {
    const { first, wrong, right, symbol, rows } = await mistake()
    const target = await testLedger(opened.app.database).instrument('Right One', 'equity', 'EUR')
    const done = await data(`/api/transactions/${first}/security/`, {
      scope: 'import',
      instrument: target,
      confirm: questions,
    })
    // The same rows are duplicates, a new one goes to the chosen security.
    const later = `2026-03-02,Buy,${symbol},Nordsee Windkraft,3,23,EUR,-69`
    await whole(csv(...rows, later), wrong)
    expect((await posted(wrong)).map(({ name, quantity }) => `${name} ${quantity}`)).toEqual([
      'Right One 20',
      'Right One -5',
      'Right One 3',
    ])
    // What the other file calls by the same symbol stays what it is.
    await whole(csv(`2026-03-05,Buy,${symbol},Alpine Foods,1,50,EUR,-50`), right)
    expect((await posted(right)).map(({ name }) => name)).toEqual(['Alpine Foods', 'Alpine Foods'])
    await data(`/api/security-corrections/${done.id}/undo/`, {})
    await whole(csv(`2026-04-02,Buy,${symbol},Nordsee Windkraft,4,23,EUR,-92`), wrong)
    expect((await posted(wrong)).map(({ name, quantity }) => `${name} ${quantity}`)).toEqual([
      'Alpine Foods 20',
      'Alpine Foods -5',
      'Right One 3',
      'Alpine Foods 4',
    ])
  })

  it('can be one alone, which sets no rule', async () => {
    const { first, wrong, symbol } = await mistake()
    const chosen = { scope: 'transaction', create: newSecurity() }
    expect(await data(`/api/transactions/${first}/security/preview/`, chosen)).toMatchObject({
      transactions_count: 1,
      sets_rule: false,
    })
    await data(`/api/transactions/${first}/security/`, { ...chosen, confirm: questions })
    await whole(csv(`2026-04-02,Buy,${symbol},Nordsee Windkraft,4,23,EUR,-92`), wrong)
    expect((await posted(wrong)).map(({ name }) => name)).toEqual([
      'Nordsee Windkraft',
      'Alpine Foods',
      'Alpine Foods',
    ])
  })

  it('are voided with their import, and not moved back after that', async () => {
    const { first, wrong, importId } = await mistake()
    const done = await data(`/api/transactions/${first}/security/`, {
      scope: 'all',
      create: newSecurity(),
      confirm: questions,
    })
    await opened.ivy.undo(importId)
    expect(await posted(wrong)).toEqual([])
    const reply = await call(`/api/security-corrections/${done.id}/undo/`, {})
    expect(reply.statusCode).toBe(409)
  })

  it('ask before the net asset value changes by much', async () => {
    const { first } = await mistake()
    const target = await testLedger(opened.app.database).instrument(`Dear ${first}`, 'equity', 'EUR')
    await testLedger(opened.app.database).prices(target, { '2026-02-01': 90_000 })
    const reply = await call(`/api/transactions/${first}/security/`, { scope: 'import', instrument: target })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().errors[0].code).toBe('confirmation_required')
  })

  it('refuses what is no other security, and a new one that exists', async () => {
    const { first, alpine } = await mistake()
    const url = `/api/transactions/${first}/security/`
    const status = async (payload: object) => {
      const reply = await call(url, payload)
      return [reply.statusCode, reply.json().errors[0].field]
    }
    expect(await status({ scope: 'import' })).toEqual([400, 'instrument'])
    expect(await status({ instrument: alpine, create: newSecurity() })).toEqual([400, 'instrument'])
    expect(await status({ instrument: alpine })).toEqual([400, 'instrument'])
    expect(await status({ instrument: crypto.randomUUID() })).toEqual([404, 'instrument'])
    const known = await testLedger(opened.app.database).instrument('Known', 'equity', 'EUR')
    await opened.app.database.query(`update instrument set isin = 'DE000A9NORD1' where id = $1`, [known])
    expect(await status({ create: { ...newSecurity(), isin: 'DE000A9NORD1' } })).toEqual([409, 'create.isin'])
  })

  it('are not changed by strangers, the demo, or clients whose custodian keeps the account', async () => {
    const { first, wrong, right } = await mistake()
    const url = `/api/transactions/${first}/security/`
    const chosen = { scope: 'import', create: newSecurity() }
    for (const [as, status] of [
      [stranger, 404],
      [demo, 403],
    ] as const) {
      expect((await call(url, undefined, as)).statusCode).toBe(status)
      expect((await call(`${url}preview/`, chosen, as)).statusCode).toBe(status)
      expect((await call(url, chosen, as)).statusCode).toBe(status)
    }
    const done = await data(url, { ...chosen, confirm: questions })
    expect((await call(`/api/security-corrections/${done.id}/undo/`, {}, stranger)).statusCode).toBe(404)
    // A user who sees another account alone sees neither the transactions nor the correction.
    await opened.app.database.query(
      `with lim as (update app_user set sees_all_accounts = false where username = 'lim' returning id)
       insert into account_grant (user_id, account_id) select lim.id, $1 from lim`,
      [right],
    )
    expect((await call(`/api/security-corrections/${done.id}/undo/`, {}, limited)).statusCode).toBe(404)
    await data(`/api/security-corrections/${done.id}/undo/`, {})
    await opened.app.database.query(
      `insert into custodian (id, name) values ('moewe', 'Möwe') on conflict do nothing`,
    )
    await opened.app.database.query(`update account set custodian_id = 'moewe' where id = $1`, [wrong])
    expect((await call(url, chosen)).statusCode).toBe(403)
    const byAdmin = await data(url, { ...chosen, confirm: questions }, admin)
    expect((await call(`/api/security-corrections/${byAdmin.id}/undo/`, {})).statusCode).toBe(403)
    await data(`/api/security-corrections/${byAdmin.id}/undo/`, {}, admin)
  })
})

const questions = ['nav_change', 'before_first_day', 'unusual_price']
