import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, openDatabase } from '../db/database.ts'
import type { NewMail } from './outbox.store.ts'
import { queueMail } from './outbox.store.ts'
import { createMailSender, type MailSender } from './sender.ts'
import { sendingStore } from './sending.store.ts'

let test: TestDatabase
let databases: Database[]
let smtp: SMTPServer
let url: string
const received: Email[] = []
const senders: MailSender[] = []
let rejections = 0
let travelledMs = 0
const minute = 60_000
const link = 'https://plumbline.example/password-reset/u/t?a=1&b=2'

beforeAll(async () => {
  test = await createTestDatabase()
  const now = () => new Date(Date.now() + travelledMs)
  databases = [await openDatabase(test.target, { now }), await openDatabase(test.target, { now })]
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', async () => {
        if (rejections > 0) {
          rejections -= 1
          return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        }
        received.push(await PostalMime.parse(Buffer.concat(parts)))
        done()
      })
    },
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  url = `smtp://127.0.0.1:${address.port}`
})
afterEach(async () => {
  received.length = 0
  rejections = 0
  await test.query('truncate mail')
  await Promise.all(senders.splice(0).map(sender => sender.stop()))
})
afterAll(async () => {
  await new Promise<void>(resolve => smtp.close(() => resolve()))
  await Promise.all(databases.map(database => database.close()))
  await test.drop()
})

function sender(
  server: { url: string; from: string } | null = { url, from: 'Plumbline <mail@plumbline.example>' },
  at = 0,
) {
  const made = createMailSender(
    sendingStore(() => databaseAt(at)),
    server,
  )
  senders.push(made)
  return made
}
function databaseAt(at: number): Database {
  const database = databases[at]
  if (!database) throw new Error(`there is no server ${at}`)
  return database
}
async function queue(mail: NewMail, name = 'Zoë', language: 'en-US' | 'de' = 'en-US'): Promise<void> {
  const to = { userId: null, address: 'zoe@example.com', name, language, timeZone: 'Europe/Zurich' }
  await databaseAt(0).within('system', tx => queueMail(tx, to, mail))
}
async function rows() {
  return (await test.query('select * from mail order by created_at, id')).rows
}

describe('a mail', () => {
  it("arrives in plain text and HTML with its link, in the recipient's language", async () => {
    await queue({ kind: 'password_reset', link }, 'Zoë', 'de')
    expect(await sender().sendDue()).toBe(1)
    const [mail] = received
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
    const [mail] = received
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
    expect(new Set(received.map(mail => mail.messageId)).size).toBe(12)
    expect(received).toHaveLength(12)
  })

  it('retries with increasing delays when the mail server rejects a mail', async () => {
    await queue({ kind: 'password_changed' })
    rejections = 2
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
    expect(await sendingStore(() => databaseAt(1)).takeDue()).not.toBeNull()
    const mailer = sender()
    expect(await mailer.sendDue()).toBe(0)
    travelledMs += 2.1 * minute
    expect(await mailer.sendDue()).toBe(1)
  })

  it('discards an expired mail instead of sending it', async () => {
    await queue({ kind: 'password_reset', link, usefulMinutes: 60 })
    travelledMs += 61 * minute
    expect(await sender().sendDue()).toBe(0)
    expect((await rows())[0]).toMatchObject({ status: 'discarded', link: null })
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
