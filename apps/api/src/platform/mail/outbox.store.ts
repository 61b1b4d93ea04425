import { randomUUID } from 'node:crypto'
import type { DateFormat } from '@plumbline/contract'
import { type NumberFormat, parseDateFormat, parseNumberFormat } from '@plumbline/contract/format'
import { type Language, parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../db/database.ts'
import { type ComposedMail, composeMail, type MailKind } from './compose.ts'

export interface Recipient {
  userId: string | null
  address: string
  name: string
  language: Language
  timeZone: string
}

export interface UserRecipient extends Recipient {
  dateFormat: DateFormat
  numberFormat: NumberFormat | null
}

export interface NewMail {
  kind: MailKind
  values?: Readonly<Record<string, string>>
  link?: string
  /** The mail is discarded if it could not be sent within this time, because its link has expired. */
  usefulMinutes?: number
  /** Who is notified if it cannot be delivered; without a sender, the recipient. */
  senderId?: string
  /** It has a link that stops mails of the rules it is about. */
  isPausable?: boolean
  /** The background job whose file is attached. */
  attachmentJobId?: string
}

/** Adds a mail to the outbox in the transaction that causes it, so that both happen or neither. */
export async function queueMail(tx: Scoped, to: Recipient, mail: NewMail): Promise<string> {
  const time = await presentTime(tx, to)
  const { kind, values, isPausable = false } = mail
  return queueComposed(tx, to, mail, composeMail(kind, to.language, to.name, { time, ...values }, isPausable))
}

/** Adds a composed mail to the outbox and returns its id. */
export async function queueComposed(
  tx: Scoped,
  to: Recipient,
  mail: Omit<NewMail, 'values'>,
  { subject, text, html }: ComposedMail,
): Promise<string> {
  const id = randomUUID()
  await tx
    .insertInto('mail')
    .values({
      id,
      user_id: to.userId,
      sender_id: mail.senderId ?? null,
      to_address: to.address,
      kind: mail.kind,
      subject,
      body_text: text,
      body_html: html,
      link: mail.link ?? null,
      is_pausable: mail.isPausable ?? false,
      attachment_job_id: mail.attachmentJobId ?? null,
      useless_after:
        mail.usefulMinutes === undefined
          ? null
          : sql<string>`present_moment() + make_interval(mins => ${mail.usefulMinutes})`,
    })
    .execute()
  return id
}

/** Mails a user at their address or at another one. The demo account is shared and gets no mail. */
export async function mailUser(
  tx: Scoped,
  userId: string,
  mail: NewMail,
  otherAddress?: string,
): Promise<void> {
  const to = await findRecipient(tx, userId)
  if (to) await queueMail(tx, { ...to, address: otherAddress ?? to.address }, mail)
}

export async function findRecipient(tx: Scoped, userId: string): Promise<UserRecipient | null> {
  const row = await tx
    .selectFrom('app_user')
    .leftJoin('user_settings', 'user_settings.user_id', 'app_user.id')
    .select(['email', 'name', 'username', 'password_hash', 'chosen'])
    .where('app_user.id', '=', userId)
    .where('role', '<>', 'demo')
    .executeTakeFirst()
  if (!row?.email) return null
  const isPending = row.password_hash === null
  return {
    userId,
    address: row.email,
    name: row.name || (isPending ? '' : row.username),
    language: parseLanguage(row.chosen?.language),
    dateFormat: parseDateFormat(row.chosen?.date_format),
    numberFormat: parseNumberFormat(row.chosen?.number_format),
    timeZone: typeof row.chosen?.time_zone === 'string' ? row.chosen.time_zone : 'UTC',
  }
}

/** The present moment in the recipient's language and time zone. */
async function presentTime(
  tx: Scoped,
  { language, timeZone }: Pick<Recipient, 'language' | 'timeZone'>,
): Promise<string> {
  const { rows } = await sql<{ present: Date }>`select present_moment() as present`.execute(tx)
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone })
  return format.format(rows[0]?.present)
}
