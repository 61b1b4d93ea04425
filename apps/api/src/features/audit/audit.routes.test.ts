import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp, testPassword } from '../../testing/test-app.ts'

let app: TestApp
let access: string

beforeAll(async () => {
  app = await createTestApp()
  await app.addUser({ username: 'ada', role: 'admin' })
  access = (await app.signIn('ada')).access
})
afterAll(() => app.close())

const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object, headers = {}) =>
  app.call({ method, url, as: access, headers, ...(payload ? { payload } : {}) })
const log = async (query = '') => (await call('GET', `/api/audit/${query}`)).json()

describe('the audit log', () => {
  it('records who did what, to what, when and from where', async () => {
    const made = await call('POST', '/api/families/', { name: 'Keller', currency: 'CHF' })
    const { id } = made.json().data
    await app.call({
      method: 'POST',
      url: '/auth/login/',
      payload: { username: 'ada', password: 'wrong one' },
    })
    const { data, extra } = await log()
    expect(data.map((entry: { action: string }) => entry.action)).toEqual([
      'sign_in_failed',
      'family_created',
      'sign_in',
    ])
    expect(data[1]).toMatchObject({
      user: { name: 'ada' },
      subject: { kind: 'family', id },
      family: { id, name: 'Keller' },
      details: 'Keller',
      address: '127.0.0.1',
    })
    expect(extra).toEqual({ actions: ['family_created', 'sign_in', 'sign_in_failed'], is_chain_intact: true })
  })

  it('can be searched, filtered, sorted and paged', async () => {
    expect((await log('?action=family_created')).count).toBe(1)
    expect((await log('?q=kell')).count).toBe(1)
    expect((await log('?end_date=2020-01-01')).count).toBe(0)
    expect((await log(`?user=${crypto.randomUUID()}`)).count).toBe(0)
    const page = await log('?limit=1&offset=1&order_by=at')
    expect([page.data[0].action, page.count]).toEqual(['family_created', 3])
    const csv = await call('GET', '/api/audit/', undefined, { accept: 'text/csv' })
    expect(csv.body.split('\r\n')[0]).toBe('at,user,action,details,family,address')
    expect(csv.body.split('\r\n')).toHaveLength(5)
  })

  it('keeps a pseudonym of an actor who was deleted', async () => {
    const user = await app.addUser({ username: 'bob', role: 'admin' })
    await app.signIn('bob')
    await call('DELETE', `/api/users/${user.id}/`)
    const { data } = await log(`?user=${user.id}`)
    expect(data[0]).toMatchObject({ action: 'sign_in', address: null })
    expect(data[0].user).toEqual({ id: user.id, name: `user-${user.id.slice(0, 8)}` })
    expect((await log()).extra.is_chain_intact).toBe(true)
  })

  it('contains no secrets of the calls it records', async () => {
    const body = JSON.stringify(await log('?limit=1000'))
    expect(body).not.toContain(testPassword)
    expect(body).not.toContain(access)
  })

  it('detects a line that was changed or removed in the database', async () => {
    const tamper = async (statement: string) => {
      await app.database.query('begin')
      await app.database.query('alter table audit_line no force row level security')
      await app.database.query('grant update, delete on audit_line to current_user')
      await app.database.query(statement)
      const { rows } = await app.database.query('select audit_is_intact() as intact')
      await app.database.query('rollback')
      return rows[0].intact
    }
    const someLine = "action = 'family_created'"
    expect(await tamper('select 1')).toBe(true)
    expect(await tamper(`update audit_line set subject = 'Other' where ${someLine}`)).toBe(false)
    expect(await tamper(`delete from audit_line where ${someLine}`)).toBe(false)
    expect((await log()).extra.is_chain_intact).toBe(true)
  })

  it('keeps an intact chain under concurrent writes', async () => {
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        app.call({
          method: 'POST',
          url: '/auth/reset-password/',
          payload: { email: `nobody${i}` },
          remoteAddress: `10.0.0.${i}`,
          at: i % 2 === 0 ? 0 : 1,
        }),
      ),
    )
    expect((await log('?action=password_reset_asked')).count).toBe(40)
    expect((await log()).extra.is_chain_intact).toBe(true)
  })
})

