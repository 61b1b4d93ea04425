import { dayIn } from '@plumbline/contract/format'
import { sql } from 'kysely'
import type { Scoped } from './database.ts'

/** Where a day begins first. */
const earliestZone = 'Pacific/Kiritimati'

/** Today in the time zone of a user: what they enter may not be later. */
export async function readToday(tx: Scoped, userId: string): Promise<string> {
  const { rows } = await sql<{ zone: string | null }>`
    select chosen ->> 'time_zone' as zone from user_settings where user_id = ${userId}`.execute(tx)
  return dayIn(await readMoment(tx), rows[0]?.zone ?? 'UTC')
}

/** The latest day that has begun somewhere: what a file states may come from any time zone, but is not later. */
export async function readLatestDay(tx: Scoped): Promise<string> {
  return dayIn(await readMoment(tx), earliestZone)
}

async function readMoment(tx: Scoped): Promise<Date> {
  const { rows } = await sql<{ ms: number }>`
    select (extract(epoch from present_moment()) * 1000)::float8 as ms`.execute(tx)
  return new Date(rows[0]?.ms ?? Number.NaN)
}
