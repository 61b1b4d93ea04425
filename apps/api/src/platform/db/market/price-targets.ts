import { MINOR_UNITS } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../database.ts'

/** The day in whose units targets and prices are compared: the last business day with closes. */
export const targetUnitsDay = sql`coalesce((select last_close from market_version), present_moment()::date)`

/** The price of target `p` on instrument `i` in today's units: a split since it was set divides it. */
export const targetPrice = sql`(p.price / split_ratio(i.id, p.priced_on, ${targetUnitsDay}))`

/**
 * Open targets with their last close. Targets are in the main currency, quotes may be in minor units. A close before a
 * split is divided by its ratio, unless its provider has done so.
 */
const openTargets = sql`
  from watched_ticker w
    join instrument i on i.id = w.instrument_id
    cross join lateral (
      select q.close
        / case when i.currency = any(${Object.keys(MINOR_UNITS)}::text[]) then 100 else 1 end
        / case when i.is_split_adjusted then 1 else split_ratio(i.id, q.date, ${targetUnitsDay}) end as close
      from price q where q.instrument_id = i.id order by q.date desc limit 1) latest
  where w.id = p.watched_ticker_id and w.deleted_at is null and p.reached_at is null`

const isBeyond = sql`
  case p.direction when 'above' then latest.close >= ${targetPrice} else latest.close <= ${targetPrice} end`

/** Notes which new targets of a watched ticker the price has already passed: they count once it has come back. */
export async function markPassedTargets(tx: Scoped, watchedId: string): Promise<void> {
  await sql`
    update price_target p set is_passed = ${isBeyond} ${openTargets} and w.id = ${watchedId}
      and p.is_passed is null`.execute(tx)
}

/** Marks open targets that the last close has reached for the first time, and returns how many. */
export async function markReachedTargets(tx: Scoped): Promise<number> {
  await sql`
    update price_target p set is_passed = false ${openTargets} and p.is_passed is true and not ${isBeyond}`.execute(
    tx,
  )
  const { numAffectedRows } = await sql`
    update price_target p set reached_at = present_moment() ${openTargets} and p.is_passed is not true
      and ${isBeyond}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
