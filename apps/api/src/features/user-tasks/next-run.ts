import { type Cadence, cadences } from '@plumbline/contract'
import { dayOf, isoOf } from '@plumbline/engine'
import { nextDue } from './cadence.ts'
import type { TaskRow } from './user-tasks.store.ts'

/** When a rule will next have something to tell: known for what goes by the calendar alone. */
export function nextRun({ task_type, task_data, is_active, now }: TaskRow): string | null {
  const cadence = task_type === 'report_schedule' && is_active ? cadenceOf(task_data.cadence) : null
  if (!cadence) return null
  const today = dayOf(now.toISOString().slice(0, 10))
  return `${isoOf(nextDue(cadence, today))}T00:00:00.000Z`
}

export function cadenceOf(word: unknown): Cadence | null {
  return cadences.find(cadence => cadence === word) ?? null
}
