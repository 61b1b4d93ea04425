import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp
let ada: string
let family: string
let adviser: string

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'ada', role: 'admin' })
  ada = (await app.signIn('ada')).access
})
afterAll(() => app.close())

const change = (url: string, payload: object) => app.call({ method: 'POST', url, as: ada, payload })
const grants = async () =>
  (await app.database.query('select from family_access where user_id = $1', [adviser])).rows.length
let count = 0

async function newPair(): Promise<void> {
  count += 1
  family = await app.addFamily(`Family ${count}`)
  adviser = (await app.addUser({ username: `avi${count}`, role: 'adviser' })).id
}

describe("an adviser's access to a family", () => {
  it('is not restored by a user form read before the family removed it', async () => {
    await newPair()
    await change(`/api/families/${family}/`, { adviser_ids: [adviser] })
    const { version } = (await change(`/api/users/${adviser}/`, {})).json().data
    await change(`/api/families/${family}/`, { adviser_ids: [] })
    const outdated = await change(`/api/users/${adviser}/`, { families: [family], version })
    expect([outdated.statusCode, await grants()]).toEqual([409, 0])
  })

  it('is not restored by a family form read before the user lost it', async () => {
    await newPair()
    await change(`/api/users/${adviser}/`, { families: [family] })
    const { version } = (await change(`/api/families/${family}/`, {})).json().data
    await change(`/api/users/${adviser}/`, { families: [] })
    const outdated = await change(`/api/families/${family}/`, { adviser_ids: [adviser], version })
    expect([outdated.statusCode, await grants()]).toEqual([409, 0])
  })
})
