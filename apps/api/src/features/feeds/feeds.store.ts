import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import type { Feed, Outcome } from './deliveries.store.ts'
import { notifyStaff } from './notify.store.ts'
import { isQuiet } from './quiet-feeds.ts'

export type FeedsStore = ReturnType<typeof feedsStore>

/** What decides when a feed is fetched next. */
interface RunTimes {
  schedule: string | null
  last_start: Date | null
  retry_at: Date | null
  wait_until: Date | null
}

export interface FetchedFeed extends Feed, RunTimes {
  /** The custodian refused token or query: only a change of them helps. */
  is_refused: boolean
  sealed: Buffer | null
}

const selection = sql`
  select i.id, i.family_id, f.name as family_name, i.custodian_id, i.name, i.folder, i.query_id, i.created_by
  from integration i join family f on f.id = i.family_id`

// A run whose lease has ended was not finished: its server died, and the feed is due again.
const fetchedSelection = sql`
  select i.id, i.family_id, f.name as family_name, i.custodian_id, i.name, i.folder, i.query_id, i.created_by,
    i.configuration ->> 'schedule' as schedule, least(i.retry_at, i.held_until) as retry_at, i.wait_until, s.sealed, last.started_at as last_start,
    coalesce(last.status = 'refused' and i.retry_at is null, false) as is_refused
  from integration i join family f on f.id = i.family_id
  left join integration_secret s on s.integration_id = i.id
  left join lateral (
    select started_at, status from integration_run r where r.integration_id = i.id and r.status <> 'late'
    order by started_at desc, id desc limit 1) last on true
  where i.feed = 'flex'`

/** Feeds as the jobs of the server see them. */
export function feedsStore(database: () => Database) {
  return {
    /** The folders to look at. */
    listFolders(): Promise<Feed[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<Feed>`
          ${selection} where i.feed = 'folder' and i.is_active order by i.folder`.execute(tx)
        return rows
      })
    },

    listFetched(): Promise<{ rows: FetchedFeed[]; now: Date }> {
      return database().within('system', async tx => {
        const { rows } = await sql<FetchedFeed>`${fetchedSelection} and i.is_active order by i.id`.execute(tx)
        return { rows, now: await presentMoment(tx) }
      })
    },

    findFetched(id: string): Promise<FetchedFeed | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<FetchedFeed>`${fetchedSelection} and i.id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Removes what a dead server had claimed: the statement is fetched again, with other bytes. */
    async dropUnfinished(feed: Feed): Promise<void> {
      await database().within('system', tx =>
        sql`
          delete from feed_delivery
          where family_id = ${feed.family_id} and integration_id = ${feed.id} and state = 'received'`.execute(
          tx,
        ),
      )
    },

    /** Records that a folder cannot be read, unless that is known. */
    async recordFolderTrouble(feed: Feed, code: string): Promise<void> {
      await database().within('system', async tx => {
        const details = JSON.stringify({ trouble: { code: 'folder', details: { code } } })
        await sql`
          insert into integration_run (integration_id, status, ended_at, details)
          select ${feed.id}, 'failed', present_moment(), ${details}::jsonb
          where not exists (
            select from (
              select details from integration_run where integration_id = ${feed.id}
              order by started_at desc, id desc limit 1) last
            where last.details = ${details}::jsonb)`.execute(tx)
      })
    },

    /** Someone has to set a new token or query. */
    async notifyRefused(feed: Feed, runId: string, details: Record<string, unknown>): Promise<void> {
      await database().within('system', tx =>
        notifyStaff(tx, {
          family: { id: feed.family_id, name: feed.family_name },
          kind: 'integration_failure',
          occurrence: `refused/${runId}`,
          facts: { about: 'source', name: feed.name, message: null, details },
          target: { kind: 'integration', id: feed.id },
        }),
      )
    },

    /** Records feeds that have been silent for too long, once until they deliver again. */
    async alertQuiet(): Promise<void> {
      await database().within('system', async tx => {
        const { rows } = await sql<Feed & { last: Date; quiet_after_days: number }>`
          select * from (
            select i.id, i.family_id, f.name as family_name, i.custodian_id, i.name, i.folder, i.query_id, i.created_by,
              i.quiet_after_days, coalesce(d.last, i.created_at) as last
            from integration i join family f on f.id = i.family_id
            left join lateral (
              select max(received_at) as last from feed_delivery where integration_id = i.id) d on true
            where i.feed is not null and i.is_active) as feed
          where not exists (
            select from integration_run r
            where r.integration_id = feed.id and r.status = 'late' and r.started_at > feed.last)
          order by id`.execute(tx)
        const now = await presentMoment(tx)
        for (const feed of rows)
          if (isQuiet(feed.last, feed.quiet_after_days, now)) await recordQuiet(tx, feed, feed.last)
      })
    },
  }
}

async function recordQuiet(tx: Scoped, feed: Feed, last: Date): Promise<void> {
  const date = last.toISOString().slice(0, 10)
  const details = { trouble: { code: 'quiet', details: { date } } }
  await sql`
    insert into integration_run (integration_id, status, ended_at, details)
    values (${feed.id}, 'late', present_moment(), ${JSON.stringify(details)}::jsonb)`.execute(tx)
  await notifyStaff(tx, {
    family: { id: feed.family_id, name: feed.family_name },
    kind: 'integration_failure',
    occurrence: `quiet/${feed.id}/${last.toISOString()}`,
    facts: { about: 'source', name: feed.name, message: null, details },
    target: { kind: 'integration', id: feed.id },
  })
}

/** The run of a folder that took a file. What is fetched has runs of its own. */
export async function recordArrival(tx: Scoped, feed: Feed, file: string, outcome: Outcome): Promise<void> {
  if (feed.folder === null) return
  const isFailed = outcome.state === 'failed'
  const { numbers } = outcome.state === 'posted' ? (outcome.reason ?? {}) : {}
  const details = isFailed
    ? { trouble: { code: 'file_failed', details: { file } } }
    : numbers === undefined
      ? {}
      : { trouble: { code: 'not_compared', details: { file, numbers } } }
  await sql`
    insert into integration_run (integration_id, status, ended_at, rows_read, data_date, details)
    values (${feed.id}, ${isFailed ? 'failed' : 'success'}, present_moment(),
      ${outcome.transactions + outcome.holdings}, ${outcome.statementDate}::date, ${JSON.stringify(details)}::jsonb)`.execute(
    tx,
  )
}

export async function presentMoment(tx: Scoped): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}
