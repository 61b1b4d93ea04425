import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

let app: TestApp
let account: string
const access: Record<'ivy' | 'ned', string> = { ivy: '', ned: '' }

beforeAll(async () => {
  app = await createTestApp()
  const ledger = testLedger(app.database)
  const share = await ledger.instrument('Alpenglow')
  await ledger.prices(share, { '2026-03-02': 100, '2026-03-03': 110 })
  for (const username of ['ivy', 'ned'] as const) {
    const family = await app.addFamily(username)
    await app.addUser({ username, role: 'investor', familyId: family })
    const own = await ledger.account(family, 'Main')
    if (username === 'ivy') account = own
    await ledger.post(family, own, { type: 'deposit', date: '2026-03-02', amount: '5000' })
    const buy = { instrument: share, quantity: '10', price: '100', amount: '1000' }
    await ledger.post(family, own, { type: 'trade', date: '2026-03-02', ...buy })
    access[username] = (await app.signIn(username)).access
  }
})
afterAll(() => app.close())

const filter = { settings: { currency: 'CHF' }, filters: {} }
const query = (url: string, as: string, at: 0 | 1) =>
  app.call({ method: 'POST', url, as, at, payload: filter })
const urls = ['/api/performance/?points=50', '/api/positions/list/?limit=50', '/api/grouped/', '/api/cash/']

/** Counts the replies by status for some clients that send requests one after the other to both servers. */
async function countStatuses(
  as: string,
  { clients, each, isOver = () => false }: { clients: number; each: number; isOver?: () => boolean },
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>()
  const runClient = async (place: number) => {
    for (let turn = 0; turn < each && !isOver(); turn += 1) {
      const url = urls[(place + turn) % urls.length] ?? ''
      const { statusCode } = await query(url, as, (place + turn) % 2 === 0 ? 0 : 1)
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, place) => runClient(place)))
  return statuses
}

describe('two servers on one database', () => {
  it('show a transaction at once that was posted through the other server', async () => {
    const valueAt = async (at: 0 | 1) =>
      (await query('/api/performance/?points=2', access.ivy, at)).json().data.balance.total
    let expected = await valueAt(1)
    for (const at of [0, 1, 0, 1] as const) {
      const payload = {
        account,
        transaction_type: 'deposit',
        date: '2026-03-03',
        currency: 'CHF',
        amount: 12.34,
        confirm: [...plausibilityQuestions],
      }
      const posted = await app.call({
        method: 'POST',
        url: '/api/transactions/',
        as: access.ivy,
        at,
        payload,
      })
      expect(posted.statusCode, posted.body).toBe(200)
      expected += 12.34
      expect(await valueAt(at === 0 ? 1 : 0)).toBeCloseTo(expected, 6)
    }
  })

  it('serve other users while one user sends as much as possible', async () => {
    let isOver = false
    const greedy = countStatuses(access.ned, { clients: 8, each: 1_000, isOver: () => isOver })
    const others = await countStatuses(access.ivy, { clients: 2, each: 6 })
    isOver = true
    await greedy
    expect([...others]).toEqual([[200, 12]])
  })

  it('reply at worst 503 when every database connection is cut, and recover', async () => {
    const cut = () =>
      app.database.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
    const [statuses] = await Promise.all([countStatuses(access.ivy, { clients: 6, each: 40 }), cut()])
    expect([...statuses.keys()].filter(status => status !== 200 && status !== 503)).toEqual([])
    expect([...(await countStatuses(access.ivy, { clients: 4, each: 5 }))]).toEqual([[200, 20]])
  })
})
