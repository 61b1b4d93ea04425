import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink } from '../../../testing/outbox.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'
import { isCommonPassword } from './password-rule.ts'

/** As in `apps/api/src/demo/demo-users.ts`. */
const published = 'plumbline-demo'

let app: TestApp
let admin: string

beforeAll(async () => {
  app = await createTestApp({ demo: true })
  await app.addUser({ username: 'ada', role: 'admin' })
  admin = (await app.signIn('ada')).access
})
afterAll(() => app.close())

const post = (url: string, payload: object, as?: string) =>
  app.call({ method: 'POST', url, payload, ...(as && { as }) })

/** The calls that set a password, each valid apart from the password. */
const calls: Record<string, () => ReturnType<typeof post>> = {
  register: () =>
    post('/auth/register/', { username: 'noa', name: 'Noa', email: 'noa@example.com', password: published }),
  async 'accept an invitation'() {
    await post('/api/users/', { email: 'in@example.com', role: 'adviser' }, admin)
    const link = await mailedLink(app, 'in@example.com', 'invitation')
    return post('/auth/invitation/', { ...link, username: 'ina', name: 'Ina', password: published })
  },
  async 'reset a password'() {
    await post('/auth/reset-password/', { email: 'ada' })
    const link = await mailedLink(app, 'ada@example.com', 'password_reset')
    return post('/auth/reset-password/confirm/', { ...link, password: published })
  },
  'change a password': () =>
    post('/auth/change-password/', { old_password: testPassword, new_password: published }, admin),
}

describe('the published demo password', () => {
  it.each(Object.keys(calls))('is rejected as a new password to %s', async name => {
    const reply = await calls[name]?.()
    expect([reply?.statusCode, reply?.json().errors[0].code]).toEqual([400, 'password_too_common'])
  })

  it('is rejected however it is decorated', () => {
    for (const password of ['Plumbline-Demo', 'plumbline demo', 'plumblinedemo1', 'PLUMBLINE_DEMO!'])
      expect(isCommonPassword(password), password).toBe(true)
  })
})
