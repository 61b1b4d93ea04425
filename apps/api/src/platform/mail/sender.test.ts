import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type MailSink, startMailSink } from '../../testing/mail-sink.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testKeys } from '../../testing/test-keys.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { NewMail } from './outbox.store.ts'
import { queueMail } from './outbox.store.ts'
import { createMailSender, type MailSender, smtpTimeouts } from './sender.ts'
import { sendingStore } from './sending.store.ts'

let test: TestDatabase
let databases: Database[]
let smtp: MailSink
let url: string
const senders: MailSender[] = []
let travelledMs = 0
const minute = 60_000
const link = 'https://plumbline.example/password-reset/u/t?a=1&b=2'

beforeAll(async () => {
  test = await createTestDatabase()
  const now = () => new Date(Date.now() + travelledMs)
  databases = [await openDatabase(test.target, { now }), await openDatabase(test.target, { now })]
  smtp = await startMailSink({ tls: 'none' })
  url = `smtp://127.0.0.1:${smtp.port}`
})
afterEach(async () => {
  await Promise.all(senders.splice(0).map(sender => sender.stop()))
  smtp.reset()
  await test.query('truncate mail, notification')
})
afterAll(async () => {
  await smtp.close()
  await Promise.all(databases.map(database => database.close()))
  await test.drop()
})

function sender(
  server: { url: string; from: string } | null = { url, from: 'Plumbline <mail@plumbline.example>' },
  at = 0,
) {
  const made = createMailSender(
    sendingStore(
      () => databaseAt(at),
      testKeys(() => databaseAt(at)),
    ),
    server,
    { renewEveryMs: 20 },
  )
  senders.push(made)
  return made
}
function databaseAt(at: number): Database {
  const database = databases[at]
  if (!database) throw new Error(`there is no server ${at}`)
  return database
}
async function queue(
  mail: NewMail,
  name = 'Zoë',
  language: 'en-US' | 'de' = 'en-US',
  userId: string | null = null,
): Promise<void> {
  const to = { userId, address: 'zoe@example.com', name, language, timeZone: 'Europe/Zurich' }
  await databaseAt(0).within('system', tx => queueMail(tx, to, mail))
}
async function rows() {
  return (await test.query('select * from mail order by created_at, id')).rows
}

describe('a mail', () => {
  it("arrives in plain text and HTML with its link, in the recipient's language", async () => {
    await queue({ kind: 'password_reset', link }, 'Zoë', 'de')
    expect(await sender().sendDue()).toBe(1)
    const [mail] = smtp.received
    expect(mail).toMatchObject({
      subject: 'Neues Passwort festlegen',
      from: { address: 'mail@plumbline.example' },
      to: [{ address: 'zoe@example.com' }],
    })
    expect(mail?.text).toContain('Guten Tag Zoë')
    expect(mail?.text).toContain(link)
    expect(mail?.html).toContain('href="https://plumbline.example/password-reset/u/t?a=1&amp;b=2"')
    expect(mail?.html).toContain('lang="de"')
  })

  it('is stored without its link once it is sent', async () => {
    await queue({ kind: 'password_reset', link })
    await sender().sendDue()
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'sent', attempts: 1, link: null, last_error: null })
    expect(JSON.stringify(row)).not.toContain(link)
  })

  it('shows user input as text, never as HTML, header or link', async () => {
    const hostile = '<img src=x>\r\nBcc: all@example.com {link}'
    await queue({ kind: 'invitation', link, values: { inviter: hostile } }, hostile)
    await sender().sendDue()
    const [mail] = smtp.received
    expect(mail?.bcc).toBeUndefined()
    expect(mail?.to).toHaveLength(1)
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html?.match(/<a /g)).toHaveLength(1)
    expect(mail?.text?.split(link)).toHaveLength(2)
  })
})

