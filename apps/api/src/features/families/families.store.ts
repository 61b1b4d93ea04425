import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { listChanges, writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import {
  type ErasedPerson,
  erasePerson,
  finishErasure,
  lockErasures,
} from '../../platform/db/erase-person.ts'
import type { FamilyStorage, StorageUse } from '../../platform/db/family-storage.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type FamiliesStore = ReturnType<typeof familiesStore>

export interface FamilyRow {
  id: string
  name: string
  base_currency: string
  two_factor_required: boolean
  storage_limit_mb: number | null
  advisers: { id: string; name: string }[]
  accounts_count: number
  users_count: number
  transactions_count: number
  created_at: Date
  version: number
}

export interface FamilyFields {
  name: string
  currency: string
  is_mfa_required: boolean
  adviser_ids: string[]
  storage_limit_mb: number | null
}

const columns = {
  name: sql`lower(f.name)`,
  currency: sql`f.base_currency`,
  accounts_count: sql`accounts_count`,
  users_count: sql`users_count`,
  created_at: sql`f.created_at`,
}

export function familiesStore(database: () => Database, storage: Pick<FamilyStorage, 'read'>) {
  return {
    /**
     * The families this user may see. Counts use the system scope, since advisers cannot count everything
     * themselves.
     */
    async list(
      userId: string,
      filter: {
        q?: string | undefined
        order_by: string
        /** Null returns the whole list. */
        page: { limit: number; offset: number } | null
      },
    ): Promise<{ rows: FamilyRow[]; count: number }> {
      const ids = await listVisibleFamilies(database(), userId, filter.q)
      const rows = await database().within('system', async tx => {
        const order = orderClause(filter.order_by, columns, sql`f.id`)
        const { page } = filter
        const part = page ? sql`limit ${page.limit} offset ${page.offset}` : sql``
        const found = await sql<Listed>`
          ${selection} where f.id = any(${ids}::uuid[]) ${order} ${part}`.execute(tx)
        return withTransactions(tx, found.rows)
      })
      return { rows, count: ids.length }
    },

    find(userId: string, familyId: string): Promise<FamilyRow | null> {
      return database().within({ user: userId }, tx => readOne(tx, familyId))
    },

    /** Null if the user may not see the family. */
    storageUse(userId: string, familyId: string): Promise<StorageUse | null> {
      return database().within({ user: userId }, tx => storage.read(tx, familyId))
    },

    create(actor: Actor, fields: FamilyFields): Promise<FamilyRow | 'taken' | 'no_adviser'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          if (!(await areAdvisers(tx, fields.adviser_ids))) return 'no_adviser'
          const { id } = await tx
            .insertInto('family')
            .values({
              name: fields.name,
              base_currency: fields.currency,
              two_factor_required: fields.is_mfa_required,
              storage_limit_mb: fields.storage_limit_mb,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          await setAdvisers(tx, id, fields.adviser_ids)
          return finishChange(tx, actor, id, 'family_created')
        }),
      )
    },

    change(
      actor: Actor,
      familyId: string,
      fields: Partial<FamilyFields>,
      version: number | undefined,
    ): Promise<FamilyRow | 'taken' | 'no_adviser'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          if (!(await areAdvisers(tx, fields.adviser_ids ?? []))) return 'no_adviser'
          await bumpRowVersion(tx, 'family', familyId, version)
          const before = requireRow(await readOne(tx, familyId))
          const set = {
            ...(fields.name === undefined ? {} : { name: fields.name }),
            ...(fields.currency === undefined ? {} : { base_currency: fields.currency }),
            ...(fields.is_mfa_required === undefined ? {} : { two_factor_required: fields.is_mfa_required }),
            ...(fields.storage_limit_mb === undefined ? {} : { storage_limit_mb: fields.storage_limit_mb }),
          }
          if (Object.keys(set).length > 0)
            await tx.updateTable('family').set(set).where('id', '=', familyId).execute()
          if (fields.adviser_ids) await setAdvisers(tx, familyId, fields.adviser_ids)
          await sql`select bump_family_version(${familyId})`.execute(tx)
          return finishChange(tx, actor, familyId, 'family_changed', before)
        }),
      )
    },

    /** Erases accounts, transactions, users and the family; an audit line keeps the counts. */
    async erase(actor: Actor, family: FamilyRow): Promise<void> {
      await database().within({ user: actor.id }, async tx => {
        await lockErasures(tx)
        const members = await tx
          .selectFrom('app_user')
          .select('id')
          .where('family_id', '=', family.id)
          .orderBy('id')
          .execute()
        const people: (ErasedPerson | null)[] = []
        for (const member of members) people.push(await erasePerson(tx, member.id))
        await sql`select erase_account(id) from account where family_id = ${family.id}`.execute(tx)
        for (const person of people) if (person) await finishErasure(tx, person, family.id)
        await tx.deleteFrom('app_user').where('family_id', '=', family.id).execute()
        const erased = await tx
          .deleteFrom('family')
          .where('id', '=', family.id)
          .returning('name')
          .executeTakeFirst()
        const { accounts_count: accounts, users_count: users, transactions_count: transactions } = family
        await writeAudit(tx, {
          actorId: actor.id,
          familyId: family.id,
          action: 'family_erased',
          // The erasure of a member may have renamed a family named after them.
          subject: erased?.name ?? '',
          details: { kind: 'family', id: family.id, accounts, users, transactions },
          address: actor.address,
        })
      })
    },

    /** Stores the chosen family, which queries use by default. Null means all families. */
    choose(userId: string, familyId: string | null): Promise<{ id: string; name: string } | null | 'none'> {
      return database().within({ user: userId }, async tx => {
        const family =
          familyId === null
            ? null
            : await tx
                .selectFrom('family')
                .select(['id', 'name'])
                .where('id', '=', familyId)
                .executeTakeFirst()
        if (family === undefined) return 'none'
        await tx
          .insertInto('user_settings')
          .values({ user_id: userId, chosen: JSON.stringify({ family: familyId }) })
          .onConflict(conflict =>
            conflict.column('user_id').doUpdateSet({
              chosen: sql`user_settings.chosen || excluded.chosen`,
              changed_at: sql`present_moment()`,
            }),
          )
          .execute()
        return family
      })
    },
  }
}

