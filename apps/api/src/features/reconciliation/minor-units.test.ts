import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import type { StatedLine } from './compare-statement.ts'
import { toMajorUnits } from './minor-units.ts'

let app: TestApp
let familyId: string
let owner: string
const date = '2026-01-08'
const isins = { GBX: 'GB0002875804', ZAc: 'ZAE000006896', ILA: 'IL0010811243' }

beforeAll(async () => {
  app = await createTestApp()
  familyId = await app.addFamily('Aebi')
  await app.addUser({ username: 'owner', role: 'investor', familyId })
  owner = (await app.signIn('owner')).access
  const ledger = testLedger(app.database)
  for (const currency of ['GBP', 'ZAR', 'ILS', 'CHF']) await ledger.rates(currency, { '2026-01-05': 1.25 })
  for (const [unit, isin] of Object.entries(isins)) {
    const share = await ledger.instrument(unit, 'equity', unit)
    await app.database.query('update instrument set isin = $2 where id = $1', [share, isin])
    await ledger.prices(share, { '2026-01-05': 380, '2026-01-08': 388 })
  }
})
afterAll(() => app.close())

/** An account in pounds, rands or shekels with 100 shares bought for 380. */
async function openAccount(unit: keyof typeof isins, currency: string): Promise<string> {
  const ledger = testLedger(app.database)
  const account = await ledger.account(familyId, `Account ${crypto.randomUUID()}`, currency)
  const { rows } = await app.database.query('select id from instrument where isin = $1', [isins[unit]])
  await ledger.post(familyId, account, { type: 'deposit', date: '2026-01-05', amount: '1000', currency })
  await ledger.post(familyId, account, {
    type: 'trade',
    date: '2026-01-05',
    instrument: rows[0].id,
    quantity: '100',
    price: '380',
    currency,
  })
  return account
}

const send = (account: string, rest: string, payload: object) =>
  app.call({ method: 'POST', url: `/api/reconciliation/${account}/${rest}`, payload, as: owner })

describe('a statement with prices in a minor unit', () => {
  it.each([
    ['GBX', 'GBP', 'GBX'],
    ['GBX', 'GBP', 'GBp'],
    ['ZAc', 'ZAR', 'ZAc'],
    ['ILA', 'ILS', 'ILA'],
  ] as const)('of %s agrees in %s, and a purchase is posted in it', async (unit, currency, stated) => {
    const account = await openAccount(unit, currency)
    const line = { isin: isins[unit], currency: stated, price: 388 }
    const state = async (quantity: number, cash: number) => {
      const lines = [
        { ...line, quantity },
        { currency, quantity: cash },
      ]
      const reply = await send(account, '', { date, lines })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.json().data
    }
    const agreeing = await state(100, 620)
    expect(agreeing.lines[0]).toMatchObject({
      currency,
      statement_price: 3.88,
      ledger_price: 3.88,
      statement_value: 388,
      cause: null,
    })
    const data = await state(150, 620 - 50 * 3.88 - 5)
    const [proposal] = data.groups[0].proposals
    expect(proposal.changes).toMatchObject([{ quantity: 50, price: 3.88, fees: 5, amount: -199, currency }])
    const posted = await send(account, 'post/', { date, proposal: proposal.id })
    expect(posted.json().data).toMatchObject({ statements: [{ date, breaks_count: 0 }], groups: [] })
  })

  it('as CSV is read in both spellings, with values in either unit', async () => {
    const account = await openAccount('GBX', 'GBP')
    for (const [unit, value] of [
      ['GBp', '38800'],
      ['GBX', '388'],
    ]) {
      const reply = await app.call({
        method: 'POST',
        url: `/api/reconciliation/${account}/file/?name=a.csv`,
        payload: `date,isin,currency,quantity,price,value\n${date},${isins.GBX},${unit},100,388,${value}\n`,
        headers: { 'content-type': 'text/csv' },
        as: owner,
      })
      expect(reply.json().data, reply.body).toMatchObject({
        lines: [{ statement_price: 3.88, statement_value: 388, cause: null }],
      })
    }
  })

  it('adds an unknown security in its own unit', async () => {
    const account = await openAccount('GBX', 'GBP')
    const lines = [
      { isin: isins.GBX, currency: 'GBX', quantity: 100, price: 388 },
      { isin: 'GB00B03MLX29', name: 'SHELL', currency: 'GBX', quantity: 10, price: 2700 },
      { currency: 'GBP', quantity: 620 - 270 },
    ]
    const stated = (await send(account, '', { date, lines })).json().data
    const line = stated.lines.find((each: { security: object | null }) => each.security !== null)
    expect(line).toMatchObject({ currency: 'GBP', statement_price: 27, security: { currency: 'GBX' } })
    const body = { date, line: line.key, name: 'Shell', instrument_type: 'equity' }
    const added = (await send(account, 'security/', body)).json().data
    const group = added.groups.find(({ lines: keys }: { lines: string[] }) => keys.includes(line.key))
    const [proposal] = group.proposals
    expect(proposal.changes).toMatchObject([{ quantity: 10, price: 27, amount: -270 }])
    const posted = await send(account, 'post/', { date, proposal: proposal.id })
    expect(posted.json().data).toMatchObject({ statements: [{ date, breaks_count: 0 }] })
    const { rows } = await app.database.query(
      "select currency from instrument where isin = 'GB00B03MLX29' and family_id = $1",
      [familyId],
    )
    expect(rows).toEqual([{ currency: 'GBX' }])
  })

  it('keeps the unit, and leaves statements in major currencies as they are', () => {
    const line: StatedLine = {
      isin: isins.GBX,
      symbol: null,
      name: null,
      currency: 'GBX',
      quantity: 3,
      price: 243.08,
      value: 7.29,
      valueCurrency: 'GBP',
      accrued: null,
    }
    const major = { ...line, currency: 'GBP', price: 2.4308, unit: 'GBX' }
    expect(toMajorUnits(line)).toEqual(major)
    expect(toMajorUnits(major)).toBe(major)
    // Cash in pence is its hundredth in pounds.
    const cash = { ...line, isin: null, price: null, value: null, valueCurrency: 'GBX', quantity: 62050 }
    expect(toMajorUnits(cash)).toMatchObject({ quantity: 620.5, currency: 'GBP', valueCurrency: 'GBP' })
  })
})
