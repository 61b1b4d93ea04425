import { type Cadence, cadences } from '@plumbline/contract'
import { nextDue } from './cadence.ts'
import { momentIn, morningHour, readClock } from './local-clock.ts'
import type { TaskRow } from './user-tasks.store.ts'

/** The next run of a rule; null for rules that do not follow the calendar. */
export function nextRun({ task_type, task_data, is_active, now, time_zone }: TaskRow): string | null {
  const cadence = task_type === 'report_schedule' && is_active ? parseCadence(task_data.cadence) : null
  if (!cadence) return null
  const { morning } = readClock(now.toISOString(), time_zone)
  return new Date(momentIn(nextDue(cadence, morning), morningHour, time_zone)).toISOString()
}

export function parseCadence(word: unknown): Cadence | null {
  return cadences.find(cadence => cadence === word) ?? null
}