describe('the outbox', () => {
  const invite = async (email: string) =>
    (await call('POST', '/api/users/', { email, role: 'adviser' })).json().data.user.id
  const outbox = async (query = '') => (await call('GET', `/api/outbox/${query}`)).json()

  const read = (id: string, as = access) => app.call({ method: 'GET', url: `/api/outbox/${id}/`, as })
  const invitation = 'https://plumbline.example/user-invitation?uid='

  it('lists waiting and discarded mails without their links', async () => {
    await invite('one@example.com')
    const { data, extra } = await outbox('?status=waiting')
    expect(extra).toEqual({ has_mail_server: false })
    expect(data[0]).toMatchObject({
      to: 'one@example.com',
      has_link: true,
      status: 'waiting',
      attempts: 0,
      sent_at: null,
    })
    expect(JSON.stringify(data)).not.toContain('https://')
    expect((await call('POST', `/api/outbox/${data[0].id}/send/`, {})).json().errors[0].code).toBe(
      'not_ready',
    )
    expect((await call('DELETE', `/api/outbox/${data[0].id}/`)).statusCode).toBe(204)
    expect((await call('DELETE', `/api/outbox/${data[0].id}/`)).statusCode).toBe(409)
    const [discarded] = (await outbox('?status=discarded')).data
    expect(discarded).toMatchObject({ has_link: false, discard_reason: 'by_administrator' })
    expect((await read(discarded.id)).json().data.link).toBeNull()
    expect((await call('DELETE', `/api/outbox/${crypto.randomUUID()}/`)).statusCode).toBe(404)
  })

  it('shows the link of one mail in a separate call, which is audited', async () => {
    await invite('two@example.com')
    const [mail] = (await outbox('?status=waiting')).data
    const reply = await read(mail.id)
    expect(reply.json().data.link).toContain(invitation)
    expect(reply.json().data.text).toContain(invitation)
    const { data } = await log('?action=mail_read&limit=1')
    expect(data[0]).toMatchObject({
      user: { name: 'ada' },
      details: 'two@example.com',
      subject: { kind: 'mail', id: mail.id },
      address: '127.0.0.1',
    })
    expect((await read(crypto.randomUUID())).statusCode).toBe(404)
  })

  it('hides links from API tokens of any scope', async () => {
    await invite('three@example.com')
    const [mail] = (await outbox('?status=waiting')).data
    for (const scope of ['read', 'read_write']) {
      const made = await call('POST', '/auth/api-tokens/', { name: scope, scope })
      const { token } = made.json().data
      expect([(await read(mail.id, token)).statusCode]).toEqual([403])
      const list = await app.call({ method: 'GET', url: '/api/outbox/', as: token })
      expect(list.json().data[0]).toMatchObject({ to: `ada@example.com`, has_link: false })
      expect(list.json().data.some((each: { has_link: boolean }) => each.has_link)).toBe(true)
      expect(list.body).not.toContain('https://')
    }
    expect((await log('?action=mail_read&q=three')).count).toBe(0)
  })

  it('hides links from a sign-in whose password is not recent', async () => {
    await invite('four@example.com')
    const [mail] = (await outbox('?status=waiting')).data
    await app.database.query("update sign_in set password_confirmed_at = now() - interval '11 minutes'")
    const refused = await read(mail.id)
    expect([refused.statusCode, refused.json().errors[0].code]).toEqual([
      403,
      'password_confirmation_required',
    ])
    await call('POST', '/auth/confirm-password/', { password: testPassword })
    expect((await read(mail.id)).statusCode).toBe(200)
  })
})

describe('a server with a mail server', () => {
  it('sends waiting mails immediately on request and deletes their links', async () => {
    const received: string[] = []
    const smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        stream.resume()
        stream.on('end', () => {
          received.push(...session.envelope.rcptTo.map(({ address }) => address))
          done()
        })
      },
    })
    await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
    const address = smtp.server.address()
    const port = typeof address === 'object' ? address?.port : 0
    const sending = await createTestApp({
      demo: true,
      mailServer: { url: `smtp://127.0.0.1:${port}`, from: 'mail@plumbline.example' },
    })
    await sending.addUser({ username: 'ada', role: 'admin' })
    const as = (await sending.signIn('ada')).access
    const invited = await sending.call({
      method: 'POST',
      url: '/api/users/',
      payload: { email: 'new@example.com', role: 'adviser' },
      as,
    })
    expect(invited.json().data.has_mail_server).toBe(true)
    const outbox = async () => (await sending.call({ method: 'GET', url: '/api/outbox/', as })).json()
    const [waiting] = (await outbox()).data
    const sent = await sending.call({
      method: 'POST',
      url: `/api/outbox/${waiting.id}/send/`,
      payload: {},
      as,
    })
    // The background job may have sent it already.
    expect([200, 409]).toContain(sent.statusCode)
    await expect.poll(async () => (await outbox()).data[0].status).toBe('sent')
    const { data, extra } = await outbox()
    expect(extra.has_mail_server).toBe(true)
    expect(data[0].text).not.toContain('https://')
    expect(received).toEqual(['new@example.com'])
    await sending.close()
    await new Promise<void>(resolve => smtp.close(() => resolve()))
  })
})
