import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { listChanges, writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'

export type CustodiansStore = ReturnType<typeof custodiansStore>

export interface CustodianRow {
  id: string
  name: string
  country: string | null
  accounts_count: number
  version: number
}

export function custodiansStore(database: () => Database) {
  return {
    /** The counts include only accounts the user may see. */
    list(
      userId: string,
      page: { limit: number; offset: number },
    ): Promise<{ rows: CustodianRow[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<CustodianRow>`
          ${selection} order by lower(c.name), c.id limit ${page.limit} offset ${page.offset}`.execute(tx)
        const counted = await sql<{ count: number }>`select count(*)::int as count from custodian`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    create(
      actor: Actor,
      custodian: { id: string; name: string; country: string | null },
    ): Promise<CustodianRow | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          await tx.insertInto('custodian').values(custodian).execute()
          return finishChange(tx, actor, custodian.id, 'custodian_created')
        }),
      )
    },

    /** Snapshots contain custodian names, so those of families with accounts there are reloaded. */
    change(
      actor: Actor,
      custodianId: string,
      fields: { name?: string; country?: string | null },
      version: number | undefined,
    ): Promise<CustodianRow | 'taken' | 'none'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const before = await readOne(tx, custodianId)
          if (!before) return 'none'
          await bumpRowVersion(tx, 'custodian', custodianId, version)
          if (Object.keys(fields).length > 0)
            await tx.updateTable('custodian').set(fields).where('id', '=', custodianId).execute()
          await sql`
            select bump_family_version(family_id)
            from (select distinct family_id from account where custodian_id = ${custodianId} order by 1) f`.execute(
            tx,
          )
          return finishChange(tx, actor, custodianId, 'custodian_changed', before)
        }),
      )
    },

    remove(actor: Actor, custodianId: string): Promise<'done' | 'in_use' | 'none'> {
      return database().within({ user: actor.id }, async tx => {
        const row = await readOne(tx, custodianId)
        if (!row) return 'none'
        // The manual custodian exists before the first manual account.
        if (row.accounts_count > 0 || custodianId === 'manual') return 'in_use'
        await auditChange(tx, actor, row, 'custodian_deleted', {})
        await tx.deleteFrom('custodian').where('id', '=', custodianId).execute()
        return 'done'
      })
    },
  }
}

const selection = sql`
  select c.id, c.name, c.country, c.version,
    (select count(*)::int from account a where a.custodian_id = c.id) as accounts_count
  from custodian c`

/** Locks the row, so that no account is opened there while it is deleted. */
async function readOne(tx: Scoped, custodianId: string): Promise<CustodianRow | null> {
  const { rows } = await sql<CustodianRow>`
    ${selection} where c.id = ${custodianId} for update of c`.execute(tx)
  return rows[0] ?? null
}

async function finishChange(
  tx: Scoped,
  actor: Actor,
  custodianId: string,
  action: string,
  before?: CustodianRow,
): Promise<CustodianRow> {
  const row = requireRow(await readOne(tx, custodianId))
  await auditChange(tx, actor, row, action, before ? listChanges(before, row, ['name', 'country']) : {})
  return row
}

function auditChange(
  tx: Scoped,
  actor: Actor,
  row: CustodianRow,
  action: string,
  details: Record<string, unknown>,
): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: row.name,
    details: { kind: 'custodian', id: row.id, ...details },
    address: actor.address,
  })
}
