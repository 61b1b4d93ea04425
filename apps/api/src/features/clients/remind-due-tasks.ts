import { dayIn } from '@plumbline/contract/format'
import type { DueTasksStore } from './due-tasks.store.ts'

/** Reminds assignees of open tasks on the day they are due, by their own clock. */
export async function remindDueTasks(store: DueTasksStore): Promise<number> {
  const tasks = await store.list()
  return store.remind(
    tasks.filter(({ due_date, now, time_zone }) => due_date <= dayIn(now, time_zone ?? 'UTC')),
  )
}
