import { randomUUID } from 'node:crypto'
import { type DeliveryState, manualCustodian } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { familyCondition } from '../../platform/db/listing.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import type { StoredReason } from '../../platform/jobs/delivery-texts.ts'
import { presentMoment } from './feeds.store.ts'
import { folderName } from './folder-name.ts'

export type ManagedFeedsStore = ReturnType<typeof managedFeedsStore>

interface Reference {
  id: string
  name: string
}

/** A feed as people see it. */
export interface FeedRow {
  id: string
  name: string
  /** Null for the invented feeds of the demo. */
  feed: 'folder' | 'flex' | null
  family: Reference
  custodian: Reference | null
  accounts: Reference[]
  schedule: string | null
  folder: string | null
  query_id: string | null
  is_active: boolean
  is_running: boolean
  status: string | null
  message: string | null
  details: Record<string, unknown> | null
  /** The date format of the reader. */
  date_format: string | null
  last_run_at: Date | null
  last_start: Date | null
  retry_at: Date | null
  wait_until: Date | null
  quiet_after_days: number
  created_at: Date
  waiting_count: number
  last_delivery: {
    at: string
    files_count: number
    transactions_count: number
    holdings_count: number
  } | null
}

export interface DeliveryRow {
  id: string
  name: string
  feed: Reference | null
  family: Reference
  received_at: Date
  bytes: string
  format: string | null
  state: DeliveryState
  reason: StoredReason | null
  custodian: string | null
  import_id: string | null
  transactions_count: number
  holdings_count: number
  statement_date: string | null
  account: Reference | null
  breaks_count: number | null
  repeats_count: number
}

export interface NewFeed {
  familyId: string
  kind: 'folder' | 'flex'
  custodian: string
  queryId: string | null
  schedule: string | null
  quietAfterDays: number | undefined
  sealedToken: Buffer | null
}

export interface FeedChange {
  name?: string | undefined
  isActive?: boolean | undefined
  queryId?: string | undefined
  schedule?: string | undefined
  quietAfterDays?: number | undefined
  sealedToken?: Buffer | undefined
}

interface Page {
  limit: number
  offset: number
  family?: string | undefined
}

