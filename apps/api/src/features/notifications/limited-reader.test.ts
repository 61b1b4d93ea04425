import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { sendingStore } from '../../platform/mail/sending.store.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let database: Database
let ivy: string
let userId: string
let kept: string
let hidden: string

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target, { connections: 1 })
  const family = await app.addFamily('Own')
  userId = (await app.addUser({ username: 'ivy', role: 'investor', familyId: family })).id
  const ledger = testLedger(app.database)
  kept = await ledger.account(family, 'Kept')
  hidden = await ledger.account(family, 'Hidden')
  // The test clock is at Monday 16 March 2026.
  app.travel(Date.UTC(2026, 2, 16, 9) - app.now().getTime())
  for (const account of [kept, hidden]) {
    const share = await ledger.instrument(account === kept ? 'Seen share' : 'Veiled share')
    await ledger.prices(share, { '2026-03-12': 100, '2026-03-13': 104 })
    await ledger.post(family, account, { type: 'deposit', date: '2026-03-11', amount: '1000' })
    const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(family, account, { type: 'trade', date: '2026-03-12', ...bought })
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date) values ($1, 'dividend', '2026-03-17')`,
      [share],
    )
    await app.database.query(
      `with source as (
         insert into integration (name, kind, family_id, account_id) values ($1, 'prices', $2, $3) returning id)
       insert into integration_run (integration_id, status) select id, 'failed' from source`,
      [account === kept ? 'Seen source' : 'Veiled source', family, account],
    )
  }
  ivy = (await app.signIn('ivy')).access
})
afterAll(async () => {
  await database.close()
  await app.close()
})

const send = async (method: 'GET' | 'POST', url: string, payload?: object) => {
  const reply = await app.call({ method, url, as: ivy, ...(payload && { payload }) })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const make = (payload: object) => send('POST', '/api/user-tasks/', payload)
const inbox = async () => {
  const { data, count, unread_count } = await send('GET', '/api/notifications/')
  return {
    titles: data.map(toLine).sort(),
    count,
    unread_count,
    ids: data.map(({ id }: { id: string }) => id),
  }
}
const toLine = ({ title, text, rule_name }: { title: string; text: string; rule_name: string }) =>
  `${rule_name}: ${title}${/share/.test(text) ? `, ${text.split(' on ')[0]}` : ''}`
const limitToKept = async () => {
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [userId])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [userId, kept])
}
const lift = async () => {
  await app.database.query('update app_user set sees_all_accounts = true where id = $1', [userId])
  await app.database.query('delete from account_grant where user_id = $1', [userId])
}

beforeEach(async () => {
  await lift()
  for (const table of ['user_task', 'notification']) await app.database.query(`delete from ${table}`)
  await app.database.query("delete from mail where kind = 'notification'")
})

/** Rules about the family and about one account, all found before the user is limited. */
async function makeRules(actions: string[]): Promise<void> {
  const move = { task_type: 'pnl_move', actions }
  const data = { threshold: 20, relativity: 'abs' }
  await make({ ...move, name: 'Family', task_data: data })
  await make({ ...move, name: 'One', task_data: { ...data, accounts: [kept] } })
  const reminder = { task_type: 'event_reminder', event_types: ['dividend'], lookahead_date_offset: 2 }
  await make({ ...reminder, name: 'Events', actions })
  await make({ name: 'Sources', task_type: 'integration_failure', actions })
}
const ofKept = [
  'Events: Upcoming: Dividend, Seen share',
  'One: Gain of 40.00 CHF',
  'Sources: Seen source failed',
]

describe('a user who was limited to some accounts', () => {
  it('no longer finds older messages about the others, and finds them again when the limit is lifted', async () => {
    await makeRules(['in_app'])
    await app.runTasks(0)
    const before = await inbox()
    expect(before).toMatchObject({ count: 6, unread_count: 6 })
    expect(before.titles).toContain('Family: Gain of 80.00 CHF')
    await limitToKept()
    expect(await inbox()).toMatchObject({ titles: ofKept, count: 3, unread_count: 3 })
    // Hidden messages cannot be marked either.
    const { data } = await send('POST', '/api/notifications/read/', { ids: before.ids })
    expect(data).toEqual({ unread_count: 0 })
    await lift()
    expect(await inbox()).toMatchObject({ count: 6, unread_count: 3 })
  })

  it('gets no mail about the others that waited meanwhile', async () => {
    await make({
      name: 'First',
      task_type: 'pnl_move',
      actions: ['email'],
      task_data: { threshold: 20, relativity: 'abs', accounts: [kept] },
    })
    await app.runTasks(0)
    // The first digest was sent just now, so that these wait.
    await makeRules(['email'])
    await app.runTasks(0)
    await limitToKept()
    app.travel(3_601_000)
    await app.runTasks(0)
    app.travel(-3_601_000)
    const [digest, first] = await mailsTo(app, 'ivy@example.com')
    expect(first?.kind).toBe('notification')
    for (const line of ['Rule: One', 'Seen share', 'Seen source']) expect(digest?.body_text).toContain(line)
    for (const line of ['Rule: Family', 'Veiled']) expect(digest?.body_text).not.toContain(line)
  })

  it('gets no mail that is still in the outbox, but the rest of it in the next one', async () => {
    await makeRules(['email'])
    await app.runTasks(0)
    const { rows } = await app.database.query("select id from mail where kind = 'notification'")
    const store = sendingStore(() => database, app.keys)
    expect(await store.readExtras(rows[0].id)).not.toBe('no_access')
    await limitToKept()
    expect(await store.readExtras(rows[0].id)).toBe('no_access')
    await store.discard(rows[0].id, 'no_access')
    app.travel(3_601_000)
    await app.runTasks(0)
    app.travel(-3_601_000)
    const bodies = (await mailsTo(app, 'ivy@example.com')).map(({ body_text }) => body_text)
    const [next] = bodies.filter(text => !text.includes('Rule: Family'))
    expect(next).toContain('Rule: One')
    expect(next).not.toContain('Veiled')
  })
})
