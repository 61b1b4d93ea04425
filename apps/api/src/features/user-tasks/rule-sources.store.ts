import { sql } from 'kysely'
import { readTargetsOfAll, type TargetsInput } from '../../figures/targets/target-rows.store.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DoubtfulTarget, ReachedTarget } from './finding.ts'
import type { RecentMovesInput } from './recent-moves.query.ts'
import type { AcceptedFindings } from './split-doubts.ts'

type MarketFacts = Pick<RecentMovesInput, 'exchanges' | 'rateDays'>

export type RuleSourcesStore = ReturnType<typeof ruleSourcesStore>

/** What rules are judged by, beside the figures of the portfolio. */
export function ruleSourcesStore(database: () => Database) {
  return {
    /** Targets of a user's watchlist that a close has crossed recently, since the rule exists. */
    listReachedTargets(userId: string, since: string): Promise<ReachedTarget[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<ReachedTarget>`
          select p.id, p.direction, coalesce(p.note, '') as note, w.id as "tickerId", i.name, i.currency,
            -- Of earlier crossings the price in the units of the close was not stored.
            coalesce(p.crossed_price, p.price / split_ratio(i.id, p.priced_on, case when i.is_split_adjusted
              then coalesce((select last_close from market_version), q.date) else q.date end))::float8::text as price,
            q.close::text as close, q.date::text as date
          from price_target p join watched_ticker w on w.id = p.watched_ticker_id
            join instrument i on i.id = w.instrument_id
            join price q on q.instrument_id = i.id and q.date = p.crossed_on
          where w.user_id = ${userId} and w.deleted_at is null and p.notify
            and p.crossed_at > present_moment() - interval '7 days' and p.crossed_at >= ${since}::timestamptz
          order by p.crossed_at, p.id`.execute(tx)
        return rows
      })
    },

    /** Targets of a user's watchlist that wait for the answer whether the price changed by a split. */
    listDoubtfulTargets(userId: string): Promise<DoubtfulTarget[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<DoubtfulTarget>`
          select p.id, p.direction, w.id as "tickerId", i.name, i.currency, p.price::float8::text as price,
            q.close::text as close, q.date::text as date
          from price_target p join watched_ticker w on w.id = p.watched_ticker_id
            join instrument i on i.id = w.instrument_id
            join price q on q.instrument_id = i.id and q.date = p.doubtful_on
          where w.user_id = ${userId} and w.deleted_at is null and p.notify
          order by i.name, p.id`.execute(tx)
        return rows
      })
    },

    /** Visible sources whose last run failed, with the run that the failure began with: retries are not reported again. */
    listFailedSources(userId: string, familyId: string | null, accounts: readonly string[]) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{
          id: string
          accountId: string | null
          runId: string
          name: string
          message: string | null
          details: Record<string, unknown>
        }>`
          select i.id, i.account_id as "accountId", began.id as "runId", i.name, last.message, last.details
          from integration i cross join lateral (
            select id, status, message, details from integration_run
            where integration_id = i.id and status <> 'running'
            order by started_at desc, id desc limit 1) last
          cross join lateral (
            select r.id from integration_run r where r.integration_id = i.id and r.status <> 'running'
              and r.started_at > coalesce((
                select max(good.started_at) from integration_run good
                where good.integration_id = i.id and (good.status in ('success', 'no_data')
                  or (good.status = 'partial' and last.status <> 'partial'))), '-infinity')
            order by r.started_at, r.id limit 1) began
          where i.is_active and last.status not in ('success', 'no_data')
            and (${familyId}::uuid is null or i.family_id is null or i.family_id = ${familyId})
            and (cardinality(${accounts}::uuid[]) = 0 or i.account_id is null or i.account_id = any(${accounts}::uuid[]))
          order by i.id`.execute(tx)
        return rows
      })
    },

    /** The target allocations of a family and its strategies that the owner of a rule may see. */
    readTargets(userId: string, familyId: string): Promise<TargetsInput[]> {
      return readTargetsOfAll(database(), userId, [familyId])
    },

    /** The exchanges of the families' instruments, and the day of the last rate by currency. */
    readMarketFacts(familyIds: readonly string[]): Promise<MarketFacts> {
      return database().within('system', async tx => {
        const { rows } = await sql<MarketFacts>`
          select
            (select coalesce(jsonb_object_agg(i.id, i.exchange), '{}') from instrument i
              where i.exchange is not null and i.id in (
                select b.instrument_id from transaction b where b.family_id = any(${familyIds}::uuid[]))) as exchanges,
            (select coalesce(jsonb_object_agg(r.currency, r.last), '{}') from (
              select currency, max(date)::text as last from fx_rate group by currency) r) as "rateDays"`.execute(
          tx,
        )
        return rows[0] ?? { exchanges: {}, rateDays: {} }
      })
    },

    /** The answers of the families to questions about price jumps and reported splits. */
    readAcceptedFindings(familyIds: readonly string[]): Promise<AcceptedFindings> {
      return database().within('system', async tx => {
        // A finding is named by its kind, the family and its subject.
        const { rows } = await sql<{ kind: string; subject: string }>`
          select split_part(finding, '.', 1) as kind, regexp_replace(finding, '^[^.]*[.][^.]*[.]', '') as subject
          from finding_decision where family_id = any(${familyIds}::uuid[])
            and (finding like 'price_jump.%' or finding like 'split_not_posted.%') order by finding`.execute(
          tx,
        )
        const subjects = (kind: string) => rows.filter(row => row.kind === kind).map(({ subject }) => subject)
        return { jumps: subjects('price_jump'), splits: subjects('split_not_posted') }
      })
    },
  }
}
