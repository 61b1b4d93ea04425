import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'

let app: TestApp
let family: string
let account: string
let share: string
let investor: string

beforeAll(async () => {
  app = await createTestApp()
  app.travel(Date.parse('2026-11-13T20:00:00Z') - Date.now())
  const ledger = testLedger(app.database)
  family = await app.addFamily('Own')
  account = await ledger.account(family, 'Depot')
  share = await ledger.instrument('Acme')
  const other = await ledger.instrument('Steady')
  await ledger.prices(share, { '2026-11-11': 100, '2026-11-12': 25, '2026-11-13': 26 })
  await ledger.prices(other, { '2026-11-11': 10, '2026-11-13': 10 })
  for (const instrument of [share, other])
    await ledger.post(family, account, {
      type: 'transfer_in',
      date: '2026-11-10',
      instrument,
      quantity: '10',
    })
  await app.database.query(
    `insert into instrument_event (instrument_id, event_type, date, details)
     values ($1, 'split', '2026-11-12', '{"numerator": 4, "denominator": 1}')`,
    [share],
  )
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  investor = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

async function readFlags() {
  const call = async (url: string) =>
    (await app.call({ method: 'POST', url, as: investor, payload: {} })).json().data
  const byName = Object.fromEntries(
    (await call('/api/positions/list/')).map(
      (row: { name: string; flags: { code: string; date: string }[] }) => [
        row.name,
        row.flags.map(({ code, date }) => [code, date]),
      ],
    ),
  )
  const nav = (await call('/api/performance/')).flags.map(({ code }: { code: string }) => code)
  return { ...byName, nav }
}

describe('a split that a provider reports', () => {
  it('is flagged on the position and the net asset value until it is posted', async () => {
    expect(await readFlags()).toEqual({
      Acme: [['split_not_posted', '2026-11-12']],
      Steady: [],
      nav: ['split_not_posted'],
    })
    await testLedger(app.database).post(family, account, {
      type: 'split',
      date: '2026-11-12',
      instrument: share,
      numerator: '4',
      denominator: '1',
    })
    expect(await readFlags()).toEqual({ Acme: [], Steady: [], nav: [] })
  })
})
