import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { sessionStore } from './session.store.ts'

let test: TestDatabase
let database: Database
let running = 0
let most = 0
let asked = 0

beforeAll(async () => {
  test = await createTestDatabase()
  const opened = await openDatabase(test.target)
  database = {
    ...opened,
    async ask(text, values) {
      running += 1
      asked += 1
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
  it('is asked twice where they send many at once, the second time for all but the first', async () => {
    const store = sessionStore(() => database)
    asked = 0
    expect(await Promise.all(Array.from({ length: 30 }, () => store.who(nobody, nobody)))).toEqual(
      Array(30).fill(null),
    )
    expect(asked).toBe(2)
    await store.who(nobody, nobody)
    expect(asked).toBe(3)
  })

  it('is asked a few times at once for one user, however many sign-ins they have, and besides for others', async () => {
    const store = sessionStore(() => database)
    const send = (user: string, count: number) =>
      Array.from({ length: count }, (_, place) => {
        const signIn = nobody.slice(0, -2) + String(place % 20).padStart(2, '0')
        return place % 2 === 0 ? store.who(user, signIn) : store.whoWithView(user, signIn)
      })
    most = 0
    expect(await Promise.all(send(nobody, 60))).toEqual(Array(60).fill(null))
    expect(most).toBe(3)
    most = 0
    await Promise.all([...send(nobody, 20), ...send(somebody, 20), store.whoByToken(Buffer.from('x'))])
    expect(most).toBe(7)
  })
})
