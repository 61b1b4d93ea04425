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

/** What decides when a source runs next. */
export interface RunTimes {
  schedule: string | null
  last_start: Date | null
  /** After a failure. */
  retry_at: Date | null
  /** The provider asked for no request before. */
  wait_until: Date | null
}

/** When a source runs next without a request; in the past if it is due. */
export function nextRun(times: RunTimes, now: Date): Date | null {
  const last = lastOccurrence(times.schedule, now)
  const isMissed = last !== null && (times.last_start === null || times.last_start < last)
  const scheduled = isMissed ? last : nextOccurrence(times.schedule, now)
  const [first] = [scheduled, times.retry_at]
    .filter(moment => moment !== null)
    .sort((a, b) => a.getTime() - b.getTime())
  if (first === undefined) return null
  return times.wait_until !== null && times.wait_until > first ? times.wait_until : first
}

export function isDue(times: RunTimes, now: Date): boolean {
  const next = nextRun(times, now)
  return next !== null && next <= now
}
