import type { LinkKind } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { auditStaffChange } from '../../platform/auth/staff-audit.store.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type StrategiesStore = ReturnType<typeof strategiesStore>

export interface StrategyRow {
  id: string
  family_id: string
  family_name: string
  name: string
  description: string
  position_ids: string[]
  version: number
}

/** A link between two positions of a family, for suggestions and hedges. */
export interface LinkRow {
  position_id: string
  linked_position_id: string
  kind: LinkKind
  note: string | null
}

export interface StrategyFields {
  name: string
  description: string
  position_ids: string[]
}

const maxPerUser = 200
export const maxPositions = 5000
/** The interface offers undo for ten seconds; slow connections get as long again. */
const undoSeconds = 20

export function strategiesStore(database: () => Database) {
  return {
    list(userId: string, familyIds: readonly string[]): Promise<StrategyRow[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<StrategyRow>`
          ${selection} where s.deleted_at is null and s.family_id = any(${familyIds}::uuid[])
          order by lower(s.name), s.id`.execute(tx)
        return rows
      })
    },

    find(userId: string, id: string): Promise<StrategyRow | null> {
      return database().within({ user: userId }, tx => readOne(tx, id))
    },

    /** The visible links of one family. */
    links(userId: string, familyId: string): Promise<LinkRow[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<LinkRow>`
          select position_id, linked_position_id, kind, note from linked_position
          where family_id = ${familyId} order by created_at, id`.execute(tx)
        return rows
      })
    },

    /** The families of visible positions, found by their opening transactions. */
    async findFamilies(userId: string, positionIds: readonly string[]): Promise<Map<string, string>> {
      if (positionIds.length === 0) return new Map()
      const roots = [...new Set(positionIds.map(rootId))].filter(root => uuid.test(root))
      const { rows } = await database().within({ user: userId }, tx =>
        sql<{ root_id: string; family_id: string }>`
          select root_id, family_id from transaction
          where root_id = any(${roots}::uuid[]) and superseded_by is null and status <> 'void'
            and instrument_id is not null`.execute(tx),
      )
      const families = new Map(rows.map(row => [row.root_id, row.family_id]))
      return new Map(
        positionIds.flatMap(id => {
          const family = families.get(rootId(id))
          return family === undefined ? [] : [[id, family] as const]
        }),
      )
    },

    create(
      actor: Actor,
      familyId: string,
      fields: StrategyFields,
    ): Promise<StrategyRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ id: string }>`
            insert into strategy (user_id, family_id, name, description)
            select ${actor.id}::uuid, ${familyId}::uuid, ${fields.name}, ${fields.description}
            where (select count(*) from strategy where deleted_at is null) < ${maxPerUser}
            returning id`.execute(tx)
          const id = rows[0]?.id
          if (id === undefined) return 'too_many'
          await writePositions(tx, id, fields.position_ids)
          return finishChange(tx, actor, id, 'strategy_created')
        }),
      )
    },

    change(
      actor: Actor,
      id: string,
      fields: Partial<StrategyFields>,
      version: number | undefined,
    ): Promise<StrategyRow | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          await bumpRowVersion(tx, 'strategy', id, version)
          await sql`update strategy set name = coalesce(${fields.name ?? null}, name),
            description = coalesce(${fields.description ?? null}, description) where id = ${id}`.execute(tx)
          if (fields.position_ids) {
            await sql`delete from strategy_position where strategy_id = ${id}`.execute(tx)
            await writePositions(tx, id, fields.position_ids)
          }
          return finishChange(tx, actor, id, 'strategy_changed')
        }),
      )
    },

    addPosition(actor: Actor, id: string, positionId: string): Promise<StrategyRow | 'taken' | 'too_many'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { numAffectedRows } = await sql`
            insert into strategy_position (strategy_id, position_id)
            select ${id}::uuid, ${positionId}
            where (select count(*) from strategy_position where strategy_id = ${id}) < ${maxPositions}`.execute(
            tx,
          )
          if (numAffectedRows === 0n) return 'too_many'
          await bumpRowVersion(tx, 'strategy', id, undefined)
          return finishChange(tx, actor, id, 'strategy_changed')
        }),
      )
    },

    /** Null if the strategy does not contain the position. */
    removePosition(actor: Actor, id: string, positionId: string): Promise<StrategyRow | null> {
      return database().within({ user: actor.id }, async tx => {
        const { numAffectedRows } = await sql`
          delete from strategy_position where strategy_id = ${id} and position_id = ${positionId}`.execute(tx)
        if (numAffectedRows === 0n) return null
        await bumpRowVersion(tx, 'strategy', id, undefined)
        return finishChange(tx, actor, id, 'strategy_changed')
      })
    },

    /** Marks it as deleted, and purges older deletions. */
    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        await sql`delete from strategy where deleted_at < present_moment() - interval '1 hour'`.execute(tx)
        const row = await readOne(tx, id)
        if (!row) return false
        await sql`update strategy set deleted_at = present_moment() where id = ${id}`.execute(tx)
        await auditStaffChange(tx, actor, row, { kind: 'strategy', action: 'strategy_deleted' })
        return true
      })
    },

    restore(actor: Actor, id: string): Promise<StrategyRow | null | 'too_late' | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<{ in_time: boolean }>`
            select deleted_at > present_moment() - make_interval(secs => ${undoSeconds}) as in_time
            from strategy where id = ${id} and deleted_at is not null for update`.execute(tx)
          const deleted = rows[0]
          if (!deleted) return null
          if (!deleted.in_time) return 'too_late'
          await sql`update strategy set deleted_at = null where id = ${id}`.execute(tx)
          return finishChange(tx, actor, id, 'strategy_restored')
        }),
      )
    },
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A position id is the root id of its opening transaction, with a suffix after crossing zero. */
function rootId(positionId: string): string {
  return positionId.replace(/\.\d+$/, '')
}

const selection = sql`
  select s.id, s.family_id, f.name as family_name, s.name, s.description, s.version,
    (select coalesce(array_agg(p.position_id order by p.position_id), '{}')
      from strategy_position p where p.strategy_id = s.id) as position_ids
  from strategy s join family f on f.id = s.family_id`

async function readOne(tx: Scoped, id: string): Promise<StrategyRow | null> {
  const { rows } = await sql<StrategyRow>`${selection} where s.id = ${id} and s.deleted_at is null`.execute(
    tx,
  )
  return rows[0] ?? null
}

async function writePositions(tx: Scoped, id: string, positionIds: readonly string[]): Promise<void> {
  await sql`insert into strategy_position (strategy_id, position_id)
    select distinct ${id}::uuid, p from unnest(${positionIds}::text[]) as p`.execute(tx)
}

async function finishChange(tx: Scoped, actor: Actor, id: string, action: string): Promise<StrategyRow> {
  const row = requireRow(await readOne(tx, id))
  await auditStaffChange(tx, actor, row, { kind: 'strategy', action })
  return row
}
