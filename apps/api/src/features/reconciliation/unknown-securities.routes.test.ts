import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let familyId: string
let owner: string
let stranger: string
const isin = 'CH0012005267'
const date = '2026-01-08'

beforeAll(async () => {
  app = await createTestApp()
  familyId = await app.addFamily('Aebi')
  const otherId = await app.addFamily('Other')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  await app.addUser({ username: 'stranger', role: 'investor', familyId: otherId })
  owner = (await app.signIn('owner')).access
  stranger = (await app.signIn('stranger')).access
  // A security of another family is not one of this family.
  await app.database.query(
    "insert into instrument (family_id, name, isin, instrument_type, currency) values ($1, 'Hidden', $2, 'equity', 'CHF')",
    [otherId, isin],
  )
})
afterAll(() => app.close())

/** An account with 10,000 of cash. */
async function openAccount(name: string): Promise<string> {
  const ledger = testLedger(app.database)
  const account = await ledger.account(familyId, name)
  await ledger.post(familyId, account, { type: 'deposit', date: '2026-01-05', amount: '10000' })
  return account
}

const send = (account: string, rest: string, payload: object, as = owner) =>
  app.call({ method: 'POST', url: `/api/reconciliation/${account}/${rest}`, payload, as })

async function state(account: string, lines: object[]) {
  const reply = await send(account, '', { date, lines })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data
}

const added = { date, line: `${isin}/CHF`, name: 'Novartis N', instrument_type: 'equity' }

describe('a statement with a security that the family does not know', () => {
  it('asks to add it before anything else, then proposes quantity and cash together', async () => {
    const account = await openAccount('Purchase')
    const data = await state(account, [
      { isin, name: 'NOVARTIS', currency: 'CHF', quantity: 20, price: 90 },
      { currency: 'CHF', quantity: 10_000 - 20 * 90 - 25 },
    ])
    expect(data.lines.find((line: { isin: string }) => line.isin === isin)).toMatchObject({
      cause: 'unknown_security',
      security: { name: 'NOVARTIS', isin, symbol: null, currency: 'CHF', instrument_type: null },
    })
    expect(data.groups).toHaveLength(1)
    expect(data.groups[0].lines).toHaveLength(2)
    expect(data.groups[0].proposals).toMatchObject([
      { causes: ['unknown_security'], changes: [], may_post: false },
    ])
    expect(data.groups[0].proposals[0].reasons[0]).toMatch(/^The statement has 20 NOVARTIS, a security/)

    const reply = await send(account, 'security/', added)
    expect(reply.statusCode, reply.body).toBe(200)
    const after = reply.json().data
    expect(after.lines.every((line: { security: null }) => line.security === null)).toBe(true)
    const [proposal] = after.groups[0].proposals
    expect(proposal).toMatchObject({
      causes: ['missing_trade'],
      changes: [{ transaction_type: 'trade', name: 'NOVARTIS', quantity: 20, amount: -1825 }],
    })
    const posted = await send(account, 'post/', { date, proposal: proposal.id })
    expect(posted.json().data).toMatchObject({
      statements: [{ date, breaks_count: 0 }],
      groups: [],
    })
  })

  it('adds it once to the family, with its price and a line of the audit log', async () => {
    const again = await send(await openAccountWithLine(), 'security/', added)
    expect(again.statusCode, again.body).toBe(200)
    const { rows } = await app.database.query(
      `select i.name, i.currency, i.sources ->> 'name' as source, p.close::float8 as close, p.source as price_source
       from instrument i left join price p on p.instrument_id = i.id
       where i.family_id = $1 and i.isin = $2`,
      [familyId, isin],
    )
    expect(rows).toEqual([
      { name: 'Novartis N', currency: 'CHF', source: 'imported', close: 90, price_source: 'statement' },
    ])
    const log = await app.database.query(
      "select subject from audit_line where action = 'instrument_created' and family_id = $1",
      [familyId],
    )
    expect(log.rows).toEqual([{ subject: 'Novartis N' }])
  })

  it('explains cash of another size by itself', async () => {
    const account = await openAccount('Fee')
    const data = await state(account, [
      { isin: 'US0378331005', currency: 'CHF', quantity: 20, price: 90 },
      { currency: 'CHF', quantity: 10_000 - 35 },
    ])
    expect(
      data.groups.map((group: { proposals: { causes: string[] }[] }) => group.proposals[0]?.causes),
    ).toEqual([['unknown_security'], ['missing_fee']])
  })

  it('is refused to other families, for custodian accounts, and for lines that are not there', async () => {
    const account = await openAccount('Refused')
    await state(account, [{ isin: 'US5949181045', name: 'MSFT', currency: 'CHF', quantity: 1, price: 9 }])
    const body = { ...added, line: 'US5949181045/CHF' }
    expect((await send(account, 'security/', body, stranger)).statusCode).toBe(404)
    expect((await send(account, 'security/', { ...body, line: 'x' })).statusCode).toBe(404)
    expect((await send(account, 'security/', { ...body, date: '2026-01-07' })).statusCode).toBe(404)
    const wrong = await send(account, 'security/', { ...body, instrument_type: 'thing' })
    expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([400, 'instrument_type'])
    await app.database.query("insert into custodian (id, name) values ('bank', 'Bank')")
    await app.database.query("update account set custodian_id = 'bank' where id = $1", [account])
    expect((await send(account, 'security/', body)).json().errors[0].code).toBe('contact_account_manager')
  })
})

async function openAccountWithLine(): Promise<string> {
  const account = await openAccount('Again')
  await state(account, [{ isin, name: 'NOVARTIS', currency: 'CHF', quantity: 20, price: 90 }])
  return account
}
