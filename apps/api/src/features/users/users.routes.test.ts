import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailedLink, mailsTo } from '../../testing/outbox.ts'
import { setUpTwoFactor } from '../../testing/second-factor.ts'
import { createTestApp, type TestApp, type TestUser, testPassword } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

let app: TestApp
let own: string
let other: string
let ada: TestUser
let access: string

beforeAll(async () => {
  app = await createTestApp()
  own = await app.addFamily('Own')
  other = await app.addFamily('Other')
  ada = await app.addUser({ username: 'ada', role: 'admin' })
  access = (await app.signIn('ada')).access
})
afterAll(() => app.close())

let count = 0
async function investor(familyId = own): Promise<TestUser> {
  count += 1
  return app.addUser({ username: `user${count}`, role: 'investor', familyId })
}
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object, as = access) =>
  app.call({ method, url, as, ...(payload ? { payload } : {}) })
const list = (query = '', filter: object = {}) => call('POST', `/api/users/list/${query}`, filter)
const invite = (fields: object) => call('POST', '/api/users/', fields)
const change = (id: string, fields: object) => call('POST', `/api/users/${id}/`, fields)
const act = (id: string, action: string) => call('POST', `/api/users/${id}/${action}/`, {})
const remove = (id: string) => call('DELETE', `/api/users/${id}/`)
const settings = (as: string, at: 0 | 1 = 0) => app.call({ method: 'GET', url: '/api/settings/', as, at })
const errorOf = (reply: { json(): { errors: { code: string; field?: string }[] } }) => reply.json().errors[0]
const accept = (link: object, username: string) =>
  app.call({
    method: 'POST',
    url: '/auth/invitation/',
    payload: { ...link, username, name: 'Grace', password: 'a good password' },
  })