/** Feeds and their deliveries, for people: row-level security decides what they see and change. */
export function managedFeedsStore(database: () => Database) {
  return {
    list(userId: string, page: Page) {
      return database().within({ user: userId }, async tx => {
        const wanted = familyCondition('i', page.family)
        const { rows } = await sql<FeedRow>`
          ${selection} where ${isFeed} and ${wanted}
          order by lower(f.name), lower(i.name), i.id limit ${page.limit} offset ${page.offset}`.execute(tx)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from integration i where ${isFeed} and ${wanted}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0, now: await presentMoment(tx) }
      })
    },

    find: (userId: string, id: string) =>
      database().within({ user: userId }, async tx => {
        const row = await readOne(tx, id)
        return row && { row, now: await presentMoment(tx) }
      }),

    create(
      actor: Actor,
      feed: NewFeed,
    ): Promise<{ id: string; folder: string | null } | 'taken' | 'no_account'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ custodian: string; family: string; used: string | null }>`
            select c.name as custodian, f.name as family,
              (select min(split_part(i.folder, '/', 1)) from integration i where i.family_id = f.id) as used
            from custodian c, family f
            where c.id = ${feed.custodian} and c.id <> ${manualCustodian} and f.id = ${feed.familyId}
              and exists (select from account a where a.family_id = f.id and a.custodian_id = c.id)`.execute(
            tx,
          )
          const found = rows[0]
          if (!found) return 'no_account'
          // The id keeps families of the same name apart, also one that was deleted before.
          const place = found.used ?? `${folderName(found.family)}-${feed.familyId.slice(0, 8)}`
          const folder = feed.kind === 'folder' ? `${place}/${feed.custodian}` : null
          const id = randomUUID()
          await sql`
            insert into integration (id, family_id, custodian_id, name, kind, feed, folder, query_id, quiet_after_days,
              created_by, configuration)
            values (${id}, ${feed.familyId}, ${feed.custodian}, ${found.custodian}, 'custodian', ${feed.kind}, ${folder},
              ${feed.queryId}, coalesce(${feed.quietAfterDays ?? null}::int, 3), ${actor.id},
              jsonb_strip_nulls(jsonb_build_object('schedule', ${feed.schedule}::text)))`.execute(tx)
          if (feed.sealedToken) await writeToken(tx, id, feed.sealedToken)
          await audit(tx, actor, 'feed_connected', { id, name: found.custodian, familyId: feed.familyId })
          return { id, folder }
        }),
      )
    },

    change(actor: Actor, id: string, change: FeedChange): Promise<'done' | 'none' | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const before = await readOne(tx, id)
          if (!before?.feed) return 'none'
          const { name, isActive, queryId, schedule, quietAfterDays, sealedToken } = change
          const isFixed = sealedToken !== undefined || queryId !== undefined
          await sql`
            update integration set name = coalesce(${name ?? null}, name),
              is_active = coalesce(${isActive ?? null}::boolean, is_active),
              query_id = coalesce(${queryId ?? null}, query_id),
              quiet_after_days = coalesce(${quietAfterDays ?? null}::int, quiet_after_days),
              configuration = configuration || jsonb_strip_nulls(jsonb_build_object('schedule', ${schedule ?? null}::text)),
              -- A new token or query is tried at once.
              retry_at = case when ${isFixed} then present_moment() else retry_at end,
              failures = case when ${isFixed} then 0 else failures end
            where id = ${id}`.execute(tx)
          if (sealedToken) await writeToken(tx, id, sealedToken)
          const changed = Object.entries(change).flatMap(([field, value]) =>
            value === undefined ? [] : [field],
          )
          await audit(tx, actor, 'feed_changed', { ...before, familyId: before.family.id }, { changed })
          return 'done'
        }),
      )
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const row = await readOne(tx, id)
        if (!row?.feed) return false
        await audit(tx, actor, 'feed_disconnected', { ...row, familyId: row.family.id })
        await sql`delete from integration where id = ${id}`.execute(tx)
        return true
      })
    },

    recordStart: (actor: Actor, row: FeedRow) =>
      database().within({ user: actor.id }, tx =>
        audit(tx, actor, 'feed_started', { ...row, familyId: row.family.id }),
      ),

    deliveries(
      userId: string,
      page: Page & { feed?: string | undefined; state?: DeliveryState | undefined },
    ): Promise<{ rows: DeliveryRow[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const conditions = [familyCondition('d', page.family)]
        if (page.feed) conditions.push(sql`d.integration_id = ${page.feed}`)
        if (page.state) conditions.push(sql`d.state = ${page.state}`)
        const where = sql.join(conditions, sql` and `)
        const { rows } = await sql<DeliveryRow>`
          with own as materialized (select a.id, a.name from account a where ${familyCondition('a', page.family)}),
            seen as materialized (
              select m.id from import m where m.id in (select d.import_id from feed_delivery d where ${where}))
          select d.id, d.name, d.received_at, d.bytes, d.format, d.state, d.reason, d.transactions_count, d.holdings_count,
            d.statement_date, d.breaks_count, d.repeats_count, c.name as custodian,
            -- Null for those who may not see the import.
            case when d.import_id in (select id from seen) then d.import_id end as import_id,
            case when i.id is not null then jsonb_build_object('id', i.id, 'name', i.name) end as feed,
            jsonb_build_object('id', f.id, 'name', f.name) as family,
            (select jsonb_build_object('id', a.id, 'name', a.name) from own a
              where a.id = any(d.account_ids) and d.statement_date is not null order by a.name, a.id limit 1) as account
          from feed_delivery d join family f on f.id = d.family_id left join integration i on i.id = d.integration_id
            left join custodian c on c.id = i.custodian_id
          where ${where} order by d.received_at desc, d.id limit ${page.limit} offset ${page.offset}`.execute(
          tx,
        )
        const total = await sql<{ count: number }>`
          select count(*)::int as count from feed_delivery d where ${where}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },
  }
}

/** Feeds, and the invented sources of accounts in the demo. */
const isFeed = sql`i.family_id is not null and (i.feed is not null or i.provider is null)`

const selection = sql`
  with own as materialized (select a.id, a.name, a.family_id, a.custodian_id from account a)
  select i.id, i.name, i.feed, i.folder, i.query_id, i.is_active, i.quiet_after_days, i.created_at, i.retry_at, i.wait_until,
    i.configuration ->> 'schedule' as schedule, coalesce(i.held_until > present_moment(), false) as is_running,
    jsonb_build_object('id', f.id, 'name', f.name) as family,
    case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as custodian,
    coalesce((select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id) from own a
      where a.id = i.account_id or (i.feed is not null and a.family_id = i.family_id and a.custodian_id = i.custodian_id)),
      '[]') as accounts,
    ended.status, ended.message, ended.details, ended.started_at as last_run_at,
    (select chosen ->> 'date_format' from user_settings where user_id = scope_user()) as date_format,
    (select max(started_at) from integration_run r where r.integration_id = i.id and r.status <> 'late') as last_start,
    (select count(*)::int from feed_delivery d where d.integration_id = i.id and d.state = 'waiting') as waiting_count,
    (select jsonb_build_object('at', max(d.received_at), 'files_count', count(*),
        'transactions_count', sum(d.transactions_count), 'holdings_count', sum(d.holdings_count))
      from feed_delivery d where d.integration_id = i.id and d.received_at >= (
        select date_trunc('day', max(l.received_at)) from feed_delivery l where l.integration_id = i.id)
      having max(d.received_at) is not null) as last_delivery
  from integration i join family f on f.id = i.family_id left join custodian c on c.id = i.custodian_id
  left join lateral (
    select status, message, details, started_at from integration_run r
    where r.integration_id = i.id and r.ended_at is not null order by started_at desc, id desc limit 1
  ) as ended on true`

async function readOne(tx: Scoped, id: string): Promise<FeedRow | null> {
  const { rows } = await sql<FeedRow>`${selection} where ${isFeed} and i.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

async function writeToken(tx: Scoped, id: string, sealed: Buffer): Promise<void> {
  await sql`
    insert into integration_secret (integration_id, sealed) values (${id}, ${sealed})
    on conflict (integration_id) do update set sealed = excluded.sealed, changed_at = present_moment()`.execute(
    tx,
  )
}

function audit(
  tx: Scoped,
  actor: Actor,
  action: string,
  { id, name, familyId }: { id: string; name: string; familyId: string },
  details: Record<string, unknown> = {},
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    familyId,
    action,
    subject: name,
    details: { kind: 'integration', id, ...details },
    address: actor.address,
  })
}
