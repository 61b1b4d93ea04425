const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * The last occurrence at or before `now`: `daily 16:30` in UTC, or `hourly`. Null for other schedules, such as
 * those of external sources.
 */
export function lastOccurrence(schedule: string | null, now: Date): Date | null {
  const time = now.getTime()
  if (schedule === 'hourly') return new Date(Math.floor(time / hourMs) * hourMs)
  const [, hours, minutes] = /^daily (\d{2}):(\d{2})$/.exec(schedule ?? '') ?? []
  if (hours === undefined) return null
  const today = Math.floor(time / dayMs) * dayMs + Number(hours) * hourMs + Number(minutes) * 60_000
  return new Date(today <= time ? today : today - dayMs)
}

export function nextOccurrence(schedule: string | null, now: Date): Date | null {
  const last = lastOccurrence(schedule, now)
  if (last === null) return null
  return new Date(last.getTime() + (schedule === 'hourly' ? hourMs : dayMs))
}

/** Whether the schedule occurred since the last start. */
export function isDue(schedule: string | null, lastStart: Date | null, now: Date): boolean {
  const last = lastOccurrence(schedule, now)
  return last !== null && (lastStart === null || lastStart < last)
}
