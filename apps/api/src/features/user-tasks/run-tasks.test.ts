import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '../../testing/outbox.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

const day = 86_400_000
const hour = 3_600_000
let app: TestApp
let ivy: string
let share: string
let family: string
let userId: string

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
  userId = (await app.addUser({ username: 'ivy', role: 'investor', familyId: family })).id
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Main')
  share = await ledger.instrument('Alpenglow')
  // The test clock is at Monday 16 March 2026.
  app.travel(Date.UTC(2026, 2, 16, 9) - app.now().getTime())
  await ledger.prices(share, { '2026-03-12': 100, '2026-03-13': 104 })
  await ledger.post(family, account, { type: 'deposit', date: '2026-03-11', amount: '1000' })
  const bought = { instrument: share, quantity: '10', price: '100', amount: '1000' }
  await ledger.post(family, account, { type: 'trade', date: '2026-03-12', ...bought })
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

beforeEach(async () => {
  await app.database.query('delete from user_task')
  await app.database.query('delete from notification')
  await app.database.query("delete from mail where kind = 'notification'")
})

const make = async (payload: object) => {
  const reply = await app.call({ method: 'POST', url: '/api/user-tasks/', as: ivy, payload })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json().data.id as string
}
const chooseDates = async (format: string) => {
  const payload = { date_format: format }
  const reply = await app.call({ method: 'PATCH', url: '/api/settings/', as: ivy, payload })
  expect(reply.statusCode, reply.body).toBe(200)
}
const notified = async () =>
  (await app.call({ method: 'GET', url: '/api/notifications/', as: ivy })).json() as {
    unread_count: number
    data: { title: string; text: string; kind: string; target: { kind: string; id: string } }[]
  }
const mails = async () => (await mailsTo(app, 'ivy@example.com')).filter(mail => mail.kind === 'notification')

