import {
  accessCookie,
  allEndpoints,
  clientHeader,
  contract,
  type Endpoint,
  isRead,
  refreshCookie,
  webClient,
} from '@plumbline/contract'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPassword } from '../test-app.ts'
import { ask, mayCall, ownSample } from './requests.ts'
import { isFull, printResult } from './sizes.ts'
import { hashState } from './tenant-state.ts'
import { createWorld, type World } from './world.ts'

let world: World

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.app.close())

const settings = (as: string) => world.app.call({ method: 'GET', url: '/api/settings/', as })

describe('protected fields', () => {
  /** Roles, families and ownership, which no call of a user may change. */
  async function protectedState(): Promise<unknown> {
    const { rows } = await world.app.database.query(
      `select id::text, role, family_id::text, is_beta_tester::text, two_factor_required::text, disabled_at::text from app_user
       union all select id::text, 'account', family_id::text, custodian_id, '', '' from account where created_at < $1
       union all select id::text, 'strategy', family_id::text, user_id::text, '', '' from strategy where created_at < $1
       union all select id::text, 'template', '', user_id::text, '', '' from template where created_at < $1
       union all select id::text, 'ticker', '', user_id::text, '', '' from watched_ticker where created_at < $1
       order by 1`,
      [started],
    )
    return rows
  }
  let started: Date

  it('are rejected in any request, and keep their values', { timeout: 300_000 }, async () => {
    started = world.app.now()
    const before = await protectedState()
    const foreignBefore = await hashState(world.app.database, world.foreign)
    const { ids } = world.foreign
    const extras: object[] = [
      { role: 'admin' },
      { family_id: ids.family, familyId: ids.family },
      { user_id: ids.user, userId: ids.user, owner: ids.user },
      { is_beta_tester: true, is_mfa_required: false, is_disabled: false },
      { id: ids.account, created_at: '2000-01-01T00:00:00Z', password_hash: 'x' },
    ]
    const sent: object[] = isFull ? extras : [Object.assign({}, ...extras)]
    let writes = 0
    for (const [name, endpoint] of allEndpoints()) {
      if (!isChange(endpoint) || name === 'auth.endOtherSignIns') continue
      for (const as of ['investor', 'sameFamily', 'accountLimited', 'adviserAssigned'] as const)
        for (const extra of sent) {
          if (!mayCall(endpoint, as)) continue
          await world.keepSignedIn()
          const sample = ownSample(world, name, endpoint)
          const body = { ...(sample.body as object), ...extra }
          const reply = await ask(world, endpoint, { ...sample, body }, as)
          writes += 1
          expect(reply.statusCode, name).not.toBe(401)
          const isRejected = reply.statusCode >= 400 && reply.statusCode < 500
          expect(reply.statusCode === 501 || isRejected, `${name} ${reply.body}`).toBe(true)
        }
    }
    printResult(`Mass assignment: ${writes} writes with fields that are nobody's to choose`)
    expect(await protectedState()).toEqual(before)
    expect(await hashState(world.app.database, world.foreign)).toEqual(foreignBefore)
  })

  function isChange(endpoint: Endpoint): boolean {
    return endpoint.may !== 'anyone' && !isRead(endpoint) && endpoint.method !== 'DELETE' && !endpoint.upload
  }
})

