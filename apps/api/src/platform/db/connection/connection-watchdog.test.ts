import { describe, expect, it } from 'vitest'
import { openProxy, type TcpProxy } from '../../../testing/tcp-proxy.ts'
import { createTestDatabase } from '../../../testing/test-database.ts'
import { type Database, openDatabase } from '../database.ts'
import { classifyDatabaseError } from '../database-errors.ts'

interface Network {
  proxy: TcpProxy
  database: Database
  query(): Promise<unknown>
  transact(): Promise<unknown>
}

/** A database behind its own proxy: these tests mostly wait, so they run concurrently. */
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
      query: () => database.query('select 1', []),
      transact: () => database.within('system', tx => tx.selectFrom('family').select('id').execute()),
    })
  } finally {
    proxy.cut()
    await database.close()
    await proxy.close()
    await test.drop()
  }
}

async function measure(work: Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const started = performance.now()
  const error = await work.then(() => null, classifyDatabaseError)
  return { ms: performance.now() - started, error }
}

const detectionMs = 8_000

describe.concurrent('a dead connection', () => {
  it.each(['silent', 'deaf'] as const)('fails its pending query and is replaced (%s)', kind =>
    onNetwork(async ({ proxy, query, transact }) => {
      // Several connections whose other ends disappear unnoticed.
      await Promise.all([transact(), transact(), transact()])
      proxy.set({ kind })
      proxy.set({ kind: 'fair' })
      const { ms, error } = await measure(transact())
      expect(error).toBe('database_unavailable')
      expect(ms).toBeLessThan(detectionMs)
      // The idle connections were replaced with it, so no later query waits for them.
      const later = await Promise.all([query(), transact(), transact(), query()].map(measure))
      expect(later.map(each => each.error)).toEqual([null, null, null, null])
    }),
  )

  it('fails during a network outage and works again after it', () =>
    onNetwork(async ({ proxy, query, transact }) => {
      await transact()
      proxy.set({ kind: 'silent' })
      const during = await Promise.all([transact(), query(), query()].map(measure))
      expect(during.map(each => each.error)).toEqual(during.map(() => 'database_unavailable'))
      expect(Math.max(...during.map(each => each.ms))).toBeLessThan(detectionMs)
      proxy.set({ kind: 'fair' })
      expect((await measure(query())).error).toBeNull()
    }))

  it('is not confused with a slow statement', () =>
    onNetwork(async ({ database }) => {
      const { ms, error } = await measure(database.query('select pg_sleep(4)', []))
      expect(error).toBeNull()
      expect(ms).toBeGreaterThan(3_900)
    }))
})

describe.concurrent('a closed connection', () => {
  it('fails its query at once, and the next query succeeds', () =>
    onNetwork(async ({ proxy, database, transact }) => {
      await transact()
      const waiting = measure(database.query('select pg_sleep(20)', []))
      proxy.cut()
      expect((await waiting).error).toBe('database_unavailable')
      expect((await measure(transact())).error).toBeNull()
    }))

  it('fails new queries while the server refuses connections', () =>
    onNetwork(async ({ proxy, query }) => {
      proxy.set({ kind: 'refuse' })
      expect((await measure(query())).error).toBe('database_unavailable')
      proxy.set({ kind: 'fair' })
      expect((await measure(query())).error).toBeNull()
    }))
})
