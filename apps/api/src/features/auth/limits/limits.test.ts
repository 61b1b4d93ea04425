import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'
import { networkPrefix } from './limits.ts'

let app: TestApp
const seconds = 1000

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Own')
  for (const username of ['ivy', 'ned', 'uma', 'pam'])
    await app.addUser({ username, role: 'investor', familyId: family })
})
afterAll(() => app.close())

const login = (
  username: string,
  password: string,
  remoteAddress: string,
  more: { at?: 0 | 1; headers?: Record<string, string> } = {},
) =>
  app.call({ method: 'POST', url: '/auth/login/', payload: { username, password }, remoteAddress, ...more })

async function statuses(times: number, ask: (i: number) => ReturnType<typeof login>): Promise<number[]> {
  const replies = []
  for (let i = 0; i < times; i += 1) replies.push((await ask(i)).statusCode)
  return replies
}

describe('sign-in tries', () => {
  it('are limited to ten at once and then one a minute, on both servers, for known and unknown users', async () => {
    for (const [i, name] of ['ivy', 'nobody'].entries()) {
      const from = `10.1.0.${i}`
      const tries = await statuses(12, n => login(name, 'wrong one', from, { at: n % 2 === 0 ? 0 : 1 }))
      expect(tries).toEqual([...Array(10).fill(401), 429, 429])
      const refused = await login(name, 'wrong one', from)
      expect(refused.json().errors[0].code).toBe('too_many_requests')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
      app.travel(61 * seconds)
      expect(await statuses(2, () => login(name, 'wrong one', from))).toEqual([401, 429])
    }
  })

  it('in parallel get no more through than in sequence', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        login('uma', 'wrong one', '10.2.0.1', { at: i % 2 === 0 ? 0 : 1 }),
      ),
    )
    expect(replies.filter(reply => reply.statusCode === 401)).toHaveLength(10)
  })

  it('from an address that keeps retrying are refused without a database query', async () => {
    const replies = await Promise.all(
      Array.from({ length: 160 }, (_, i) => login(`name${i}`, 'wrong one', '10.2.0.2')),
    )
    const waits = replies.flatMap(reply =>
      reply.statusCode === 429 ? [Number(reply.headers['retry-after'])] : [],
    )
    // Ten are evaluated; the others up to the burst get the time to wait.
    expect(waits).toHaveLength(150)
    expect(waits.filter(wait => wait > 50).length).toBeGreaterThanOrEqual(90)
    expect(waits).toContain(1)
    expect((await login('ned', testPassword, '10.2.0.3')).statusCode).toBe(200)
  })

  it('count against the address whatever name is tried', async () => {
    const tries = await statuses(12, i => login(`name${i}`, 'wrong one', '10.4.0.1'))
    expect(tries).toEqual([...Array(10).fill(401), 429, 429])
  })

  it('cost nothing when they succeed', async () => {
    expect(await statuses(14, () => login('pam', testPassword, '10.5.0.1'))).toEqual(Array(14).fill(200))
  })

  it('ignore a forwarded-for header of the client', async () => {
    const tries = await statuses(12, i =>
      login('pam', 'wrong one', '10.6.0.1', { headers: { 'x-forwarded-for': `99.0.0.${i}` } }),
    )
    expect(tries.slice(10)).toEqual([429, 429])
  })

  it('trust the header of a configured proxy, and no further hop', async () => {
    const behind = await createTestApp({ trustedProxies: 1 })
    const from = (address: string) =>
      behind.call({
        method: 'POST',
        url: '/auth/login/',
        payload: { username: `x${address}`, password: 'wrong one' },
        remoteAddress: '10.7.0.1',
        headers: { 'x-forwarded-for': `66.6.6.6, ${address}` },
      })
    for (let i = 0; i < 10; i += 1) expect((await from('20.0.0.1')).statusCode).toBe(401)
    expect((await from('20.0.0.1')).statusCode).toBe(429)
    expect((await from('20.0.0.2')).statusCode).toBe(401)
    await behind.close()
  })
})

describe('other limits', () => {
  it('apply to password reset requests, equally for known and unknown users', async () => {
    for (const [i, email] of ['ivy@example.com', 'nobody@example.com'].entries()) {
      const replies = await statuses(11, () =>
        app.call({
          method: 'POST',
          url: '/auth/reset-password/',
          payload: { email },
          remoteAddress: `10.20.0.${i}`,
        }),
      )
      expect(replies).toEqual([...Array(10).fill(200), 429])
    }
  })

  it('apply to password guesses within an open sign-in', async () => {
    app.travel(20 * 60 * seconds)
    const { access } = await app.signIn('pam')
    const replies = await statuses(11, () =>
      app.call({
        method: 'POST',
        url: '/auth/change-username/',
        payload: { username: 'pamela', password: 'wrong one' },
        as: access,
      }),
    )
    expect(replies).toEqual([...Array(10).fill(400), 429])
  })

  it('store no typed text', async () => {
    await login('my-secret-typed-as-name', 'x', '10.30.0.1')
    const { rows } = await app.database.query(
      'select t::text as row from try_limit t union all select a::text from audit_line a',
    )
    expect(JSON.stringify(rows)).not.toContain('my-secret-typed-as-name')
  })
})

describe('the network of an address', () => {
  it('is the whole IPv4 address, and the /64 prefix of an IPv6 address', () => {
    expect(networkPrefix('10.0.0.1')).toBe('10.0.0.1')
    expect(networkPrefix('::ffff:10.0.0.1')).toBe('10.0.0.1')
    expect(networkPrefix('2001:db8:1:2:aaaa::1')).toBe('2001:db8:1:2::/64')
    expect(networkPrefix('2001:0db8:0001:0002:ffff:0:0:9')).toBe('2001:db8:1:2::/64')
    expect(networkPrefix('::1')).toBe('0:0:0:0::/64')
  })
})
