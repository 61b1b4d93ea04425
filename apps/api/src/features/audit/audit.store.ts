import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import type { ServerKeys } from '../../platform/keys/server-keys.ts'
import { areSealsIntact } from './audit-seals.store.ts'

export type AuditStore = ReturnType<typeof auditStore>

export interface AuditRow {
  id: string
  at: Date
  actor_id: string | null
  actor_name: string | null
  action: string
  subject: string
  details: Record<string, unknown>
  family_id: string
  family_name: string | null
  address: string | null
}

export interface AuditQuery {
  user?: string | undefined
  action?: string | undefined
  family?: string | undefined
  start_date?: string | undefined
  end_date?: string | undefined
  q?: string | undefined
  order_by: string
  /** Null returns the whole log. */
  page: { limit: number; offset: number } | null
}

const columns = { at: sql`l.at`, action: sql`l.action` }

export function auditStore(database: () => Database, keys: Pick<ServerKeys, 'read'>) {
  return {
    list(adminId: string, query: AuditQuery): Promise<{ rows: AuditRow[]; count: number }> {
      return database().within({ user: adminId }, async tx => {
        const where = buildCondition(query)
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const { rows } = await sql<AuditRow>`
          select l.id, l.at, l.actor_id, l.actor_name, l.action, l.subject, l.details, l.family_id,
            f.name as family_name, host(l.address) as address
          from audit_line l left join family f on f.id = l.family_id
          where ${where} ${orderClause(query.order_by, columns, sql`l.at desc, l.sequence desc, l.id`)} ${part}`.execute(
          tx,
        )
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from audit_line l where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    /** All actions in the log, and whether the hash chain and its seals are intact. */
    async facts(adminId: string): Promise<{ actions: string[]; isIntact: boolean }> {
      const sealKeys = await keys.read('audit')
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<{ actions: string[]; intact: boolean }>`
          select coalesce((select array_agg(distinct action order by action) from audit_line), '{}') as actions,
            audit_is_intact() as intact`.execute(tx)
        return {
          actions: rows[0]?.actions ?? [],
          isIntact: (rows[0]?.intact ?? false) && (await areSealsIntact(tx, sealKeys)),
        }
      })
    },
  }
}

function buildCondition({ user, action, family, start_date, end_date, q }: AuditQuery) {
  const conditions = [sql`true`]
  if (user) conditions.push(sql`l.actor_id = ${user}`)
  if (action) conditions.push(sql`l.action = ${action}`)
  if (family) conditions.push(sql`l.family_id = ${family}`)
  if (start_date) conditions.push(sql`l.at >= ${start_date}::date`)
  if (end_date) conditions.push(sql`l.at < ${end_date}::date + 1`)
  if (q) conditions.push(sql`(l.subject ilike ${likePattern(q)} or l.details::text ilike ${likePattern(q)})`)
  return sql.join(conditions, sql` and `)
}
