import { sql } from 'kysely'

/** The day in whose units targets and prices are compared: the last business day with closes. */
export const targetUnitsDay = sql`coalesce((select last_close from market_version), present_moment()::date)`

/** The price of target `p` on instrument `i` in today's units: a split since it was set divides it. */
export const targetPrice = sql`(p.price / split_ratio(i.id, p.priced_on, ${targetUnitsDay}))`
