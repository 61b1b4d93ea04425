import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { insertTaskNotification } from './client-tasks.store.ts'

export type DueTasksStore = ReturnType<typeof dueTasksStore>

/** An open task with its assignee, who has not been reminded of this due date. */
export interface DueTask {
  id: string
  family_id: string
  family_name: string
  text: string
  due_date: string
  assignee_id: string
  time_zone: string | null
  now: Date
}

export function dueTasksStore(database: () => Database) {
  return {
    /** Tasks that are due today or earlier somewhere: tomorrow in UTC may be today east of it. */
    list(): Promise<DueTask[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<DueTask>`
          select t.id, t.family_id, f.name as family_name, t.text, t.due_date, t.assignee_id,
            s.chosen ->> 'time_zone' as time_zone, present_moment() as now
          from client_task t join family f on f.id = t.family_id join app_user u on u.id = t.assignee_id
            left join user_settings s on s.user_id = u.id
          where t.done_at is null and t.due_date <= present_moment()::date + 1 and u.disabled_at is null
            and (u.role = 'admin' or u.role = 'adviser' and exists (
              select from family_access a where a.user_id = u.id and a.family_id = t.family_id))
            and not exists (
              select from notification n where n.user_id = t.assignee_id and n.kind = 'client_task'
                and n.occurrence = 'due/' || t.id || '/' || t.due_date)
          order by t.id limit 1000`.execute(tx)
        return rows
      })
    },

    /** Reminds the assignees, each once per task and due date. */
    remind(tasks: readonly DueTask[]): Promise<number> {
      return database().within('system', async tx => {
        let count = 0
        for (const task of tasks) {
          const { id, text, due_date: due, assignee_id } = task
          const isNew = await insertTaskNotification(
            tx,
            { ...task, assignee: { id: assignee_id } },
            `due/${id}/${due}`,
            { about: 'client_task', reason: 'due', text, due, by: '' },
          )
          if (isNew) count += 1
        }
        return count
      })
    },
  }
}
