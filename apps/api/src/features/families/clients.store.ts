import { sql } from 'kysely'
import { readListBasis } from '../../figures/list-basis.store.ts'
import type { Database } from '../../platform/db/database.ts'
import { orderClause } from '../../platform/db/listing.ts'
import { listVisibleFamilies } from './families.store.ts'

export type ClientsStore = ReturnType<typeof clientsStore>

export interface ClientRow {
  id: string
  name: string
  base_currency: string
  advisers: { id: string; name: string }[]
  accounts_count: number
  has_transactions: boolean
  /** The last run of each integration, with the message of a failure. */
  runs: { status: string; name: string; message: string | null }[]
  data_date: string | null
  last_seen_at: Date | null
}

const columns = { name: sql`lower(f.name)`, last_seen_at: sql`last_seen_at` }

export function clientsStore(database: () => Database) {
  return {
    async list(
      userId: string,
      query: { q?: string | undefined; order_by: string; familyId: string | null | undefined },
    ): Promise<ClientRow[]> {
      const ids = await listVisibleFamilies(database(), userId, query.q, query.familyId)
      return database().within('system', async tx => {
        const { rows } = await sql<ClientRow>`
          ${selection} where f.id = any(${ids}::uuid[])
          ${orderClause(query.order_by, columns, sql`lower(f.name), f.id`)}`.execute(tx)
        return rows
      })
    },

    /** Currency, day and family that the values of the list refer to. */
    basis: (userId: string, familyId: string | null) => readListBasis(database(), userId, familyId),
  }
}

const selection = sql`
  select f.id, f.name, f.base_currency,
    (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username))
        order by u.name, u.id), '[]')
      from family_access g join app_user u on u.id = g.user_id where g.family_id = f.id) as advisers,
    (select count(*)::int from account a where a.family_id = f.id) as accounts_count,
    booked.last is not null as has_transactions,
    (select coalesce(jsonb_agg(jsonb_build_object('status', run.status, 'name', i.name, 'message', run.message)
        order by i.name, i.id), '[]')
      from integration i, lateral (
        select r.status, r.message from integration_run r
        where r.integration_id = i.id order by r.started_at desc limit 1) run
      where i.family_id = f.id) as runs,
    booked.last as data_date,
    (select max(s.last_seen_at) from sign_in s join app_user u on u.id = s.user_id where u.family_id = f.id)
      as last_seen_at
  from family f
  -- The last transaction of each account is found at once, that of a family by reading all of them.
  cross join lateral (
    select max(latest.date) as last from account a cross join lateral (
      select b.date from transaction b
      where b.family_id = a.family_id and b.account_id = a.id and b.superseded_by is null
      order by b.date desc limit 1) latest
    where a.family_id = f.id) booked`
