import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

const hourMs = 3_600_000
const minuteMs = 60_000
const dayMs = 24 * hourMs

interface Owner {
  username: string
  userId: string
  familyId: string
  share: string
}

let app: TestApp
let owners: Owner[]

beforeAll(async () => {
  app = await createTestApp()
  app.travel(Date.parse('2026-02-20T12:00:00Z') - app.now().getTime())
  owners = [await addOwner('zoe', 'Europe/Zurich'), await addOwner('nat', 'America/New_York')]
})
afterAll(() => app.close())

/** A family with a holding, and its investor, whose clock is that of the zone. */
async function addOwner(username: string, zone: string): Promise<Owner> {
  const familyId = await app.addFamily(`Family of ${username}`)
  const { id: userId } = await app.addUser({ username, role: 'investor', familyId })
  const ledger = testLedger(app.database)
  const account = await ledger.account(familyId, 'Main')
  const share = await ledger.instrument(`Share of ${username}`)
  await ledger.prices(share, { '2026-02-02': 100 })
  const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
  await ledger.post(familyId, account, { type: 'trade', date: '2026-02-02', ...bought })
  const token = (await app.signIn(username)).access
  const payload = { time_zone: zone, date_format: 'yyyy-MM-dd' }
  const reply = await app.call({ method: 'PATCH', url: '/api/settings/', as: token, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return { username, userId, familyId, share }
}

/** A reminder one day ahead and a report for every day, by each owner. */
async function addRules({ username, userId, familyId }: Owner): Promise<void> {
  const token = (await app.signIn(username)).access
  const { rows } = await app.database.query(
    `insert into report (user_id, family_id, name, report_type, calculated_currency)
     values ($1, $2, 'Daily', 'statement', 'CHF') returning id`,
    [userId, familyId],
  )
  for (const payload of [
    {
      name: 'Dividends',
      task_type: 'event_reminder',
      event_types: ['dividend'],
      lookahead_date_offset: 1,
      actions: ['in_app', 'email'],
    },
    {
      name: 'Every day',
      task_type: 'report_schedule',
      actions: ['in_app'],
      task_data: { report: rows[0].id, cadence: 'daily' },
    },
  ]) {
    const reply = await app.call({ method: 'POST', url: '/api/user-tasks/', as: token, payload })
    expect(reply.statusCode, reply.body).toBe(200)
  }
}

const moveTo = (moment: number) => app.travel(moment - app.now().getTime())
const iso = (moment: number) => new Date(moment).toISOString()

/** What was announced: to whom, about which day, and in which minute. */
async function announcedSince(start: number): Promise<string[]> {
  const { rows } = await app.database.query(
    `select * from (select u.username, 'event' as kind, n.details -> 'facts' ->> 'date' as day, n.created_at as at
     from notification n join app_user u on u.id = n.user_id where n.channel = 'in_app' and n.kind = 'event_reminder'
     union all
     select u.username, 'report', j.details -> 'period' ->> 'end_date', j.created_at
     from background_job j join app_user u on u.id = j.user_id where j.kind = 'report_pdf') found
     where at >= $1`,
    [iso(start)],
  )
  return rows.map(row => `${row.username} ${row.kind} ${row.day} ${iso(row.at).slice(0, 16)}`).sort()
}

/** Follows three days around a change, by the hour and a minute before it, on two servers in turn. */
async function follow(firstDay: string): Promise<string[]> {
  await app.database.query('delete from user_task')
  await app.database.query('delete from notification')
  await app.database.query("delete from background_job where kind = 'report_pdf'")
  await app.database.query("delete from mail where kind = 'notification'")
  await app.database.query('delete from instrument_event')
  const start = Date.parse(`${firstDay}T00:00:00Z`)
  for (const { share } of owners)
    for (let day = 0; day <= 5; day += 1)
      await app.database.query(
        `insert into instrument_event (instrument_id, event_type, date) values ($1, 'dividend', $2)`,
        [share, iso(start + day * dayMs).slice(0, 10)],
      )
  // In the evening before, the reminders and reports of that day are over.
  moveTo(start - 6 * hourMs)
  for (const owner of owners) await addRules(owner)
  await app.runTasks(0)
  let server: 0 | 1 = 0
  for (let moment = start; moment < start + 3 * dayMs; moment += hourMs) {
    for (const at of [moment, moment + 59 * minuteMs]) {
      moveTo(at)
      await app.runTasks(server)
      server = server === 0 ? 1 : 0
    }
  }
  return announcedSince(start)
}

/** One reminder of tomorrow's dividend and one report of yesterday, at six in the morning of the owner. */
function expected(mornings: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(mornings)
    .flatMap(([username, moments]) =>
      moments.flatMap(moment => {
        const day = Date.parse(`${moment.slice(0, 10)}T00:00:00Z`)
        const on = (offset: number) => iso(day + offset * dayMs).slice(0, 10)
        return [`${username} event ${on(1)} ${moment}`, `${username} report ${on(-1)} ${moment}`]
      }),
    )
    .sort()
}

describe('rules of two families in two time zones', { timeout: 180_000 }, () => {
  it.each([
    {
      change: 'clocks go forward in New York',
      firstDay: '2026-03-07',
      zoe: ['2026-03-07T05:00', '2026-03-08T05:00', '2026-03-09T05:00'],
      nat: ['2026-03-07T11:00', '2026-03-08T10:00', '2026-03-09T10:00'],
    },
    {
      change: 'clocks go forward in Zurich',
      firstDay: '2026-03-28',
      zoe: ['2026-03-28T05:00', '2026-03-29T04:00', '2026-03-30T04:00'],
      nat: ['2026-03-28T10:00', '2026-03-29T10:00', '2026-03-30T10:00'],
    },
    {
      change: 'clocks go back in Zurich',
      firstDay: '2026-10-24',
      zoe: ['2026-10-24T04:00', '2026-10-25T05:00', '2026-10-26T05:00'],
      nat: ['2026-10-24T10:00', '2026-10-25T10:00', '2026-10-26T10:00'],
    },
    {
      change: 'clocks go back in New York',
      firstDay: '2026-10-31',
      zoe: ['2026-10-31T05:00', '2026-11-01T05:00', '2026-11-02T05:00'],
      nat: ['2026-10-31T10:00', '2026-11-01T11:00', '2026-11-02T11:00'],
    },
  ])('are announced once, at six by the clock of the owner, when $change', async ({ firstDay, zoe, nat }) => {
    expect(await follow(firstDay)).toEqual(expected({ zoe, nat }))
    for (const { username } of owners) {
      const mails = (await mailsTo(app, `${username}@example.com`)).filter(
        ({ kind }) => kind === 'notification',
      )
      const text = mails.map(mail => mail.body_text).join('\n')
      for (const offset of [1, 2, 3]) {
        const day = iso(Date.parse(`${firstDay}T00:00:00Z`) + offset * dayMs).slice(0, 10)
        expect(text.split(`Share of ${username} on ${day}`).length - 1, `${username} ${day}`).toBe(1)
      }
      expect(text).not.toContain(owners.find(other => other.username !== username)?.username)
    }
  })
})
