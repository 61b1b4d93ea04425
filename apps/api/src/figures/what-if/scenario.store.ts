import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export interface ScenarioAccount {
  id: string
  family_id: string
}

export interface ScenarioInstrument {
  id: string
  name: string
  symbol: string | null
  instrument_type: string
  currency: string
  /** Null for those of the platform. */
  family_id: string | null
}

export type ScenarioStore = ReturnType<typeof scenarioStore>

/** The accounts and instruments that a scenario names, as far as the user may see them. */
export function scenarioStore(database: () => Database) {
  return {
    accounts(userId: string, ids: readonly string[]): Promise<ScenarioAccount[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<ScenarioAccount>`
          select id, family_id from account where id = any(${ids}::uuid[]) order by id`.execute(tx)
        return rows
      })
    },

    instruments(userId: string, ids: readonly string[]): Promise<ScenarioInstrument[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<ScenarioInstrument>`
          select id, name, symbol, instrument_type, currency, family_id from instrument
          where id = any(${ids}::uuid[]) and deleted_at is null and instrument_type <> 'index' order by id`.execute(
          tx,
        )
        return rows
      })
    },
  }
}
