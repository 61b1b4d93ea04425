import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database } from '../../platform/db/database.ts'
import { noteChange } from '../../platform/db/market/instrument-changes.ts'
import { isSecurity } from '../../platform/db/market/securities.ts'

export type SymbolsStore = ReturnType<typeof symbolsStore>

export interface SearchedSecurity {
  id: string
  name: string
  isin: string | null
  symbol: string | null
  currency: string
}

/** Which symbol of which provider the prices of a security come from. */
export function symbolsStore(database: () => Database) {
  return {
    find(adminId: string, instrumentId: string): Promise<SearchedSecurity | null> {
      return database().within({ user: adminId }, async tx => {
        const { rows } = await sql<SearchedSecurity>`
          select i.id, i.name, i.isin, i.symbol, i.currency from instrument i
          where i.id = ${instrumentId} and ${isSecurity}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Replaces the symbol of the provider. */
    choose(
      actor: Actor,
      { id, name }: SearchedSecurity,
      { provider, symbol }: { provider: string; symbol: string },
    ): Promise<void> {
      return database().within({ user: actor.id }, async tx => {
        const removed = await sql<{ value: string }>`
          delete from instrument_identifier
          where instrument_id = ${id} and kind = ${provider} and value <> ${symbol} returning value`.execute(
          tx,
        )
        const added = await sql`
          insert into instrument_identifier (instrument_id, kind, value) values (${id}, ${provider}, ${symbol})
          on conflict do nothing`.execute(tx)
        const before = removed.rows.map(({ value }) => value).join(', ') || null
        if (before !== null || added.numAffectedRows === 1n)
          await noteChange(tx, id, provider, before, symbol)
        await writeAudit(tx, {
          actorId: actor.id,
          action: 'price_source_set',
          subject: name,
          details: { kind: 'instrument', id, provider, symbol },
          address: actor.address,
        })
      })
    },
  }
}
