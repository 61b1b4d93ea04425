import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testKeys } from '../../testing/test-keys.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sessionStore } from './session.store.ts'

let test: TestDatabase
let database: Database
let running = 0
let maxRunning = 0
let queries = 0

beforeAll(async () => {
  test = await createTestDatabase()
  const opened = await openDatabase(test.target)
  database = {
    ...opened,
    async query(text, values) {
      running += 1
      queries += 1
      maxRunning = Math.max(maxRunning, running)
      return await opened.query<never>(text, values).finally(() => {
        running -= 1
      })
    },
  }
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const unknownUser = '00000000-0000-4000-8000-000000000000'
const otherUser = '00000000-0000-4000-8000-000000000001'

describe('session lookups', () => {
  it('run two queries for thirty concurrent requests of one sign-in', async () => {
    const store = sessionStore(
      () => database,
      testKeys(() => database),
    )
    queries = 0
    const lookups = Array.from({ length: 30 }, () => store.findCaller(unknownUser, unknownUser))
    expect(await Promise.all(lookups)).toEqual(Array(30).fill(null))
    expect(queries).toBe(2)
    await store.findCaller(unknownUser, unknownUser)
    expect(queries).toBe(3)
  })

  it('limit the concurrent queries of each user across all sign-ins', async () => {
    const store = sessionStore(
      () => database,
      testKeys(() => database),
    )
    const send = (user: string, count: number) =>
      Array.from({ length: count }, (_, place) => {
        const signIn = unknownUser.slice(0, -2) + String(place % 20).padStart(2, '0')
        return place % 2 === 0 ? store.findCaller(user, signIn) : store.findCallerWithView(user, signIn)
      })
    maxRunning = 0
    expect(await Promise.all(send(unknownUser, 60))).toEqual(Array(60).fill(null))
    expect(maxRunning).toBe(3)
    maxRunning = 0
    const ofToken = store.findTokenOwner(Buffer.from('x'))
    await Promise.all([...send(unknownUser, 20), ...send(otherUser, 20), ofToken])
    expect(maxRunning).toBe(7)
  })
})
