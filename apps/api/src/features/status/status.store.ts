import { type IntegrationKind, type IntegrationStatus, integrationStatuses } from '@plumbline/contract'
import { parseDateFormat } from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { describeRun, runMissing } from '../../platform/jobs/run-texts.ts'

export type StatusStore = ReturnType<typeof statusStore>

/** A data source with the result of its last run. */
export interface SourceStatus {
  id: string
  name: string
  kind: IntegrationKind
  /** Null for market data, which all accounts use. */
  account_id: string | null
  status: IntegrationStatus
  message: string | null
  is_running: boolean
  last_run_at: string | null
  data_date: string | null
  /** Invented sources of the demo have neither a provider nor a feed. */
  is_demo: boolean
}

interface SourceRow extends Omit<SourceStatus, 'status' | 'last_run_at'> {
  status: string | null
  details: Record<string, unknown> | null
  date_format: string | null
  last_run_at: Date | null
}

export function statusStore(database: () => Database) {
  return {
    /** The sources of some families and of the market that the user may see. */
    async sources(userId: string, familyIds: readonly string[], language: Language): Promise<SourceStatus[]> {
      const { rows } = await database().within({ user: userId }, tx =>
        sql<SourceRow>`
          select i.id, i.name, i.kind, i.account_id, i.provider is null and i.feed is null as is_demo, ended.status, ended.message, ended.details,
            ended.started_at as last_run_at,
            (select chosen ->> 'date_format' from user_settings where user_id = scope_user()) as date_format,
            (select max(data_date) from integration_run r where r.integration_id = i.id) as data_date,
            case when i.provider is null
              then exists (select from integration_run r where r.integration_id = i.id and r.ended_at is null)
              -- What a server that died had begun holds its source no longer.
              else coalesce(i.held_until > present_moment(), false) end as is_running
          from integration i
          left join lateral (
            select status, message, details, started_at from integration_run r
            where r.integration_id = i.id and r.ended_at is not null order by started_at desc, id desc limit 1
          ) as ended on true
          where i.is_active and (i.family_id is null or i.family_id = any(${familyIds}::uuid[]))
          order by i.account_id is null, lower(i.name), i.id`.execute(tx),
      )
      return rows.map(({ details, date_format, ...row }) => ({
        ...row,
        message: describeSource({ ...row, details, date_format }, language),
        status: parseStatus(row.status),
        last_run_at: row.last_run_at?.toISOString() ?? null,
      }))
    },
  }
}

/** Everyone sees the status, so it names no servers. */
function describeSource(row: Omit<SourceRow, 'id'>, language: Language): string | null {
  const reader = { language, dateFormat: parseDateFormat(row.date_format), showsHosts: false }
  const texts = [describeRun(row, reader)]
  if (row.message === null && !row.details?.trouble) texts.push(runMissing(row.details ?? {}, reader))
  return texts.filter(Boolean).join(' ') || null
}

/** A source that never ran has no data; unknown statuses count as failures. */
function parseStatus(status: string | null): IntegrationStatus {
  if (status === null) return 'no_data'
  return integrationStatuses.find(known => known === status) ?? 'failed'
}
