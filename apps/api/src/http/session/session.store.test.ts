import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../../db/database.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { sessionStore } from './session.store.ts'

let test: TestDatabase
let database: Database
let running = 0
let most = 0

beforeAll(async () => {
  test = await createTestDatabase()
  const opened = await openDatabase(test.target)
  database = {
    ...opened,
    async ask(text, values) {
      running += 1
      most = Math.max(most, running)
      return await opened.ask<never>(text, values).finally(() => {
        running -= 1
      })
    },
  }
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

const nobody = '00000000-0000-4000-8000-000000000000'
const somebody = '00000000-0000-4000-8000-000000000001'

describe('who makes a request', () => {
  it('is asked a few times at once for one user, however many they send, and besides for others', async () => {
    const store = sessionStore(() => database)
    const send = (user: string, count: number) =>
      Array.from({ length: count }, (_, place) =>
        place % 2 === 0 ? store.who(user, nobody) : store.whoWithView(user, nobody),
      )
    expect(await Promise.all(send(nobody, 30))).toEqual(Array(30).fill(null))
    expect(most).toBe(3)
    most = 0
    await Promise.all([...send(nobody, 10), ...send(somebody, 10), store.whoByToken(Buffer.from('x'))])
    expect(most).toBe(7)
  })
})
