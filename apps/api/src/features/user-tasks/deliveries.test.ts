import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { createPauseToken } from '../../platform/mail/pause-link.store.ts'
import { mailsTo } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { runTasksStore } from './run-tasks.store.ts'

const day = 86_400_000
const hour = 3_600_000
let app: TestApp
let ada: string
let adaId: string
let families: Client[]
let share: string

interface Client {
  id: string
  name: string
  account: string
}

/** A family of the adviser with 1,000 in cash and ten shares. */
async function addClient(name: string): Promise<Client> {
  const ledger = testLedger(app.database)
  const id = await app.addFamily(name)
  await app.database.query('insert into family_access (user_id, family_id) values ($1, $2)', [adaId, id])
  const account = await ledger.account(id, `${name} depot`)
  await ledger.post(id, account, { type: 'deposit', date: '2026-03-11', amount: '2000' })
  const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
  await ledger.post(id, account, { type: 'trade', date: '2026-03-12', ...bought })
  return { id, name, account }
}

beforeAll(async () => {
  app = await createTestApp()
  adaId = (await app.addUser({ username: 'ada', role: 'adviser' })).id
  const ledger = testLedger(app.database)
  // Friday 13 March 2026 is the last day with closes; it is Monday.
  app.travel(Date.UTC(2026, 2, 16, 9) - app.now().getTime())
  share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-12': 100, '2026-03-13': 104 })
  families = [await addClient('Aebi'), await addClient('Birch')]
  ada = (await app.signIn('ada')).access
})
afterAll(() => app.close())

beforeEach(async () => {
  for (const table of ['user_task', 'notification']) await app.database.query(`delete from ${table}`)
  await app.database.query("delete from mail where kind = 'notification'")
})

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  app.call({ method, url, as: ada, ...(payload && { payload }) })
const make = async (payload: object): Promise<string> => {
  const reply = await send('POST', '/api/user-tasks/', payload)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.id
}
const moves = (family: number, more: object = {}) => ({
  name: `Moves ${families[family]?.name}`,
  family: families[family]?.id,
  task_type: 'pnl_move',
  actions: ['in_app'],
  task_data: { threshold: 20, relativity: 'abs' },
  ...more,
})
const inbox = async () =>
  (await send('GET', '/api/notifications/')).json() as {
    unread_count: number
    data: { title: string; text: string; family: { name: string }; rule_name: string; task: object | null }[]
  }
const digests = async () =>
  (await mailsTo(app, 'ada@example.com')).filter(({ kind }) => kind === 'notification')
/** Sets the close of a day, in rows and in the yearly column. */
const setClose = async (instrument: string, date: string, close: number) => {
  const { rows } = await app.database.query(
    `insert into price (instrument_id, date, close, source) values ($1, $2, $3, 'test')
     on conflict (instrument_id, date) do update set close = excluded.close returning instrument_id`,
    [instrument, date, close],
  )
  const { rows: chunks } = await app.database.query(
    'select closes from price_chunk where instrument_id = $1 and year = 2026',
    [instrument],
  )
  const bytes: Buffer = Buffer.from(chunks[0].closes)
  bytes.writeDoubleLE(close, 8 * ((Date.parse(date) - Date.parse('2026-01-01')) / day))
  await app.database.query('update price_chunk set closes = $2 where instrument_id = $1', [
    rows[0].instrument_id,
    bytes,
  ])
  await app.database.query('select bump_market_version()')
}

