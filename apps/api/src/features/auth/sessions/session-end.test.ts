import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  app = await createTestApp()
  const familyId = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId })
})
afterAll(() => app.close())

const refresh = (token: string, at: 0 | 1 = 0) =>
  app.call({ method: 'POST', url: '/auth/login-refresh/', payload: { refresh: token }, at })
const signIns = async (as: string) =>
  (await app.call({ method: 'GET', url: '/auth/sign-ins/', as })).json().data

describe('a sign-in that is used every week', () => {
  it('ends after thirty days, with its access token and every refresh token', async () => {
    let tokens = await app.signIn('ivy')
    const [first] = await signIns(tokens.access)
    const lifetime = new Date(first.ends_at).getTime() - new Date(first.started_at).getTime()
    expect(lifetime).toBe(30 * day)
    for (let week = 0; week < 4; week += 1) {
      app.travel(7 * day)
      tokens = (await refresh(tokens.refresh, 1)).json()
      expect((await signIns(tokens.access))[0].ends_at).toBe(first.ends_at)
    }
    app.travel(2 * day - 120_000)
    const last = (await refresh(tokens.refresh)).json()
    expect(await signIns(last.access)).toHaveLength(1)
    app.travel(121_000)
    const reply = await app.call({ method: 'GET', url: '/auth/sign-ins/', as: last.access })
    expect(reply.statusCode).toBe(401)
    for (const at of [0, 1] as const) expect((await refresh(last.refresh, at)).statusCode).toBe(401)
  })
})

describe('an unused sign-in', () => {
  it('ends after fourteen days', async () => {
    const { refresh: token } = await app.signIn('ivy')
    app.travel(14 * day + 1000)
    expect((await refresh(token)).statusCode).toBe(401)
  })
})
