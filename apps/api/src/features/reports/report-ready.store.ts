import { textsIn } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import type { BackgroundJob } from '../../platform/jobs/background.store.ts'
import { findRecipient, queueMail, type UserRecipient } from '../../platform/mail/outbox.store.ts'
import { dateText } from '../../platform/notifications/message.ts'
import type { NotificationFacts } from '../../platform/notifications/notification-facts.ts'
import type { MadeReport } from './make-report.ts'
import type { ReportRow } from './reports.store.ts'

type ReadyReport = Pick<ReportRow, 'id' | 'name' | 'family_id' | 'family_name' | 'report_type'>

interface Schedule {
  name: string
  actions: string[]
  recipients: string[]
  /** Recipients who paused the mail; the owner is ''. */
  paused: string[]
}

/** Everything an announcement is made of. */
interface Announcement {
  job: BackgroundJob
  report: ReadyReport
  made: MadeReport
  /** Null for a report that its owner ordered. */
  schedule: Schedule | null
}

export type ReportReadyStore = ReturnType<typeof reportReadyStore>

/** A larger file is not attached for its owner, who can download it. */
const maxAttachedBytes = 15_000_000

export function reportReadyStore(publicUrl: string) {
  return {
    /**
     * Announces a report in the transaction that stores its file, once: in the app, and for a schedule by mail to those
     * who want it, with the file. Nothing is announced if the report or its rule was deleted meanwhile, or if the owner
     * may no longer see the family.
     */
    async announce(tx: Scoped, job: BackgroundJob, report: ReadyReport, made: MadeReport): Promise<void> {
      if (report.report_type === 'statement') await recordStatement(tx, report.family_id, made.to)
      if (!(await isStillWanted(tx, job, report))) return
      const schedule = job.occurrence === null ? null : await readSchedule(tx, job)
      if (job.occurrence !== null && schedule === null) return
      const announcement = { job, report, made, schedule }
      await addMessage(tx, announcement, { channel: 'in_app' })
      if (schedule) await mailReport(tx, announcement, schedule, publicUrl)
    },
  }
}

/** Records that a statement up to this day exists, for the list of clients. */
async function recordStatement(tx: Scoped, familyId: string, lastDay: string): Promise<void> {
  await sql`
    insert into client_statement (family_id, last_day) values (${familyId}, ${lastDay})
    on conflict do nothing`.execute(tx)
}

interface PrintedReports {
  periods: readonly { from: string; to: string }[]
  statements: readonly { family: string; to: string }[]
}

/** Announces the archive of a job for several families, in the transaction that stores it. */
export async function announceClientReports(
  tx: Scoped,
  job: BackgroundJob,
  { periods, statements }: PrintedReports,
): Promise<void> {
  for (const { family, to } of statements) await recordStatement(tx, family, to)
  const from = periods.map(period => period.from).sort()[0] ?? ''
  const to =
    periods
      .map(period => period.to)
      .sort()
      .at(-1) ?? ''
  const facts: NotificationFacts = { about: 'report', name: job.name, from, to }
  const details = { facts, target: { kind: 'job', id: job.id }, family: null }
  await sql`
    insert into notification (user_id, occurrence, kind, details, account_ids)
    select ${job.user_id}, ${`job/${job.id}`}, 'report_ready', ${JSON.stringify(details)}::jsonb, j.account_ids
    from background_job j where j.id = ${job.id}
    on conflict do nothing`.execute(tx)
}

async function isStillWanted(tx: Scoped, { user_id }: BackgroundJob, report: ReadyReport): Promise<boolean> {
  const { rows } = await sql`
    select from report r join app_user u on u.id = ${user_id}
    where r.id = ${report.id} and r.deleted_at is null and u.disabled_at is null
      and (u.role = 'admin' or u.family_id = r.family_id or exists (
        select from family_access a where a.user_id = u.id and a.family_id = r.family_id))`.execute(tx)
  return rows.length > 0
}

async function readSchedule(tx: Scoped, { task_id }: BackgroundJob): Promise<Schedule | null> {
  const { rows } = await sql<Schedule>`
    select t.name, t.actions,
      array(select jsonb_array_elements_text(coalesce(t.task_data -> 'recipients', '[]'))) as recipients,
      array(select p.recipient from mail_pause p where p.task_id = t.id) as paused
    from user_task t where t.id = ${task_id}::uuid`.execute(tx)
  return rows[0] ?? null
}

async function mailReport(
  tx: Scoped,
  announcement: Announcement,
  schedule: Schedule,
  publicUrl: string,
): Promise<void> {
  const { job, report, made } = announcement
  const owner = await findRecipient(tx, job.user_id)
  if (!owner) return
  const values = {
    name: report.name,
    family: report.family_name,
    from: dateText(owner, made.from),
    to: dateText(owner, made.to),
    rule: schedule.name,
  }
  if (schedule.actions.includes('email') && !schedule.paused.includes(''))
    await mailOwner(tx, announcement, owner, values, publicUrl)
  const others = new Set(schedule.recipients.filter(address => address !== owner.address))
  for (const address of others) {
    if (schedule.paused.includes(address)) continue
    const mailId = await queueMail(
      tx,
      { ...owner, userId: null, address, name: '' },
      {
        kind: 'shared_report',
        values: { ...values, sender: owner.name, address: owner.address },
        isPausable: true,
        attachmentJobId: job.id,
        senderId: job.user_id,
      },
    )
    await addMessage(tx, announcement, { channel: 'email', recipient: address, mailId })
  }
}

async function mailOwner(
  tx: Scoped,
  announcement: Announcement,
  owner: UserRecipient,
  values: Record<string, string>,
  publicUrl: string,
): Promise<void> {
  const { job, report, made } = announcement
  const texts = textsIn(owner.language)
  const isAttached = made.file.bytes.length <= maxAttachedBytes
  const attached = isAttached ? texts.mail_report_attached : texts.mail_report_too_large
  const mailId = await queueMail(tx, owner, {
    kind: 'scheduled_report',
    values: { ...values, attached },
    link: `${publicUrl}/overview?modal=reports&family=${report.family_id}`,
    isPausable: true,
    senderId: job.user_id,
    ...(isAttached && { attachmentJobId: job.id }),
  })
  await addMessage(tx, announcement, { channel: 'email', mailId })
}

interface Delivery {
  channel: 'in_app' | 'email'
  recipient?: string
  mailId?: string
}

async function addMessage(
  tx: Scoped,
  { job, report, made, schedule }: Announcement,
  { channel, recipient = '', mailId }: Delivery,
): Promise<void> {
  const facts: NotificationFacts = { about: 'report', name: report.name, from: made.from, to: made.to }
  const family = { id: report.family_id, name: report.family_name }
  const details = { facts, target: { kind: 'job', id: job.id }, family }
  const isRead = channel === 'email' || (schedule !== null && !schedule.actions.includes('in_app'))
  await sql`
    insert into notification (user_id, task_id, occurrence, kind, channel, recipient, family_id, rule_name, details,
      read_at, mail_id, mailed_at, account_ids)
    values (${job.user_id}, ${job.task_id}, ${job.occurrence ?? `job/${job.id}`}, 'report_ready', ${channel}, ${recipient},
      ${report.family_id}, ${schedule?.name ?? null}, ${JSON.stringify(details)}::jsonb,
      case when ${isRead} then present_moment() end, ${mailId ?? null}::uuid,
      case when ${mailId ?? null}::uuid is not null then present_moment() end, ${made.file.accountIds ?? null}::uuid[])
    on conflict do nothing`.execute(tx)
}
