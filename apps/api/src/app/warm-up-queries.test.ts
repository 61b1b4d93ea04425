import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionStore } from '../platform/auth/session.store.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import type { PortfolioService } from '../queries/portfolio-service.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testKeys } from '../testing/test-keys.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { createTestPortfolioService } from '../testing/test-portfolio-service.ts'
import { warmUpWorkers } from './warm-up-queries.ts'

let app: TestApp
let database: Database
let portfolio: PortfolioService
const errors: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target, { connections: 2 })
  portfolio = createTestPortfolioService(app, database, message => errors.push(message))
})
afterAll(async () => {
  await portfolio.close()
  await database.close()
  await app.close()
})

const sessions = sessionStore(
  () => database,
  testKeys(() => database),
)
const runWarmUp = () =>
  warmUpWorkers(
    sessions,
    ownersStore(() => database),
    portfolio,
  )
const gauge = (name: string) => portfolio.gauges()[name]?.value

describe('the warm-up', () => {
  it('does nothing without users', async () => {
    expect(await sessions.findLastUser()).toBeNull()
    await runWarmUp()
    expect(gauge('plumbline_snapshots')).toBe(0)
  })

  it('loads the snapshot of the user who was active last and runs the queries of the first screens', async () => {
    const ledger = testLedger(app.database)
    const [own, other] = [await app.addFamily('Own'), await app.addFamily('Other')]
    await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
    const ned = await app.addUser({ username: 'ned', role: 'investor', familyId: other })
    const account = await ledger.account(other, 'Main')
    const share = await ledger.instrument('Acme')
    await ledger.prices(share, { '2026-11-10': 110, '2026-11-13': 130 })
    await ledger.post(other, account, { type: 'deposit', date: '2026-11-09', amount: '10000' })
    const purchase = { type: 'trade', date: '2026-11-10', instrument: share, quantity: '50', price: '110' }
    await ledger.post(other, account, purchase)
    await app.signIn('ivy')
    await app.signIn('ned')
    expect(await sessions.findLastUser()).toBe(ned.id)

    portfolio.startWorkers()
    await runWarmUp()
    await expect.poll(() => gauge('plumbline_threads_busy'), { timeout: 120_000 }).toBe(0)
    expect(errors).toEqual([])
    expect(gauge('plumbline_snapshots')).toBe(1)
  })
})
