import type { NotificationKind } from '@plumbline/contract'
import { dayIn } from '@plumbline/contract/format'
import { fillText, textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { frameMail } from '../mail/compose.ts'
import { findRecipient, queueComposed, type UserRecipient } from '../mail/outbox.store.ts'
import { dateText, describeNotification } from './message.ts'
import { readFacts } from './notification-facts.ts'

interface WaitingMessage {
  id: string
  kind: NotificationKind
  details: { facts?: unknown; title?: string; text?: string; family?: { name: string } | null }
  rule_name: string | null
}

/** After a digest, messages of the same user are collected for this time. */
const gapMinutes = 60
/** More are counted but not listed; they are in the inbox of rules that notify in the app. */
const maxListed = 100

/** Mails the waiting messages, in one mail per user, and returns the number of mails. */
export async function mailDigests(database: () => Database, publicUrl: string): Promise<number> {
  const users = await database().within('system', async tx => {
    const { rows } = await sql<{ id: string }>`
      select distinct n.user_id as id from notification n
      where n.channel = 'email' and n.recipient = '' and n.mailed_at is null and not exists (
        select from notification sent
        where sent.user_id = n.user_id and sent.channel = 'email' and sent.recipient = ''
          and sent.mail_id is not null and sent.mailed_at > present_moment() - make_interval(mins => ${gapMinutes}))
      order by 1`.execute(tx)
    return rows
  })
  let mailed = 0
  for (const { id } of users)
    if (await database().within('system', tx => mailDigest(tx, id, publicUrl))) mailed += 1
  return mailed
}

/** Messages and mail change in one transaction; the lock makes a second server wait and find nothing. */
async function mailDigest(tx: Scoped, userId: string, publicUrl: string): Promise<boolean> {
  await dropUnseen(tx, userId)
  const { rows } = await sql<WaitingMessage>`
    select id, kind, details, rule_name from notification
    where user_id = ${userId} and channel = 'email' and recipient = '' and mailed_at is null
    order by created_at, id for update`.execute(tx)
  if (rows.length === 0) return false
  const recipient = await findRecipient(tx, userId)
  const mailId = recipient && (await queueDigest(tx, recipient, rows, publicUrl))
  await sql`update notification set mailed_at = present_moment(), mail_id = ${mailId}
    where id = any(${rows.map(row => row.id)}::uuid[])`.execute(tx)
  return mailId !== null
}

/** What a user may no longer see is not mailed: meanwhile a family or an account may be gone, or the user disabled. */
async function dropUnseen(tx: Scoped, userId: string): Promise<void> {
  await sql`
    update notification n set mailed_at = present_moment()
    where n.user_id = ${userId} and n.channel = 'email' and n.recipient = '' and n.mailed_at is null
      and not may_be_mailed(n.user_id, n.family_id, n.account_ids)`.execute(tx)
}

async function queueDigest(
  tx: Scoped,
  recipient: UserRecipient,
  messages: readonly WaitingMessage[],
  publicUrl: string,
): Promise<string> {
  const { rows } = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
  const texts = textsIn(recipient.language)
  const date = dateText(recipient, dayIn(rows[0]?.now ?? new Date(0), recipient.timeZone))
  const [only] = messages.length === 1 ? messages : []
  const subject = only
    ? `${texts[`task_type_${only.kind as 'pnl_move'}`]}, ${date}`
    : fillText(texts.digest_subject, { count: String(messages.length), date })
  const listed = messages.slice(0, maxListed).map(message => describeMessage(message, recipient))
  const more = messages.length - listed.length
  const content = [...listed, ...(more > 0 ? [`+ ${more}`] : []), '{link}', texts.mail_notification_text]
  return queueComposed(
    tx,
    recipient,
    { kind: 'notification', link: `${publicUrl}/overview?modal=notifications`, isPausable: true },
    frameMail(recipient.language, recipient.name, subject, content, true),
  )
}

/** The family, what happened, and the rule, each on its own line. */
function describeMessage({ details, rule_name }: WaitingMessage, reader: UserRecipient): string {
  const facts = readFacts(details)
  const { title, text } = facts
    ? describeNotification(facts, reader)
    : { title: details.title ?? '', text: details.text ?? '' }
  const family = details.family ? `${details.family.name}: ` : ''
  const rule = rule_name === null ? '' : fillText(textsIn(reader.language).digest_rule, { name: rule_name })
  return [`${family}${title}`, text, rule]
    .filter(line => line !== '')
    .map(line => line.replaceAll(/[{}\r\n]/g, ' '))
    .join('\n')
}
