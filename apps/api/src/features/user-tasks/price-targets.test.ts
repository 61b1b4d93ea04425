import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let ivy: string
let userId: string
let family: string
let account: string

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
  userId = (await app.addUser({ username: 'ivy', role: 'investor', familyId: family })).id
  account = await testLedger(app.database).account(family, 'Main')
  goTo(start)
  ivy = (await app.signIn('ivy')).access
})
afterAll(() => app.close())

beforeEach(async () => {
  goTo(start)
  for (const table of ['user_task', 'notification', 'watched_ticker'])
    await app.database.query(`delete from ${table}`)
  await send('POST', '/api/user-tasks/', { name: 'Targets', task_type: 'price_target', actions: ['in_app'] })
})

const start = '2026-03-12T20:00:00Z'
function goTo(moment: string): void {
  app.travel(Date.parse(moment) - app.now().getTime())
}
/** Calls at the start, when the session is valid. */
async function send(method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) {
  const present = app.now().toISOString()
  goTo(start)
  const reply = await app.call({ method, url, as: ivy, ...(payload && { payload }) })
  goTo(present)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const close = async (id: string, date: string, price: number | null) => {
  await (price === null
    ? app.database.query('delete from price where instrument_id = $1 and date = $2', [id, date])
    : app.database.query(
        `insert into price (instrument_id, date, close, source) values ($1, $2, $3, 'test')
         on conflict (instrument_id, date) do update set close = excluded.close`,
        [id, date, price],
      ))
  await app.database.query('select bump_market_version()')
}
/** A share at 100 on 12 March, with targets. */
async function follow(name: string, targets: { price: number; direction: 'above' | 'below' }[]) {
  const ledger = testLedger(app.database)
  const id = await ledger.instrument(name)
  await ledger.prices(id, { '2026-03-11': 99, '2026-03-12': 100 })
  const { rows } = await app.database.query(
    'insert into watched_ticker (user_id, instrument_id) values ($1, $2) returning id',
    [userId, id],
  )
  await send('PATCH', `/api/watchlist/user/tickers/${rows[0].id}/`, { price_targets: targets })
  return { id, watched: rows[0].id as string }
}
/** Runs the rules on both servers and returns the new titles. */
async function announce(): Promise<string[]> {
  const found = await app.runTasks(0)
  expect(await app.runTasks(1)).toBe(0)
  const { data } = await send('GET', '/api/notifications/')
  return data.slice(0, found).map(({ title, text }: { title: string; text: string }) => `${title} · ${text}`)
}
const report = (id: string, date: string, numerator = 2) =>
  app.database.query(
    `insert into instrument_event (instrument_id, event_type, date, details) values ($1, 'split', $2, $3)`,
    [id, date, JSON.stringify({ numerator, denominator: 1 })],
  )
const waitsText = (name: string, date: string, price: string) =>
  `${name}: possible split that is not posted · Close of ${date}: ${price} CHF · target 60.00 CHF · You will be notified if the target is reached once this is settled`

describe('a price target and a split that nobody has posted', () => {
  it('waits for a reported one, says why once, and follows it once it is posted', async () => {
    const { id } = await follow('Reported', [{ price: 60, direction: 'below' }])
    await report(id, '2026-03-13')
    await close(id, '2026-03-13', 50.5)
    goTo('2026-03-13T20:00:00Z')
    expect(await announce()).toEqual([waitsText('Reported', '13 Mar 2026', '50.50')])
    await close(id, '2026-03-16', 51)
    await close(id, '2026-03-17', 50)
    goTo('2026-03-17T20:00:00Z')
    expect(await announce()).toEqual([])
    const bought = { instrument: id, quantity: '10', price: '100', amount: '1000' }
    const ledger = testLedger(app.database)
    await ledger.post(family, account, { type: 'trade', date: '2026-03-12', ...bought })
    // The custodian posts it two days after the first close that shows it.
    const split = { type: 'split', date: '2026-03-16', instrument: id, numerator: '2', denominator: '1' }
    await ledger.post(family, account, split)
    expect(await announce()).toEqual([])
    await close(id, '2026-03-18', 29)
    expect(await announce()).toEqual(['Reported fell to 30.00 CHF · Close of 18 Mar 2026: 29.00 CHF'])
  })

  it('follows a reported one that nobody has answered within ten days', async () => {
    const { id } = await follow('Unanswered', [{ price: 60, direction: 'below' }])
    await report(id, '2026-03-13')
    await close(id, '2026-03-13', 50.5)
    await close(id, '2026-03-16', 51)
    goTo('2026-03-16T20:00:00Z')
    expect(await announce()).toHaveLength(1)
    goTo('2026-03-24T20:00:00Z')
    expect(await announce()).toEqual([])
    await close(id, '2026-03-24', 30)
    expect(await announce()).toEqual(['Unanswered fell to 30.00 CHF · Close of 24 Mar 2026: 30.00 CHF'])
  })

  it('is announced with its day once someone has answered that the reported one is none', async () => {
    const { id } = await follow('Rejected', [{ price: 60, direction: 'below' }])
    await report(id, '2026-03-13')
    await close(id, '2026-03-13', 50.5)
    await close(id, '2026-03-16', 51)
    goTo('2026-03-16T20:00:00Z')
    expect(await announce()).toHaveLength(1)
    const decide = (to: string) =>
      app.database.query(
        'insert into finding_decision (family_id, finding, decided_by) values ($1, $2, $3)',
        [to, `split_not_posted.${to}.${account}.${id}.2026-03-13`, userId],
      )
    // The answer of a family that the user does not see does not count.
    await decide(await app.addFamily('Other'))
    expect(await announce()).toEqual([])
    await decide(family)
    expect(await announce()).toEqual(['Rejected fell to 60.00 CHF · Close of 13 Mar 2026: 50.50 CHF'])
  })
})

describe('a price target and a fall to about a half that no provider reports as a split', () => {
  it('waits for the next close, which confirms it, and is announced once with the day of the fall', async () => {
    const { id } = await follow('Crash', [{ price: 60, direction: 'below' }])
    await close(id, '2026-03-13', 50)
    goTo('2026-03-13T20:00:00Z')
    expect(await announce()).toEqual([waitsText('Crash', '13 Mar 2026', '50.00')])
    await close(id, '2026-03-16', 47)
    goTo('2026-03-16T20:00:00Z')
    expect(await announce()).toEqual(['Crash fell to 60.00 CHF · Close of 13 Mar 2026: 50.00 CHF'])
    await close(id, '2026-03-17', 46)
    expect(await announce()).toEqual([])
  })

  it('is announced after five days if there is no other close', async () => {
    const { id } = await follow('Silent', [{ price: 60, direction: 'below' }])
    await close(id, '2026-03-13', 20)
    goTo('2026-03-17T20:00:00Z')
    expect(await announce()).toHaveLength(1)
    goTo('2026-03-18T20:00:00Z')
    expect(await announce()).toEqual(['Silent fell to 60.00 CHF · Close of 13 Mar 2026: 20.00 CHF'])
  })

  it('is announced as soon as someone has accepted the price', async () => {
    const { id } = await follow('Accepted', [{ price: 60, direction: 'below' }])
    await close(id, '2026-03-13', 50)
    goTo('2026-03-13T20:00:00Z')
    expect(await announce()).toHaveLength(1)
    await app.database.query(
      'insert into finding_decision (family_id, finding, decided_by) values ($1, $2, $3)',
      [family, `price_jump.${family}.${id}.2026-03-13`, userId],
    )
    expect(await announce()).toEqual(['Accepted fell to 60.00 CHF · Close of 13 Mar 2026: 50.00 CHF'])
  })

  it('is not confirmed by a price that returns to the level before', async () => {
    const { id } = await follow('Typo', [
      { price: 60, direction: 'below' },
      { price: 90, direction: 'above' },
    ])
    await close(id, '2026-03-13', 50)
    await close(id, '2026-03-16', 101)
    goTo('2026-03-16T20:00:00Z')
    expect((await announce()).map(line => line.slice(0, 12))).toEqual(['Typo: possib', 'Typo: possib'])
    await close(id, '2026-03-13', 100)
    expect(await announce()).toEqual([])
  })
})

describe('a price target and a close that was wrong', () => {
  const reachedAt = async (id: string) => {
    const { data } = await send('GET', `/api/watchlist/user/tickers/${id}/`)
    return data.price_targets[0].reached_at as string | null
  }

  it('is open again after the correction and announced when really reached', async () => {
    const { id, watched } = await follow('Wrong', [{ price: 120, direction: 'above' }])
    await close(id, '2026-03-13', 130)
    goTo('2026-03-13T20:00:00Z')
    expect(await announce()).toEqual(['Wrong rose to 120.00 CHF · Close of 13 Mar 2026: 130.00 CHF'])
    expect(await reachedAt(watched)).not.toBeNull()
    await close(id, '2026-03-13', 103)
    expect(await announce()).toEqual([])
    expect(await reachedAt(watched)).toBeNull()
    await close(id, '2026-03-16', 121)
    expect(await announce()).toEqual(['Wrong rose to 120.00 CHF · Close of 16 Mar 2026: 121.00 CHF'])
    expect(await reachedAt(watched)).not.toBeNull()
  })

  it('is not announced twice when the corrected close reaches it all the same, or again', async () => {
    const { id } = await follow('Twice', [{ price: 120, direction: 'above' }])
    await close(id, '2026-03-13', 130)
    goTo('2026-03-13T20:00:00Z')
    expect(await announce()).toHaveLength(1)
    await close(id, '2026-03-13', 125)
    expect(await announce()).toEqual([])
    await close(id, '2026-03-13', 103)
    expect(await announce()).toEqual([])
    await close(id, '2026-03-13', 131)
    expect(await announce()).toEqual([])
    // The close before it is corrected, so that the target was reached a day earlier: it was announced.
    await close(id, '2026-03-12', 122)
    expect(await announce()).toEqual([])
  })

  it('is open again when the close is removed', async () => {
    const { id } = await follow('Removed', [{ price: 120, direction: 'above' }])
    await close(id, '2026-03-13', 130)
    expect(await announce()).toHaveLength(1)
    await close(id, '2026-03-13', null)
    expect(await announce()).toEqual([])
    await close(id, '2026-03-16', 121)
    goTo('2026-03-16T20:00:00Z')
    expect(await announce()).toEqual(['Removed rose to 120.00 CHF · Close of 16 Mar 2026: 121.00 CHF'])
  })
})
