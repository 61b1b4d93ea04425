import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { testKeys } from '../../testing/test-keys.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { queueMail } from './outbox.store.ts'
import { createMailSender } from './sender.ts'
import { sendingStore } from './sending.store.ts'

let test: TestDatabase
let database: Database
let smtp: SMTPServer
const received: Email[] = []

beforeAll(async () => {
  test = await createTestDatabase()
  database = await openDatabase(test.target)
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(parts)))
        done()
      })
    },
  })
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await new Promise<void>(resolve => smtp.close(() => resolve()))
  await database.close()
  await test.drop()
})

/** Queues and sends one mail, and returns it as it arrived. */
async function deliver(
  mail: { isPausable?: boolean; attachmentJobId?: string },
  whileWaiting = async (_id: string): Promise<void> => {},
): Promise<Email> {
  const address = smtp.server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  const store = sendingStore(
    () => database,
    testKeys(() => database),
    'https://plumbline.example',
  )
  const sender = createMailSender(store, {
    url: `smtp://127.0.0.1:${address.port}`,
    from: 'mail@plumbline.example',
  })
  const to = {
    userId: null,
    address: 'ivy@example.com',
    name: 'Ivy',
    language: 'en-US' as const,
    timeZone: 'UTC',
  }
  const id = await database.within('system', tx => queueMail(tx, to, { kind: 'notification', ...mail }))
  await whileWaiting(id)
  await sender.sendDue()
  await sender.stop()
  const email = received.at(-1)
  if (!email) throw new Error('no mail arrived')
  return email
}
const header = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value

describe('a mail of rules', () => {
  it('can be unsubscribed from with one click, by a link that no other mail has', async () => {
    const [first, second] = [await deliver({ isPausable: true }), await deliver({ isPausable: true })]
    const link = header(first, 'list-unsubscribe') ?? ''
    expect(link).toMatch(
      /^<https:\/\/plumbline\.example\/api\/notifications\/pause\/[0-9a-f-]{36}\/[\w-]{43}\/>$/,
    )
    expect(header(first, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(first.text).toContain(link.slice(1, -2).replace('/api/notifications/pause/', '/pause-mail/'))
    expect(header(second, 'list-unsubscribe')).not.toBe(link)
    const { rows } = await test.query('select body_text, link from mail')
    expect(JSON.stringify(rows)).not.toContain('pause-mail')
  })

  it('has its file attached', async () => {
    const user = await test.query(
      "insert into app_user (username, name, role) values ('ivy', 'Ivy', 'admin') returning id",
    )
    const job = await test.query(
      `insert into background_job (user_id, kind, name, status, result, result_file_name, result_media_type)
       values ($1, 'report_pdf', 'Statement', 'done', '%PDF', 'Zürich.pdf', 'application/pdf') returning id`,
      [user.rows[0].id],
    )
    const { attachments } = await deliver({ attachmentJobId: job.rows[0].id })
    expect(attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Zürich.pdf', 'application/pdf'],
    ])
  })

  it('is not sent with a report that its owner may no longer open, that is deleted, or that is paused', async () => {
    const one = async (text: string, values: unknown[] = []) => (await test.query(text, values)).rows[0]?.id
    const family = await one("insert into family (name, base_currency) values ('Birch', 'CHF') returning id")
    const adviser = await one(
      "insert into app_user (username, name, role) values ('avi', 'Avi', 'adviser') returning id",
    )
    const report = await one(
      `insert into report (user_id, family_id, name, report_type, calculated_currency)
       values ($1, $2, 'Statement', 'statement', 'CHF') returning id`,
      [adviser, family],
    )
    const job = await one(
      `insert into background_job
         (user_id, kind, name, status, family_id, result_id, result, result_file_name, result_media_type)
       values ($1, 'report_pdf', 'Statement', 'done', $2, $3, '%PDF', 'Birch.pdf', 'application/pdf') returning id`,
      [adviser, family, report],
    )
    const change = (text: string) => test.query(text)
    const send = async (whileWaiting?: (mailId: string) => Promise<void>) => {
      const before = received.length
      await deliver({ isPausable: true, attachmentJobId: job }, whileWaiting).catch(() => null)
      const { rows } = await test.query(
        'select status, discard_reason as reason from mail order by created_at desc, id limit 1',
      )
      return [rows[0].reason ?? rows[0].status, received.length - before]
    }
    expect(await send()).toEqual(['no_access', 0])
    await test.query('insert into family_access (user_id, family_id) values ($1, $2)', [adviser, family])
    expect(await send()).toEqual(['sent', 1])
    await change('update app_user set disabled_at = now()')
    expect(await send()).toEqual(['no_access', 0])
    await change('update app_user set disabled_at = null')
    await change('update report set deleted_at = now()')
    expect(await send()).toEqual(['report_deleted', 0])
    await change('update report set deleted_at = null')
    expect(await send()).toEqual(['sent', 1])
    const pause = async (mailId: string) => {
      const task = await one(
        `insert into user_task (user_id, family_id, name, task_type, task_data, actions)
         values ($1, $2, 'Monthly', 'report_schedule', '{}', '{email}') returning id`,
        [adviser, family],
      )
      await test.query(
        `insert into notification (user_id, task_id, occurrence, kind, channel, recipient, mail_id)
         values ($1, $2, 'x', 'report_ready', 'email', 'ivy@example.com', $3)`,
        [adviser, task, mailId],
      )
      await test.query("insert into mail_pause (task_id, recipient) values ($1, 'ivy@example.com')", [task])
    }
    expect(await send(pause)).toEqual(['paused', 0])
  })
})

describe('another mail', () => {
  it('has no such link', async () => {
    const email = await deliver({})
    expect([header(email, 'list-unsubscribe'), email.text?.includes('pause')]).toEqual([undefined, false])
  })
})
