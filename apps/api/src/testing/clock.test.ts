import { plausibilityQuestions } from '@plumbline/contract'
import { dayIn } from '@plumbline/contract/format'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPlanted } from './access/sizes.ts'
import { createTestApp, type TestApp, testPassword } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

let app: TestApp
let account: string

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Clock')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  account = await testLedger(app.database).account(family, 'Main')
})
afterAll(() => app.close())

const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

/** The planted bug is a stopped clock. */
function go(milliseconds: number): void {
  if (!isPlanted) app.travel(milliseconds)
}
const goTo = (moment: string) => go(Date.parse(moment) - app.now().getTime())

const settings = (access: string, at: 0 | 1 = 0) =>
  app.call({ method: 'GET', url: '/api/settings/', as: access, at })
const refresh = (token: string) =>
  app.call({ method: 'POST', url: '/auth/login-refresh/', payload: { refresh: token } })

/** Daylight saving changes, leap days, ends of years and the overflow of 32-bit seconds. */
const moments = [
  ['the night clocks go forward in New York', '2026-03-08T07:00:00Z'],
  ['the night clocks go forward in Zurich', '2026-03-29T01:00:00Z'],
  ['the night clocks go forward in Sydney', '2026-10-03T16:00:00Z'],
  ['the night clocks go back in Zurich', '2026-10-25T01:00:00Z'],
  ['the night clocks go back in New York', '2026-11-01T06:00:00Z'],
  ['the end of a year', '2027-01-01T00:00:00Z'],
  ['the end of February in a year without a leap day', '2027-03-01T00:00:00Z'],
  ['the beginning of a leap day', '2028-02-29T00:00:00Z'],
  ['the end of a leap day', '2028-03-01T00:00:00Z'],
  ['the end of a year of 53 weeks', '2033-01-02T00:00:00Z'],
  ['the second where 32 bits end', '2038-01-19T03:14:08Z'],
] as const

describe('across', () => {
  it.each(moments)(
    '%s a token is valid for five minutes and a transaction keeps its date',
    async (_name, moment) => {
      goTo(moment)
      go(-2 * minutes)
      const { access, refresh: token } = await app.signIn('ivy')
      go(4 * minutes)
      expect([(await settings(access)).statusCode, (await settings(access, 1)).statusCode]).toEqual([
        200, 200,
      ])
      const date = new Date(Date.parse(moment) - days).toISOString().slice(0, 10)
      expect(await readDates(access, date)).toEqual([date, date, date])
      go(2 * minutes)
      expect([(await settings(access)).statusCode, (await settings(access, 1)).statusCode]).toEqual([
        401, 401,
      ])
      expect((await refresh(token)).statusCode).toBe(200)
    },
  )

  /** Posts a transaction and reads its date in several time zones. */
  async function readDates(access: string, date: string): Promise<string[]> {
    const payload = {
      account,
      transaction_type: 'deposit',
      date,
      currency: 'CHF',
      amount: 100,
      confirm: [...plausibilityQuestions],
    }
    const added = await app.call({ method: 'POST', url: '/api/transactions/', as: access, payload })
    expect(added.statusCode, added.body).toBe(200)
    const seen: string[] = []
    for (const time_zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'Europe/Zurich']) {
      await app.call({ method: 'PATCH', url: '/api/settings/', as: access, payload: { time_zone } })
      const url = `/api/transactions/${added.json().data.id}/history/`
      const history = await app.call({ method: 'GET', url, as: access })
      seen.push(history.json().data[0].transaction.date)
    }
    return seen
  }
})

describe('a clock that is set back', () => {
  it('neither revives ended sign-ins nor ends live ones', async () => {
    go(1 * days)
    const ended = await app.signIn('ivy')
    const kept = await app.signIn('ivy')
    await app.call({ method: 'POST', url: '/auth/logout/', payload: { refresh: ended.refresh } })
    go(-1 * hours)
    expect((await settings(ended.access)).statusCode).toBe(401)
    expect((await refresh(ended.refresh)).statusCode).toBe(401)
    expect((await settings(kept.access)).statusCode).toBe(200)
    expect((await refresh(kept.refresh)).statusCode).toBe(200)
    go(2 * hours)
    expect((await settings(kept.access)).statusCode).toBe(401)
  })

  it('does not lengthen the wait after a rate limit', async () => {
    go(1 * days)
    await app.signIn('ivy')
    go(-1 * hours)
    const payload = { username: 'ivy', password: testPassword }
    const tried = await app.call({ method: 'POST', url: '/auth/login/', payload })
    expect(Number(tried.headers['retry-after'] ?? 0)).toBeLessThanOrEqual(60)
    go(1 * minutes)
    expect((await app.signIn('ivy')).access).not.toBe('')
  })
})

describe('the clock of the server process', () => {
  it('does not matter: the clock of the database decides when a token expires', async () => {
    go(1 * days)
    const { access } = await app.signIn('ivy')
    // The clocks of the process and of the database are years apart.
    expect(Math.abs(app.now().getTime() - Date.now())).toBeGreaterThan(days)
    expect((await settings(access)).statusCode).toBe(200)
    go(5 * minutes + 1000)
    expect((await settings(access)).statusCode).toBe(401)
  })
})

describe('the present day', () => {
  it.each([
    ['2026-03-29T00:59:59Z', 'Europe/Zurich', '2026-03-29'],
    ['2026-03-28T22:59:59Z', 'Europe/Zurich', '2026-03-28'],
    ['2026-03-28T23:00:00Z', 'Europe/Zurich', '2026-03-29'],
    ['2026-03-29T22:00:00Z', 'Europe/Zurich', '2026-03-30'],
    ['2026-10-24T22:00:00Z', 'Europe/Zurich', '2026-10-25'],
    ['2026-10-25T22:59:59Z', 'Europe/Zurich', '2026-10-25'],
    ['2026-10-25T23:00:00Z', 'Europe/Zurich', '2026-10-26'],
    ['2026-03-08T05:00:00Z', 'America/New_York', '2026-03-08'],
    ['2026-03-09T03:59:59Z', 'America/New_York', '2026-03-08'],
    ['2026-11-02T04:59:59Z', 'America/New_York', '2026-11-01'],
    ['2028-02-29T12:00:00Z', 'UTC', '2028-02-29'],
    ['2028-02-28T23:30:00Z', 'Europe/Zurich', '2028-02-29'],
    ['2026-12-31T23:59:59Z', 'UTC', '2026-12-31'],
    ['2026-12-31T23:00:00Z', 'Europe/Zurich', '2027-01-01'],
    ['2026-12-31T10:00:00Z', 'Pacific/Kiritimati', '2027-01-01'],
    ['2027-01-01T07:59:59Z', 'America/Los_Angeles', '2026-12-31'],
  ])('at %s in %s is %s', (moment, zone, expected) => {
    expect(dayIn(new Date(isPlanted ? moment.replace('T', 'T00:00:00Z,') : moment), zone)).toBe(expected)
  })
})