describe('inviting a user', () => {
  it('without a mail server asks for the password first, as the outbox does, so that the link can be shown', async () => {
    const quiet = await createTestApp()
    await quiet.addUser({ username: 'ann', role: 'admin' })
    const { access, refresh } = await quiet.signIn('ann')
    const invited = async (as: string, email: string) => {
      const call = { method: 'POST', url: '/api/users/', payload: { email, role: 'adviser' } } as const
      const headers = { 'idempotency-key': `invite-${email}` }
      return (await quiet.call({ ...call, as, headers })).json()
    }
    const first = (await invited(access, 'one@example.com')).data
    expect(first.link).toContain('/user-invitation?')
    quiet.travel(11 * 60_000)
    const refreshed = await quiet.call({ method: 'POST', url: '/auth/login-refresh/', payload: { refresh } })
    const later = refreshed.json().access
    expect((await invited(later, 'two@example.com')).errors[0].code).toBe('password_confirmation_required')
    const resend = {
      method: 'POST',
      url: `/api/users/${first.user.id}/resend/`,
      payload: {},
      as: later,
    } as const
    expect(errorOf(await quiet.call(resend))?.code).toBe('password_confirmation_required')
    const { rows } = await quiet.database.query(`select from app_user where email = 'two@example.com'`)
    expect(rows).toHaveLength(0)
    await quiet.call({
      method: 'POST',
      url: '/auth/confirm-password/',
      payload: { password: testPassword },
      as: later,
    })
    expect((await invited(later, 'two@example.com')).data.link).toContain('/user-invitation?')
    expect((await quiet.call(resend)).json().data.link).toContain('/user-invitation?')
    await quiet.close()
  })

  it('creates a pending user with role and family, who registers by the mailed link', async () => {
    const reply = await invite({ email: 'grace@example.com', name: 'Grace', role: 'investor', family: own })
    const { user, has_mail_server, link: shown } = reply.json().data
    expect(user).toMatchObject({
      username: null,
      email: 'grace@example.com',
      role: 'investor',
      family: { id: own, name: 'Own' },
      accounts: null,
      is_pending_registration: true,
    })
    expect(Date.parse(user.invitation_expires_at)).toBeGreaterThan(app.now().getTime())
    expect(has_mail_server).toBe(false)
    const [mail] = await mailsTo(app, 'grace@example.com')
    expect(mail?.body_text).toContain('ada invites you')
    const link = await mailedLink(app, 'grace@example.com', 'invitation')
    // Without a mail server the administrator hands the link over.
    expect(Object.fromEntries(new URL(shown).searchParams)).toEqual(link)
    const greedy = { role: 'admin', family_id: other }
    const refused = await accept({ ...link, ...greedy }, 'grace')
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors.map((error: { field: string }) => error.field)).toEqual(Object.keys(greedy))
    const accepted = await accept(link, 'grace')
    expect((await settings(accepted.json().access)).json().data.settings).toMatchObject({
      role: 'investor',
      user: 'grace',
      email: 'grace@example.com',
      account: 'Own',
    })
    const { data } = (await list('?q=grace')).json()
    expect(data[0]).toMatchObject({
      is_pending_registration: false,
      username: 'grace',
      invitation_expires_at: null,
    })
    expect(errorOf(await act(user.id, 'resend'))?.code).toBe('link_used')
  })

  it('again mails a new link and voids the former', async () => {
    const { user } = (await invite({ email: 'hal@example.com', role: 'adviser', families: [own] })).json()
      .data
    expect(user.families).toEqual([{ id: own, name: 'Own' }])
    const former = await mailedLink(app, 'hal@example.com', 'invitation')
    app.travel(1000)
    expect((await act(user.id, 'resend')).statusCode).toBe(200)
    expect((await accept(former, 'hal')).statusCode).toBe(410)
    const link = await mailedLink(app, 'hal@example.com', 'invitation')
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => accept(link, `hal${i}`)))
    expect(replies.filter(reply => reply.statusCode === 200)).toHaveLength(1)
  })

  it('rejects contradictory or unknown values by field', async () => {
    const theirs = await testLedger(app.database).account(other, 'Theirs')
    const email = 'ivo@example.com'
    const wrong: [object, string][] = [
      [{ email: 'x', role: 'admin' }, 'email'],
      [{ email, role: 'king' }, 'role'],
      [{ email, role: 'demo', family: own }, 'role'],
      [{ email, role: 'investor' }, 'family'],
      [{ email, role: 'admin', family: own }, 'family'],
      [{ email, role: 'investor', family: crypto.randomUUID() }, 'family'],
      [{ email, role: 'investor', family: own, families: [own] }, 'families'],
      [{ email, role: 'adviser', families: [crypto.randomUUID()] }, 'families'],
      [{ email, role: 'investor', family: own, accounts: [theirs] }, 'accounts'],
      [{ email: 'ADA@example.com', role: 'admin' }, 'email'],
    ]
    for (const [fields, field] of wrong) expect(errorOf(await invite(fields))?.field, field).toBe(field)
    expect(await mailsTo(app, email)).toEqual([])
  })
})