describe('a page of another site', () => {
  it('changes nothing with the cookies of a signed-in user', { timeout: 300_000 }, async () => {
    const signIn = await world.app.call({
      method: 'POST',
      url: '/auth/login/',
      payload: { username: 'agnes', password: testPassword },
      headers: { [clientHeader]: webClient },
    })
    const { access } = signIn.json()
    const cookies = Object.fromEntries(signIn.cookies.map(({ name, value }) => [name, value]))
    expect(Object.keys(cookies).sort()).toEqual([accessCookie, 'plumbline_device', refreshCookie])
    const evil = { origin: 'https://evil.example', referer: 'https://evil.example/' }
    const forms: { headers: Record<string, string>; payload?: string }[] = [
      { headers: { ...evil, 'content-type': 'application/x-www-form-urlencoded' }, payload: 'name=x' },
      { headers: { ...evil, 'content-type': 'multipart/form-data; boundary=x' }, payload: '--x--' },
      { headers: { ...evil, 'content-type': 'text/plain' }, payload: '{"name":"x"}' },
      { headers: { ...evil, 'content-type': 'application/json' }, payload: '{"name":"x"}' },
      { headers: { ...evil, 'sec-fetch-site': 'cross-site' } },
      { headers: { ...evil, 'content-type': 'application/json', [clientHeader]: webClient }, payload: '{}' },
    ]
    const accepted: string[] = []
    let tries = 0
    for (const [name, endpoint] of allEndpoints()) {
      const needsNobody = endpoint.may === 'anyone' && name !== 'auth.loginRefresh' && name !== 'auth.logout'
      if (isRead(endpoint) || needsNobody) continue
      const url = endpoint.path.replaceAll(/:\w+/g, world.own.ids.account)
      for (const { headers, payload } of forms) {
        tries += 1
        const reply = await world.app.call({
          method: endpoint.method,
          url,
          cookies,
          headers,
          ...(payload === undefined ? {} : { payload }),
        })
        // Signing out without a token gets a reply and ends nothing.
        if (reply.statusCode < 400 && name !== 'auth.logout') accepted.push(`${name} ${reply.statusCode}`)
      }
    }
    printResult(`Cross-site forms: ${tries} tries with the user's cookies, ${accepted.length} accepted`)
    expect(accepted).toEqual([])
    expect((await settings(access)).statusCode).toBe(200)
  })

  it('gets no CORS permission', async () => {
    const preflight = await world.app.call({
      method: 'OPTIONS',
      url: '/auth/login-refresh/',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.statusCode).toBe(405)
    for (const reply of [preflight, await settings('x')])
      expect(Object.keys(reply.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  })
})

describe('a forged token', () => {
  it('is rejected by every call', { timeout: 300_000 }, async () => {
    const { access, refresh } = await world.app.signIn('agnes')
    const tokens = await hostileTokens(access, refresh)
    let refused = 0
    for (const token of tokens) {
      const reply = await settings(token)
      const verified = await world.app.call({
        method: 'POST',
        url: contract.auth.loginVerify.path,
        payload: { token },
      })
      if (reply.statusCode === 401 && [400, 401].includes(verified.statusCode)) refused += 1
      else expect([reply.statusCode, verified.statusCode], token.slice(0, 200)).toEqual([401, 401])
    }
    printResult(`Hostile tokens: ${tokens.length} tried, ${refused} refused`)
    expect((await settings(access)).statusCode).toBe(200)
    expect(tokens.length).toBeGreaterThanOrEqual(200)
  })
})

/** Tokens with other algorithms, keys, claims and shapes; some are signed with the server's own key. */
async function hostileTokens(access: string, refresh: string): Promise<string[]> {
  const { current } = await world.app.keys.signing()
  const key: Uint8Array = new Uint8Array(current)
  const [header = '', payload = '', signature = ''] = access.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const sign = (head: object, body: object, secret = key) =>
    new SignJWT({ ...body }).setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', ...head }).sign(secret)
  const tokens = [
    'none',
    'None',
    'NONE',
    'nOnE',
    '',
    'HS384',
    'HS512',
    'RS256',
    'ES256',
    'PS256',
    'EdDSA',
    'dir',
  ].flatMap(alg => [
    `${base64({ alg, typ: 'at+jwt' })}.${payload}.`,
    `${base64({ alg, typ: 'at+jwt' })}.${payload}.${signature}`,
    `${base64({ alg, typ: 'JWT' })}.${payload}.${signature}`,
  ])
  const heads = [
    { kid: '../../dev/null' },
    { kid: "' or 1=1 --" },
    { jku: 'https://evil.example/keys' },
    { x5u: 'https://evil.example/key.pem' },
    { jwk: { kty: 'oct', k: Buffer.alloc(32).toString('base64url') } },
    { crit: ['x'] },
  ]
  for (const head of heads)
    for (const secret of [
      new Uint8Array(32),
      new Uint8Array(32).fill(1),
      new TextEncoder().encode('secret'.repeat(6)),
    ])
      tokens.push(
        await sign(head, claims, secret).catch(() => `${base64({ alg: 'HS256', ...head })}.${payload}.x`),
      )
  const wrong: Record<string, unknown>[] = [
    { aud: 'other' },
    { aud: undefined },
    { iss: 'other' },
    { iss: undefined },
    { sub: undefined },
    { sub: world.foreign.ids.user },
    { sub: crypto.randomUUID() },
    { sub: "x' or '1'='1" },
    { sub: ['a', 'b'] },
    { sid: undefined },
    { sid: crypto.randomUUID() },
    { sid: world.foreign.ids.signIn },
    { sid: 7 },
    { exp: undefined },
    { exp: 1 },
    { exp: -1 },
    { exp: 'never' },
    { iat: undefined },
    { nbf: 99_999_999_999 },
  ]
  for (const change of wrong)
    tokens.push(
      await sign({}, { ...claims, ...change }).catch(() => `${header}.${base64({ ...claims, ...change })}.x`),
    )
  for (const typ of ['JWT', 'rt+jwt', 'refresh', '', undefined]) tokens.push(await sign({ typ }, claims))
  tokens.push(
    refresh,
    refresh.split('.')[0] ?? '',
    'x',
    '.',
    '..',
    '...',
    ' ',
    `${access}.x`,
    `${access}${access}`,
  )
  tokens.push(
    `plb_${'a'.repeat(43)}`,
    'plb_',
    `plb_${'x'.repeat(2000)}`,
    'A'.repeat(10_000),
    `${access}${'A'.repeat(10_000)}`,
  )
  for (let at = 0; at < signature.length; at += 1)
    tokens.push(
      `${header}.${payload}.${signature.slice(0, at)}`,
      `${header}.${payload}.${flipped(signature, at)}`,
    )
  for (let at = 1; at < 40; at += 1) tokens.push(`${header}.${flipped(payload, at)}.${signature}`)
  // The last base64 letter of a 32-byte signature has two unused bits.
  return tokens.filter(token => token !== `${header}.${payload}.${flipped(signature, signature.length - 1)}`)
}

function flipped(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
}
