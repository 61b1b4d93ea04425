import { sql } from 'kysely'
import { writeAudit } from '../../db/audit-line.ts'
import type { Database, Scoped } from '../../db/database.ts'
import { stillThere } from '../../db/still-there.ts'
import { unlessTaken } from '../../db/unique-violation.ts'
import { type InstrumentRow, readInstrument } from './instruments.store.ts'

export type InstrumentChangesStore = ReturnType<typeof instrumentChangesStore>

/** What may be written about an instrument; what is absent stays as it is. */
export interface InstrumentFields {
  name?: string
  long_name?: string | null
  symbol?: string | null
  isin?: string | null
  exchange?: string | null
  instrument_type?: string
  currency?: string
  country?: string | null
  sector?: string | null
  contract_size?: number
  contract_expiration?: string | null
  identifiers?: { kind: string; value: string }[]
}

export interface Actor {
  id: string
  address: string
}

export function instrumentChangesStore(database: () => Database) {
  return {
    create(actor: Actor, fields: InstrumentFields): Promise<InstrumentRow | 'taken'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { identifiers = [], ...own } = fields
          const columns = entriesOf(own)
          const { rows } = await sql<{ id: string }>`
            insert into instrument (${sql.join(columns.map(([name]) => sql.ref(name)))})
            values (${sql.join(columns.map(([, value]) => sql`${value}`))}) returning id`.execute(tx)
          const id = rows[0]?.id ?? ''
          await setIdentifiers(tx, id, identifiers)
          return settle(tx, actor, id, 'instrument_created', {})
        }),
      )
    },

    /** Every family that has it in its ledger, or something derived from it, computes anew. */
    change(
      actor: Actor,
      instrumentId: string,
      fields: InstrumentFields,
    ): Promise<InstrumentRow | 'taken' | 'none' | 'in_use'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const known = await readInstrument(tx, instrumentId)
          if (!known) return 'none'
          const movesCurrency = fields.currency !== undefined && fields.currency !== known.currency
          // Prices and bookings are amounts of its currency: under another one they would be wrong, not changed.
          if (movesCurrency && (known.holders_count > 0 || known.price_date !== null)) return 'in_use'
          const { identifiers, ...own } = fields
          const columns = entriesOf(own)
          if (columns.length > 0)
            await sql`
              update instrument set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
              where id = ${instrumentId}`.execute(tx)
          if (identifiers) await setIdentifiers(tx, instrumentId, identifiers)
          await sql`
            select bump_family_version(family_id) from (
              select distinct b.family_id from booking b where b.instrument_id = ${instrumentId}
                or b.instrument_id in (select id from instrument where underlying_id = ${instrumentId})
              order by 1) f`.execute(tx)
          return settle(tx, actor, instrumentId, 'instrument_changed', { changed: Object.keys(fields) })
        }),
      )
    },
  }
}

function entriesOf(fields: Omit<InstrumentFields, 'identifiers'>): [string, string | number | null][] {
  return Object.entries(fields)
}

async function setIdentifiers(
  tx: Scoped,
  instrumentId: string,
  identifiers: readonly { kind: string; value: string }[],
): Promise<void> {
  await sql`delete from instrument_identifier where instrument_id = ${instrumentId}`.execute(tx)
  await sql`
    insert into instrument_identifier (instrument_id, kind, value)
    select ${instrumentId}::uuid, kind, value
    from unnest(${identifiers.map(each => each.kind)}::text[], ${identifiers.map(each => each.value)}::text[])
      as d (kind, value)
    on conflict do nothing`.execute(tx)
}

async function settle(
  tx: Scoped,
  actor: Actor,
  instrumentId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<InstrumentRow> {
  const row = stillThere(await readInstrument(tx, instrumentId))
  await writeAudit(tx, {
    actorId: actor.id,
    action,
    subject: row.name,
    details: { kind: 'instrument', id: instrumentId, ...details },
    address: actor.address,
  })
  return row
}