describe('changing a user', () => {
  it('takes effect on their next request on every server', async () => {
    const user = await investor()
    const { access: theirs } = await app.signIn(user.username)
    const promoted = (await change(user.id, { role: 'adviser', families: [other] })).json().data
    expect(promoted).toMatchObject({
      role: 'adviser',
      family: null,
      families: [{ id: other, name: 'Other' }],
    })
    for (const at of [0, 1] as const) {
      const { settings: seen, lists } = (await settings(theirs, at)).json().data
      expect([seen.role, lists.families]).toEqual(['adviser', [{ id: other, name: 'Other' }]])
    }
    await change(user.id, { families: [] })
    expect((await settings(theirs, 1)).json().data.lists.families).toEqual([])
    await change(user.id, { role: 'investor', family: own, name: 'Una' })
    expect((await settings(theirs)).json().data.settings).toMatchObject({ role: 'investor', name: 'Una' })
  })

  it('limits the visible accounts to the granted ones', async () => {
    const user = await investor()
    const ledger = testLedger(app.database)
    const [one] = [await ledger.account(own, 'One'), await ledger.account(own, 'Two')]
    const { access: theirs } = await app.signIn(user.username)
    const seen = async () =>
      (await call('POST', '/api/accounts/list/', {}, theirs))
        .json()
        .data.map((each: { id: string }) => each.id)
    expect((await seen()).length).toBeGreaterThan(1)
    expect((await change(user.id, { accounts: [one] })).json().data.accounts).toEqual([
      { id: one, name: 'One' },
    ])
    expect(await seen()).toEqual([one])
    expect((await change(user.id, { name: 'Still' })).json().data.accounts).toHaveLength(1)
    await change(user.id, { accounts: null })
    expect((await seen()).length).toBeGreaterThan(1)
  })

  it('can require a second factor of one user, and keeps that through other changes', async () => {
    const user = await investor()
    await change(user.id, { is_mfa_required: true, is_beta_tester: true })
    const later = (await change(user.id, { name: 'Later' })).json().data
    expect(later).toMatchObject({ is_mfa_required: true, is_beta_tester: true, is_mfa_active: false })
    const { access: theirs } = await app.signIn(user.username)
    const refused = await call('POST', '/api/accounts/list/', {}, theirs)
    expect(errorOf(refused)?.code).toBe('two_factor_setup_required')
  })

  it('rejects fields that administrators may not set, and names them', async () => {
    const user = await investor()
    const read = async () =>
      (await app.database.query('select * from app_user where id = $1', [user.id])).rows[0]
    const before = await read()
    const greedy = {
      password: 'x',
      password_hash: 'x',
      email: 'x@example.com',
      username: 'x',
      id: ada.id,
      created_at: 'x',
    }
    const reply = await change(user.id, greedy)
    expect(reply.statusCode).toBe(400)
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual(Object.keys(greedy))
    expect(await read()).toEqual(before)
    expect((await change(crypto.randomUUID(), { name: 'X' })).statusCode).toBe(404)
  })
})

describe('disabling and deleting', () => {
  it('ends sign-ins, refresh and tokens on both servers; enabling restores none of them', async () => {
    const user = await investor()
    const signedIn = await app.signIn(user.username)
    const made = await call(
      'POST',
      '/auth/api-tokens/',
      { name: 'x', password: testPassword },
      signedIn.access,
    )
    const dead = async () => {
      for (const at of [0, 1] as const)
        for (const as of [signedIn.access, made.json().data.token])
          expect((await settings(as, at)).statusCode).toBe(401)
      const refresh = { refresh: signedIn.refresh }
      expect(
        (await app.call({ method: 'POST', url: '/auth/login-refresh/', payload: refresh })).statusCode,
      ).toBe(401)
    }
    expect((await act(user.id, 'disable')).json().data.is_disabled).toBe(true)
    await dead()
    await expect(app.signIn(user.username)).rejects.toThrow()
    expect((await act(user.id, 'enable')).json().data.is_disabled).toBe(false)
    await dead()
    const again = await app.signIn(user.username)
    expect((await remove(user.id)).statusCode).toBe(204)
    for (const at of [0, 1] as const) expect((await settings(again.access, at)).statusCode).toBe(401)
    expect((await remove(user.id)).statusCode).toBe(404)
  })

  it('is refused for the last administrator and for oneself', async () => {
    for (const attempt of [
      () => remove(ada.id),
      () => act(ada.id, 'disable'),
      () => change(ada.id, { role: 'adviser' }),
    ])
      expect(errorOf(await attempt())?.code).toBe('last_admin')
    const second = await app.addUser({ username: 'bea', role: 'admin' })
    for (const attempt of [
      () => remove(ada.id),
      () => act(ada.id, 'disable'),
      () => change(ada.id, { role: 'adviser' }),
    ])
      expect(errorOf(await attempt())?.code).toBe('not_yourself')
    expect((await change(ada.id, { name: 'Ada' })).statusCode).toBe(200)
    expect((await remove(second.id)).statusCode).toBe(204)
  })

  it('by two administrators of each other at once leaves one of them', async () => {
    const disable = (id: string, as: string, at: 0 | 1) =>
      app.call({ method: 'POST', url: `/api/users/${id}/disable/`, payload: {}, as, at })
    for (let round = 0; round < 5; round += 1) {
      const names = [`x${round}`, `y${round}`] as const
      const users = [
        await app.addUser({ username: names[0], role: 'admin' }),
        await app.addUser({ username: names[1], role: 'admin' }),
      ] as const
      await app.database.query("update app_user set role = 'adviser' where id = $1", [ada.id])
      const tokens = [await app.signIn(names[0]), await app.signIn(names[1])] as const
      await Promise.all([
        disable(users[1].id, tokens[0].access, 0),
        disable(users[0].id, tokens[1].access, 1),
      ])
      const { rows } = await app.database.query(
        "select id from app_user where role = 'admin' and disabled_at is null",
      )
      expect(rows).toHaveLength(1)
      await app.database.query("update app_user set role = 'admin' where id = $1", [ada.id])
      await app.database.query('delete from app_user where id = any($1)', [users.map(user => user.id)])
    }
  })
})

