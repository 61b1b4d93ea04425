import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { measureDepth } from './json-bodies.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const login = (payload: string) =>
  app.call({ method: 'POST', url: '/auth/login/', payload, headers: { 'content-type': 'application/json' } })

describe('a JSON body', () => {
  it('that nests too deep is rejected before it is parsed', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const bomb = `${open.repeat(100_000)}1${close.repeat(100_000)}`
      const reply = await login(bomb)
      expect([reply.statusCode, reply.json().errors[0].code]).toEqual([400, 'bad_request'])
    }
  })

  it('is rejected for prototype poisoning, but not for brackets in texts', async () => {
    expect((await login('{"__proto__":{"admin":true}}')).statusCode).toBe(400)
    expect((await login('{"constructor":{"prototype":{"admin":true}}}')).statusCode).toBe(400)
    const brackets = '['.repeat(200)
    const reply = await login(JSON.stringify({ username: `\\"${brackets}`, password: brackets }))
    expect(reply.json().errors[0].code).toBe('login_failed')
  })

  it('is as deep as its brackets outside of texts nest', () => {
    expect(measureDepth('{"a":[1,[2]],"b":"[[[["}', 10)).toBe(3)
    expect(measureDepth('"\\"[["', 10)).toBe(0)
    expect(measureDepth('[[[[', 2)).toBe(3)
  })
})
