import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { writeAudit } from '../../platform/db/audit-line.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { untilBlocked } from '../../testing/until-blocked.ts'

const noFamily = '00000000-0000-0000-0000-000000000000'

let app: TestApp
let database: Database
let ada: TestUser
let admin: string
let familyId: string
let leaver: TestUser
let count = 0

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target)
  ada = await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
  familyId = await app.addFamily('Keller')
})
afterAll(async () => {
  await database.close()
  await app.close()
})
/** A user with an audit line. */
beforeEach(async () => {
  count += 1
  leaver = await app.addUser({ username: `leaver${count}`, role: 'investor', familyId })
  await app.signIn(leaver.username)
})

async function remove(url = `/api/users/${leaver.id}/`, payload?: object): Promise<number> {
  return (await app.call({ method: 'DELETE', url, as: admin, ...(payload && { payload }) })).statusCode
}
const pseudonym = () => `user-${leaver.id.slice(0, 8)}`

/** Starts the erasure of a user and runs `work` while it waits for one of their lines. */
async function whileErasing(work: () => Promise<void>, erase = () => remove()): Promise<number> {
  await app.database.query('begin')
  await app.database.query("select set_config('plumbline.erasing', 'on', true)")
  await app.database.query('select from audit_line where actor_id = $1 for update', [leaver.id])
  const removed = erase()
  try {
    await untilBlocked(app.database)
    await work()
  } finally {
    await app.database.query('rollback')
  }
  return removed
}

async function readLine(action: string) {
  const { rows } = await app.database.query(
    `select actor_name, host(address) as address, subject, details from audit_line
     where action = $1 and (actor_id = $2 or details ->> 'id' = $2::text)`,
    [action, leaver.id],
  )
  return rows[0]
}

const isIntact = async () => (await app.database.query('select audit_is_intact() as intact')).rows[0].intact

describe('while a user is erased', () => {
  it('others can write to the audit log and admins can sign in', async () => {
    const statuses: number[] = []
    const post = async (url: string, payload: object) =>
      statuses.push((await app.call({ method: 'POST', url, payload, as: admin })).statusCode)
    const removed = await whileErasing(async () => {
      await post('/api/instruments/', { name: `Acme ${count}`, instrument_type: 'equity', currency: 'CHF' })
      await post('/api/strategy/', { name: `Growth ${count}`, position_ids: [], family: familyId })
      await post(`/api/families/${familyId}/`, { currency: 'EUR' })
      await app.signIn('ada')
    })
    expect(statuses).toEqual([200, 200, 200])
    expect(removed).toBe(204)
    expect(await isIntact()).toBe(true)
  })

  it('their own lines and lines about them wait, and get the pseudonym', async () => {
    const details = { kind: 'user', id: leaver.id, note: leaver.username }
    let written: Promise<unknown> = Promise.resolve()
    const removed = await whileErasing(async () => {
      const write = (entry: Parameters<typeof writeAudit>[1]) =>
        database.within('system', tx => writeAudit(tx, entry))
      written = Promise.all([
        write({ actorId: leaver.id, action: 'late', address: '203.0.113.77' }),
        write({ actorId: ada.id, action: 'late_about', subject: leaver.username, details }),
      ])
      // The erasure and both writers.
      await Promise.race([written, untilBlocked(app.database, 3)])
    })
    expect(removed).toBe(204)
    await written
    expect(await readLine('late')).toMatchObject({ actor_name: pseudonym(), address: null })
    expect(await readLine('late_about')).toMatchObject({
      actor_name: 'ada',
      subject: pseudonym(),
      details: { kind: 'user', id: leaver.id },
    })
    expect(await isIntact()).toBe(true)
  })
})

describe('while a family is erased', () => {
  it('others can write prices, although its assets with calendars are deleted', async () => {
    const erased = await app.addFamily('Leaving')
    await app.database.query('update app_user set family_id = $1 where id = $2', [erased, leaver.id])
    const account = await testLedger(app.database).account(erased, 'Main')
    await app.database.query(
      `with asset as (
         insert into instrument (family_id, account_id, name, instrument_type, currency)
         values ($1, $2, 'House', 'real_estate', 'CHF') returning id)
       insert into instrument_event (instrument_id, date, event_type) select id, '2026-03-02', 'earnings' from asset`,
      [erased, account],
    )
    const removed = await whileErasing(
      () =>
        database.within('system', async tx => {
          await sql`select note_market_change(array['rates'])`.execute(tx)
          await writeAudit(tx, { actorId: ada.id, action: 'priced_meanwhile' })
        }),
      () => remove(`/api/families/${erased}/`, { name: 'Leaving' }),
    )
    expect(removed).toBe(204)
    expect(await isIntact()).toBe(true)
  })
})

describe('erasing a user', () => {
  it('includes lines that were being written when it started', async () => {
    const details = { kind: 'user', id: leaver.id }
    let removed: Promise<number> = Promise.resolve(0)
    await database.within('system', async tx => {
      await writeAudit(tx, { actorId: leaver.id, action: 'early', address: '203.0.113.77' })
      await writeAudit(tx, { actorId: ada.id, action: 'early_about', subject: leaver.username, details })
      removed = remove()
      await Promise.race([removed, untilBlocked(app.database)])
    })
    expect(await removed).toBe(204)
    expect(await readLine('early')).toMatchObject({ actor_name: pseudonym(), address: null })
    expect(await readLine('early_about')).toMatchObject({ subject: pseudonym() })
    expect(await isIntact()).toBe(true)
  })

  it('waits for an admin who reads their mail, and erases the address in that line', async () => {
    const { rows } = await app.database.query(
      `insert into mail (to_address, kind, subject, body_text, body_html)
       values ($1, 'notice', 'x', 'x', 'x') returning id`,
      [`${leaver.username}@example.com`],
    )
    const { id } = rows[0]
    await app.database.query('begin')
    // Lines of admins wait, and the user's family has a hash chain of its own.
    await app.database.query('select from audit_chain where family_id = $1 for update', [noFamily])
    const read = app.call({ method: 'GET', url: `/api/outbox/${id}/`, as: admin })
    await untilBlocked(app.database)
    const removed = remove()
    await Promise.race([removed, untilBlocked(app.database, 2)])
    await app.database.query('rollback')
    expect((await read).statusCode).toBe(200)
    expect(await removed).toBe(204)
    const lines = await app.database.query(
      `select subject from audit_line where action = 'mail_read' and details ->> 'id' = $1`,
      [id],
    )
    expect(lines.rows).toEqual([{ subject: '' }])
  })

  it('waits for an admin who writes, without blocking the admin', async () => {
    let attempts = 0
    let removed: Promise<number> = Promise.resolve(0)
    await database.within('system', async tx => {
      attempts += 1
      await sql`update app_user set last_login_at = present_moment() where id = ${ada.id}`.execute(tx)
      removed = remove()
      await untilBlocked(app.database)
      await writeAudit(tx, { actorId: ada.id, action: 'signed_in_meanwhile' })
    })
    expect(await removed).toBe(204)
    // A deadlock would have rolled back and retried one of the two.
    expect(attempts).toBe(1)
  })
})
