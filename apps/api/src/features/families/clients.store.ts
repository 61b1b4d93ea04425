import { sql } from 'kysely'
import { readListBasis } from '../../figures/list-basis.store.ts'
import { readTargets, type TargetRow } from '../../figures/targets/target-rows.store.ts'
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
  runs: {
    status: string
    name: string
    message: string | null
    details: Record<string, unknown>
    date_format: string | null
  }[]
  data_date: string | null
  last_seen_at: Date | null
  last_statement: string | null
  open_tasks: number
  due_tasks: number
  overdue_tasks: number
  next_task: { id: string; text: string; due_date: string | null; is_overdue: boolean } | null
}

const columns = { name: sql`lower(f.name)`, last_seen_at: sql`last_seen_at` }

export function clientsStore(database: () => Database) {
  return {
    async list(
      userId: string,
      query: { q?: string | undefined; order_by: string; familyId: string | null | undefined; today: string },
    ): Promise<ClientRow[]> {
      const ids = await listVisibleFamilies(database(), userId, query.q, query.familyId)
      return database().within('system', async tx => {
        const { rows } = await sql<ClientRow>`
          ${selection(userId, query.today, ids)} where f.id = any(${ids}::uuid[])
          ${orderClause(query.order_by, columns, sql`lower(f.name), f.id`)}`.execute(tx)
        return rows
      })
    },

    /** Those of the given families that this user may see. */
    families(
      userId: string,
      ids: readonly string[],
    ): Promise<{ id: string; name: string; base_currency: string }[]> {
      return database().within({ user: userId }, tx =>
        tx
          .selectFrom('family')
          .select(['id', 'name', 'base_currency'])
          .where('id', 'in', [...ids])
          .execute(),
      )
    },

    /** The targets of families, without those of strategies. */
    async targets(userId: string, ids: readonly string[]): Promise<Map<string, TargetRow[]>> {
      return Map.groupBy(await readTargets(database(), userId, ids, null), row => row.family_id)
    },

    /** Currency, day and family that the values of the list refer to. */
    basis: (userId: string, familyId: string | null) => readListBasis(database(), userId, familyId),
  }
}

/** Tasks are due by `today`. */
const selection = (userId: string, today: string, ids: readonly string[]) => sql`
  -- The last transaction of each account is found at once, that of a family by reading all of them.
  with posted as materialized (
    select a.family_id, count(*)::int as accounts, max(latest.date) as last
    from account a left join lateral (
      select b.date from transaction b
      where b.family_id = a.family_id and b.account_id = a.id and b.superseded_by is null
      order by b.date desc limit 1) latest on true
    where a.family_id = any(${ids}::uuid[]) group by a.family_id
  )
  select f.id, f.name, f.base_currency,
    (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username))
        order by u.name, u.id), '[]')
      from family_access g join app_user u on u.id = g.user_id where g.family_id = f.id) as advisers,
    coalesce(posted.accounts, 0) as accounts_count,
    posted.last is not null as has_transactions,
    (select coalesce(jsonb_agg(jsonb_build_object('status', run.status, 'name', i.name, 'message', run.message,
        'details', run.details, 'date_format', (select s.chosen ->> 'date_format' from user_settings s where s.user_id = ${userId}))
        order by i.name, i.id), '[]')
      from integration i, lateral (
        select r.status, r.message, r.details from integration_run r
        where r.integration_id = i.id order by r.started_at desc limit 1) run
      where i.family_id = f.id) as runs,
    posted.last as data_date,
    (select max(s.last_seen_at) from sign_in s join app_user u on u.id = s.user_id where u.family_id = f.id)
      as last_seen_at,
    printed.last as last_statement, task.open as open_tasks, task.due as due_tasks, task.overdue as overdue_tasks,
    (select jsonb_build_object('id', t.id, 'text', t.text, 'due_date', t.due_date,
        'is_overdue', coalesce(t.due_date < ${today}::date, false))
      from client_task t where t.family_id = f.id and t.kind = 'task' and t.done_at is null
      order by t.due_date nulls last, t.created_at, t.id limit 1) as next_task
  from family f
  left join posted on posted.family_id = f.id
  cross join lateral (
    select count(*)::int as open, (count(*) filter (where t.due_date <= ${today}::date))::int as due,
      (count(*) filter (where t.due_date < ${today}::date))::int as overdue
    from client_task t where t.family_id = f.id and t.kind = 'task' and t.done_at is null) task
  left join (
    select family_id, max(last_day) as last from client_statement group by family_id) printed on printed.family_id = f.id`
