import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'

let app: TestApp
let as: string

/** Ten shares at 50, bought with 100 and 400 of debt, fall to 30: the net asset value is -100. */
beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('In debt')
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Lombard', 'CHF')
  const share = await ledger.instrument('Acme')
  await ledger.prices(share, { '2026-01-05': 50, '2026-01-07': 30 })
  await ledger.post(family, account, {
    type: 'deposit',
    date: '2026-01-05',
    amount: '100',
    net: '100',
    currency: 'CHF',
  })
  await ledger.post(family, account, {
    type: 'trade',
    date: '2026-01-06',
    instrument: share,
    quantity: '10',
    price: '50',
    currency: 'CHF',
  })
  const { id } = await app.addUser({ username: 'avi', role: 'adviser' })
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [id, family])
  as = (await app.signIn('avi')).access
})
afterAll(() => app.close())

interface Weighted {
  weight?: number | null
  flags: { code: string; fields: string[] }[]
}

async function post(url: string, accept = 'application/json') {
  const settings = { currency: 'CHF' }
  return app.call({ method: 'POST', url, payload: { settings }, as, headers: { accept } })
}

const reasonFor = ({ flags }: Weighted, field: string) =>
  flags.some(({ code, fields }) => code === 'no_base' && fields.includes(field))

describe('in a negative net asset value', () => {
  it.each([
    ['positions', '/api/positions/list/?type=open', 'total'],
    ['groups', '/api/grouped/?group_by=instrument_type', 'total'],
    ['cash balances', '/api/cash/', 'total'],
    ['clients', '/api/clients/list/', null],
  ])('%s have a value and no weight, with the reason', async (_, url, total) => {
    const reply = (await post(url)).json()
    expect(reply.data).not.toEqual([])
    for (const row of [...reply.data, ...(total === null ? [] : [reply[total]])] as Weighted[]) {
      expect(row.weight).toBeNull()
      expect(reasonFor(row, 'weight')).toBe(true)
    }
  })

  it('exports leave the weight empty and name the reason', async () => {
    const [header = '', first = ''] = (await post('/api/positions/list/?type=open', 'text/csv')).body
      .replace('\uFEFF', '')
      .split('\r\n')
    const columns = header.split(',')
    expect(first.split(',')[columns.indexOf('weight')]).toBe('')
    expect(first).toContain('no_base (weight)')
  })

  it('a client has no cash share, and exposures have none either', async () => {
    const [client] = (await post('/api/clients/list/')).json().data
    expect([client.value, client.cash_share, reasonFor(client, 'cash_share')]).toEqual([-100, null, true])
    const groups = (await post('/api/grouped/?group_by=currency')).json().data
    for (const group of groups)
      expect([group.exposure_weight, reasonFor(group, 'exposure_weight')]).toEqual([null, true])
  })

  it('the performance keeps its amounts', async () => {
    const { data } = (await post('/api/performance/')).json()
    expect(data.balance).toMatchObject({ total: -100, allocated: 300, cash: -400 })
  })
})
