import type { Filters, ReportType } from '@plumbline/contract'
import { parseDateFormat, parseNumberFormat } from '@plumbline/contract/format'
import { sql } from 'kysely'
import {
  type BenchmarkInput,
  type BenchmarkSubject,
  readBenchmark,
} from '../../figures/benchmarks/benchmark-rows.store.ts'
import { readTargets, type TargetsInput } from '../../figures/targets/target-rows.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { auditStaffChange } from '../../platform/auth/staff-audit.store.ts'
import { listChanges } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { familyCondition, orderClause } from '../../platform/db/listing.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export interface ReportRow {
  id: string
  user_id: string
  family_id: string
  family_name: string
  name: string
  report_type: ReportType
  calculated_currency: string
  filters: Pick<Filters, 'filter_account' | 'filter_instrument_type' | 'filter_currency'>
  created_at: Date
  last_job_id: string | null
  last_job_at: Date | null
  last_job_pages: number | null
  version: number
}

export type ReportFields = Pick<ReportRow, 'name' | 'report_type' | 'calculated_currency' | 'filters'>

export interface ClientFamily {
  id: string
  name: string
  base_currency: string
}

export type ReportsStore = ReturnType<typeof reportsStore>

const maxPerUser = 200
/** The interface offers undo for ten seconds; slow connections get as long again. */
const undoSeconds = 20

const selection = sql`
  select r.id, r.user_id, r.family_id, f.name as family_name, r.name, r.report_type, r.calculated_currency, r.filters,
    r.created_at, r.version, last.id as last_job_id, last.finished_at as last_job_at, last.result_pages as last_job_pages
  from report r join family f on f.id = r.family_id
    left join lateral (
      select id, finished_at, result_pages from background_job j
      where j.result_id = r.id::text and j.status = 'done' and j.kind = 'report_pdf' and j.result is not null
      order by finished_at desc limit 1) last on true`

const orders = {
  name: sql`lower(r.name)`,
  family: sql`lower(f.name)`,
  report_type: sql`r.report_type`,
  calculated_currency: sql`r.calculated_currency`,
  created_at: sql`r.created_at`,
}