describe('rules', () => {
  it('notify about a daily move once, in the app and by mail, on any server', async () => {
    const rule = { name: 'Moves', task_type: 'pnl_move', actions: ['in_app', 'email'] }
    await make({ ...rule, task_data: { threshold: 0.03, relativity: 'rel' } })
    const counts = await Promise.all([app.runTasks(0), app.runTasks(1), app.runTasks(0), app.runTasks(1)])
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    const { data, unread_count } = await notified()
    expect(unread_count).toBe(1)
    expect(data[0]).toMatchObject({
      title: 'Gain of 4.00%',
      kind: 'pnl_move',
      target: { id: '2026-03-13' },
    })
    expect(data[0]?.text).toContain('1,040.00 CHF')
    expect((await mails()).map(mail => mail.body_text)).toEqual([expect.stringContaining('Gain of 4.00%')])
  })

  it('do not notify below their threshold', async () => {
    const rule = { name: 'Moves', task_type: 'pnl_move', actions: ['in_app'] }
    await make({ ...rule, task_data: { threshold: 40.01, relativity: 'abs' } })
    expect(await app.runTasks(0)).toBe(0)
    await make({ ...rule, name: 'Smaller', task_data: { threshold: 40, relativity: 'abs' } })
    expect(await app.runTasks(0)).toBe(1)
  })

  it('remind of upcoming events once', async () => {
    await app.database.query(
      `insert into instrument_event (instrument_id, event_type, date) values
        ($1, 'dividend', '2026-03-19'), ($1, 'dividend', '2026-03-20'), ($1, 'earnings', '2026-03-17')`,
      [share],
    )
    await make({
      name: 'Dividends',
      task_type: 'event_reminder',
      event_types: ['dividend'],
      lookahead_date_offset: 3,
      actions: ['in_app'],
    })
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await notified()).data[0]).toMatchObject({
      title: 'Upcoming: Dividend',
      text: 'Alpenglow on 19 Mar 2026 · Main',
    })
    app.travel(day)
    expect([await app.runTasks(1), await app.runTasks(0)]).toEqual([1, 0])
    app.travel(-day)
  })

  it('remind of contractual events of holdings, once for all accounts', async () => {
    const ledger = testLedger(app.database)
    const future = await ledger.instrument('Index future', 'future')
    await app.database.query("update instrument set contract_expiration = '2026-03-18' where id = $1", [
      future,
    ])
    await ledger.prices(future, { '2026-03-12': 50, '2026-03-13': 50 })
    for (const name of ['First', 'Second']) {
      const trade = { type: 'trade', date: '2026-03-12', instrument: future, quantity: '1', price: '50' }
      await ledger.post(family, await ledger.account(family, name), trade)
    }
    const rule = { task_type: 'event_reminder', lookahead_date_offset: 3, actions: ['in_app'] }
    await make({ ...rule, name: 'Expiries', event_types: ['future_expiry'] })
    await chooseDates('dd.MM.yyyy')
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await notified()).data[0]).toMatchObject({
      text: 'Index future on 18.03.2026 · First, Second',
    })
    await chooseDates('d MMM yyyy')
  })

  it('notify about a price target once, when a close crosses it after it was set', async () => {
    const ledger = testLedger(app.database)
    const shell = await ledger.instrument('Shell')
    await ledger.prices(shell, { '2026-03-13': 168 })
    const ticker = await app.database.query(
      'insert into watched_ticker (user_id, instrument_id) values ($1, $2) returning id',
      [userId, shell],
    )
    const close = async (date: string, price: number) => {
      await app.database.query(
        `insert into price (instrument_id, date, close, source) values ($1, $2, $3, 'test')
         on conflict (instrument_id, date) do update set close = excluded.close`,
        [shell, date, price],
      )
      await app.database.query('select bump_market_version()')
    }
    await make({ name: 'Targets', task_type: 'price_target', actions: ['in_app'] })
    await app.call({
      method: 'PATCH',
      url: `/api/watchlist/user/tickers/${ticker.rows[0].id}/`,
      as: ivy,
      payload: {
        price_targets: [
          { price: 100, direction: 'above' },
          { price: 170, direction: 'above', note: 'sell some' },
          { price: 90, direction: 'below', note: 'buy' },
        ],
      },
    })
    // It was at 168 before: it did not rise to 100.
    expect(await app.runTasks(0)).toBe(0)
    // The touch lies between two uploads: the last close is below the target again.
    await close('2026-03-16', 171)
    await close('2026-03-17', 165)
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await notified()).data[0]).toMatchObject({
      title: 'Shell rose to 170.00 CHF',
      text: 'Close of 16 Mar 2026: 171.00 CHF · sell some',
    })
    // Falling below 100 and rising to it again is a crossing, also of a target that was passed when it was set.
    await close('2026-03-17', 95)
    await close('2026-03-18', 101)
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    expect((await notified()).data[0]).toMatchObject({ title: 'Shell rose to 100.00 CHF' })
    await close('2026-03-19', 99)
    await close('2026-03-20', 102)
    expect(await app.runTasks(0)).toBe(0)
    // A rule that is set later does not notify about earlier crossings.
    await make({ name: 'Late', task_type: 'price_target', actions: ['in_app'] })
    expect(await app.runTasks(0)).toBe(0)
  })

  it('compare a price target with the close in the main currency and after splits', async () => {
    const ledger = testLedger(app.database)
    const penny = await ledger.instrument('Penny', 'equity', 'GBX')
    await ledger.prices(penny, { '2026-03-11': 520, '2026-03-13': 250 })
    await app.database.query(
      `insert into split (instrument_id, ex_date, numerator, denominator) values ($1, '2026-03-12', 2, 1)`,
      [penny],
    )
    const ticker = await app.database.query(
      'insert into watched_ticker (user_id, instrument_id) values ($1, $2) returning id',
      [userId, penny],
    )
    await app.database.query(
      `insert into price_target (watched_ticker_id, price, direction, priced_on) values
        ($1, 4, 'above', '2026-03-11'), ($1, 4, 'below', '2026-03-11'), ($1, 4, 'above', '2026-03-13')`,
      [ticker.rows[0].id],
    )
    await app.database.query(`update price_target set set_at = '2026-03-13' where watched_ticker_id = $1`, [
      ticker.rows[0].id,
    ])
    await make({ name: 'Pence', task_type: 'price_target', actions: ['in_app'] })
    const close = async (date: string, price: number) => {
      await app.database.query(
        `insert into price (instrument_id, date, close, source) values ($1, $2, $3, 'test')`,
        [penny, date, price],
      )
      await app.database.query('select bump_market_version()')
      await app.runTasks(0)
      return (await notified()).data
        .filter(({ title }) => title.startsWith('Penny'))
        .map(({ title }) => title)
    }
    // After the split the targets of the 11th are at 2. The price is at 2.50, and the one above was passed before.
    expect(await close('2026-03-16', 260)).toEqual([])
    expect(await close('2026-03-17', 190)).toEqual(['Penny fell to 2.00 GBP'])
    expect(await close('2026-03-18', 210)).toEqual(['Penny rose to 2.00 GBP', 'Penny fell to 2.00 GBP'])
    const { rows } = await app.database.query(
      `select direction, priced_on::text from price_target
       where watched_ticker_id = $1 and reached_at is not null order by direction`,
      [ticker.rows[0].id],
    )
    expect(rows).toEqual([
      { direction: 'above', priced_on: '2026-03-11' },
      { direction: 'below', priced_on: '2026-03-11' },
    ])
  })

  it('print a report for each period that ends after they were created', async () => {
    const report = await app.database.query(
      `insert into report (user_id, family_id, name, report_type, calculated_currency)
       values ($1, $2, 'Statement', 'statement', 'CHF') returning id`,
      [userId, family],
    )
    const task_data = { report: report.rows[0].id, cadence: 'monthly' }
    await make({ name: 'Monthly', task_type: 'report_schedule', actions: ['in_app'], task_data })
    expect(await app.runTasks(0)).toBe(0)
    app.travel(16 * day)
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    const jobs = await app.database.query("select details from background_job where kind = 'report_pdf'")
    expect(jobs.rows.map(row => row.details.period)).toEqual([
      { name: null, start_date: '2026-03-01', end_date: '2026-03-31' },
    ])
    app.travel(-16 * day)
  })

  it('notify about a failed source once per failure, not for every retry', async () => {
    const source = await app.database.query(
      "insert into integration (name, kind) values ('Rates', 'rates') returning id",
    )
    const run = (status: string) =>
      app.database.query(
        'insert into integration_run (integration_id, status, message) values ($1, $2, $3)',
        [source.rows[0].id, status, 'Connection refused'],
      )
    await run('failed')
    await make({ name: 'Sources', task_type: 'integration_failure', actions: ['in_app'] })
    expect([await app.runTasks(0), await app.runTasks(1)]).toEqual([1, 0])
    for (const status of ['running', 'failed', 'refused', 'success']) {
      await run(status)
      expect(await app.runTasks(0), status).toBe(0)
    }
    await run('failed')
    expect(await app.runTasks(0)).toBe(1)
    expect((await notified()).data[0]).toMatchObject({
      title: 'Rates failed',
      text: 'The provider reported a problem. Administrators see its message.',
    })
    await app.database.query('update integration set is_active = false')
  })

  it('notify about missing series once, and again when the source fails altogether', async () => {
    const source = await app.database.query(
      "insert into integration (name, kind) values ('Prices', 'prices') returning id",
    )
    const run = (status: string) =>
      app.database.query(
        'insert into integration_run (integration_id, status, details) values ($1, $2, $3)',
        [
          source.rows[0].id,
          status,
          status === 'partial'
            ? { total: 7, missing_count: 3, missing: [] }
            : { trouble: { code: 'unreachable', details: { host: 'prices.internal:8443' } } },
        ],
      )
    await make({ name: 'Sources', task_type: 'integration_failure', actions: ['in_app'] })
    const notices: number[] = []
    for (const status of ['partial', 'partial', 'failed', 'failed', 'partial']) {
      await run(status)
      notices.push(await app.runTasks(0))
    }
    expect(notices).toEqual([1, 0, 1, 0, 0])
    const texts = (await notified()).data.slice(0, 2).map(({ text }: { text: string }) => text)
    // Addresses of servers are for administrators.
    expect(texts).toEqual(['The provider cannot be reached.', '4 of 7 series delivered.'])
    await app.database.query('update integration set is_active = false')
  })

  it('do nothing while paused, or if the owner can no longer sign in', async () => {
    const task_data = { threshold: 0.001, relativity: 'rel' }
    const id = await make({ name: 'Moves', task_type: 'pnl_move', actions: ['in_app'], task_data })
    await app.call({ method: 'PATCH', url: `/api/user-tasks/${id}/`, as: ivy, payload: { is_active: false } })
    expect(await app.runTasks(0)).toBe(0)
    await app.call({ method: 'PATCH', url: `/api/user-tasks/${id}/`, as: ivy, payload: { is_active: true } })
    await app.database.query('update app_user set disabled_at = now() where id = $1', [userId])
    expect(await app.runTasks(0)).toBe(0)
    await app.database.query('update app_user set disabled_at = null where id = $1', [userId])
    expect(await app.runTasks(0)).toBe(1)
  })

  it('notify once although the server is killed within the run', async () => {
    const rules = 6
    let interrupted = 0
    for (const delayMs of [0, 1, 2, 4, 6, 8, 12, 16, 24, 32]) {
      await app.database.query('delete from user_task')
      await app.database.query('delete from notification')
      await app.database.query("delete from mail where kind = 'notification'")
      for (let index = 0; index < rules; index += 1) {
        const rule = { name: `Rule ${index}`, task_type: 'pnl_move', actions: ['in_app', 'email'] }
        await make({ ...rule, task_data: { threshold: 0.03, relativity: 'rel' } })
      }
      // A killed process leaves connections that end without a message.
      const dying = Promise.allSettled([app.runTasks(0)])
      await sleep(delayMs)
      await app.database.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      const [outcome] = await dying
      const before = await app.database.query('select count(*)::int as count from notification')
      if (outcome?.status === 'rejected' || before.rows[0].count < rules) interrupted += 1
      // Dropped connections are noticed on their next use.
      for (let attempt = 0; attempt < 20; attempt += 1)
        if ((await Promise.allSettled([app.runTasks(1)]))[0]?.status === 'fulfilled') break
      await app.runTasks(1)
      await app.runTasks(1)
      // What a first digest did not contain is in a second one.
      app.travel(hour + 60_000)
      await app.runTasks(1)
      app.travel(-hour - 60_000)
      expect((await notified()).data).toHaveLength(rules)
      const text = (await mails()).map(mail => mail.body_text).join()
      for (let index = 0; index < rules; index += 1) expect(text.split(`Rule: Rule ${index}`)).toHaveLength(2)
    }
    expect(interrupted).toBeGreaterThan(0)
  })
})
