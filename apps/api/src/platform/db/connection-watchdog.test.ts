import { describe, expect, it } from 'vitest'
import { openProxy, type TcpProxy } from '../../testing/tcp-proxy.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { databaseTrouble } from './database-trouble.ts'

interface Network {
  proxy: TcpProxy
  database: Database
  ask(): Promise<unknown>
  transact(): Promise<unknown>
}

/** A database behind a network of its own, since these tests mostly wait and do so side by side. */
async function onNetwork(work: (network: Network) => Promise<void>): Promise<void> {
  const test = await createTestDatabase()
  const { config, name } = test.target
  const proxy = await openProxy({ path: `${config.host}/.s.PGSQL.5432` })
  const target = { config: { ...config, host: '127.0.0.1', port: proxy.port }, name }
  const database = await openDatabase(target)
  try {
    await work({
      proxy,
      database,
      ask: () => database.ask('select 1', []),
      transact: () => database.within('system', tx => tx.selectFrom('family').select('id').execute()),
    })
  } finally {
    proxy.cut()
    await database.close()
    await proxy.close()
    await test.drop()
  }
}

async function millisecondsUntil(work: Promise<unknown>): Promise<{ ms: number; trouble: unknown }> {
  const started = performance.now()
  const trouble = await work.then(() => null, databaseTrouble)
  return { ms: performance.now() - started, trouble }
}

const patienceMs = 8_000

describe.concurrent('a connection that has gone silent', () => {
  it.each(['silent', 'deaf'] as const)('fails what waits on it, and is replaced (%s)', kind =>
    onNetwork(async ({ proxy, ask, transact }) => {
      // Several connections, of which none knows that its other end is gone.
      await Promise.all([transact(), transact(), transact()])
      proxy.set({ kind })
      proxy.set({ kind: 'fair' })
      const { ms, trouble } = await millisecondsUntil(transact())
      expect(trouble).toBe('database_unavailable')
      expect(ms).toBeLessThan(patienceMs)
      // Those that were idle went with it: nobody waits for them a second time.
      const again = await Promise.all([ask(), transact(), transact(), ask()].map(millisecondsUntil))
      expect(again.map(each => each.trouble)).toEqual([null, null, null, null])
    }),
  )

  it('fails also while nothing at all gets through, and all is well as soon as it does', () =>
    onNetwork(async ({ proxy, ask, transact }) => {
      await transact()
      proxy.set({ kind: 'silent' })
      const during = await Promise.all([transact(), ask(), ask()].map(millisecondsUntil))
      expect(during.map(each => each.trouble)).toEqual(during.map(() => 'database_unavailable'))
      expect(Math.max(...during.map(each => each.ms))).toBeLessThan(patienceMs)
      proxy.set({ kind: 'fair' })
      expect((await millisecondsUntil(ask())).trouble).toBeNull()
    }))

  it('is told from a statement that is slow, which is left alone', () =>
    onNetwork(async ({ database }) => {
      const { ms, trouble } = await millisecondsUntil(database.ask('select pg_sleep(4)', []))
      expect(trouble).toBeNull()
      expect(ms).toBeGreaterThan(3_900)
    }))
})

describe.concurrent('a connection that is cut', () => {
  it('says so at once, and the next question is answered', () =>
    onNetwork(async ({ proxy, database, transact }) => {
      await transact()
      const waiting = millisecondsUntil(database.ask('select pg_sleep(20)', []))
      proxy.cut()
      expect((await waiting).trouble).toBe('database_unavailable')
      expect((await millisecondsUntil(transact())).trouble).toBeNull()
    }))

  it('is refused for as long as nobody listens', () =>
    onNetwork(async ({ proxy, ask }) => {
      proxy.set({ kind: 'refuse' })
      expect((await millisecondsUntil(ask())).trouble).toBe('database_unavailable')
      proxy.set({ kind: 'fair' })
      expect((await millisecondsUntil(ask())).trouble).toBeNull()
    }))
})
