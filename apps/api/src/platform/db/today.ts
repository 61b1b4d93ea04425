import { parseDay, toIsoDate } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** Cached, since creating a format is slow. */
const formats = new Map<string, Intl.DateTimeFormat>()
/** There are about six hundred zones, but their names may be spelt in any mix of cases. */
const maxFormats = 600
/** Where a day begins first. */
const earliestZone = 'Pacific/Kiritimati'

/** The day of a moment in a time zone; an unknown zone counts as UTC. */
export function todayIn(moment: string, timeZone: unknown): number {
  const zone = typeof timeZone === 'string' ? timeZone : 'UTC'
  const date = new Date(moment)
  const dayIn = (name: string) => parseDay(findDateFormat(name).format(date))
  try {
    return dayIn(zone)
  } catch {
    return dayIn('UTC')
  }
}

/** Today in the time zone of a user: what they enter may not be later. */
export async function readToday(tx: Scoped, userId: string): Promise<string> {
  const { rows } = await sql<{ now: string; zone: string | null }>`
    select ${isoMoment} as now, (select chosen ->> 'time_zone' from user_settings where user_id = ${userId}) as zone`.execute(
    tx,
  )
  return toIsoDate(todayIn(rows[0]?.now ?? '', rows[0]?.zone))
}

/** The latest day that has begun somewhere: what a file states may come from any time zone, but is not later. */
export async function readLatestDay(tx: Scoped): Promise<string> {
  const { rows } = await sql<{ now: string }>`select ${isoMoment} as now`.execute(tx)
  return toIsoDate(todayIn(rows[0]?.now ?? '', earliestZone))
}

const isoMoment = sql`to_char(present_moment() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

function findDateFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  // An unknown zone throws a RangeError.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone })
  if (formats.size < maxFormats) formats.set(timeZone, format)
  return format
}
