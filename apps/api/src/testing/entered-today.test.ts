import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

let app: TestApp
let account: string
let share: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Clock')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ada', role: 'admin' })
  const ledger = testLedger(app.database)
  account = await ledger.account(family, 'Main')
  share = await ledger.instrument('Share')
})
afterAll(() => app.close())

/** 20 November has begun in Zurich and Tokyo, and it is the evening of the 19th in New York. */
const evening = '2026-11-19T23:30:00Z'
const confirm = [...plausibilityQuestions]
const call = (who: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  app.call({ method, url, as: as[who] ?? '', ...(payload && { payload }) })

async function liveIn(time_zone: string): Promise<void> {
  app.travel(Date.parse(evening) - app.now().getTime())
  for (const who of ['ivy', 'ada']) {
    as[who] = (await app.signIn(who)).access
    expect((await call(who, 'PATCH', '/api/settings/', { time_zone })).statusCode).toBe(200)
  }
}

const deposit = (date: string) =>
  call('ivy', 'POST', '/api/transactions/', {
    account,
    transaction_type: 'deposit',
    date,
    currency: 'CHF',
    amount: 100,
    confirm,
  })
const addHouse = (date: string) =>
  call('ivy', 'POST', '/api/positions/manage/', {
    name: 'House',
    type: 'real_estate',
    account,
    currency: 'CHF',
    transactions: [{ date: '2026-02-02', type: 'purchase', amount: 500 }],
    valuations: [{ date, value: 600 }],
    confirm,
  })
const setPrice = (date: string) =>
  call('ada', 'POST', `/api/instruments/${share}/prices/`, { date, price: 10, source: 'Fund house', confirm })
const setRate = (date: string) =>
  call('ada', 'POST', '/api/rates/', { base: 'EUR', quote: 'USD', rate: 1.1, date, confirm })
const entries = { deposit, addHouse, setPrice, setRate }

describe('what is entered for today', () => {
  it.each([
    ['Europe/Zurich', 1],
    ['Asia/Tokyo', 2],
    ['Pacific/Kiritimati', 3],
  ])('in %s counts, although the day has not begun in UTC', async (zone, times) => {
    await liveIn(zone)
    for (const [name, enter] of Object.entries(entries)) {
      const reply = await enter('2026-11-20')
      expect(reply.statusCode, `${name}: ${reply.body}`).toBeLessThan(300)
      expect((await enter('2026-11-21')).statusCode, name).toBe(400)
    }
    const figures = (await call('ivy', 'POST', '/api/performance/?points=2', {})).json().data
    expect(figures.basis.as_of).toBe('2026-11-20')
    // Each time a deposit of 100, and a house bought for 500 of the cash that is worth 600.
    expect(figures.balance.total).toBe(times * 200)
    const { lists } = (await call('ivy', 'GET', '/api/settings/')).json().data
    expect(lists.date_picker_range.max).toBe('2026-11-20')
  })

  it.each(['America/New_York', 'UTC'])(
    'in %s is not the next day, which has begun further east',
    async zone => {
      await liveIn(zone)
      for (const [name, enter] of Object.entries(entries)) {
        const reply = await enter('2026-11-20')
        expect([reply.statusCode, reply.json().errors?.[0]?.field], name).toEqual([
          400,
          expect.stringMatching(/date$/),
        ])
        expect((await enter('2026-11-19')).statusCode, name).toBeLessThan(300)
      }
    },
  )
})
