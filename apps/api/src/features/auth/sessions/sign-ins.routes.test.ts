import { allEndpoints, hasRole, isRead } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/outbox.ts'
import { createTestApp, type TestApp, testPassword } from '../../../testing/test-app.ts'

let app: TestApp
let family: string
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const newerFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

beforeAll(async () => {
  app = await createTestApp()
  family = await app.addFamily('Own')
  for (const username of ['ivy', 'ned', 'uma', 'tom'])
    await app.addUser({ username, role: 'investor', familyId: family })
})
afterAll(() => app.close())

const get = (url: string, as: string, at: 0 | 1 = 0) => app.call({ method: 'GET', url, as, at })
const settings = (as: string, at: 0 | 1 = 0) => get('/api/settings/', as, at)
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
async function signInWith(username: string, userAgent: string): Promise<string> {
  const payload = { username, password: testPassword }
  const headers = { 'user-agent': userAgent }
  return (await app.call({ method: 'POST', url: '/auth/login/', payload, headers })).json().access
}

describe('sign-ins', () => {
  it('are listed by last use with client and address, and mark the current one', async () => {
    await signInWith('ivy', firefox)
    app.travel(1000)
    const mine = await signInWith('ivy', safari)
    const list = (await get('/auth/sign-ins/?limit=1', mine)).json()
    expect(list).toMatchObject({ count: 2, previous: null, next: '/auth/sign-ins/?limit=1&offset=1' })
    expect(list.data[0]).toMatchObject({ client: 'Safari, iPhone', address: '127.0.0.1', is_current: true })
    const rest = (await get(list.next, mine)).json().data
    expect(rest[0]).toMatchObject({ client: 'Firefox, Linux', is_current: false })
  })

  it('can be ended one by one on every server', async () => {
    const mine = await signInWith('ned', firefox)
    const other = await signInWith('ned', safari)
    const { data } = (await get('/auth/sign-ins/', mine)).json()
    const { id } = data.find((each: { is_current: boolean }) => !each.is_current)
    const end = () => app.call({ method: 'DELETE', url: `/auth/sign-ins/${id}/`, as: mine })
    expect((await end()).statusCode).toBe(204)
    for (const at of [0, 1] as const) expect((await settings(other, at)).statusCode).toBe(401)
    expect((await settings(mine)).statusCode).toBe(200)
    expect((await end()).statusCode).toBe(404)
  })

  it('of another user return not found and stay active', async () => {
    const mine = await signInWith('ned', firefox)
    const theirs = await signInWith('uma', firefox)
    const { data } = (await get('/auth/sign-ins/', theirs)).json()
    const foreign = await app.call({ method: 'DELETE', url: `/auth/sign-ins/${data[0].id}/`, as: mine })
    const random = await app.call({
      method: 'DELETE',
      url: `/auth/sign-ins/${crypto.randomUUID()}/`,
      as: mine,
    })
    expect([foreign.statusCode, foreign.body]).toEqual([random.statusCode, random.body])
    expect((await settings(theirs)).statusCode).toBe(200)
  })

  it('except the current one can be ended together', async () => {
    const others = [await signInWith('uma', firefox), await signInWith('uma', safari)]
    const mine = await signInWith('uma', firefox)
    const reply = await app.call({ method: 'POST', url: '/auth/sign-ins/end-others/', payload: {}, as: mine })
    expect(reply.json().data.ended).toBe(3)
    for (const access of others) expect((await settings(access, 1)).statusCode).toBe(401)
    expect((await settings(mine, 1)).statusCode).toBe(200)
  })

  it('from an unknown client are mailed to the owner; a new version of a known client is not', async () => {
    await signInWith('tom', firefox)
    await signInWith('tom', newerFirefox)
    expect(await mailsTo(app, 'tom@example.com')).toEqual([])
    await signInWith('tom', safari)
    const [mail, ...more] = await mailsTo(app, 'tom@example.com')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ kind: 'new_sign_in' })
    expect(mail?.body_text).toContain('Safari, iPhone, address 127.0.0.1')
  })
})