describe('the outbox', () => {
  it('is shared by several servers, which send each mail once', async () => {
    for (let i = 0; i < 12; i += 1) await queue({ kind: 'password_changed' })
    const sent = await Promise.all([sender(undefined, 0), sender(undefined, 1)].map(each => each.sendDue()))
    expect(sent.reduce((a, b) => a + b)).toBe(12)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(12)
    expect(smtp.received).toHaveLength(12)
  })

  it('retries with increasing delays when the mail server rejects a mail', async () => {
    await queue({ kind: 'password_changed' })
    smtp.replies.push(451, 451)
    const mailer = sender()
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 })
    expect((await rows())[0].last_error).toContain('451')
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0].attempts).toBe(1)
    travelledMs += 2.1 * minute
    expect(await mailer.sendDue()).toBe(0)
    travelledMs += 2.1 * minute
    expect(await mailer.sendDue()).toBe(0)
    travelledMs += 3 * minute
    expect(await mailer.sendDue()).toBe(1)
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 3, last_error: null })
  })

  it('gives up after seven attempts and stores the error without the password', async () => {
    await queue({ kind: 'password_changed' })
    const mailer = sender({ url: 'smtp://me:hunter2@127.0.0.1:1', from: 'mail@plumbline.example' })
    for (let i = 0; i < 8; i += 1) {
      await mailer.sendDue()
      travelledMs += 20 * 60 * minute
    }
    const [row] = await rows()
    expect(row).toMatchObject({ status: 'failed', attempts: 7 })
    expect(row.last_error).toMatch(/ECONNREFUSED|ESOCKET/)
    expect(JSON.stringify(row)).not.toContain('hunter2')
  })

  it('sends a mail again that a server took and never reported as sent', async () => {
    await queue({ kind: 'password_changed' })
    expect(
      await sendingStore(
        () => databaseAt(1),
        testKeys(() => databaseAt(1)),
      ).takeDue(),
    ).not.toBeNull()
    const mailer = sender()
    expect(await mailer.sendDue()).toBe(0)
    travelledMs += 2.1 * minute
    expect(await mailer.sendDue()).toBe(1)
  })

  it('discards an expired mail instead of sending it', async () => {
    await queue({ kind: 'password_reset', link, usefulMinutes: 60 })
    travelledMs += 61 * minute
    expect(await sender().sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'discarded', discard_reason: 'expired', link: null })
  })

  it('keeps mail waiting without a mail server', async () => {
    await queue({ kind: 'password_reset', link })
    const mailer = sender(null)
    expect(mailer.hasServer).toBe(false)
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 0, link })
  })

  it('drops a mail when its transaction is rolled back', async () => {
    const failing = databaseAt(0).within('system', async tx => {
      const to = {
        userId: null,
        address: 'a@example.com',
        name: '',
        language: 'en-US',
        timeZone: 'UTC',
      } as const
      await queueMail(tx, to, { kind: 'password_changed' })
      throw new Error('it was not to be')
    })
    await expect(failing).rejects.toThrow('it was not to be')
    expect(await rows()).toEqual([])
  })
})

describe('a slow mail server', () => {
  it('has the time that RFC 5321 grants: 5 minutes for a command, 10 after the final dot', () => {
    expect(smtpTimeouts.greetingTimeout).toBeGreaterThanOrEqual(5 * minute)
    expect(smtpTimeouts.socketTimeout).toBeGreaterThanOrEqual(10 * minute)
  })

  it('gets a mail once, however long it takes to accept it', async () => {
    await queue({ kind: 'password_changed' })
    const [id] = (await rows()).map(row => row.id)
    const accepting = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    smtp.beforeReply = () => {
      reached.resolve()
      return accepting.promise
    }
    const first = sender().sendDue()
    await reached.promise
    for (let i = 0; i < 4; i += 1) {
      travelledMs += 1.5 * minute
      await untilRenewed()
      expect(await sender(undefined, 1).sendDue()).toBe(0)
    }
    expect(await sender(undefined, 1).sendNow(id)).toBe('not_waiting')
    accepting.resolve()
    expect(await first).toBe(1)
    travelledMs += 20 * minute
    expect(await sender().sendDue()).toBe(0)
    expect(smtp.received).toHaveLength(1)
    expect((await rows())[0]).toMatchObject({ status: 'sent', attempts: 1, taken_until: null })
  })

  it('delays no other mail: several are sent at once, up to a limit', async () => {
    for (let i = 0; i < 12; i += 1) await queue({ kind: 'password_changed' })
    const accepting = Promise.withResolvers<void>()
    let open = 0
    const full = Promise.withResolvers<void>()
    smtp.beforeReply = () => {
      open += 1
      if (open === 5) full.resolve()
      return accepting.promise
    }
    const sending = sender().sendDue()
    await full.promise
    accepting.resolve()
    expect(await sending).toBe(12)
    expect(smtp.maxConcurrent()).toBe(5)
    expect(new Set(smtp.received.map(mail => mail.messageId)).size).toBe(12)
  })
})

