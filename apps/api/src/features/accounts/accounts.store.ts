import type { CashTracking, Filter, LotMethod, VariationMargin } from '@plumbline/contract'
import { sql } from 'kysely'
import { readListBasis } from '../../figures/list-basis.store.ts'
import type { Actor } from '../../platform/auth/actor.ts'
import { listChanges, writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import { openAccount } from '../../platform/db/open-account.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type AccountsStore = ReturnType<typeof accountsStore>

export interface AccountRow {
  id: string
  name: string
  number: string | null
  family_id: string
  family_name: string
  custodian_id: string
  custodian_name: string
  base_currency: string
  lot_method: LotMethod
  cash: CashTracking
  allows_short: boolean
  variation_margin: VariationMargin
  transactions_count: number
  run_status: string | null
  data_date: string | null
  created_at: Date
  version: number
}

export interface AccountsQuery {
  q?: string | undefined
  order_by: string
  /** Null returns the whole list. */
  page: { limit: number; offset: number } | null
  filter: Filter
}

export interface AccountFields {
  name: string
  number: string | null
  lot_method: LotMethod
  cash: CashTracking
  allows_short: boolean
  variation_margin: VariationMargin
}

const columns = {
  name: sql`lower(a.name)`,
  family: sql`lower(f.name)`,
  custodian: sql`lower(c.name)`,
  currency: sql`a.base_currency`,
  created_at: sql`a.created_at`,
}

export function accountsStore(database: () => Database) {
  return {
    /** Row-level security limits the list to accounts the user may see. */
    list(userId: string, query: AccountsQuery): Promise<{ rows: AccountRow[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const where = buildCondition(query)
        const order = orderClause(query.order_by, columns, sql`a.id`)
        const { page } = query
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const { rows } = await sql<Listed>`${selection} where ${where} ${order} ${part}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from account a
          join family f on f.id = a.family_id join custodian c on c.id = a.custodian_id
          where ${where}`.execute(tx)
        return { rows: await withCounts(tx, rows), count: counted.rows[0]?.count ?? 0 }
      })
    },

    /** Currency, day and family that the values of a list refer to. */
    basis: (userId: string, familyId: string | null) => readListBasis(database(), userId, familyId),

    find(userId: string, accountId: string): Promise<AccountRow | null> {
      return database().within({ user: userId }, tx => readOne(tx, accountId))
    },

    /** Fails when the family or the custodian is not visible to this user. */
    create(
      actor: Actor,
      place: { id: string; familyId: string; custodianId: string; currency: string },
      fields: AccountFields,
    ): Promise<AccountRow | 'no_family' | 'no_custodian' | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const family = await tx
            .selectFrom('family')
            .select('id')
            .where('id', '=', place.familyId)
            .executeTakeFirst()
          if (!family) return 'no_family'
          const custodian = await tx
            .selectFrom('custodian')
            .select('id')
            .where('id', '=', place.custodianId)
            .executeTakeFirst()
          if (!custodian) return 'no_custodian'
          const { id, familyId, custodianId, currency } = place
          const values = {
            id,
            family_id: familyId,
            custodian_id: custodianId,
            base_currency: currency,
            ...fields,
          }
          await openAccount(tx, values)
          return finishChange(tx, actor, id, 'account_created')
        }),
      )
    },

    change(
      actor: Actor,
      accountId: string,
      fields: Partial<AccountFields>,
      version: number | undefined,
    ): Promise<AccountRow | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          await bumpRowVersion(tx, 'account', accountId, version)
          const before = requireRow(await readOne(tx, accountId))
          if (Object.keys(fields).length > 0) {
            const copy = await chooseNameCopy(tx, before, fields.name)
            const set = { ...fields, ...copy }
            await tx.updateTable('account').set(set).where('id', '=', accountId).execute()
          }
          return finishChange(tx, actor, accountId, 'account_changed', before)
        }),
      )
    },

    /** Erases the account with all its transactions; the database function writes the audit line. */
    async erase(actor: Actor, accountId: string): Promise<void> {
      await database().within({ user: actor.id }, tx => sql`select erase_account(${accountId})`.execute(tx))
    },
  }
}

