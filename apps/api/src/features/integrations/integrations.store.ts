import { type IntegrationKind, type IntegrationStatus, integrationStatuses } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import type { Provider } from './providers/provider.ts'

export type IntegrationsStore = ReturnType<typeof integrationsStore>

export interface IntegrationRow {
  id: string
  name: string
  kind: IntegrationKind
  provider: string | null
  schedule: string | null
  is_active: boolean
  is_enabled: boolean
  is_running: boolean
  has_secret: boolean
  families: { id: string; name: string }[]
  status: string | null
  message: string | null
  details: Record<string, unknown> | null
  /** The date format of the reader. */
  date_format: string | null
  last_run_at: Date | null
  last_start: Date | null
  retry_at: Date | null
  wait_until: Date | null
  data_date: string | null
  rows_read: number | null
}

export interface RunRow {
  id: string
  started_at: Date
  ended_at: Date | null
  status: string
  rows_read: number | null
  message: string | null
  details: Record<string, unknown>
  date_format: string | null
}

export interface ListedRunRow extends RunRow {
  source: { id: string; name: string }
  family: { id: string; name: string } | null
  data_date: string | null
}

export interface AllRunsQuery {
  limit: number
  offset: number
  family?: string | undefined
  failed?: boolean | undefined
}

interface Page {
  limit: number
  offset: number
}

export function integrationsStore(database: () => Database) {
  return {
    list(adminId: string, { limit, offset }: Page) {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<IntegrationRow>`
          ${selection} order by i.account_id is null, lower(i.name), i.id limit ${limit} offset ${offset}`.execute(
          tx,
        )
        const total = await sql<{ count: number }>`select count(*)::int as count from integration`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0, now: await presentMoment(tx) }
      })
    },

    find: (adminId: string, id: string) =>
      database().within({ user: adminId }, async tx => {
        const row = await readOne(tx, id)
        return row && { row, now: await presentMoment(tx) }
      }),

    /** The runs that the user may see, as the policies of the database tell. */
    allRuns(userId: string, { limit, offset, family, failed }: AllRunsQuery) {
      return database().within({ user: userId }, async tx => {
        const isFailed = sql`coalesce(r.status, 'no_data') not in ('running', 'success', 'no_data')`
        const from = sql`from integration_run r join integration i on i.id = r.integration_id
          left join family f on f.id = i.family_id
          where (${family ?? null}::uuid is null or i.family_id is null or i.family_id = ${family ?? null}::uuid)
            and (${failed ?? null}::boolean is null or ${isFailed} = ${failed ?? null}::boolean)`
        const { rows } = await sql<ListedRunRow>`
          select r.id, r.started_at, r.ended_at, r.status, r.rows_read, r.message, r.details, r.data_date,
            ${dateFormat} as date_format, jsonb_build_object('id', i.id, 'name', i.name) as source,
            case when f.id is null then null else jsonb_build_object('id', f.id, 'name', f.name) end as family
          ${from} order by r.started_at desc, r.id desc limit ${limit} offset ${offset}`.execute(tx)
        const total = await sql<{ count: number }>`select count(*)::int as count ${from}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    runs(adminId: string, id: string, { limit, offset }: Page) {
      return database().within({ user: adminId }, async tx => {
        if (!(await readOne(tx, id))) return null
        const { rows } = await sql<RunRow>`
          select id, started_at, ended_at, status, rows_read, message, details, ${dateFormat} as date_format
          from integration_run
          where integration_id = ${id} order by started_at desc, id desc limit ${limit} offset ${offset}`.execute(
          tx,
        )
        const total = await sql<{ count: number }>`
          select count(*)::int as count from integration_run where integration_id = ${id}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    /** Changes the given fields; a key is stored encrypted. */
    change(
      actor: Actor,
      id: string,
      change: { name?: string | undefined; isActive?: boolean | undefined; sealedKey?: Buffer | undefined },
    ): Promise<'done' | 'none'> {
      return database().within({ user: actor.id }, async tx => {
        const before = await readOne(tx, id)
        if (!before) return 'none'
        await sql`
          update integration set name = coalesce(${change.name ?? null}, name),
            is_active = coalesce(${change.isActive ?? null}::boolean, is_active)
          where id = ${id}`.execute(tx)
        if (change.sealedKey) await storeKey(tx, id, change.sealedKey)
        await auditChange(tx, actor, 'integration_changed', id, change.name ?? before.name, {
          ...(change.name !== undefined && { name: change.name, name_before: before.name }),
          ...(change.isActive !== undefined && { is_paused: !change.isActive }),
          ...(change.sealedKey && { key: 'changed' }),
        })
        return 'done'
      })
    },

    /** Enables a provider, and creates its source if there is none. A key is stored encrypted. */
    enable(
      actor: Actor,
      { id, name, kind, schedule }: Pick<Provider, 'id' | 'name' | 'kind' | 'schedule'>,
      sealedKey: Buffer | undefined,
    ): Promise<{ row: IntegrationRow; now: Date }> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<{ id: string }>`
          insert into integration (name, kind, provider, configuration, is_enabled)
          values (${name}, ${kind}, ${id}, jsonb_build_object('schedule', ${schedule}::text), true)
          on conflict (provider) where provider is not null do update set is_enabled = true, is_active = true
          returning id`.execute(tx)
        const source = rows[0]?.id ?? ''
        if (sealedKey) await storeKey(tx, source, sealedKey)
        await auditChange(tx, actor, 'integration_enabled', source, name, {
          ...(sealedKey && { key: 'changed' }),
        })
        return { row: requireRow(await readOne(tx, source)), now: await presentMoment(tx) }
      })
    },

    recordStart(actor: Actor, id: string, name: string): Promise<void> {
      return database().within({ user: actor.id }, tx =>
        auditChange(tx, actor, 'integration_started', id, name, {}),
      )
    },
  }
}

