import type { DiscardReason } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { unsealLink } from '../keys/sealed-link.ts'
import type { ServerKeys } from '../keys/server-keys.ts'
import { type MailExtras, readExtras } from './mail-extras.store.ts'

export interface DueMail {
  id: string
  to_address: string
  subject: string
  body_text: string
  body_html: string
  link: string | null
  attempts: number
}

export interface MailFailure {
  /** Without a password. */
  reason: string
  /** The mail server rejected the mail for good, so a retry is useless. */
  isPermanent: boolean
}

/** Minutes until the next attempt, by the number of attempts. After the last one the mail has failed. */
const backoffMinutes = [2, 5, 15, 60, 240, 480, 960]
/** The lease of a mail without renewal. */
const leaseSeconds = 120

export type SendingStore = ReturnType<typeof sendingStore>

export function sendingStore(database: () => Database, keys: ServerKeys, publicUrl = '') {
  return {
    /** The link that stops such mails, and the attached file. */
    async readExtras(id: string): Promise<MailExtras | DiscardReason> {
      const [pauseKey] = await keys.read('mail_pause')
      return readExtras(database(), id, { publicUrl, pauseKey: pauseKey.bytes })
    },

    /** The link of a mail as its recipient gets it. */
    unsealLink: (link: string | null) => unsealLink(keys, link),

    /**
     * Takes one due mail. Several servers share the outbox: a mail that another server is sending is skipped until
     * its lease ends.
     */
    async takeDue(): Promise<DueMail | null> {
      return database().within('system', async tx => {
        await discardExpired(tx)
        return take(tx, sql`status = 'waiting' and next_try_at <= present_moment()`)
      })
    },

    /** Takes this mail now, even if it is not due yet or has failed. Null while it is being sent. */
    takeNow(id: string): Promise<DueMail | null> {
      return database().within('system', tx => take(tx, sql`status in ('waiting', 'failed') and id = ${id}`))
    },

    async extendLease(id: string): Promise<void> {
      await database().within('system', tx =>
        sql`update mail set taken_until = ${leaseEnd} where id = ${id} and taken_until is not null`.execute(
          tx,
        ),
      )
    },

    /** Ends a mail that may no longer be sent. What else was in a digest is collected again. */
    async discard(id: string, reason: DiscardReason): Promise<void> {
      await database().within('system', async tx => {
        await sql`
          update mail set status = 'discarded', discard_reason = ${reason}, taken_until = null, link = null
          where id = ${id}`.execute(tx)
        if (reason === 'no_access')
          await sql`
            update notification n set mailed_at = null, mail_id = null
            from mail m
            where m.id = ${id} and m.attachment_job_id is null and n.mail_id = m.id
              and may_be_mailed(n.user_id, n.family_id, n.account_ids)`.execute(tx)
      })
    },

    async markSent(id: string): Promise<void> {
      await database().within('system', tx =>
        tx
          .updateTable('mail')
          // After sending, only the recipient has the link.
          .set({
            status: 'sent',
            sent_at: sql`present_moment()`,
            taken_until: null,
            last_error: null,
            link: null,
          })
          .where('id', '=', id)
          .execute(),
      )
    },

    /** Schedules the next attempt, or ends the mail and notifies its sender. */
    async markFailed({ id, attempts }: DueMail, { reason, isPermanent }: MailFailure): Promise<void> {
      const isLast = isPermanent || attempts >= backoffMinutes.length
      await database().within('system', async tx => {
        const row = await tx
          .updateTable('mail')
          .set({
            last_error: reason.slice(0, 400),
            taken_until: null,
            next_try_at: sql<Date>`present_moment() + make_interval(mins => ${backoffMinutes[attempts - 1] ?? 0})`,
            ...(isLast ? { status: 'failed' } : {}),
          })
          .where('id', '=', id)
          .where('status', '=', 'waiting')
          .returning(['user_id', 'sender_id', 'to_address', 'subject'])
          .executeTakeFirst()
        const notified = row?.sender_id ?? row?.user_id ?? null
        if (row && isLast && notified !== null)
          await notifyUndelivered(tx, notified, { id, rejection: isPermanent ? reason : null, ...row })
      })
    },

    async countWaiting(): Promise<number> {
      return database().within('system', async tx => {
        const row = await tx
          .selectFrom('mail')
          .select(sql<number>`count(*)::int`.as('count'))
          .where('status', '=', 'waiting')
          .executeTakeFirstOrThrow()
        return row.count
      })
    },
  }
}

const leaseEnd = sql`present_moment() + make_interval(secs => ${leaseSeconds})`
const isFree = sql`(taken_until is null or taken_until < present_moment())`

async function discardExpired(tx: Scoped): Promise<void> {
  await sql`
    update mail set status = 'discarded', discard_reason = 'expired', link = null
    where id in (
      select id from mail where status = 'waiting' and useless_after <= present_moment() and ${isFree} limit 100
      for update skip locked)`.execute(tx)
}

async function take(tx: Scoped, condition: ReturnType<typeof sql>): Promise<DueMail | null> {
  const { rows } = await sql<DueMail>`
    update mail set status = 'waiting', attempts = attempts + 1, taken_until = ${leaseEnd}
    where id = (
      select id from mail where ${condition} and ${isFree}
      order by next_try_at, id limit 1 for update skip locked)
    returning id, to_address, subject, body_text, body_html, link, attempts`.execute(tx)
  return rows[0] ?? null
}

/**
 * In the app, since mail does not work. A second failure after a manual attempt does not notify again. Only the code of the
 * reply is shown: its text may name servers, which concern administrators.
 */
async function notifyUndelivered(
  tx: Scoped,
  userId: string,
  mail: { id: string; to_address: string; subject: string; rejection: string | null },
): Promise<void> {
  const { to_address: address, subject, rejection } = mail
  const facts = {
    about: 'undelivered',
    address,
    subject,
    code: rejection === null ? null : rejection.slice(0, 3),
  }
  await sql`
    insert into notification (user_id, occurrence, kind, details)
    select ${userId}, ${`mail_undelivered/${mail.id}`}, 'account', ${JSON.stringify({ facts })}::jsonb
    where not exists (
      select from notification where user_id = ${userId} and occurrence = ${`mail_undelivered/${mail.id}`})`.execute(
    tx,
  )
}