describe('rules', () => {
  it('deliver by mail beside a rule in the app, and for every family', async () => {
    await make(moves(0))
    await make(moves(0, { name: 'By mail', actions: ['email'] }))
    await make(moves(1, { actions: ['in_app', 'email'] }))
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([3, 0])
    const { data, unread_count } = await inbox()
    expect(data.map(({ rule_name, family }) => `${family.name}: ${rule_name}`).sort()).toEqual([
      'Aebi: By mail',
      'Aebi: Moves Aebi',
      'Birch: Moves Birch',
    ])
    expect(unread_count).toBe(2)
    const mails = await digests()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('2 notifications, 16 Mar 2026')
    expect(mails[0]?.body_text).toContain('Aebi: Gain of 40.00 CHF')
    expect(mails[0]?.body_text).toContain('Birch: Gain of 40.00 CHF')
    expect(mails[0]?.body_text).toContain('P&L on 13 Mar 2026')
  })

  it('exist once per rule, channel, recipient and occurrence, by the database', async () => {
    const insert = (channel: string, recipient: string, task: string) =>
      app.database.query(
        `insert into notification (user_id, task_id, occurrence, kind, channel, recipient)
         select id, $3, 'x', 'pnl_move', $1, $2 from app_user where username = 'ada'`,
        [channel, recipient, task],
      )
    const [first, second] = [crypto.randomUUID(), crypto.randomUUID()]
    await insert('in_app', '', first)
    await insert('email', '', first)
    await insert('email', 'a@example.com', first)
    await insert('in_app', '', second)
    await expect(insert('email', 'a@example.com', first)).rejects.toThrow(/notification_once/)
  })

  it('collect the mails of an hour', async () => {
    await make(moves(0, { actions: ['email'] }))
    await app.runTasks(0)
    await make(moves(1, { actions: ['email'] }))
    await make(moves(1, { name: 'Again', actions: ['email'] }))
    await app.runTasks(0)
    expect(await digests()).toHaveLength(1)
    app.travel(hour + 1000)
    await app.runTasks(1)
    await app.runTasks(0)
    expect((await digests()).map(({ subject }) => subject).sort()).toEqual([
      '2 notifications, 16 Mar 2026',
      'P&L move, 16 Mar 2026',
    ])
    app.travel(-hour - 1000)
  })

  it('send no mail about a family that the reader has lost since', async () => {
    const access = (text: string) => app.database.query(text, [families[1]?.id])
    await make(moves(0, { actions: ['email'] }))
    await app.runTasks(0)
    // The digest of Aebi was sent just now, so that this message waits.
    await make(moves(1, { actions: ['email'] }))
    await app.runTasks(0)
    await access('delete from family_access where family_id = $1')
    app.travel(hour + 1000)
    await app.runTasks(1)
    await access(
      "insert into family_access (user_id, family_id) select id, $1 from app_user where username = 'ada'",
    )
    app.travel(hour + 1000)
    await app.runTasks(0)
    app.travel(-2 * (hour + 1000))
    const mails = await digests()
    expect(mails.map(({ body_text }) => body_text.includes('Birch'))).toEqual([false])
  })

  it('wait until every held instrument has a close of the day, and say corrected when a close changes it', async () => {
    const client = await addClient('Cole')
    const ledger = testLedger(app.database)
    const other = await ledger.instrument('Bergbach')
    await ledger.prices(other, { '2026-03-12': 50 })
    const bought = { instrument: other, quantity: '20', price: '50', amount: '1000' }
    await ledger.post(client.id, client.account, { type: 'trade', date: '2026-03-12', ...bought })
    await make(moves(0, { family: client.id }))
    // Bergbach has no close of Friday yet.
    expect(await app.runTasks(0)).toBe(0)
    await setClose(other, '2026-03-13', 40)
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await inbox()).data[0]).toMatchObject({ title: 'Loss of 160.00 CHF' })
    expect((await inbox()).data[0]?.text).toContain('P&L on 13 Mar 2026: −160.00 CHF')
    await setClose(other, '2026-03-13', 52)
    expect([await app.runTasks(1), await app.runTasks(0)]).toEqual([1, 0])
    expect((await inbox()).data[0]?.title).toBe('Corrected: gain of 80.00 CHF')
    expect((await inbox()).data[0]?.text).toContain('before: −160.00 CHF')
  })

  it('do not report a split that nobody has posted as a loss, and say what they wait for', async () => {
    const client = await addClient('Dorn')
    const ledger = testLedger(app.database)
    const split = await ledger.instrument('Splitting')
    await ledger.prices(split, { '2026-03-12': 100, '2026-03-13': 50.5 })
    const bought = { instrument: split, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(client.id, client.account, { type: 'trade', date: '2026-03-12', ...bought })
    await make(moves(1, { family: client.id }))
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await inbox()).data[0]).toMatchObject({
      title: 'Daily P&L could not be checked',
      text: expect.stringContaining('Possible split that is not posted: Splitting'),
    })
    await app.database.query(
      "insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-03-13', 2, 1)",
      [split],
    )
    expect(await app.runTasks(0)).toBe(1)
    // 40 of Alpenglow and 10 of the other: 20 at 50.5 after 10 at 100.
    expect((await inbox()).data[0]?.title).toBe('Gain of 50.00 CHF')
  })

  it('still say corrected after an edit of their name, channel or threshold, and announce nothing twice', async () => {
    const client = await addClient('Edel')
    const own = await testLedger(app.database).instrument('Editing')
    await testLedger(app.database).prices(own, { '2026-03-12': 50, '2026-03-13': 60 })
    const bought = { instrument: own, quantity: '10', price: '50', amount: '500' }
    await testLedger(app.database).post(client.id, client.account, {
      type: 'trade',
      date: '2026-03-12',
      ...bought,
    })
    const id = await make(moves(0, { family: client.id }))
    expect(await app.runTasks(0)).toBe(1)
    const edit = async (change: object) =>
      expect((await send('PATCH', `/api/user-tasks/${id}/`, change)).statusCode).toBe(200)
    await edit({ name: 'Renamed', actions: ['in_app', 'email'] })
    await edit({ task_data: { threshold: 130 } })
    // The mail is new for this announcement, which is not made again.
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([0, 0])
    await setClose(own, '2026-03-13', 45)
    await edit({ name: 'Again' })
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    const { data } = await inbox()
    expect(data.map(({ title }) => title)).toEqual(['Corrected: loss of 10.00 CHF', 'Gain of 140.00 CHF'])
    expect(data[0]?.text).toContain('before: +140.00 CHF')
    expect((await digests()).map(({ body_text }) => body_text)).toEqual([
      expect.stringContaining('Corrected: loss of 10.00 CHF'),
    ])
  })

  it('are judged as edited, although a run began before the edit', async () => {
    const id = await make(moves(0, { task_data: { threshold: 1000, relativity: 'abs' } }))
    const database = await openDatabase(app.database.target, { connections: 1 })
    const store = runTasksStore(() => database)
    const task = (await store.listActive()).find(each => each.id === id)
    await send('PATCH', `/api/user-tasks/${id}/`, { task_data: { threshold: 20 } })
    if (task) await store.record(task, { findings: [], state: { judged: {} } })
    await database.close()
    expect(await app.runTasks(0)).toBe(1)
  })

  it('are written in the language and formats of the reader, also for earlier messages', async () => {
    await make(moves(0))
    await app.runTasks(0)
    await send('PATCH', '/api/settings/', { language: 'de', date_format: 'dd.MM.yyyy' })
    const { data } = (await send('GET', '/api/notifications/')).json()
    expect(data[0]).toMatchObject({ title: 'Gewinn von 40,00 CHF' })
    expect(data[0].text).toContain('G/V vom 13.03.2026')
    await send('PATCH', '/api/settings/', { language: 'en-US', date_format: 'd MMM yyyy' })
  })

  it('leave their history when they are deleted, and hide it from an adviser without the family', async () => {
    const id = await make(moves(0, { actions: ['in_app', 'email'] }))
    await app.runTasks(0)
    expect((await send('DELETE', `/api/user-tasks/${id}/`)).statusCode).toBe(204)
    expect((await inbox()).data).toMatchObject([{ rule_name: 'Moves Aebi', task: null }])
    const access = (sql: string) => app.database.query(sql, [families[0]?.id])
    await access('delete from family_access where family_id = $1')
    expect((await inbox()).data).toEqual([])
    await access(
      "insert into family_access (user_id, family_id) select id, $1 from app_user where username = 'ada'",
    )
    expect((await inbox()).data).toHaveLength(1)
  })

  it('list their family and accounts, and refuse an account of another family by its field', async () => {
    const [aebi, birch] = families
    const wrong = await send(
      'POST',
      '/api/user-tasks/',
      moves(0, { task_data: { threshold: 1, relativity: 'abs', accounts: [birch?.account] } }),
    )
    expect([wrong.statusCode, wrong.json().errors[0].field]).toEqual([404, 'task_data.accounts'])
    await make(moves(0, { task_data: { threshold: 1, relativity: 'abs', accounts: [aebi?.account] } }))
    const [rule] = (await send('GET', '/api/user-tasks/')).json().data
    expect([rule.family.name, rule.accounts]).toEqual(['Aebi', [{ id: aebi?.account, name: 'Aebi depot' }]])
    await app.runTasks(0)
    expect((await inbox()).data[0]?.text).toContain('Aebi depot')
  })
})

