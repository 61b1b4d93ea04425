import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let familyId: string
let owner: string
let stranger: string
let admin: string
const isin = 'CH0012221716'

beforeAll(async () => {
  app = await createTestApp()
  familyId = await app.addFamily('Aebi')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  await app.addUser({ username: 'stranger', role: 'investor', familyId: await app.addFamily('Other') })
  await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
  owner = (await app.signIn('owner')).access
  stranger = (await app.signIn('stranger')).access
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('ABB')
  await app.database.query('update instrument set isin = $2 where id = $1', [share, isin])
  await ledger.prices(share, { '2026-01-05': 50, '2026-01-06': 51, '2026-01-07': 52, '2026-01-08': 54 })
})
afterAll(() => app.close())

/** An account with 100 ABB bought for 5,035 and 4,965 of cash. */
async function openAccount(name: string): Promise<{ account: string; share: string }> {
  const ledger = testLedger(app.database)
  const account = await ledger.account(familyId, name)
  const { rows } = await app.database.query('select id from instrument where isin = $1', [isin])
  const share = rows[0].id
  await ledger.post(familyId, account, { type: 'deposit', date: '2026-01-05', amount: '10000' })
  await ledger.post(familyId, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: share,
    quantity: '100',
    price: '50',
    fees: '35',
  })
  return { account, share }
}

const send = (account: string, rest: string, payload: object, as = owner) =>
  app.call({ method: 'POST', url: `/api/reconciliation/${account}/${rest}`, payload, as })

