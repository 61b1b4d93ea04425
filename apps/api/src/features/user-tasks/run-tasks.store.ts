import type { TaskAction } from '@plumbline/contract'
import { parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import { isStaff } from '../../platform/auth/actor.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { markReachedTargets, targetUnitsDay } from '../../platform/db/market/price-targets.ts'
import { addBackgroundJob } from '../../platform/jobs/background.store.ts'
import { mailUser, parseDateFormat } from '../../platform/mail/outbox.store.ts'
import {
  type DueTask,
  type Finding,
  type NotificationText,
  type ReachedTarget,
  ruleFamily,
} from './finding.ts'

export type RunTasksStore = ReturnType<typeof runTasksStore>

interface DueRow extends Omit<DueTask, 'language' | 'dateFormat'> {
  language: string | null
  dateFormat: string | null
}

export function runTasksStore(database: () => Database) {
  return {
    /** All active rules with their owners. */
    listActive(): Promise<DueTask[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<DueRow>`
          select t.id, t.name, t.task_type as type, t.task_data as data, t.actions, t.family_id as "familyId", f.name as "familyName", t.state,
            u.id as "userId", u.username, u.name as "userName", u.role, u.family_id as "userFamilyId",
            s.chosen ->> 'language' as language, s.chosen ->> 'date_format' as "dateFormat", s.chosen ->> 'time_zone' as "timeZone",
            t.created_at::text as "createdAt", present_moment()::text as now,
            concat_ws('/', v.version, (select version from market_version), present_moment()::date) as version
          from user_task t join app_user u on u.id = t.user_id left join user_settings s on s.user_id = u.id
            left join family f on f.id = t.family_id
            left join family_version v on v.family_id = coalesce(t.family_id, u.family_id)
          where t.is_active and u.disabled_at is null and u.password_hash is not null and u.role <> 'demo'
          order by t.id`.execute(tx)
        return rows.map(row => ({
          ...row,
          language: parseLanguage(row.language),
          dateFormat: parseDateFormat(row.dateFormat),
        }))
      })
    },

    /**
     * Notifies about findings, each once on any number of servers: notification, mail and rule state are
     * written in one transaction, and occurrences are unique.
     */
    notify(task: DueTask, findings: readonly Finding[], state: Record<string, unknown>): Promise<number> {
      return database().within('system', async tx => {
        let notified = 0
        for (const finding of findings) {
          const isNew = await addNotification(tx, task, finding)
          if (!isNew) continue
          notified += 1
          if (task.actions.includes('email')) await mailFinding(tx, task, finding)
          if (finding.report) await addReportJob(tx, task, finding.report)
        }
        await sql`update user_task set last_run_at = present_moment(), state = ${JSON.stringify(state)}::jsonb
          where id = ${task.id}`.execute(tx)
        return notified
      })
    },

    /**
     * Marks price targets that the last close has reached for the first time. One that the price had passed before it was
     * set counts from the close at which the price has come back.
     */
    markReachedTargets(): Promise<number> {
      return database().within('system', tx => markReachedTargets(tx))
    },

    /** Recently reached targets of a user's watchlist, in the units of the close that reached them. */
    listReachedTargets(userId: string): Promise<ReachedTarget[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<ReachedTarget>`
          select p.id, p.direction, coalesce(p.note, '') as note, w.id as "tickerId",
            (p.price / split_ratio(i.id, p.priced_on,
              case when i.is_split_adjusted then ${targetUnitsDay} else last.date end))::float8::text as price,
            i.name, i.currency, last.close::text as close, last.date::text as date,
            p.reached_at::text as "reachedAt"
          from price_target p join watched_ticker w on w.id = p.watched_ticker_id
            join instrument i on i.id = w.instrument_id
            cross join lateral (
              select close, date from price
              where instrument_id = i.id and date <= p.reached_at::date order by date desc limit 1) last
          where w.user_id = ${userId} and w.deleted_at is null and p.notify
            and p.reached_at > present_moment() - interval '7 days'
          order by p.reached_at, p.id`.execute(tx)
        return rows
      })
    },

    /** Visible sources whose last run failed, with the run that the failure began with. */
    listFailedSources(userId: string, familyId: string | null, accounts: readonly string[]) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          id: string
          runId: string
          name: string
          message: string | null
          details: Record<string, unknown>
        }>`
          select i.id, began.id as "runId", i.name, last.message, last.details
          from integration i cross join lateral (
            select id, status, message, details from integration_run
            where integration_id = i.id and status <> 'running'
            order by started_at desc, id desc limit 1) last
          cross join lateral (
            select r.id from integration_run r where r.integration_id = i.id and r.status <> 'running'
              and r.started_at > coalesce((
                select max(good.started_at) from integration_run good
                where good.integration_id = i.id and (good.status in ('success', 'no_data')
                  or (good.status = 'partial' and last.status <> 'partial'))), '-infinity')
            order by r.started_at, r.id limit 1) began
          where i.is_active and last.status not in ('success', 'no_data')
            and (${familyId}::uuid is null or i.family_id is null or i.family_id = ${familyId})
            and (cardinality(${accounts}::uuid[]) = 0 or i.account_id is null or i.account_id = any(${accounts}::uuid[]))
          order by i.id`.execute(tx)
        return rows
      })
    },
  }
}

async function addNotification(tx: Scoped, task: DueTask, finding: Finding): Promise<boolean> {
  const details = {
    title: finding.title,
    text: finding.text,
    target: finding.target,
    family: ruleFamily(task),
  }
  // Marked as read for users who want mail only; the row still prevents a second notification.
  const isRead = !task.actions.includes('in_app' satisfies TaskAction)
  const { numAffectedRows } = await sql`
    insert into notification (user_id, task_id, occurrence, kind, details, read_at)
    values (${task.userId}, ${task.id}, ${finding.occurrence}, ${task.type}, ${JSON.stringify(details)}::jsonb,
      case when ${isRead} then present_moment() end)
    on conflict (user_id, kind, occurrence) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Mails to staff start with the family name, since staff serve several families. */
async function mailFinding(
  tx: Scoped,
  task: DueTask,
  { title, text, link }: NotificationText,
): Promise<void> {
  const family = isStaff(task) ? ruleFamily(task) : null
  const values = { title, text: family === null ? text : `${family.name}: ${text}`, rule: task.name }
  await mailUser(tx, task.userId, { kind: 'notification', values, link })
}

/** Records a report job, which the report queue picks up. */
async function addReportJob(tx: Scoped, task: DueTask, { id, period }: NonNullable<Finding['report']>) {
  await addBackgroundJob(tx, task.userId, {
    kind: 'report_pdf',
    name: task.name,
    details: { report: id, period, recipients: task.data.recipients ?? [], task: task.id },
    resultId: id,
    familyId: task.familyId,
  })
}
