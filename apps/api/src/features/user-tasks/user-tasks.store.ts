import type { TaskAction, TaskType } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { auditStaffChange } from '../../platform/auth/staff-audit.store.ts'
import { type Changes, listChanges } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { familyCondition, nameWithFamily } from '../../platform/db/listing.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { stateAfterEdit } from './state-after-edit.ts'

export interface TaskRow {
  id: string
  name: string
  family_id: string | null
  family_name: string | null
  task_type: TaskType
  task_data: Record<string, unknown>
  actions: TaskAction[]
  is_active: boolean
  created_at: Date
  last_run_at: Date | null
  version: number
  /** Visible accounts it is limited to. */
  accounts: { id: string; name: string }[]
  is_mail_paused: boolean
  paused_recipients: string[]
  /** Time of the read, and the owner's time zone. */
  now: Date
  time_zone: string | null
}

export type NewTaskRow = Pick<TaskRow, 'name' | 'task_type' | 'task_data' | 'actions' | 'is_active'>

export type UserTasksStore = ReturnType<typeof userTasksStore>

const columns = sql`id, name, family_id, (select f.name from family f where f.id = family_id) as family_name,
  task_type, task_data, actions, is_active, created_at, last_run_at, version, present_moment() as now,
  (select s.chosen ->> 'time_zone' from user_settings s where s.user_id = user_task.user_id) as time_zone,
  (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by lower(a.name)), '[]')
    from account a where user_task.task_data -> 'accounts' ? a.id::text) as accounts,
  exists (select from mail_pause m where m.task_id = user_task.id and m.recipient = '') as is_mail_paused,
  array(select m.recipient from mail_pause m where m.task_id = user_task.id and m.recipient <> '' order by 1) as paused_recipients`
const maxPerUser = 200

export function userTasksStore(database: () => Database) {
  return {
    list(userId: string, page: { limit: number; offset: number; family?: string | undefined }) {
      return database().within({ user: userId }, async tx => {
        // Rules about the watchlist belong to no family and appear in every list.
        const wanted = sql`(user_task.family_id is null or ${familyCondition('user_task', page.family)})`
        const { rows } = await sql<TaskRow>`
          select ${columns} from user_task where ${wanted} order by lower(name), id
          limit ${page.limit} offset ${page.offset}`.execute(tx)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from user_task where ${wanted}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, id: string): Promise<TaskRow | null> {
      return database().within({ user: userId }, tx => findTask(tx, id))
    },

    /** The visible accounts and reports that forms offer, of one family or of all. */
    choices(userId: string, familyId?: string) {
      return database().within({ user: userId }, async tx => {
        const accounts = await sql<{ id: string; name: string }>`
          select a.id, ${nameWithFamily('a', familyId)} as name from account a join family f on f.id = a.family_id
          where ${familyCondition('a', familyId)} order by 2, 1 limit 1000`.execute(tx)
        const reports = await sql<{ id: string; name: string }>`
          select r.id, ${nameWithFamily('r', familyId)} as name from report r join family f on f.id = r.family_id
          where r.deleted_at is null and ${familyCondition('r', familyId)} order by 2, 1 limit 1000`.execute(
          tx,
        )
        return { accounts: accounts.rows, reports: reports.rows }
      })
    },

    /** Whether all accounts and reports of a rule are visible and belong to its family. */
    checkReferences(
      userId: string,
      familyId: string | null,
      { accounts, report }: { accounts: readonly string[]; report: string | null },
    ) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ accounts: number; reports: number }>`
          select (select count(*)::int from account
              where id = any(${accounts}::uuid[]) and (${familyId}::uuid is null or family_id = ${familyId})) as accounts,
            (select count(*)::int from report
              where id = ${report}::uuid and deleted_at is null
                and (${familyId}::uuid is null or family_id = ${familyId})) as reports`.execute(tx)
        return {
          accounts: rows[0]?.accounts === new Set(accounts).size,
          report: report === null || rows[0]?.reports === 1,
        }
      })
    },

    /** Null if the limit is reached. */
    add(actor: Actor, familyId: string | null, task: NewTaskRow): Promise<TaskRow | null> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<TaskRow>`
          insert into user_task (user_id, family_id, name, task_type, task_data, actions, is_active)
          select ${actor.id}::uuid, ${familyId}::uuid, ${task.name}, ${task.task_type},
            ${JSON.stringify(task.task_data)}::jsonb, ${task.actions}::text[], ${task.is_active}
          where (select count(*) from user_task) < ${maxPerUser}
          returning ${columns}`.execute(tx)
        const added = rows[0] ?? null
        if (added) await auditRule(tx, actor, added, 'rule_created')
        return added
      })
    },

    /** Has the rule evaluated again, so that a new threshold takes effect, and resumes mail that the owner had paused. */
    change(
      actor: Actor,
      id: string,
      task: Omit<NewTaskRow, 'task_type'>,
      version: number | undefined,
    ): Promise<TaskRow | null> {
      return database().within({ user: actor.id }, async tx => {
        await bumpRowVersion(tx, 'user_task', id, version)
        const before = await findTask(tx, id)
        if (!before) return null
        const known = await sql<{ state: Record<string, unknown> }>`
          select state from user_task where id = ${id}`.execute(tx)
        const state = stateAfterEdit(known.rows[0]?.state ?? {}, before, task)
        await sql`delete from mail_pause where task_id = ${id} and recipient = ''`.execute(tx)
        const { rows } = await sql<TaskRow>`
          update user_task set name = ${task.name}, task_data = ${JSON.stringify(task.task_data)}::jsonb,
            actions = ${task.actions}::text[], is_active = ${task.is_active},
            state = ${JSON.stringify(state)}::jsonb
          where id = ${id} returning ${columns}`.execute(tx)
        const changed = rows[0] ?? null
        if (changed)
          await auditRule(tx, actor, changed, 'rule_changed', listChanges(before, changed, auditedFields))
        return changed
      })
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const removed = await findTask(tx, id)
        if (!removed) return false
        await sql`delete from user_task where id = ${id}`.execute(tx)
        await auditRule(tx, actor, removed, 'rule_deleted')
        return true
      })
    },
  }
}

const auditedFields = ['name', 'task_data', 'actions', 'is_active'] as const

/** Rules about the watchlist belong to no family. */
async function auditRule(
  tx: Scoped,
  actor: Actor,
  { id, name, family_id }: TaskRow,
  action: string,
  details: { changes?: Changes } = {},
): Promise<void> {
  await auditStaffChange(tx, actor, { id, name, family_id }, { kind: 'rule', action, ...details })
}

async function findTask(tx: Scoped, id: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`select ${columns} from user_task where id = ${id}`.execute(tx)
  return rows[0] ?? null
}
