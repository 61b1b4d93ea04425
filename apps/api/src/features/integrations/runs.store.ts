import { randomUUID } from 'node:crypto'
import type { IntegrationStatus } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import type { Provider } from './providers/provider.ts'

export type RunsStore = ReturnType<typeof runsStore>

export interface RunnableSource {
  id: string
  name: string
  provider: string
  schedule: string | null
  is_enabled: boolean
  sealed_key: Buffer | null
  last_start: Date | null
  retry_at: Date | null
  wait_until: Date | null
}

export interface RunOutcome {
  status: IntegrationStatus
  rows: number
  /** Last day with data. */
  dataDate: string | null
  /** Codes with details; translated when read. */
  details: Readonly<Record<string, unknown>>
  /** Whether a retry may deliver what is missing, and the delay that the provider asks for. */
  retry: { afterMs: number | null } | null
}

/** Minutes until a retry, by the number of failures in a row. Then the next scheduled run tries again. */
const backoffMinutes = [5, 15, 60, 240]
/** A provider cannot switch itself off for longer. */
const longestWaitSeconds = 24 * 3600

/** Lease of a run without renewal; longer than the longest wait for a response. */
const leaseSeconds = 180

/** Runs of sources that the server fetches itself. */
export function runsStore(database: () => Database) {
  return {
    /** Creates missing sources for enabled providers. */
    async ensureSources(providers: readonly Provider[]): Promise<void> {
      await database().within('system', async tx => {
        for (const { id, name, kind, schedule } of providers)
          await sql`
            insert into integration (name, kind, provider, configuration)
            values (${name}, ${kind}, ${id}, jsonb_build_object('schedule', ${schedule}::text))
            on conflict (provider) where provider is not null do nothing`.execute(tx)
      })
    },

    /** Active sources with a provider, and the start of their last run. */
    runnable(): Promise<{ rows: RunnableSource[]; now: Date }> {
      return database().within('system', async tx => {
        const { rows } = await sql<RunnableSource>`
          ${selection} where i.is_active and i.provider is not null order by i.id`.execute(tx)
        const moment = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
        return { rows, now: moment.rows[0]?.now ?? new Date(0) }
      })
    },

    /** The active source of a provider. */
    findProvider(provider: string): Promise<RunnableSource | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<RunnableSource>`
          ${selection} where i.provider = ${provider} and i.is_active`.execute(tx)
        return rows[0] ?? null
      })
    },

    find(id: string): Promise<RunnableSource | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<RunnableSource>`
          ${selection} where i.id = ${id} and i.provider is not null`.execute(tx)
        return rows[0] ?? null
      })
    },

    now: () =>
      database().within('system', async tx => {
        const { rows } = await sql<{ now: Date }>`select present_moment() as now`.execute(tx)
        return rows[0]?.now ?? new Date(0)
      }),

    /** Starts a run unless another one holds the lease. Marks runs of dead servers as failed. */
    begin(integrationId: string, jobId: string | null): Promise<string | null> {
      return database().within('system', async tx => {
        const runId = randomUUID()
        const { numAffectedRows } = await sql`
          update integration set held_by = ${runId}, held_until = present_moment() + make_interval(secs => ${leaseSeconds})
          where id = ${integrationId} and (held_until is null or held_until < present_moment())`.execute(tx)
        if (numAffectedRows !== 1n) return null
        await sql`
          update integration_run set status = 'failed', ended_at = present_moment(),
            details = '{"trouble": {"code": "server_ended"}}'
          where integration_id = ${integrationId} and ended_at is null`.execute(tx)
        await sql`
          insert into integration_run (id, integration_id, status, job_id)
          values (${runId}, ${integrationId}, 'running', ${jobId})`.execute(tx)
        return runId
      })
    },

    /** The instruments whose series the last finished run did not deliver. */
    missingInLastRun(integrationId: string): Promise<ReadonlySet<string>> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ id: string | null }>`
          select series ->> 'id' as id from (
            select details -> 'missing' as missing from integration_run
            where integration_id = ${integrationId} and ended_at is not null
            order by started_at desc, id desc limit 1) as last,
            jsonb_array_elements(last.missing) as series
          where series ->> 'code' <> 'not_tried'`.execute(tx)
        return new Set(rows.map(row => row.id ?? ''))
      })
    },

    /** Renews the lease; false if another run has taken it. */
    extendLease(integrationId: string, runId: string): Promise<boolean> {
      return database().within('system', async tx => {
        const { numAffectedRows } = await sql`
          update integration set held_until = present_moment() + make_interval(secs => ${leaseSeconds})
          where id = ${integrationId} and held_by = ${runId}`.execute(tx)
        return numAffectedRows === 1n
      })
    },

    async end(integrationId: string, runId: string, outcome: RunOutcome): Promise<void> {
      await database().within('system', async tx => {
        await sql`
          update integration_run set status = ${outcome.status}, ended_at = present_moment(),
            rows_read = ${outcome.rows}, data_date = ${outcome.dataDate}::date,
            details = ${JSON.stringify(outcome.details)}::jsonb
          where id = ${runId} and ended_at is null`.execute(tx)
        const waitSeconds = Math.min(Math.ceil((outcome.retry?.afterMs ?? 0) / 1000), longestWaitSeconds)
        await sql`
          update integration set held_by = null, held_until = null,
            failures = case when ${outcome.retry !== null} then failures + 1 else 0 end,
            wait_until = case when ${waitSeconds}::int > 0
              then present_moment() + make_interval(secs => ${waitSeconds}::int) end,
            retry_at = case when ${outcome.retry !== null} and failures < ${backoffMinutes.length}
              then present_moment() + greatest(make_interval(secs => ${waitSeconds}::int),
                make_interval(mins => (${backoffMinutes}::int[])[failures + 1])) end
          where id = ${integrationId} and held_by = ${runId}`.execute(tx)
      })
    },

    /** Deletes old runs, but keeps the last one of each source. */
    async deleteOldRuns(): Promise<void> {
      await database().within('system', tx =>
        sql`
          delete from integration_run r using integration i
          where i.id = r.integration_id and i.provider is not null and r.ended_at is not null
            and r.started_at < present_moment() - interval '400 days'
            and r.id <> (select id from integration_run l where l.integration_id = r.integration_id
              order by started_at desc, id desc limit 1)`.execute(tx),
      )
    },
  }
}

const selection = sql`
  select i.id, i.name, i.provider, i.is_enabled, i.configuration ->> 'schedule' as schedule, s.sealed as sealed_key,
    (select max(started_at) from integration_run r where r.integration_id = i.id) as last_start,
    i.retry_at, i.wait_until
  from integration i left join integration_secret s on s.integration_id = i.id`
