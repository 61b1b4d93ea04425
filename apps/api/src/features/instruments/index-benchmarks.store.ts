import type { BenchmarkReturnType } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/database.ts'

export type IndexBenchmarksStore = ReturnType<typeof indexBenchmarksStore>

export function indexBenchmarksStore(database: () => Database) {
  return {
    /**
     * Benchmarks that an instrument would no longer fit as an index of this return type: of the other type, or with no
     * class that it stands for. The user's own by name; of the others only the number.
     */
    async listUnfit(
      userId: string,
      instrumentId: string,
      returnType: BenchmarkReturnType,
    ): Promise<{ names: string[]; hiddenCount: number }> {
      const ids = await database().within('system', async tx => {
        const { rows } = await sql<{ id: string }>`
          select distinct b.id from benchmark b, jsonb_array_elements(b.components) c
          where c ->> 'instrument' = ${instrumentId}
            and (b.return_type <> ${returnType} or c ->> 'stands_for' is null)`.execute(tx)
        return rows.map(({ id }) => id)
      })
      if (ids.length === 0) return { names: [], hiddenCount: 0 }
      const names = await database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ name: string }>`
          select f.name || ': ' || b.name as name from benchmark b join family f on f.id = b.family_id
          where b.id = any(${ids}::uuid[]) order by f.name, b.name, b.id`.execute(tx)
        return rows.map(({ name }) => name)
      })
      return { names, hiddenCount: ids.length - names.length }
    },
  }
}
