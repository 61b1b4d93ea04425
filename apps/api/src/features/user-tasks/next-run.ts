import { type Cadence, cadences } from '@plumbline/contract'
import { parseDay, toIsoDate } from '@plumbline/engine'
import { nextDue } from './cadence.ts'
import type { TaskRow } from './user-tasks.store.ts'

/** The next run of a rule; null for rules that do not follow the calendar. */
export function nextRun({ task_type, task_data, is_active, now }: TaskRow): string | null {
  const cadence = task_type === 'report_schedule' && is_active ? parseCadence(task_data.cadence) : null
  if (!cadence) return null
  const today = parseDay(now.toISOString().slice(0, 10))
  return `${toIsoDate(nextDue(cadence, today))}T00:00:00.000Z`
}

export function parseCadence(word: unknown): Cadence | null {
  return cadences.find(cadence => cadence === word) ?? null
}
