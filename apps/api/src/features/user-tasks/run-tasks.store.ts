import type { TaskAction } from '@plumbline/contract'
import { parseLanguage } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { type DueReport, type DueTask, type Evaluation, type Finding, ruleFamily } from './finding.ts'
import { readClock } from './local-clock.ts'
import { recordCrossings } from './target-crossings.store.ts'

export type RunTasksStore = ReturnType<typeof runTasksStore>

interface DueRow extends Omit<DueTask, 'language' | 'clock'> {
  language: string | null
}

/** What a run of a rule has caused. */
interface Recorded {
  /** New messages, each counted once although it may use several channels, and new reports. */
  count: number
  /** Jobs of the reports to print. */
  jobIds: string[]
}

export function runTasksStore(database: () => Database) {
  return {
    /** All active rules with their owners, as far as these may still see the family. */
    listActive(): Promise<DueTask[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<DueRow>`
          select t.id, t.name, t.task_type as type, t.task_data as data, t.actions, t.family_id as "familyId", f.name as "familyName", t.state,
            t.version as "rowVersion",
            array(select a.name from account a where t.task_data -> 'accounts' ? a.id::text order by lower(a.name)) as "accountNames",
            case when t.family_id is not null then array(
              select a.id::text from account a
              where a.family_id = t.family_id
                and (u.sees_all_accounts or a.id in (select g.account_id from account_grant g where g.user_id = u.id))
                and (coalesce(t.task_data -> 'accounts', '[]') in ('[]', 'null') or t.task_data -> 'accounts' ? a.id::text)
              order by 1) end as "accountIds",
            u.id as "userId", u.username, u.name as "userName", u.role, u.family_id as "userFamilyId",
            s.chosen ->> 'language' as language, s.chosen ->> 'time_zone' as "timeZone",
            t.created_at::text as "createdAt", present_moment()::text as now,
            concat_ws('/', v.version, (select version from market_version),
              (select concat(count(*), '.', max(changed_at)) from target_allocation a where a.family_id = t.family_id),
              (select concat(count(*), '.', max(decided_at)) from finding_decision d where d.family_id = t.family_id)) as version
          from user_task t join app_user u on u.id = t.user_id left join user_settings s on s.user_id = u.id
            left join family f on f.id = t.family_id
            left join family_version v on v.family_id = coalesce(t.family_id, u.family_id)
          where t.is_active and u.disabled_at is null and u.password_hash is not null and u.role <> 'demo'
            and (t.family_id is null or u.role = 'admin' or u.family_id = t.family_id or exists (
              select from family_access a where a.user_id = u.id and a.family_id = t.family_id))
          order by t.id`.execute(tx)
        return rows.map(row => {
          const clock = readClock(row.now, row.timeZone)
          const version = [row.version, clock.today, clock.morning].join('/')
          return { ...row, language: parseLanguage(row.language), clock, version }
        })
      })
    },

    /**
     * Records what a rule found, once on any number of servers: messages, jobs and rule state are written in one
     * transaction, and occurrences are unique per rule, channel and recipient.
     */
    record(task: DueTask, { findings, reports = [], state = {} }: Evaluation): Promise<Recorded> {
      return database().within('system', async tx => {
        const recorded: Recorded = { count: 0, jobIds: [] }
        for (const finding of findings) if (await addMessages(tx, task, finding)) recorded.count += 1
        for (const report of reports) {
          const jobId = await addReportJob(tx, task, report)
          if (jobId === null) continue
          recorded.count += 1
          recorded.jobIds.push(jobId)
        }
        // A rule that was edited meanwhile is evaluated again as it is now.
        await sql`update user_task set last_run_at = present_moment(),
            state = case when version = ${task.rowVersion} then ${JSON.stringify({ ...state, seen: task.version })}::jsonb
              else state end
          where id = ${task.id}`.execute(tx)
        return recorded
      })
    },

    /** Records the price targets that a close has crossed since they were set. */
    recordCrossedTargets(): Promise<void> {
      return database().within('system', recordCrossings)
    },
  }
}

/** Adds the message for each channel of the rule. True if any is new. */
async function addMessages(tx: Scoped, task: DueTask, finding: Finding): Promise<boolean> {
  const inApp = await addMessage(tx, task, finding, 'in_app')
  const byMail = task.actions.includes('email') && (await addMessage(tx, task, finding, 'email'))
  return inApp || byMail
}

/**
 * The inbox lists messages of every rule; for rules that only mail they count as read. Mail that the owner has paused is
 * neither sent now nor later.
 */
async function addMessage(
  tx: Scoped,
  task: DueTask,
  { occurrence, facts, target, accounts }: Finding,
  channel: TaskAction,
): Promise<boolean> {
  const details = JSON.stringify({ facts, target, family: ruleFamily(task) })
  const isRead = channel === 'email' || !task.actions.includes('in_app')
  const { numAffectedRows } = await sql`
    insert into notification (user_id, task_id, occurrence, kind, channel, family_id, account_ids, rule_name, details,
      read_at, mailed_at)
    values (${task.userId}, ${task.id}, ${occurrence}, ${task.type}, ${channel}, ${task.familyId},
      ${accounts}::uuid[], ${task.name},
      ${details}::jsonb, case when ${isRead} then present_moment() end,
      case when ${channel} = 'email' then (
        select paused_at from mail_pause where task_id = ${task.id} and recipient = '') end)
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}

/** Records the job of a report, which the report queue picks up. Null for a deleted report, or one that has a job. */
async function addReportJob(
  tx: Scoped,
  task: DueTask,
  { occurrence, reportId, period }: DueReport,
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into background_job (user_id, kind, name, details, result_id, family_id, task_id, occurrence)
    select ${task.userId}, 'report_pdf', r.name, ${JSON.stringify({ report: reportId, period })}::jsonb,
      r.id, r.family_id, ${task.id}::uuid, ${occurrence}
    from report r where r.id = ${reportId} and r.user_id = ${task.userId} and r.deleted_at is null
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id ?? null
}