export function reportsStore(database: () => Database) {
  return {
    /** The benchmark of the only family of a report, or of a group of it. */
    async readBenchmark(
      userId: string,
      [family, ...others]: readonly string[],
      group: BenchmarkSubject['group'],
    ): Promise<BenchmarkInput> {
      const isOne = family !== undefined && others.length === 0
      const data = isOne ? await readBenchmark(database(), userId, family, { strategyId: null, group }) : null
      return { data, positionIds: null }
    },

    /** The targets of the family of a report. */
    async readTargets(userId: string, families: readonly string[]): Promise<TargetsInput> {
      return { rows: await readTargets(database(), userId, families, null), positionIds: null }
    },

    list(
      userId: string,
      page: { limit: number; offset: number; order_by: string; family?: string | undefined },
    ) {
      return database().within({ user: userId }, async tx => {
        const wanted = sql`r.deleted_at is null and ${familyCondition('r', page.family)}`
        const { rows } = await sql<ReportRow>`
          ${selection} where ${wanted} ${orderClause(page.order_by, orders, sql`r.id`)}
          limit ${page.limit} offset ${page.offset}`.execute(tx)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from report r where ${wanted}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    find: (userId: string, id: string) => database().within({ user: userId }, tx => findReport(tx, id)),

    hasAccounts(userId: string, familyId: string, accounts: readonly string[]): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::int as count from account
          where id = any(${accounts}::uuid[]) and family_id = ${familyId}`.execute(tx)
        return rows[0]?.count === new Set(accounts).size
      })
    },

    add(actor: Actor, familyId: string, fields: ReportFields): Promise<ReportRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ id: string }>`
            insert into report (user_id, family_id, name, report_type, calculated_currency, filters)
            select ${actor.id}::uuid, ${familyId}::uuid, ${fields.name}, ${fields.report_type},
              ${fields.calculated_currency}, ${JSON.stringify(fields.filters)}::jsonb
            where (select count(*) from report where deleted_at is null) < ${maxPerUser}
            returning id`.execute(tx)
          const added = rows[0] ? await findReport(tx, rows[0].id) : null
          if (!added) return 'too_many'
          await auditStaffChange(tx, actor, added, { kind: 'report', action: 'report_created' })
          return added
        }),
      )
    },

    change(
      actor: Actor,
      id: string,
      fields: ReportFields,
      version: number | undefined,
    ): Promise<ReportRow | 'taken' | null> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          await bumpRowVersion(tx, 'report', id, version)
          const before = await findReport(tx, id)
          await sql`update report set name = ${fields.name}, report_type = ${fields.report_type},
              calculated_currency = ${fields.calculated_currency}, filters = ${JSON.stringify(fields.filters)}::jsonb
            where id = ${id} and deleted_at is null`.execute(tx)
          const changed = await findReport(tx, id)
          if (before && changed)
            await auditStaffChange(tx, actor, changed, {
              kind: 'report',
              action: 'report_changed',
              ...listChanges(before, changed, ['name', 'report_type', 'calculated_currency', 'filters']),
            })
          return changed
        }),
      )
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const removed = await findReport(tx, id)
        if (!removed) return false
        await sql`
          update report set deleted_at = present_moment() where id = ${id} and deleted_at is null`.execute(tx)
        await auditStaffChange(tx, actor, removed, { kind: 'report', action: 'report_deleted' })
        return true
      })
    },

    /** 'too_late' after the undo period; null if there is no such report. */
    restore(userId: string, id: string): Promise<ReportRow | 'too_late' | 'taken' | null> {
      return unlessTaken(() =>
        database().within({ user: userId }, async tx => {
          const { rows } = await sql<{ is_late: boolean }>`
            select deleted_at < present_moment() - make_interval(secs => ${undoSeconds}) as is_late
            from report where id = ${id} and deleted_at is not null`.execute(tx)
          if (!rows[0]) return findReport(tx, id)
          if (rows[0].is_late) return 'too_late'
          await sql`update report set deleted_at = null where id = ${id}`.execute(tx)
          return findReport(tx, id)
        }),
      )
    },

    /** Those of the given families that this user may see. */
    families(userId: string, ids: readonly string[]): Promise<ClientFamily[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<ClientFamily>`
          select id, name, base_currency from family where id = any(${ids}::uuid[]) order by lower(name), id`.execute(
          tx,
        )
        return rows
      })
    },

    /** Accounts, owner and formats of a report. */
    readContext(userId: string, report: Pick<ReportRow, 'family_id' | 'filters'>) {
      return database().within({ user: userId }, async tx => {
        const wanted = report.filters.filter_account ?? []
        const { rows } = await sql<{
          id: string
          name: string
          custodian_id: string
          transactions: number
        }>`
          select a.id, a.name, a.custodian_id,
            (select count(*)::int from transaction b
             where b.account_id = a.id and b.family_id = a.family_id and b.superseded_by is null and b.status <> 'void') as transactions
          from account a where a.family_id = ${report.family_id}
            and (cardinality(${wanted}::uuid[]) = 0 or a.id = any(${wanted}::uuid[]))
          order by lower(a.name)`.execute(tx)
        const owner = await sql<{
          name: string
          username: string
          chosen: Record<string, unknown> | null
          now: Date
        }>`
          select u.name, u.username, s.chosen, present_moment() as now
          from app_user u left join user_settings s on s.user_id = u.id where u.id = ${userId}`.execute(tx)
        const { name = '', username = '', chosen, now = new Date(0) } = owner.rows[0] ?? {}
        return {
          accounts: rows,
          owner: name || username,
          dateFormat: parseDateFormat(chosen?.date_format),
          numberFormat: parseNumberFormat(chosen?.number_format),
          timeZone: typeof chosen?.time_zone === 'string' ? chosen.time_zone : 'UTC',
          now,
        }
      })
    },
  }
}

async function findReport(tx: Scoped, id: string): Promise<ReportRow | null> {
  const { rows } = await sql<ReportRow>`${selection} where r.id = ${id} and r.deleted_at is null`.execute(tx)
  return rows[0] ?? null
}
