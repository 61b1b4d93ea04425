import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { familyStorage } from '../../platform/db/family-storage.ts'
import { backgroundStore } from '../../platform/jobs/background.store.ts'
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let ivy: TestUser
const as: Record<string, string> = {}
const defaultBytes = 2_000_000_000

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  await app.addUser({ username: 'ada', role: 'admin' })
  ivy = await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily('Other') })
  for (const name of ['ada', 'ivy', 'ned']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

const storage = (who = 'ivy') =>
  app.call({ method: 'GET', url: `/api/families/${own}/storage/`, as: as[who] ?? '' })
const setLanguage = (language: string) =>
  app.call({ method: 'PATCH', url: '/api/settings/', as: as.ivy ?? '', payload: { language } })
const used = async (): Promise<number> => (await storage()).json().data.used_bytes
const limit = (megabytes: number | null) =>
  app.call({
    method: 'POST',
    url: `/api/families/${own}/`,
    as: as.ada ?? '',
    payload: { storage_limit_mb: megabytes },
  })
const post = (url: string, payload: object = {}) =>
  app.call({ method: 'POST', url, as: as.ivy ?? '', payload })
const upload = (id: string, bytes: Buffer) =>
  app.call({
    method: 'POST',
    url: `/api/imports/${id}/files/?name=table.csv`,
    as: as.ivy ?? '',
    payload: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
const startImport = async (): Promise<string> => (await post('/api/imports/', { family: own })).json().data.id

/** A table of unknown columns, which is kept whole until they are named. */
const table = (kilobytes: number) =>
  Buffer.from(`Alpha;Beta;Gamma\n${`some;other;${'x'.repeat(988)}\n`.repeat(kilobytes)}`)

const errorOf = (reply: { json(): { errors: { code: string; message: string }[] } }) => reply.json().errors[0]

describe('the storage of a family', () => {
  it('counts uploads, and less once they are discarded', async () => {
    const before = await used()
    const id = await startImport()
    expect((await upload(id, table(100))).statusCode).toBe(200)
    expect(await used()).toBeGreaterThan(before + 99_000)
    await app.call({ method: 'DELETE', url: `/api/imports/${id}/`, as: as.ivy ?? '' })
    expect(await used()).toBe(before)
  })

  it('counts statements and result files', async () => {
    const before = await used()
    const account = await testLedger(app.database).account(own, 'Main')
    const lines = Array.from({ length: 300 }, (_, index) => ({ name: `Security ${index}`, quantity: '1' }))
    await app.database.query(
      `insert into account_statement (family_id, account_id, date, source, lines)
       values ($1, $2, '2026-01-05', 'typed', $3::jsonb)`,
      [own, account, JSON.stringify(lines)],
    )
    const statements = await used()
    expect(statements).toBeGreaterThan(before + 500)
    await app.database.query(
      `insert into background_job (user_id, family_id, kind, name, status, result)
       values ($1, $2, 'report_pdf', 'Report', 'done', $3)`,
      [ivy.id, own, Buffer.alloc(50_000)],
    )
    expect(await used()).toBe(statements + 50_000)
  })

  it('has the default limit until an administrator sets another one', async () => {
    expect((await storage()).json().data.limit_bytes).toBe(defaultBytes)
    expect((await limit(5)).json().data.storage_limit_mb).toBe(5)
    expect((await storage()).json().data.limit_bytes).toBe(5_000_000)
    const { rows } = await app.database.query(
      `select details from audit_line where action = 'family_changed' order by sequence desc limit 1`,
    )
    expect(JSON.stringify(rows[0].details)).toContain('storage_limit_mb')
    await limit(null)
    expect((await storage()).json().data.limit_bytes).toBe(defaultBytes)
    const byInvestor = await post(`/api/families/${own}/`, { storage_limit_mb: 900 })
    expect(byInvestor.statusCode).toBe(403)
    expect((await limit(0)).statusCode).toBe(400)
  })

  it('refuses an upload beyond the limit in both languages and keeps what was there', async () => {
    await limit(1)
    const id = await startImport()
    expect((await upload(id, table(500))).statusCode).toBe(200)
    const before = await used()
    const refused = await upload(id, table(900))
    expect([refused.statusCode, errorOf(refused)]).toMatchObject([
      409,
      { code: 'storage_full', message: expect.stringContaining('The storage of this family is full') },
    ])
    await setLanguage('de')
    const german = await upload(id, table(900))
    await setLanguage('en-US')
    expect(errorOf(german)?.message).toContain('Der Speicherplatz dieser Familie ist voll')
    expect(await used()).toBe(before)
    const kept = (await app.call({ method: 'GET', url: `/api/imports/${id}/`, as: as.ivy ?? '' })).json().data
    expect(kept.files).toHaveLength(1)
    await limit(null)
    expect((await upload(id, table(900))).statusCode).toBe(200)
  })

  it('counts uploads that arrive at the same time', async () => {
    const now = await used()
    await limit(Math.ceil(now / 1_000_000) + 1)
    const id = await startImport()
    const other = await startImport()
    const replies = await Promise.all([upload(id, table(1100)), upload(other, table(1100))])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    await limit(null)
  })

  it('refuses a report while it is full, and fails one that no longer fits with the reason', async () => {
    const report = (
      await post('/api/reports/', {
        name: 'Monthly',
        report_type: 'statement',
        calculated_currency: 'CHF',
        family: own,
      })
    ).json().data
    await limit(1)
    const refused = await post(`/api/reports/${report.id}/pdf/`)
    expect([refused.statusCode, errorOf(refused)?.code]).toEqual([409, 'storage_full'])

    const database = await openDatabase(app.database.target, { connections: 2 })
    const background = backgroundStore(() => database, familyStorage())
    const job = await background.add(ivy.id, {
      kind: 'data_check',
      name: 'Check',
      details: {},
      familyId: own,
    })
    await background.begin(job.id)
    const file = { mediaType: 'text/csv', fileName: 'a.csv', bytes: Buffer.alloc(10) }
    await expect(background.finish(job.id, file)).rejects.toMatchObject({ code: 'storage_full' })
    expect(await background.find(ivy.id, job.id)).toMatchObject({ status: 'running', result_bytes: null })
    await database.close()
    await limit(null)
  })

  it('is not shown to another family', async () => {
    expect((await storage('ned')).statusCode).toBe(404)
  })

  it('has no limit where the operator set 0', async () => {
    const database = await openDatabase(app.database.target, { connections: 1 })
    const read = await database.within({ user: ivy.id }, tx => familyStorage(0).read(tx, own))
    expect(read).toMatchObject({ limitBytes: null })
    await database.close()
  })
})