async function storeKey(tx: Scoped, id: string, sealed: Buffer): Promise<void> {
  await sql`
    insert into integration_secret (integration_id, sealed) values (${id}, ${sealed})
    on conflict (integration_id) do update set sealed = excluded.sealed, changed_at = present_moment()`.execute(
    tx,
  )
}

async function presentMoment(tx: Scoped): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
  return rows[0]?.now ?? new Date(0)
}

const dateFormat = sql`(select chosen ->> 'date_format' from user_settings where user_id = scope_user())`

const selection = sql`
  select i.id, i.name, i.kind, i.provider, i.configuration ->> 'schedule' as schedule, i.is_active, i.is_enabled,
    ended.status, ended.message, ended.details, ended.started_at as last_run_at, ended.rows_read,
    ${dateFormat} as date_format,
    (select max(started_at) from integration_run r where r.integration_id = i.id) as last_start,
    i.retry_at, i.wait_until,
    (select max(data_date) from integration_run r where r.integration_id = i.id) as data_date,
    case when i.provider is null
      then exists (select from integration_run r where r.integration_id = i.id and r.ended_at is null)
      else coalesce(i.held_until > present_moment(), false) end as is_running,
    exists (select from integration_secret s where s.integration_id = i.id) as has_secret,
    coalesce((select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name)) from family f where f.id = i.family_id), '[]')
      as families
  from integration i
  left join lateral (
    select status, message, details, started_at, rows_read from integration_run r
    where r.integration_id = i.id and r.ended_at is not null order by started_at desc, id desc limit 1
  ) as ended on true`

async function readOne(tx: Scoped, id: string): Promise<IntegrationRow | null> {
  const { rows } = await sql<IntegrationRow>`${selection} where i.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

/** A source that never ran has no data; unknown statuses count as failures. */
export function parseStatus(status: string | null): IntegrationStatus {
  if (status === null) return 'no_data'
  return integrationStatuses.find(known => known === status) ?? 'failed'
}

function auditChange(
  tx: Scoped,
  actor: Actor,
  action: string,
  id: string,
  name: string,
  details: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: name,
    details: { kind: 'integration', id, ...details },
    address: actor.address,
  })
}
