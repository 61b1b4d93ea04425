import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let own: string
let other: string
const as: Record<string, string> = {}

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.addUser({ username: 'avi', role: 'adviser' })
  await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
  await app.database.query(
    "insert into family_access (user_id, family_id) select id, $1 from app_user where username = 'avi'",
    [own],
  )
  await app.database.query("insert into custodian (id, name) values ('falkenau', 'Falkenau')")
  const source = async (name: string, family: string | null) => {
    const { rows } = await app.database.query(
      `insert into integration (name, kind, family_id, feed, custodian_id, folder)
       values ($1, $2, $3::uuid, $4, $5, $6) returning id`,
      [
        name,
        family === null ? 'prices' : 'custodian',
        family,
        family === null ? null : 'folder',
        family === null ? null : 'falkenau',
        family === null ? null : `${family}/falkenau`,
      ],
    )
    return rows[0].id as string
  }
  const run = (id: string, day: string, status: string, message: string | null, details: object = {}) =>
    app.database.query(
      `insert into integration_run (integration_id, status, started_at, ended_at, rows_read, message, details)
       values ($1, $2, $3::date, $3::date, 3, $4, $5)`,
      [id, status, day, message, JSON.stringify(details)],
    )
  const market = await source('Market', null)
  await run(market, '2026-11-10', 'failed', null, {
    trouble: { code: 'too_slow', details: { host: 'quotes.example' } },
  })
  await run(market, '2026-11-11', 'partial', null, {
    total: 2,
    missing_count: 1,
    missing: [{ name: 'Secret Holding', symbol: 'SEC', code: 'unknown_symbol', details: {} }],
  })
  await run(await source('Own bank', own), '2026-11-12', 'refused', 'Token 123 is wrong')
  await run(await source('Other bank', other), '2026-11-13', 'success', null)
  for (const name of ['ada', 'avi', 'ivy']) as[name] = (await app.signIn(name)).access
})
afterAll(() => app.close())

interface ListedRun {
  source: { name: string }
  message: string | null
}
const get = async (who: string, query = '') => {
  const reply = await app.call({ method: 'GET', url: `/api/integrations/runs/${query}`, as: as[who] ?? '' })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as { count: number; next: string | null; data: ListedRun[] }
}
const names = async (who: string, query = '') => (await get(who, query)).data.map(({ source }) => source.name)

describe('the runs of all data sources', () => {
  it('are listed newest first, by page, family and outcome', async () => {
    expect(await names('ada')).toEqual(['Other bank', 'Own bank', 'Market', 'Market'])
    const page = await get('ada', '?limit=1&offset=1')
    expect([page.count, page.data[0]?.source.name, page.next === null]).toEqual([4, 'Own bank', false])
    expect(await names('ada', `?family=${own}`)).toEqual(['Own bank', 'Market', 'Market'])
    expect(await names('ada', '?failed=true')).toEqual(['Own bank', 'Market', 'Market'])
    expect(await names('ada', '?failed=false')).toEqual(['Other bank'])
  })

  it('of other families are shown to nobody else', async () => {
    for (const who of ['avi', 'ivy']) {
      expect(await names(who)).toEqual(['Own bank', 'Market', 'Market'])
      expect(await names(who, `?family=${other}`)).toEqual(['Market', 'Market'])
    }
    expect((await app.call({ method: 'GET', url: '/api/integrations/runs/' })).statusCode).toBe(401)
  })

  it('show words of a provider, servers and securities to administrators only', async () => {
    const seen = (await get('ada')).data.map(({ message }) => message).join('\n')
    for (const word of ['Token 123 is wrong', 'quotes.example', 'Secret Holding'])
      expect(seen).toContain(word)
    for (const who of ['avi', 'ivy']) {
      const { data } = await get(who)
      expect(JSON.stringify(data)).not.toMatch(/Token 123|quotes\.example|Secret Holding/)
      expect(data.map(({ message }) => message)).toEqual([
        'The provider reported a problem. Administrators see its message.',
        null,
        'The provider did not respond in time.',
      ])
    }
  })
})