const selection = sql`
  select a.id, a.name, a.number, a.family_id, f.name as family_name, a.custodian_id, c.name as custodian_name,
    a.base_currency, a.lot_method, a.cash, a.allows_short, a.variation_margin, a.created_at, a.version
  from account a
  join family f on f.id = a.family_id
  join custodian c on c.id = a.custodian_id`

function buildCondition({ q, filter }: AccountsQuery) {
  const {
    filter_account: accounts,
    filter_custodian: custodians,
    filter_currency: currencies,
  } = filter.filters
  const conditions = [sql`true`]
  if (q) {
    const part = likePattern(q)
    conditions.push(sql`(a.name ilike ${part} or a.number ilike ${part} or c.name ilike ${part})`)
  }
  if (filter.family) conditions.push(sql`a.family_id = ${filter.family}`)
  if (accounts?.length) conditions.push(sql`a.id = any(${accounts}::uuid[])`)
  if (custodians?.length) conditions.push(sql`a.custodian_id = any(${custodians}::text[])`)
  if (currencies?.length) conditions.push(sql`a.base_currency = any(${currencies}::text[])`)
  return sql.join(conditions, sql` and `)
}

/** A new name needs a new number that distinguishes it from accounts of that name that the caller does not see. */
async function chooseNameCopy(
  tx: Scoped,
  account: AccountRow,
  name: string | undefined,
): Promise<{ name_copy?: number }> {
  if (name === undefined) return {}
  const { rows } = await sql<{ name_copy: number }>`
    select free_name_copy(a.family_id, ${name}, a.id) as name_copy from account a
    where a.id = ${account.id} and lower(a.name) <> lower(${name})`.execute(tx)
  return rows[0] ?? {}
}

async function readOne(tx: Scoped, accountId: string): Promise<AccountRow | null> {
  const { rows } = await sql<Listed>`${selection} where a.id = ${accountId}`.execute(tx)
  return (await withCounts(tx, rows))[0] ?? null
}

type Listed = Omit<AccountRow, 'transactions_count' | 'run_status' | 'data_date'>

/** Adds what other tables say of the accounts. Without an integration, the last transaction sets the data date. */
async function withCounts(tx: Scoped, rows: readonly Listed[]): Promise<AccountRow[]> {
  const families = [...new Set(rows.map(row => row.family_id))]
  const posted = await sql<{ account_id: string; count: number; last: string }>`
    select account_id, count(*)::int as count, max(date) as last from transaction
    where family_id = any(${families}::uuid[]) and account_id = any(${rows.map(({ id }) => id)}::uuid[])
      and superseded_by is null
    group by account_id`.execute(tx)
  const runs = await sql<{ account_id: string; status: string; data_date: string | null }>`
    select distinct on (i.account_id) i.account_id, r.status, r.data_date
    from integration i join integration_run r on r.integration_id = i.id
    where i.account_id = any(${rows.map(({ id }) => id)}::uuid[])
    order by i.account_id, r.started_at desc`.execute(tx)
  const byAccount = new Map(posted.rows.map(row => [row.account_id, row]))
  const runOf = new Map(runs.rows.map(row => [row.account_id, row]))
  return rows.map(row => {
    const { count = 0, last = null } = byAccount.get(row.id) ?? {}
    const { status = null, data_date = null } = runOf.get(row.id) ?? {}
    return { ...row, transactions_count: count, run_status: status, data_date: data_date ?? last }
  })
}

const auditedFields = [
  'name',
  'number',
  'custodian_id',
  'base_currency',
  'lot_method',
  'cash',
  'allows_short',
  'variation_margin',
] as const

/** Bumps the version of the family, so that its figures are recomputed, and writes the audit line. */
async function finishChange(
  tx: Scoped,
  actor: Actor,
  accountId: string,
  action: string,
  before?: AccountRow,
): Promise<AccountRow> {
  const row = requireRow(await readOne(tx, accountId))
  await sql`select bump_family_version(${row.family_id})`.execute(tx)
  await writeAudit(tx, {
    actorId: actor.id,
    familyId: row.family_id,
    action,
    subject: row.name,
    details: { kind: 'account', id: accountId, ...(before && listChanges(before, row, auditedFields)) },
    address: actor.address,
  })
  return row
}
