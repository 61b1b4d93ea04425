import type { LinkKind } from '@plumbline/contract'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import { AppError } from '../../platform/errors/app-error.ts'

export type LinkedPositionsStore = ReturnType<typeof linkedPositionsStore>

export interface NewLink {
  position_id: string
  linked_position_id: string
  kind: LinkKind
  note: string | null
}

export interface LinkRow extends NewLink {
  id: string
  family_id: string
}

export function linkedPositionsStore(database: () => Database) {
  return {
    /** The family of a visible position, found by its opening transaction. */
    async findFamily(userId: string, positionId: string): Promise<string | null> {
      const { rows } = await database().within({ user: userId }, tx =>
        sql<{ family_id: string }>`
          select family_id from transaction
          where root_id::text = ${rootId(positionId)} and superseded_by is null and status <> 'void'
            and instrument_id is not null`.execute(tx),
      )
      return rows[0]?.family_id ?? null
    },

    /** Two positions are linked once, in either order. */
    create(actor: Actor, familyId: string, link: NewLink): Promise<LinkRow | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { rows } = await sql<LinkRow>`
            insert into linked_position (family_id, position_id, linked_position_id, kind, note, created_by)
            select ${familyId}::uuid, ${link.position_id}, ${link.linked_position_id}, ${link.kind}, ${link.note},
              ${actor.id}::uuid
            where not exists (
              select from linked_position where family_id = ${familyId}::uuid
                and position_id = ${link.linked_position_id} and linked_position_id = ${link.position_id})
            returning id, family_id, position_id, linked_position_id, kind, note`.execute(tx)
          const created = rows[0]
          if (!created) return 'taken'
          await auditChange(tx, actor, created, 'linked_position_created')
          return created
        }),
      )
    },

    /** False if there is no such link, or one of its ends is not visible. */
    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const { rows } = await sql<LinkRow>`
          delete from linked_position where id = ${id}
          returning id, family_id, position_id, linked_position_id, kind, note`.execute(tx)
        const removed = rows[0]
        if (!removed) return false
        const roots = [removed.position_id, removed.linked_position_id].map(rootId)
        const seen = await sql`
          select distinct root_id from transaction
          where family_id = ${removed.family_id} and root_id::text = any(${roots}::text[])`.execute(tx)
        if (seen.rows.length < new Set(roots).size) throw new AppError('not_found')
        await auditChange(tx, actor, removed, 'linked_position_removed')
        return true
      })
    },
  }
}

/** A position id is the root id of its opening transaction, with a suffix after crossing zero. */
function rootId(positionId: string): string {
  return positionId.replace(/\.\d+$/, '')
}

/** Only changes by staff are audited. */
async function auditChange(tx: Scoped, actor: Actor, link: LinkRow, action: string): Promise<void> {
  if (!isStaff(actor)) return
  await writeAudit(tx, {
    actorId: actor.id,
    action,
    familyId: link.family_id,
    subject: link.kind,
    details: { kind: 'linked_position', id: link.id, positions: [link.position_id, link.linked_position_id] },
    address: actor.address,
  })
}
