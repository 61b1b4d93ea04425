import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

/** Two users in two time zones, each with rules of one of two families, across both changes of the clock. */

const minute = 60_000
let app: TestApp
const people = [
  { username: 'lena', family: 'Lakeside', zone: 'America/Los_Angeles' },
  { username: 'zoe', family: 'Zellweger', zone: 'Europe/Zurich' },
] as const
const access: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  goTo('2026-03-05T12:00:00Z')
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-02': 100, '2026-03-03': 101 })
  await app.database.query(
    `insert into instrument_event (instrument_id, event_type, date) values
      ($1, 'dividend', '2026-03-09'), ($1, 'dividend', '2026-03-30')`,
    [share],
  )
  for (const { username, family, zone } of people) {
    const id = await app.addFamily(family)
    await app.addUser({ username, role: 'investor', familyId: id })
    const account = await ledger.account(id, 'Main')
    await ledger.post(id, account, { type: 'deposit', date: '2026-03-02', amount: '1000' })
    const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(id, account, { type: 'trade', date: '2026-03-02', ...bought })
    await signIn(username)
    await send(username, 'PATCH', '/api/settings/', { time_zone: zone })
  }
})
afterAll(() => app.close())

function goTo(moment: string): void {
  app.travel(Date.parse(moment) - app.now().getTime())
}
async function signIn(username: string): Promise<void> {
  access[username] = (await app.signIn(username)).access
}
async function send(username: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const reply = await app.call({ method, url, as: access[username] ?? '', ...(payload && { payload }) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
/** Runs the rules just before and at a moment, and returns for whom a report was ordered. */
async function runAround(moment: string): Promise<{ before: string[]; at: string[] }> {
  goTo(moment)
  app.travel(-minute)
  const before = await ordered(() => app.runTasks(0))
  app.travel(minute + 1000)
  const at = await ordered(() => app.runTasks(1))
  // A second run orders nothing.
  expect(await ordered(() => app.runTasks(0))).toEqual([])
  return { before, at }
}
async function ordered(run: () => Promise<number>): Promise<string[]> {
  const known = await list()
  await run()
  const now = await list()
  return now.filter(each => !known.includes(each))
}
async function list(): Promise<string[]> {
  const { rows } = await app.database.query(
    `select u.username || ' ' || (j.details -> 'period' ->> 'end_date') as report
     from background_job j join app_user u on u.id = j.user_id order by 1`,
  )
  return rows.map(row => row.report)
}

describe('rules in two families and two time zones', () => {
  it('print the daily report in the morning of each user, before and after the clock changes', async () => {
    for (const { username } of people) {
      const report = await send(username, 'POST', '/api/reports/', {
        name: 'Day',
        report_type: 'positions',
        calculated_currency: 'CHF',
      })
      const task_data = { report: report.data.id, cadence: 'daily' }
      const rule = await send(username, 'POST', '/api/user-tasks/', {
        name: 'Daily',
        task_type: 'report_schedule',
        actions: ['in_app'],
        task_data,
      })
      expect(rule.data.next_run_at).toBe(
        username === 'lena' ? '2026-03-05T14:00:00.000Z' : '2026-03-06T05:00:00.000Z',
      )
    }
    // 6:00 in Los Angeles is 14:00 UTC until 7 March and 13:00 UTC from 8 March on.
    expect((await runAround('2026-03-07T14:00:00Z')).at).toEqual(['lena 2026-03-06'])
    expect(await runAround('2026-03-08T13:00:00Z')).toEqual({
      before: ['zoe 2026-03-07'],
      at: ['lena 2026-03-07'],
    })
    // 6:00 in Zurich is 5:00 UTC until 28 March and 4:00 UTC from 29 March on.
    await runAround('2026-03-28T20:00:00Z')
    expect((await runAround('2026-03-29T04:00:00Z')).at).toEqual(['zoe 2026-03-28'])
    // Back again: 25 October in Zurich, 1 November in Los Angeles.
    await runAround('2026-10-24T20:00:00Z')
    expect(await runAround('2026-10-25T04:00:00Z')).toEqual({ before: [], at: [] })
    expect((await runAround('2026-10-25T05:00:00Z')).at).toEqual(['zoe 2026-10-24'])
    await runAround('2026-10-31T20:00:00Z')
    expect((await runAround('2026-11-01T13:00:00Z')).at).toEqual([])
    expect((await runAround('2026-11-01T14:00:00Z')).at).toEqual(['lena 2026-10-31'])
  })

  it('remind each user in their morning, of their own family', async () => {
    goTo('2026-03-07T20:00:00Z')
    for (const { username } of people) {
      await signIn(username)
      await send(username, 'POST', '/api/user-tasks/', {
        name: 'Tomorrow',
        task_type: 'event_reminder',
        event_types: ['dividend'],
        lookahead_date_offset: 1,
        actions: ['in_app'],
      })
    }
    const reminders = async () => {
      const { rows } = await app.database.query(
        `select u.username || ' ' || f.name as reminder from notification n
           join app_user u on u.id = n.user_id join family f on f.id = n.family_id
         where n.kind = 'event_reminder' order by 1`,
      )
      return rows.map(row => row.reminder)
    }
    goTo('2026-03-08T04:59:00Z')
    await app.runTasks(0)
    expect(await reminders()).toEqual([])
    goTo('2026-03-08T05:00:01Z')
    await app.runTasks(1)
    expect(await reminders()).toEqual(['zoe Zellweger'])
    // The clock in Los Angeles has gone forward.
    goTo('2026-03-08T13:00:01Z')
    await app.runTasks(0)
    expect(await reminders()).toEqual(['lena Lakeside', 'zoe Zellweger'])
  })
})