describe('the link that pauses mail', () => {
  const pause = (id: string, token: string, more: object = {}) =>
    app.call({ method: 'POST', url: `/api/notifications/pause/${id}/${token}/`, ...more })
  const readLink = async () => {
    const mail = await app.database.query("select id, is_pausable from mail where kind = 'notification'")
    const [key] = await app.keys.read('mail_pause')
    const id: string = mail.rows[0].id
    return { id, token: createPauseToken(key.bytes, id) }
  }
  const paused = async () =>
    ((await send('GET', '/api/user-tasks/')).json().data as { name: string; is_mail_paused: boolean }[])
      .filter(({ is_mail_paused }) => is_mail_paused)
      .map(({ name }) => name)

  it('works without a sign-in, with one click, for the rules of that mail only, and only pauses', async () => {
    await make(moves(0, { actions: ['in_app', 'email'] }))
    await app.runTasks(0)
    const rule = await make(moves(1, { actions: ['in_app', 'email'] }))
    // The key is created with the first link.
    await pause(crypto.randomUUID(), 'x'.repeat(43))
    const { id, token } = await readLink()
    const form = {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    }
    expect((await pause(id, token, form)).statusCode).toBe(204)
    expect((await pause(id, token)).statusCode).toBe(204)
    expect(await paused()).toEqual(['Moves Aebi'])
    const { data } = (await send('GET', '/api/user-tasks/')).json()
    expect(data.map((each: { is_active: boolean }) => each.is_active)).toEqual([true, true])
    // Mail of the other rule comes, of this one does not.
    app.travel(day)
    await setClose(share, '2026-03-16', 110)
    await app.runTasks(0)
    app.travel(-day)
    const [latest] = await digests()
    expect(latest?.body_text).toContain('Moves Birch')
    expect(latest?.body_text).not.toContain('Moves Aebi')
    expect((await inbox()).data.filter(({ rule_name }) => rule_name === 'Moves Aebi')).toHaveLength(2)
    // A change by the owner resumes it.
    const first = data.find((each: { id: string }) => each.id !== rule)
    await send('PATCH', `/api/user-tasks/${first.id}/`, { is_active: true })
    expect(await paused()).toEqual([])
  })

  it('leads mail programs that only open links to the page that asks', async () => {
    const reply = await app.call({
      method: 'GET',
      url: `/api/notifications/pause/${crypto.randomUUID()}/a%2Fb/`,
    })
    expect(reply.statusCode).toBe(303)
    expect(reply.headers.location).toMatch(/^\/pause-mail\/[0-9a-f-]{36}\/a%2Fb$/)
  })

  it('refuses a guessed token, the token of another mail and an unknown mail alike', async () => {
    await make(moves(0, { actions: ['email'] }))
    await app.runTasks(0)
    await pause(crypto.randomUUID(), 'x'.repeat(43))
    const { id, token } = await readLink()
    const replies = [
      await pause(id, 'x'.repeat(43)),
      await pause(id, `${token.slice(1)}A`),
      await pause(crypto.randomUUID(), token),
    ]
    for (const reply of replies)
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([410, 'invalid_link'])
    expect((await pause(id, 'short')).statusCode).toBe(410)
    expect(await paused()).toEqual([])
  })
})
