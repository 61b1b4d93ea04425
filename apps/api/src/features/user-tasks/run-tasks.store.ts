import type { TaskAction } from '@plumbline/contract'
import { languageOf } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { addBackgroundJob } from '../../platform/jobs/background.store.ts'
import { dateFormatOf, mailUser } from '../../platform/mail/outbox.store.ts'
import { type DueTask, type Finding, familyOf, isStaff, type ReachedTarget, type Told } from './finding.ts'

export type RunTasksStore = ReturnType<typeof runTasksStore>

interface DueRow extends Omit<DueTask, 'language' | 'dateFormat'> {
  language: string | null
  dateFormat: string | null
}

export function runTasksStore(database: () => Database) {
  return {
    /** Every rule that is to be looked at now, with its owner as a signed-in user would be. */
    due(): Promise<DueTask[]> {
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
          language: languageOf(row.language),
          dateFormat: dateFormatOf(row.dateFormat),
        }))
      })
    },

    /**
     * Tells what was found, each thing once however often and wherever this runs: the notification, its mail and
     * what the rule remembers stand in one transaction, and a notification exists once per occurrence.
     */
    tell(task: DueTask, findings: readonly Finding[], state: Record<string, unknown>): Promise<number> {
      return database().within('system', async tx => {
        let told = 0
        for (const finding of findings) {
          const isNew = await addNotification(tx, task, finding)
          if (!isNew) continue
          told += 1
          if (task.actions.includes('email')) await mail(tx, task, finding)
          if (finding.report) await addReportJob(tx, task, finding.report)
        }
        await sql`update user_task set last_run_at = present_moment(), state = ${JSON.stringify(state)}::jsonb
          where id = ${task.id}`.execute(tx)
        return told
      })
    },

    /** Price targets that the last close has come to and that were not reached before: from now on they are. */
    reachTargets(): Promise<number> {
      return database().within('system', async tx => {
        const { numAffectedRows } = await sql`
          update price_target p set reached_at = present_moment()
          from watched_ticker w
            join instrument i on i.id = w.instrument_id
            cross join lateral (
              select close, date from price where instrument_id = i.id order by date desc limit 1) last
          where w.id = p.watched_ticker_id and w.deleted_at is null and p.reached_at is null
            and case p.direction when 'above' then last.close >= p.price else last.close <= p.price end`.execute(
          tx,
        )
        return Number(numAffectedRows ?? 0)
      })
    },

    /** What was reached lately on a user's watchlist and is to be told. */
    reachedBy(userId: string): Promise<ReachedTarget[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<ReachedTarget>`
          select p.id, p.direction, p.price::text as price, coalesce(p.note, '') as note, w.id as "tickerId",
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

    /** Sources whose last run failed, of those the user may see. */
    failedSources(userId: string, familyId: string | null, accounts: readonly string[]) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          id: string
          runId: string
          name: string
          message: string | null
          details: Record<string, unknown>
        }>`
          select i.id, last.id as "runId", i.name, last.message, last.details
          from integration i cross join lateral (
            select id, status, message, details from integration_run where integration_id = i.id
            order by started_at desc limit 1) last
          where i.is_active and last.status not in ('success', 'no_data', 'running')
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
    family: familyOf(task),
  }
  // Whoever wants mail only has read it there; the row still remembers that it was told.
  const isRead = !task.actions.includes('in_app' satisfies TaskAction)
  const { numAffectedRows } = await sql`
    insert into notification (user_id, task_id, occurrence, kind, details, read_at)
    values (${task.userId}, ${task.id}, ${finding.occurrence}, ${task.type}, ${JSON.stringify(details)}::jsonb,
      case when ${isRead} then present_moment() end)
    on conflict (user_id, kind, occurrence) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Staff hear of several families by mail: the text begins with whose matter it is. */
async function mail(tx: Scoped, task: DueTask, { title, text, link }: Told): Promise<void> {
  const family = isStaff(task) ? familyOf(task) : null
  const values = { title, text: family === null ? text : `${family.name}: ${text}`, rule: task.name }
  await mailUser(tx, task.userId, { kind: 'told', values, link })
}

/** Writes down that a report is to be printed; the jobs that print reports take it from there. */
async function addReportJob(tx: Scoped, task: DueTask, { id, period }: NonNullable<Finding['report']>) {
  await addBackgroundJob(tx, task.userId, {
    kind: 'report_pdf',
    name: task.name,
    details: { report: id, period, recipients: task.data.recipients ?? [], task: task.id },
    resultId: id,
    familyId: task.familyId,
  })
}