describe('a rejected mail', () => {
  it('ends at once when the mail server rejects it for good, and its sender is notified in the app', async () => {
    const [inviter, invited] = await Promise.all([addUser('inviter', 'de'), addUser('invited')])
    smtp.unknownAddresses.add('zoe@example.com')
    await queue(
      { kind: 'invitation', link, values: { inviter: 'I' }, senderId: inviter },
      '',
      'en-US',
      invited,
    )
    const mailer = sender()
    expect(await mailer.sendDue()).toBe(0)
    const [row] = await rows()
    expect(row).toMatchObject({
      status: 'failed',
      attempts: 1,
      last_error: '550 5.1.1 <zoe@example.com> unknown',
    })
    travelledMs += 20 * 60 * minute
    expect(await mailer.sendDue()).toBe(0)
    expect((await rows())[0].attempts).toBe(1)
    expect(await notices()).toEqual([
      {
        user_id: inviter,
        about: 'undelivered',
        address: 'zoe@example.com',
        subject: expect.stringMatching(/./),
        code: '550',
      },
    ])
  })

  it('ends when the whole message is rejected for good, and its recipient is notified if it has no sender', async () => {
    const user = await addUser('zoe')
    smtp.replies.push(552)
    await queue({ kind: 'password_changed' }, 'Zoë', 'en-US', user)
    await sender().sendDue()
    expect((await rows())[0]).toMatchObject({ status: 'failed', last_error: '552 rejected' })
    expect(await notices()).toMatchObject([{ user_id: user, code: '552' }])
  })

  it.each([550, 553])(
    'waits if the address of the sender is rejected (%i), because a setting cures it',
    async code => {
      smtp.senderReply = code
      await queue({ kind: 'password_changed' })
      expect(await sender().sendDue()).toBe(0)
      expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 })
      expect((await rows())[0].last_error).toContain(String(code))
      smtp.senderReply = 0
      travelledMs += 6 * minute
      expect(await sender().sendDue()).toBe(1)
    },
  )

  it('ends if the server finds it too large before it is sent', async () => {
    smtp.senderReply = 552
    await queue({ kind: 'password_changed' })
    await sender().sendDue()
    expect((await rows())[0]).toMatchObject({ status: 'failed', attempts: 1 })
  })

  it('can be sent again by an administrator, once at a time, and notifies once', async () => {
    const user = await addUser('again')
    smtp.replies.push(550, 550)
    await queue({ kind: 'password_changed' }, 'Zoë', 'en-US', user)
    const mailer = sender()
    await mailer.sendDue()
    const [{ id }] = await rows()
    expect(await mailer.sendNow(id)).toBe('failed')
    expect(await notices()).toHaveLength(1)
    expect(await mailer.sendNow(id)).toBe('sent')
    expect(await mailer.sendNow(id)).toBe('not_waiting')
  })
})

describe('an encrypted connection', () => {
  const user = { name: 'mailer', password: 'p@ss w/ord' }
  const login = `${user.name}:${encodeURIComponent(user.password)}`

  it.each([
    ['starttls', 'smtp'],
    ['implicit', 'smtps'],
  ] as const)('signs in and delivers with %s', async (tls, scheme) => {
    const sink = await startMailSink({ tls, user })
    try {
      await queue({ kind: 'password_changed' })
      const trust = `?tls.ca=${encodeURIComponent(sink.certificate)}`
      const mailer = sender({
        url: `${scheme}://${login}@localhost:${sink.port}/${trust}`,
        from: 'a@b.example',
      })
      expect(await mailer.sendDue(), JSON.stringify((await rows())[0])).toBe(1)
      expect([sink.signedIn, sink.encrypted]).toEqual([['mailer'], [true]])
    } finally {
      await sink.close()
    }
  })

  it.each([
    ['starttls', 'smtp'],
    ['implicit', 'smtps'],
  ] as const)(
    'is refused with %s if the certificate is not trusted, and the mail waits',
    async (tls, scheme) => {
      const sink = await startMailSink({ tls, user })
      try {
        await queue({ kind: 'password_changed' })
        const mailer = sender({ url: `${scheme}://${login}@localhost:${sink.port}`, from: 'a@b.example' })
        expect(await mailer.sendDue()).toBe(0)
        expect([sink.signedIn, sink.received]).toEqual([[], []])
        expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 })
      } finally {
        await sink.close()
      }
    },
  )

  it('keeps mail waiting when the password is wrong, because a setting cures it', async () => {
    const sink = await startMailSink({ tls: 'starttls', user })
    try {
      await queue({ kind: 'password_changed' })
      const trust = `?tls.ca=${encodeURIComponent(sink.certificate)}`
      for (const url of [
        `smtp://mailer:wrong@localhost:${sink.port}/${trust}`,
        `smtp://localhost:${sink.port}/${trust}`,
      ]) {
        expect(await sender({ url, from: 'a@b.example' }).sendDue()).toBe(0)
        const [row] = await rows()
        expect(row).toMatchObject({ status: 'waiting' })
        expect(row.last_error).toMatch(/53[05]/)
        expect(row.last_error).not.toContain('wrong ')
        travelledMs += 6 * minute
      }
    } finally {
      await sink.close()
    }
  })
})

async function addUser(username: string, language?: string): Promise<string> {
  const { rows: added } = await test.query(
    `insert into app_user (username, name, role, password_hash) values ($1, $1, 'admin', 'x') returning id`,
    [username],
  )
  const { id } = added[0]
  if (language !== undefined)
    await test.query('insert into user_settings (user_id, chosen) values ($1, $2)', [id, { language }])
  return id
}

async function notices() {
  const found = await test.query('select user_id, details from notification order by created_at')
  return found.rows.map(({ user_id, details }) => ({ user_id, ...details.facts }))
}

/** Until the sender has renewed its lease, at the time of the test. */
async function untilRenewed(): Promise<void> {
  const end = new Date(Date.now() + travelledMs + minute)
  for (;;) {
    const [row] = await rows()
    if (row.taken_until > end) return
    await sleep(10)
  }
}
