import { clientHeader, webClient } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink } from '../../../testing/outbox.ts'
import { setUpTwoFactor } from '../../../testing/second-factor.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
const minute = 60_000
/** Tries of an account over all unknown addresses. */
const sharedTries = 20

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
  for (const username of ['ivy', 'ned', 'uma', 'tom'])
    await app.addUser({ username, role: 'investor', familyId: family })
})
afterAll(() => app.close())

interface From {
  remoteAddress: string
  headers?: Record<string, string>
  cookies?: Record<string, string>
}
const post = (url: string, payload: object, more: Partial<From> & { at?: 0 | 1 } = {}) =>
  app.call({ method: 'POST', url, payload, ...more })
const login = (username: string, password: string, from: From, at: 0 | 1 = 0) =>
  post('/auth/login/', { username, password }, { ...from, at })

/** Tries wrong passwords, each from another address, on both servers. */
async function guess(username: string, addresses: number, network: number) {
  const replies = []
  for (let i = 0; i < addresses; i += 1) {
    const remoteAddress = `10.${network}.${i >> 8}.${i & 255}`
    replies.push(await login(username, `guess ${i}`, { remoteAddress }, i % 2 === 0 ? 0 : 1))
  }
  return replies
}
const countOf = (replies: { statusCode: number }[], status: number) =>
  replies.filter(({ statusCode }) => statusCode === status).length

/** A browser that signed in once and keeps its cookies at any address. */
async function browserOf(username: string, remoteAddress: string): Promise<Omit<From, 'remoteAddress'>> {
  const headers = { [clientHeader]: webClient }
  const reply = await login(username, testPassword, { remoteAddress, headers })
  const device = reply.cookies.find(({ name }) => name === 'plumbline_device')
  expect(device).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/auth/' })
  return { headers, cookies: { plumbline_device: device?.value ?? '' } }
}

describe('150 password guesses from 150 addresses', () => {
  it('are evaluated twenty times, while the owner still signs in from known places', async () => {
    const browser = await browserOf('ivy', '10.90.0.1')
    await login('ivy', testPassword, { remoteAddress: '10.90.0.2' })
    const replies = await guess('ivy', 150, 50)
    expect(countOf(replies, 401)).toBe(sharedTries)
    expect(countOf(replies, 429)).toBe(150 - sharedTries)
    // A new address with the known device, and a known address without it.
    expect((await login('ivy', testPassword, { remoteAddress: '10.91.0.1', ...browser }, 1)).statusCode).toBe(
      200,
    )
    expect((await login('ivy', testPassword, { remoteAddress: '10.90.0.2' })).statusCode).toBe(200)
    // From an unknown origin not even the right password is compared.
    expect((await login('ivy', testPassword, { remoteAddress: '10.91.0.2' })).statusCode).toBe(429)
  })

  it('get the same replies for an unknown name', async () => {
    const known = await guess('ned', 30, 51)
    const unknown = await guess('nobody-at-all', 30, 52)
    const summarize = (replies: typeof known) =>
      replies.map(({ statusCode, body }) => `${statusCode} ${body}`)
    expect(summarize(unknown)).toEqual(summarize(known))
    // Both have ten tries an hour, however long the guesses took on this machine.
    for (const replies of [known, unknown]) {
      const wait = Number(replies.at(-1)?.headers['retry-after'])
      expect(wait).toBeGreaterThan(120)
      expect(wait).toBeLessThanOrEqual(360)
    }
  })

  it('do not prevent a password reset, which restores the tries', async () => {
    await guess('tom', 30, 53)
    const from = { remoteAddress: '10.92.0.1' }
    expect((await login('tom', testPassword, from)).statusCode).toBe(429)
    expect((await post('/auth/reset-password/', { email: 'tom' }, from)).statusCode).toBe(200)
    const link = await mailedLink(app, 'tom@example.com', 'password_reset')
    const password = 'quite another one'
    await post('/auth/reset-password/confirm/', { ...link, password }, from)
    expect((await login('tom', password, { remoteAddress: '10.92.0.2' })).statusCode).toBe(200)
  })
})

describe('a known device', () => {
  it('has ten tries of its own, then one a minute', async () => {
    const browser = await browserOf('uma', '10.93.0.1')
    const tries = []
    for (let i = 0; i < 12; i += 1)
      tries.push(await login('uma', 'wrong one', { remoteAddress: `10.93.1.${i}`, ...browser }))
    expect([countOf(tries, 401), countOf(tries, 429)]).toEqual([10, 2])
    app.travel(61_000)
    expect((await login('uma', testPassword, { remoteAddress: '10.93.0.1', ...browser })).statusCode).toBe(
      200,
    )
  })

  it('counts only for accounts that signed in from it', async () => {
    const browser = await browserOf('uma', '10.94.0.1')
    await guess('ned', 30, 55)
    expect((await login('ned', testPassword, { remoteAddress: '10.94.0.3', ...browser })).statusCode).toBe(
      429,
    )
  })

  it('keeps its tries while others use up those of its address', async () => {
    const browser = await browserOf('uma', '10.95.0.1')
    for (let i = 0; i < 12; i += 1) await login(`name${i}`, 'wrong', { remoteAddress: '10.95.0.1' })
    expect((await login('uma', testPassword, { remoteAddress: '10.95.0.1' })).statusCode).toBe(429)
    expect((await login('uma', testPassword, { remoteAddress: '10.95.0.1', ...browser })).statusCode).toBe(
      200,
    )
  })
})

describe('code guesses with a known password', () => {
  it('are evaluated ten times an hour over all addresses, while the owner still signs in', async () => {
    await app.addUser({ username: 'tia', role: 'investor', familyId: family })
    const { access } = await app.signIn('tia')
    const phone = await setUpTwoFactor(app, access)
    const attempt = async (otp: string, remoteAddress: string) => {
      const { tfa_id } = (await login('tia', testPassword, { remoteAddress })).json()
      return post('/auth/verify-2fa/', { tfa_id, otp }, { remoteAddress })
    }
    const guesses = async (network: number) => {
      const replies = []
      for (let i = 0; i < 30; i += 1) replies.push(await attempt('000000', `10.${network}.0.${i}`))
      return countOf(replies, 400)
    }
    expect(await guesses(60)).toBe(10)
    app.travel(60 * minute)
    expect(await guesses(61)).toBe(10)
    // From a known place, and with a backup code from anywhere.
    expect((await attempt(phone.nextCode(), '127.0.0.1')).statusCode).toBe(200)
    expect((await attempt(phone.backupCodes[0] ?? '', '10.62.0.1')).statusCode).toBe(200)
  })
})