describe('a lost second factor', () => {
  it('can be removed by an administrator, audited and mailed to its owner; the password stays', async () => {
    const user = await investor()
    const { access: theirs } = await app.signIn(user.username)
    await app.call({ method: 'PATCH', url: '/api/settings/', payload: { language: 'de' }, as: theirs })
    await setUpTwoFactor(app, theirs)
    expect((await list(`?q=${user.username}`)).json().data[0].is_mfa_active).toBe(true)
    expect((await act(user.id, 'reset-2fa')).json().data.is_mfa_active).toBe(false)
    for (const at of [0, 1] as const) expect((await settings(theirs, at)).statusCode).toBe(401)
    expect(await app.signIn(user.username)).toHaveProperty('access')
    expect((await mailsTo(app, `${user.username}@example.com`)).map(mail => mail.kind)).toContain(
      'two_factor_reset',
    )
    const { rows } = await app.database.query(
      "select subject from audit_line where action = 'two_factor_reset'",
    )
    expect(rows).toEqual([{ subject: `${user.username}@example.com` }])
    const notices = await app.database.query(
      "select details -> 'facts' ->> 'mail' as mail from notification where user_id = $1 and kind = 'account' order by created_at desc",
      [user.id],
    )
    expect(notices.rows[0]).toEqual({ mail: 'two_factor_reset' })
    expect(errorOf(await act(user.id, 'reset-2fa'))?.code).toBe('two_factor_off')
    expect(errorOf(await act(ada.id, 'reset-2fa'))?.code).toBe('not_yourself')
  })
})

describe('the list of users', () => {
  it('can be searched, filtered, sorted and paged', async () => {
    expect((await list('?q=ada')).json().data.map((user: { username: string }) => user.username)).toEqual([
      'ada',
    ])
    const ofOther = (await list('', { family: other })).json().data
    expect(ofOther).toEqual([])
    const all = (await list('?order_by=-created_at')).json()
    const second = (await list('?order_by=-created_at&limit=1&offset=1')).json()
    expect([second.count, second.data[0].id]).toEqual([all.count, all.data[1].id])
    expect(second.previous).toContain('offset=0')
  })

  it('is limited to administrators', async () => {
    const user = await investor()
    const { access: theirs } = await app.signIn(user.username)
    expect((await call('POST', '/api/users/list/', {}, theirs)).statusCode).toBe(403)
    expect((await call('DELETE', `/api/users/${ada.id}/`, undefined, theirs)).statusCode).toBe(403)
  })
})

describe('security rules', () => {
  it('can require a second factor of roles, except of the demo account', async () => {
    const read = async () => (await call('GET', '/api/security/')).json().data.mfa_required_roles
    expect(await read()).toEqual([])
    const refused = await call('PATCH', '/api/security/', { mfa_required_roles: ['demo'] })
    expect(errorOf(refused)?.field).toBe('mfa_required_roles')
    expect(
      (await call('PATCH', '/api/security/', { mfa_required_roles: ['investor', 'investor'] })).statusCode,
    ).toBe(200)
    expect(await read()).toEqual(['investor'])
    const user = await investor()
    const { access: theirs } = await app.signIn(user.username)
    expect(errorOf(await call('POST', '/api/accounts/list/', {}, theirs))?.code).toBe(
      'two_factor_setup_required',
    )
    await call('PATCH', '/api/security/', { mfa_required_roles: [] })
    expect((await call('POST', '/api/accounts/list/', {}, theirs)).statusCode).toBe(200)
  })
})
