import type { TaskAction, TaskType } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'
import { countChange } from '../../db/row-version.ts'

export interface TaskRow {
  id: string
  name: string
  task_type: TaskType
  task_data: Record<string, unknown>
  actions: TaskAction[]
  is_active: boolean
  created_at: Date
  last_run_at: Date | null
  version: number
  /** The moment it was read. */
  now: Date
}

export type NewTaskRow = Pick<TaskRow, 'name' | 'task_type' | 'task_data' | 'actions' | 'is_active'>

export type UserTasksStore = ReturnType<typeof userTasksStore>

const columns = sql`id, name, task_type, task_data, actions, is_active, created_at, last_run_at, version,
  present_moment() as now`
const mostPerUser = 200

export function userTasksStore(database: () => Database) {
  return {
    list(userId: string, page: { limit: number; offset: number }) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<TaskRow>`
          select ${columns} from user_task order by lower(name), id limit ${page.limit} offset ${page.offset}`.execute(
          tx,
        )
        const total = await sql<{ count: number }>`select count(*)::int as count from user_task`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, id: string): Promise<TaskRow | null> {
      return database().within({ user: userId }, tx => findTask(tx, id))
    },

    /** What forms offer to choose from: the accounts one may see and one's own reports. */
    choices(userId: string) {
      return database().within({ user: userId }, async tx => {
        const accounts = await sql<{ id: string; name: string }>`
          select id, name from account order by lower(name), id limit 1000`.execute(tx)
        const reports = await sql<{ id: string; name: string }>`
          select id, name from report where deleted_at is null order by lower(name), id limit 1000`.execute(
          tx,
        )
        return { accounts: accounts.rows, reports: reports.rows }
      })
    },

    /** Whether every account and report that a rule names is one that the user may see. */
    sees(userId: string, { accounts, report }: { accounts: readonly string[]; report: string | null }) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ accounts: number; reports: number }>`
          select (select count(*)::int from account where id = any(${accounts}::uuid[])) as accounts,
            (select count(*)::int from report where id = ${report}::uuid and deleted_at is null) as reports`.execute(
          tx,
        )
        return {
          accounts: rows[0]?.accounts === new Set(accounts).size,
          report: report === null || rows[0]?.reports === 1,
        }
      })
    },

    /** Null: there are too many already. A rule is about the family that the user looks at. */
    add(userId: string, familyId: string | null, task: NewTaskRow): Promise<TaskRow | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<TaskRow>`
          insert into user_task (user_id, family_id, name, task_type, task_data, actions, is_active)
          select ${userId}::uuid, ${familyId}::uuid, ${task.name}, ${task.task_type},
            ${JSON.stringify(task.task_data)}::jsonb, ${task.actions}::text[], ${task.is_active}
          where (select count(*) from user_task) < ${mostPerUser}
          returning ${columns}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** A changed rule forgets what it last saw, so that its new threshold counts from now on. */
    change(
      userId: string,
      id: string,
      task: Omit<NewTaskRow, 'task_type'>,
      version: number | undefined,
    ): Promise<TaskRow | null> {
      return database().within({ user: userId }, async tx => {
        await countChange(tx, 'user_task', id, version)
        const { rows } = await sql<TaskRow>`
          update user_task set name = ${task.name}, task_data = ${JSON.stringify(task.task_data)}::jsonb,
            actions = ${task.actions}::text[], is_active = ${task.is_active}, state = '{}'
          where id = ${id} returning ${columns}`.execute(tx)
        return rows[0] ?? null
      })
    },

    remove(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { numAffectedRows } = await sql`delete from user_task where id = ${id}`.execute(tx)
        return numAffectedRows === 1n
      })
    },
  }
}

async function findTask(tx: Scoped, id: string): Promise<TaskRow | null> {
  const { rows } = await sql<TaskRow>`select ${columns} from user_task where id = ${id}`.execute(tx)
  return rows[0] ?? null
}
