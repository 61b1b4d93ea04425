import { toIsoDate } from '@plumbline/engine'
import { todayIn } from '../../platform/db/today.ts'
import type { DueTasksStore } from './due-tasks.store.ts'

/** Reminds assignees of open tasks on the day they are due, by their own clock. */
export async function remindDueTasks(store: DueTasksStore): Promise<number> {
  const tasks = await store.list()
  return store.remind(
    tasks.filter(({ due_date, now, time_zone }) => {
      const today = toIsoDate(todayIn(now.toISOString(), time_zone))
      return due_date <= today
    }),
  )
}