/** Ids of the families visible to this user, by name search, under their row-level security. */
export async function listVisibleFamilies(
  database: Database,
  userId: string,
  q: string | undefined,
  familyId?: string | null,
): Promise<string[]> {
  return database.within({ user: userId }, async tx => {
    let query = tx.selectFrom('family').select('id')
    if (q) query = query.where('name', 'ilike', likePattern(q))
    if (familyId) query = query.where('id', '=', familyId)
    return (await query.execute()).map(row => row.id)
  })
}

type Listed = Omit<FamilyRow, 'transactions_count'>

const selection = sql`
  with held as materialized (select family_id, count(*)::int as accounts from account group by family_id)
  select f.id, f.name, f.base_currency, f.two_factor_required, f.storage_limit_mb, f.created_at, f.version,
    (select coalesce(jsonb_agg(jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.username))
        order by u.name, u.id), '[]')
      from family_access g join app_user u on u.id = g.user_id where g.family_id = f.id) as advisers,
    coalesce(held.accounts, 0) as accounts_count,
    (select count(*)::int from app_user u where u.family_id = f.id) as users_count
  from family f left join held on held.family_id = f.id`

async function withTransactions(tx: Scoped, rows: readonly Listed[]): Promise<FamilyRow[]> {
  const counted = await sql<{ family_id: string; count: number }>`
    select family_id, count(*)::int as count from transaction
    where family_id = any(${rows.map(({ id }) => id)}::uuid[]) and superseded_by is null
    group by family_id`.execute(tx)
  const counts = new Map(counted.rows.map(({ family_id, count }) => [family_id, count]))
  return rows.map(row => ({ ...row, transactions_count: counts.get(row.id) ?? 0 }))
}

async function readOne(tx: Scoped, familyId: string): Promise<FamilyRow | null> {
  const { rows } = await sql<Listed>`${selection} where f.id = ${familyId}`.execute(tx)
  return (await withTransactions(tx, rows))[0] ?? null
}

async function areAdvisers(tx: Scoped, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true
  const found = await tx
    .selectFrom('app_user')
    .select('id')
    .where('id', 'in', [...ids])
    .where('role', '=', 'adviser')
    .execute()
  return found.length === new Set(ids).size
}

async function setAdvisers(tx: Scoped, familyId: string, ids: readonly string[]): Promise<void> {
  const removed = await tx
    .deleteFrom('family_access')
    .where('family_id', '=', familyId)
    .returning('user_id as id')
    .execute()
  // Invalidates open forms of users whose list of families has changed.
  const before = removed.map(({ id }) => id)
  const changed = [...before.filter(id => !ids.includes(id)), ...ids.filter(id => !before.includes(id))]
  for (const id of [...new Set(changed)].sort()) await bumpRowVersion(tx, 'app_user', id, undefined)
  if (ids.length === 0) return
  await tx
    .insertInto('family_access')
    .values([...new Set(ids)].map(id => ({ user_id: id, family_id: familyId })))
    .execute()
}

const auditedFields = [
  'name',
  'base_currency',
  'two_factor_required',
  'storage_limit_mb',
  'advisers',
] as const

/** Advisers by id, so that the erasure of one leaves no name. */
function describeFamily({ name, base_currency, two_factor_required, storage_limit_mb, advisers }: FamilyRow) {
  return {
    name,
    base_currency,
    two_factor_required,
    storage_limit_mb,
    advisers: advisers.map(({ id }) => id),
  }
}

async function finishChange(
  tx: Scoped,
  actor: Actor,
  familyId: string,
  action: string,
  before?: FamilyRow,
): Promise<FamilyRow> {
  const row = requireRow(await readOne(tx, familyId))
  await writeAudit(tx, {
    actorId: actor.id,
    familyId,
    action,
    subject: row.name,
    details: {
      kind: 'family',
      id: familyId,
      ...(before && listChanges(describeFamily(before), describeFamily(row), auditedFields)),
    },
    address: actor.address,
  })
  return row
}
