import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../platform/db/database.ts'
import { backgroundStore } from '../../platform/jobs/background.store.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ivy: string
let ned: string
let userId: string
let store: ReturnType<typeof backgroundStore>
let close: () => Promise<void>

beforeAll(async () => {
  app = await createTestApp()
  userId = (
    await app.addUser({
      username: 'ivy',
      role: 'investor',
      familyId: await app.addFamily(crypto.randomUUID()),
    })
  ).id
  await app.addUser({ username: 'ned', role: 'investor', familyId: await app.addFamily(crypto.randomUUID()) })
  ivy = (await app.signIn('ivy')).access
  ned = (await app.signIn('ned')).access
  const database = await openDatabase(app.database.target, { connections: 2 })
  store = backgroundStore(() => database)
  close = database.close
})
afterAll(async () => {
  await close()
  await app.close()
})

const read = (id: string, as = ivy) => app.call({ method: 'GET', url: `/api/jobs/${id}/`, as })
const result = (id: string, as = ivy) => app.call({ method: 'GET', url: `/api/jobs/${id}/result/`, as })
const cancel = (id: string, as = ivy) => app.call({ method: 'POST', url: `/api/jobs/${id}/cancel/`, as })
const newJob = () => store.add(userId, { kind: 'export', name: 'Everything', details: {} })

describe('background jobs', () => {
  it('wait, run with progress and produce a file', async () => {
    const { id } = await newJob()
    expect((await read(id)).json().data).toMatchObject({ status: 'waiting', progress: null, result: null })
    expect((await result(id)).statusCode).toBe(409)
    await store.begin(id)
    await store.report(id, 0.4, 'Positions')
    expect((await read(id)).json().data).toMatchObject({
      status: 'running',
      progress: 0.4,
      message: 'Positions',
    })
    await store.finish(id, { mediaType: 'text/csv', fileName: 'Zürich.csv', bytes: Buffer.from('a,b\n') })
    expect((await read(id)).json().data).toMatchObject({
      status: 'done',
      progress: 1,
      result: { media_type: 'text/csv', file_name: 'Zürich.csv', bytes: 4 },
    })
    const file = await result(id)
    expect([file.body, file.headers['content-type']]).toEqual(['a,b\n', 'text/csv'])
    expect(file.headers['content-disposition']).toBe(
      `attachment; filename="Z_rich.csv"; filename*=UTF-8''Z%C3%BCrich.csv`,
    )
  })

  it('write no result after being cancelled', async () => {
    const { id } = await newJob()
    await store.begin(id)
    expect((await cancel(id)).json().data.status).toBe('cancelled')
    expect(await store.report(id, 0.5)).toBe(false)
    const late = { mediaType: 'text/csv', fileName: 'late.csv', bytes: Buffer.from('x') }
    expect(await store.finish(id, late)).toBe(false)
    expect((await result(id)).statusCode).toBe(409)
  })

  it('report failures with a message of the product', async () => {
    const { id } = await newJob()
    await store.fail(id, 'out of paper')
    expect((await read(id)).json().data).toMatchObject({ status: 'failed', message: 'out of paper' })
    const reply = await result(id)
    expect(reply.json().errors[0].message).toBe('Ooops, there has been an error. Please try later.')
  })

  it('are resumed after a server died, and found if they were never queued', async () => {
    const { id } = await newJob()
    expect(await store.begin(id)).not.toBeNull()
    expect(await store.begin(id)).not.toBeNull()
    const { id: lost } = await newJob()
    await app.database.query(
      "update background_job set created_at = now() - interval '2 minutes' where id = $1",
      [lost],
    )
    expect(await store.listUnsent()).toEqual([{ id: lost, kind: 'export' }])
  })

  it('of another user return not found', async () => {
    const { id } = await newJob()
    const unknown = await read(crypto.randomUUID(), ned)
    for (const ask of [read, result, cancel]) {
      const reply = await ask(id, ned)
      expect([reply.statusCode, reply.body]).toEqual([unknown.statusCode, unknown.body])
    }
    expect((await app.call({ method: 'GET', url: '/api/jobs/', as: ned })).json().count).toBe(0)
    expect((await app.call({ method: 'GET', url: '/api/jobs/' })).statusCode).toBe(401)
  })
})