async function state(account: string, quantity: number, cash: number, price = 54) {
  const lines = [
    { isin, currency: 'CHF', quantity, price },
    { currency: 'CHF', quantity: cash },
  ]
  const reply = await send(account, '', { date: '2026-01-08', lines })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

/** Posts the first proposal and returns the comparison after it. */
async function fix(account: string, data: { groups: { proposals: { id: string }[] }[] }) {
  const proposal = data.groups[0]?.proposals[0]?.id ?? ''
  const reply = await send(account, 'post/', { date: '2026-01-08', proposal })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const agrees = { statements: [{ date: '2026-01-08', breaks_count: 0 }], groups: [] }

describe('proposals of reconciliation', () => {
  it('fix a split by a split, without any purchase', async () => {
    const { account } = await openAccount('Split')
    const data = await state(account, 200, 4965, 27)
    expect(data.groups[0].proposals[0].causes).toEqual(['split'])
    const after = await fix(account, data)
    expect(after).toMatchObject(agrees)
    expect(after.break_value).toBeCloseTo(0, 9)
    // The split is one of the instrument: other accounts of this test hold their own units.
    await send(account, 'undo/', { posting: after.postings[0].id })
  })

  it('fix a missing purchase with its fee, in one press and to the cent', async () => {
    const { account } = await openAccount('Purchase')
    const data = await state(account, 120, 4965 - 20 * 52 - 21.5)
    expect(data.groups[0].proposals[0]).toMatchObject({
      causes: ['missing_trade'],
      changes: [{ transaction_type: 'trade', date: '2026-01-07', quantity: 20, price: 52, fees: 21.5 }],
    })
    expect(await fix(account, data)).toMatchObject(agrees)
  })

  it('fix an unbooked fee by a fee, which is no external flow', async () => {
    const { account } = await openAccount('Fee')
    const data = await state(account, 100, 4965 - 42.75)
    const [proposal] = data.groups[0].proposals
    expect(proposal).toMatchObject({ causes: ['missing_fee'], changes: [{ transaction_type: 'fees_cash' }] })
    const preview = await send(account, 'preview/', { date: '2026-01-08', proposal: proposal.id })
    expect(preview.statusCode, preview.body).toBe(200)
    const effect = preview.json().data
    const difference = (figure: string) =>
      effect.changes.find((each: { figure: string }) => each.figure === figure).difference
    expect(effect).toMatchObject({ breaks_before: 1, breaks_after: 0 })
    expect(difference('nav')).toBeCloseTo(-42.75, 9)
    expect(difference('cash')).toBeCloseTo(-42.75, 9)
    expect(difference('pnl_total')).toBeCloseTo(-42.75, 9)
    expect(difference('net_cashflow')).toBeCloseTo(0, 9)
    expect(await fix(account, data)).toMatchObject(agrees)
  })

  it('fix a sale by a sale with its cash', async () => {
    const { account } = await openAccount('Sale')
    const data = await state(account, 60, 4965 + 40 * 54 - 18)
    expect(data.groups[0].proposals[0].changes).toMatchObject([
      { transaction_type: 'trade', quantity: -40, fees: 18 },
    ])
    expect(await fix(account, data)).toMatchObject(agrees)
  })

  it('fix a sale with a withheld tax at the price of the day, and say what was withheld', async () => {
    const { account } = await openAccount('Withheld')
    const data = await state(account, 60, 4965 + 40 * 54 * 0.85)
    const [proposal] = data.groups[0].proposals
    expect(proposal.changes).toMatchObject([{ quantity: -40, price: 54, fees: 0, taxes: 324, amount: 1836 }])
    expect(proposal.reasons).toContain('The remaining 324.00 CHF is 15 % of the proceeds: withholding tax.')
    expect(await fix(account, data)).toMatchObject(agrees)
    const unclear = await openAccount('Tax and fee')
    const other = await state(unclear.account, 60, 4965 + 40 * 54 - 361.2)
    expect(other.groups[0].proposals[0].changes).toMatchObject([{ price: 54, fees: 0, taxes: 361.2 }])
    expect(other.groups[0].proposals[0].reasons.join()).toContain('does not tell fee and tax apart')
    expect(await fix(unclear.account, other)).toMatchObject(agrees)
  })

  it('fix a trade of the next day by its date, and do not post it again', async () => {
    const { account, share } = await openAccount('Late')
    await testLedger(app.database).post(familyId, account, {
      type: 'trade',
      date: '2026-01-09',
      instrument: share,
      quantity: '10',
      price: '54',
      fees: '5',
    })
    const data = await state(account, 110, 4965 - 545)
    expect(data.groups[0].proposals[0]).toMatchObject({
      causes: ['late_transaction'],
      changes: [{ action: 'correct', date: '2026-01-09', new_date: '2026-01-08' }],
    })
    expect(await fix(account, data)).toMatchObject(agrees)
  })

  it('are posted once, however often they are sent, and undone as one', async () => {
    const { account } = await openAccount('Once')
    const data = await state(account, 120, 4965 - 20 * 52 - 21.5)
    const proposal = data.groups[0].proposals[0].id
    const replies = await Promise.all(
      [1, 2, 3].map(() => send(account, 'post/', { date: '2026-01-08', proposal })),
    )
    expect(replies.some(({ statusCode }) => statusCode === 200)).toBe(true)
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    const count = async () => {
      const { rows } = await app.database.query(
        "select count(*)::int as count from transaction where account_id = $1 and superseded_by is null and status <> 'void'",
        [account],
      )
      return rows[0].count
    }
    expect(await count()).toBe(3)
    const again = await send(account, 'post/', { date: '2026-01-08', proposal })
    expect(again.json().data).toMatchObject(agrees)
    expect(await count()).toBe(3)
    const posting = again.json().data.postings[0].id
    const undone = await send(account, 'undo/', { posting })
    expect(undone.json().data).toMatchObject({ break_value: data.break_value, postings: [] })
    expect(await count()).toBe(2)
    expect((await send(account, 'undo/', { posting })).statusCode).toBe(404)
    const { rows } = await app.database.query(
      `select action from audit_line where details ->> 'id' = $1 and action like 'reconciliation%' order by action`,
      [account],
    )
    expect(rows.map(row => row.action)).toEqual(['reconciliation_posted', 'reconciliation_undone'])
  })

  it('are refused when the ledger changed, in custodian accounts, and to other families', async () => {
    const { account } = await openAccount('Refused')
    const data = await state(account, 100, 4965 - 42.75)
    const body = { date: '2026-01-08', proposal: data.groups[0].proposals[0].id }
    expect((await send(account, 'post/', { ...body, proposal: 'x' })).statusCode).toBe(409)
    expect((await send(account, 'preview/', { ...body, proposal: 'x' })).statusCode).toBe(409)
    for (const rest of ['post/', 'preview/'])
      expect((await send(account, rest, body, stranger)).statusCode).toBe(404)
    await app.database.query(
      "insert into custodian (id, name) values ('bank', 'Bank') on conflict do nothing",
    )
    await app.database.query("update account set custodian_id = 'bank' where id = $1", [account])
    expect((await send(account, 'post/', body)).json().errors[0].code).toBe('contact_account_manager')
    const replaced = await send(account, '', {
      date: '2026-01-08',
      lines: [{ currency: 'CHF', quantity: 1 }],
    })
    expect(replaced.json().errors[0].code).toBe('contact_account_manager')
  })

  it('are undone only by those who may post to every account they touched', async () => {
    const { account } = await openAccount('Mine')
    const ledger = testLedger(app.database)
    await app.database.query(
      "insert into custodian (id, name) values ('bank', 'Bank') on conflict do nothing",
    )
    const custody = await ledger.account(familyId, 'Custody')
    await app.database.query("update account set custodian_id = 'bank' where id = $1", [custody])
    await ledger.post(familyId, custody, { type: 'deposit', date: '2026-01-06', amount: '777.15' })
    const data = await state(account, 100, 4965 + 777.15)
    const wrong = data.groups[0].proposals.find(({ causes }: { causes: string[] }) =>
      causes.includes('wrong_account'),
    )
    expect(wrong.may_post).toBe(false)
    const posted = await send(account, 'post/', { date: '2026-01-08', proposal: wrong.id }, admin)
    expect(posted.statusCode, posted.body).toBe(200)
    const posting = posted.json().data.postings[0].id
    const readAccounts = async () => {
      const { rows } = await app.database.query(
        "select account_id from transaction where superseded_by is null and amount = '777.15'",
      )
      return rows.map(row => row.account_id)
    }
    const refused = await send(account, 'undo/', { posting })
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([403, 'contact_account_manager'])
    expect(await readAccounts()).toEqual([account])
    expect((await send(account, 'undo/', { posting }, admin)).statusCode).toBe(200)
    expect(await readAccounts()).toEqual([custody])
  })
})