describe('a stolen refresh token', () => {
  it('ends its chain when any spent token is reused, and no other', async () => {
    const bystander = await app.signIn('ivy')
    const refresh = (token: string, at: 0 | 1) =>
      app.call({ method: 'POST', url: '/auth/login-refresh/', payload: { refresh: token }, at })
    for (let depth = 1; depth <= 10; depth += 1) {
      const first = await app.signIn('ivy')
      const chain = [first.refresh]
      for (let i = 0; i < depth; i += 1)
        chain.push((await refresh(chain.at(-1) ?? '', i % 2 === 0 ? 0 : 1)).json().refresh)
      app.travel(11_000)
      expect((await refresh(chain[depth % chain.length === 0 ? 0 : depth - 1] ?? '', 1)).statusCode).toBe(401)
      expect((await refresh(chain.at(-1) ?? '', 0)).statusCode).toBe(401)
    }
    expect((await refresh(bystander.refresh, 1)).statusCode).toBe(200)
  })

  it('does not follow from races on two servers with lost replies', async () => {
    for (let race = 0; race < 15; race += 1) {
      const { refresh: token } = await app.signIn('ivy')
      const replies = await Promise.all(
        Array.from({ length: 2 + race }, (_, i) =>
          app.call({
            method: 'POST',
            url: '/auth/login-refresh/',
            payload: { refresh: token },
            at: i % 2 === 0 ? 0 : 1,
          }),
        ),
      )
      expect(new Set(replies.map(reply => reply.statusCode))).toEqual(new Set([200]))
      expect(new Set(replies.map(reply => reply.json().refresh)).size).toBe(1)
    }
  })
})

describe('an API token', () => {
  const make = (as: string, body: object) =>
    app.call({ method: 'POST', url: '/auth/api-tokens/', payload: { password: testPassword, ...body }, as })

  it('is shown once, listed without its secret, and reads what its owner may read', async () => {
    const { access } = await app.signIn('ivy')
    const made = (await make(access, { name: 'script' })).json().data
    expect(made).toMatchObject({ name: 'script', scope: 'read', last_used_at: null })
    expect(made.token.startsWith(made.prefix)).toBe(true)
    expect((await settings(made.token, 1)).json().data.settings.user).toBe('ivy')
    const list = await get('/auth/api-tokens/', access)
    expect(list.json().data[0].last_used_at).not.toBeNull()
    const { rows } = await app.database.query('select t::text as row from api_token t')
    expect(list.body + JSON.stringify(rows)).not.toContain(made.token)
  })

  it('with read scope is refused every change, and with write scope every change under /auth', async () => {
    const { access } = await app.signIn('ivy')
    const reads = (await make(access, { name: 'reads' })).json().data.token
    const writes = (await make(access, { name: 'writes', scope: 'read_write' })).json().data.token
    for (const [name, endpoint] of allEndpoints()) {
      if (endpoint.may === 'anyone' || !hasRole('investor', endpoint.may) || isRead(endpoint)) continue
      const url = endpoint.path.replaceAll(/:\w+/g, crypto.randomUUID())
      const ask = (as: string) => app.call({ method: endpoint.method, url, payload: {}, as })
      expect(errorOf(await ask(reads))?.code, name).toBe('read_only_token')
      if (endpoint.path.startsWith('/auth/')) expect((await ask(writes)).statusCode, name).toBe(403)
    }
    const change = (as: string) =>
      app.call({ method: 'PATCH', url: '/api/settings/', payload: { color_scheme: 'light' }, as })
    expect((await change(writes)).statusCode).toBe(200)
  })

  it('stops working when it is revoked or expired, or its owner is disabled', async () => {
    const { access } = await app.signIn('ned')
    const soon = new Date(app.now().getTime() + 60_000).toISOString()
    const revoked = (await make(access, { name: 'a' })).json().data
    const expired = (await make(access, { name: 'b', expires_at: soon })).json().data
    const owned = (await make(access, { name: 'c' })).json().data
    await app.call({ method: 'DELETE', url: `/auth/api-tokens/${revoked.id}/`, as: access })
    expect((await settings(revoked.token, 1)).statusCode).toBe(401)
    expect((await settings(expired.token)).statusCode).toBe(200)
    app.travel(61_000)
    expect((await settings(expired.token)).statusCode).toBe(401)
    await app.database.query("update app_user set disabled_at = now() where username = 'ned'")
    expect((await settings(owned.token, 1)).statusCode).toBe(401)
    await app.database.query("update app_user set disabled_at = null where username = 'ned'")
    expect((await settings('plb_made-up')).statusCode).toBe(401)
  })

  it('needs a unique name and a future expiry, and cannot be revoked by others', async () => {
    const { access } = await app.signIn('ivy')
    const theirs = (await make((await app.signIn('uma')).access, { name: 'theirs' })).json().data
    await make(access, { name: 'twice' })
    expect(errorOf(await make(access, { name: 'Twice' }))).toMatchObject({
      code: 'already_exists',
      field: 'name',
    })
    const past = await make(access, { name: 'past', expires_at: '2020-01-01T00:00:00Z' })
    expect([past.statusCode, errorOf(past)?.field]).toEqual([400, 'expires_at'])
    const revoke = (id: string) => app.call({ method: 'DELETE', url: `/auth/api-tokens/${id}/`, as: access })
    const [foreign, random] = [await revoke(theirs.id), await revoke(crypto.randomUUID())]
    expect([foreign.statusCode, foreign.body]).toEqual([random.statusCode, random.body])
    expect((await settings(theirs.token)).statusCode).toBe(200)
  })
})
