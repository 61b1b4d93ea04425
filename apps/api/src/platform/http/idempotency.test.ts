import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase } from '../db/database.ts'
import { createJobs } from '../jobs/jobs.ts'

let app: TestApp
let ivy: { id: string; access: string }
let ned: { id: string; access: string }
const hour = 3_600_000

beforeAll(async () => {
  app = await createTestApp()
  const add = async (username: string) => {
    const familyId = await app.addFamily(`Family of ${username}`)
    const { id } = await app.addUser({ username, role: 'investor', familyId })
    return { id, access: (await app.signIn(username)).access }
  }
  ivy = await add('ivy')
  ned = await add('ned')
})
afterAll(() => app.close())

let names = 0
function newName(): string {
  names += 1
  return `Name ${names}`
}

function save(name: string, key: string | undefined, { as = ivy.access, at = 0 as 0 | 1, more = {} } = {}) {
  return app.call({
    method: 'POST',
    url: '/api/templates/',
    as,
    at,
    headers: key === undefined ? {} : { 'idempotency-key': key },
    payload: { name, ...more },
  })
}

async function count(name: string): Promise<number> {
  const { rows } = await app.database.query('select count(*)::int as count from template where name = $1', [
    name,
  ])
  return rows[0].count
}

const firstCode = (reply: { json(): { errors: { code: string }[] } }) => reply.json().errors[0]?.code

describe('a creating call with an Idempotency-Key', () => {
  it('runs once, and its repeat gets the same reply with the replayed header', async () => {
    const name = newName()
    const first = await save(name, 'repeat-1')
    const second = await save(name, 'repeat-1')
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(second.body).toBe(first.body)
    expect(second.headers['content-type']).toBe(first.headers['content-type'])
    expect(first.headers['idempotent-replayed']).toBeUndefined()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await count(name)).toBe(1)
  })

  it('runs once when ten are sent at the same time, to one server or to two', async () => {
    for (const servers of [1, 2]) {
      const name = newName()
      const replies = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          save(name, `at-once-${servers}`, { at: (index % servers) as 0 | 1 }),
        ),
      )
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200))
      expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
      expect(replies.filter(reply => reply.headers['idempotent-replayed'] === undefined)).toHaveLength(1)
      expect(await count(name)).toBe(1)
    }
  })

  it('is rejected with another body, URL or call', async () => {
    const name = newName()
    expect((await save(name, 'reused')).statusCode).toBe(200)
    const others = [
      await save(newName(), 'reused'),
      await save(name, 'reused', { more: { filterCurrency: ['CHF'] } }),
      await app.call({
        method: 'POST',
        url: '/api/templates/?x=1',
        as: ivy.access,
        headers: { 'idempotency-key': 'reused' },
        payload: { name },
      }),
      await app.call({
        method: 'POST',
        url: '/api/reports/',
        as: ivy.access,
        headers: { 'idempotency-key': 'reused' },
        payload: { name },
      }),
    ]
    for (const reply of others) {
      expect(reply.statusCode).toBe(409)
      expect(firstCode(reply)).toBe('idempotency_key_reused')
    }
    expect(await count(name)).toBe(1)
  })

  it('belongs to its user: the same key of another user is independent', async () => {
    const name = newName()
    expect((await save(name, 'shared')).statusCode).toBe(200)
    const other = await save(name, 'shared', { as: ned.access })
    expect(other.statusCode).toBe(200)
    expect(other.headers['idempotent-replayed']).toBeUndefined()
    expect(await count(name)).toBe(2)
  })

  it('may reuse its key after an error that changed nothing', async () => {
    const name = newName()
    await save(name, undefined)
    const refused = await save(name, 'after-refusal')
    expect([refused.statusCode, firstCode(refused)]).toEqual([409, 'already_exists'])
    const invalid = await save('', 'after-refusal')
    expect(invalid.statusCode).toBe(400)
    const other = newName()
    expect((await save(other, 'after-refusal')).statusCode).toBe(200)
    expect(await count(other)).toBe(1)
  })

  it.each(['', ' ', 'two words', 'é', 'x'.repeat(256), 'tab\there'])(
    'is rejected with the key %j',
    async key => {
      const name = newName()
      const reply = await save(name, key)
      expect(reply.statusCode).toBe(400)
      expect(reply.json().errors[0]).toMatchObject({ code: 'invalid_field', field: 'Idempotency-Key' })
      expect(await count(name)).toBe(0)
    },
  )

  it('accepts keys of up to 255 visible characters', async () => {
    for (const key of ['x', '!~', 'y'.repeat(255)]) expect((await save(newName(), key)).statusCode).toBe(200)
  })

  it('runs again with the same key a day later', async () => {
    const late = await createTestApp()
    try {
      const familyId = await late.addFamily('Own')
      await late.addUser({ username: 'ivy', role: 'investor', familyId })
      const add = async (key: string) => {
        const { access } = await late.signIn('ivy')
        return late.call({
          method: 'POST',
          url: '/api/accounts/',
          as: access,
          headers: { 'idempotency-key': key },
          payload: { name: newName(), currency: 'CHF' },
        })
      }
      expect((await add('daily')).statusCode).toBe(200)
      late.travel(23.9 * hour)
      expect(firstCode(await add('daily'))).toBe('idempotency_key_reused')
      late.travel(0.2 * hour)
      expect((await add('daily')).statusCode).toBe(200)
    } finally {
      await late.close()
    }
  })

  it('loses expired keys in the regular cleanup', async () => {
    await save(newName(), 'fresh')
    await save(newName(), 'expired')
    await app.database.query(
      "update idempotency_key set created_at = now() - interval '25 hours' where key = 'expired'",
    )
    const jobs = createJobs({ target: () => app.database.target, onError: () => undefined })
    await app.startJobs(0)
    await jobs.send('run-tasks', {})
    await jobs.stop()
    await vi.waitFor(
      async () => {
        const { rows } = await app.database.query(
          "select key from idempotency_key where key in ('fresh', 'expired')",
        )
        expect(rows).toEqual([{ key: 'fresh' }])
      },
      { timeout: 120_000, interval: 100 },
    )
  })

  it('stores its key where only its owner can read it', async () => {
    await save(newName(), 'private')
    const db = await openDatabase(app.database.target)
    const seenBy = (user: string) =>
      db.within({ user }, tx =>
        tx.selectFrom('idempotency_key').select('user_id').where('key', '=', 'private').execute(),
      )
    try {
      expect(await seenBy(ivy.id)).toHaveLength(1)
      expect(await seenBy(ned.id)).toEqual([])
      expect(await db.query("select from idempotency_key where key = 'private'", [])).toEqual([])
    } finally {
      await db.close()
    }
  })

  it('reports already_saved to a repeat when the server died before it replied', async () => {
    const name = newName()
    expect((await save(name, 'died')).statusCode).toBe(200)
    await app.database.query(
      `update idempotency_key set status = null, headers = null, body = null,
         created_at = now() - interval '20 seconds' where key = 'died'`,
    )
    const repeated = await save(name, 'died', { at: 1 })
    expect([repeated.statusCode, firstCode(repeated)]).toEqual([409, 'already_saved'])
    expect(await count(name)).toBe(1)
  })
})

describe('a creating call without an Idempotency-Key', () => {
  it('stores no key', async () => {
    const before = await app.database.query('select count(*)::int as count from idempotency_key')
    await save(newName(), undefined)
    const after = await app.database.query('select count(*)::int as count from idempotency_key')
    expect(after.rows).toEqual(before.rows)
  })
})
