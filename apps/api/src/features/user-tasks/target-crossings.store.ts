import { MINOR_UNITS } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'

/**
 * Records the first close that crossed each price target since the target was set: the close before it lies on the other
 * side. All closes after the one known at that time are compared, so a touch between two uploads counts. Only targets
 * whose instrument has changed since the last comparison are read.
 *
 * Closes are compared in the main currency and in the units of the day the target was set.
 */
export async function recordCrossings(tx: Scoped): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version::text from market_version`.execute(tx)
  const version = rows[0]?.version ?? '0'
  const minorUnits = Object.keys(MINOR_UNITS)
  const changed = sql`
    select p.id from price_target p join watched_ticker w on w.id = p.watched_ticker_id
    where w.deleted_at is null and p.crossed_on is null and p.checked_version < ${version}::bigint
      and exists (
        select from market_change m
        where m.subject in ('*', w.instrument_id::text) and m.version > p.checked_version)`
  await sql`
    with crossing as (
      select p.id, found.date
      from price_target p join watched_ticker w on w.id = p.watched_ticker_id
        join instrument i on i.id = w.instrument_id
        cross join lateral (
          select c.date from (
            select q.date, q.close, lag(q.close) over (order by q.date) as before from (
              select r.date, r.close / case when i.currency = any(${minorUnits}::text[]) then 100 else 1 end
                * split_ratio(i.id, p.priced_on, case when i.is_split_adjusted
                    then coalesce((select last_close from market_version), r.date) else r.date end) as close
              from price r where r.instrument_id = i.id and r.date >= coalesce(p.baseline_on, '-infinity')) q) c
          where c.date > coalesce(p.baseline_on, '-infinity') and c.date >= p.set_at::date
            and case p.direction when 'above' then c.before < p.price and c.close >= p.price
              else c.before > p.price and c.close <= p.price end
          order by c.date limit 1) found
      where p.id in (${changed}))
    update price_target p set crossed_on = crossing.date, crossed_at = present_moment(),
      reached_at = coalesce(p.reached_at, present_moment())
    from crossing where crossing.id = p.id and p.crossed_on is null`.execute(tx)
  await sql`update price_target set checked_version = ${version}::bigint where id in (${changed})`.execute(tx)
}
