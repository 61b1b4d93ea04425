import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionStore } from '../platform/auth/session.store.ts'
import { type Database, openDatabase } from '../platform/db/database.ts'
import { ownersStore } from '../platform/jobs/owners.store.ts'
import type { PortfolioService } from '../queries/portfolio-service.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { testLedger } from '../testing/test-ledger.ts'
import { createTestPortfolio } from '../testing/test-portfolio.ts'
import { warmUpWorkers } from './warm-up-queries.ts'

let app: TestApp
let database: Database
let portfolio: PortfolioService
const errors: string[] = []

beforeAll(async () => {
  app = await createTestApp()
  database = await openDatabase(app.database.target, { connections: 2 })
  portfolio = createTestPortfolio(app, database, message => errors.push(message))
})
afterAll(async () => {
  await portfolio.close()
  await database.close()
  await app.close()
})

const sessions = sessionStore(() => database)
const warmUpNow = () =>
  warmUpWorkers(
    sessions,
    ownersStore(() => database),
    portfolio,
  )
const gauge = (name: string) => portfolio.gauges()[name]?.value

describe('a warm-up before anyone asks', () => {
  it('has nothing to do where there are no users', async () => {
    expect(await sessions.lastSeen()).toBeNull()
    await warmUpNow()
    expect(gauge('plumbline_snapshots')).toBe(0)
  })

  it('answers what whoever was here last would ask for, and has their snapshot', async () => {
    const ledger = testLedger(app.database)
    const [own, other] = [await app.addFamily('Own'), await app.addFamily('Other')]
    await app.addUser({ username: 'ivy', role: 'investor', familyId: own })
    const ned = await app.addUser({ username: 'ned', role: 'investor', familyId: other })
    const account = await ledger.account(other, 'Main')
    const share = await ledger.instrument('Acme')
    await ledger.prices(share, { '2026-11-10': 110, '2026-11-13': 130 })
    await ledger.snapshot(other, account, { type: 'deposit', date: '2026-11-09', amount: '10000' })
    const bought = { type: 'trade', date: '2026-11-10', instrument: share, quantity: '50', price: '110' }
    await ledger.snapshot(other, account, bought)
    await app.signIn('ivy')
    await app.signIn('ned')
    expect(await sessions.lastSeen()).toBe(ned.id)

    portfolio.warmUp()
    await warmUpNow()
    await expect.poll(() => gauge('plumbline_threads_busy'), { timeout: 20_000 }).toBe(0)
    expect(errors).toEqual([])
    expect(gauge('plumbline_snapshots')).toBe(1)
  })
})
