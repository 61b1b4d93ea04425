import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** Families with cash and one contract that expired two months ago, with its last close on its last day. */
let app: TestApp
const as: Record<string, string> = {}
const accounts: Record<string, string> = {}
const expiration = '2026-09-18'

beforeAll(async () => {
  app = await createTestApp()
  app.travel(Date.parse('2026-11-19T12:00:00Z') - Date.now())
  await addFamily('long', { type: 'future', quantity: '2' })
  await addFamily('short', { type: 'future', quantity: '-3' })
  await addFamily('option', { type: 'option', quantity: '5' })
  await addFamily('last-day', { type: 'future', quantity: '2', expires: '2026-11-19' })
})
afterAll(() => app.close())

async function addFamily(
  name: string,
  contract: { type: string; quantity: string; expires?: string },
): Promise<void> {
  const write = testLedger(app.database)
  const familyId = await app.addFamily(name)
  await app.addUser({ username: name, role: 'investor', familyId })
  const account = await write.account(familyId, name)
  const instrument = await write.instrument(`Contract ${name}`, contract.type)
  const last = contract.expires ?? expiration
  await app.database.query('update instrument set contract_expiration = $2 where id = $1', [instrument, last])
  await write.prices(instrument, { '2026-06-01': 100, [expiration]: 110.5 })
  const date = '2026-06-01'
  await write.post(familyId, account, { type: 'deposit', date, amount: '10000' })
  await write.post(familyId, account, {
    type: 'trade',
    date,
    instrument,
    quantity: contract.quantity,
    price: '100',
  })
  accounts[name] = account
  as[name] = (await app.signIn(name)).access
}

async function ask(url: string, who: string) {
  const reply = await app.call({
    method: 'POST',
    url,
    as: as[who] ?? '',
    payload: { settings: {}, filters: {} },
  })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

const findExpired = async (who: string) =>
  (await ask('/api/data-health/list/?kind=contract_expired', who)).data[0]

describe('a contract that is held after its last day', () => {
  it.each(['long', 'short', 'option'])(
    'is found and flagged where nothing else has a close: %s',
    async who => {
      const { data, basis } = await ask('/api/positions/list/', who)
      expect(basis.as_of).toBe('2026-11-19')
      expect(await findExpired(who)).toMatchObject({ kind: 'contract_expired', position_id: data[0].id })
      if (who !== 'option')
        expect(data[0].flags.map(({ code }: { code: string }) => code)).toContain('provisional')
    },
  )

  it('is found while the figures end on its last day, since the market has no later close', async () => {
    const share = await testLedger(app.database).instrument('Share')
    await testLedger(app.database).prices(share, { '2026-06-01': 10, [expiration]: 10 })
    const { rows } = await app.database.query("select id from family where name = 'long'")
    await testLedger(app.database).post(rows[0].id, accounts.long ?? '', {
      type: 'trade',
      date: '2026-06-01',
      instrument: share,
      quantity: '1',
      price: '10',
    })
    expect((await ask('/api/positions/list/', 'long')).basis.as_of).toBe(expiration)
    expect(await findExpired('long')).toBeDefined()
  })

  it.each([
    ['long', { side: 'sell', quantity: 2, price: 110.5 }, 'sell 2 at 110.5 CHF'],
    ['short', { side: 'buy', quantity: 3, price: 110.5 }, 'buy back 3 at 110.5 CHF'],
    ['option', { side: 'sell', quantity: 5, price: 110.5 }, 'sell 5 at 110.5 CHF'],
  ])('has a closing entry that closes it: %s', async (who, trade, words) => {
    const { closing, position_id, reason } = await findExpired(who)
    expect(closing).toEqual({ ...trade, currency: 'CHF', date: expiration })
    expect(reason).toContain(words)
    const posted = await app.call({
      method: 'POST',
      url: '/api/transactions/',
      as: as[who] ?? '',
      payload: { account: accounts[who], transaction_type: 'trade', position_id, ...closing },
    })
    expect(posted.statusCode, posted.body).toBe(200)
    expect(await findExpired(who)).toBeUndefined()
  })

  it('is not expired on its last day', async () => {
    expect(await findExpired('last-day')).toBeUndefined()
  })
})
