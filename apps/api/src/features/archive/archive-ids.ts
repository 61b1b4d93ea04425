import { randomUUID } from 'node:crypto'
import { type ArchiveTable, references, tablesWithIds } from './archive-tables.ts'
import { BadArchive } from './archive-trouble.ts'
import type { ArchivedFamily } from './archived-family.ts'

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = new RegExp(`^${anyUuid.source}$`)

export type Ids = Map<string, string>

/**
 * A new id for everything that has one, in the same order as before: what happened on one day without a time is
 * taken in the order of ids. Roots and links of transactions are new as well: a forged one must not name a
 * transaction of another family.
 */
export function newIds(from: ArchivedFamily): Ids {
  const ids: Ids = new Map()
  for (const table of tablesWithIds) {
    const columns = table === 'transaction' ? ['id', 'root_id', 'superseded_by', 'link'] : ['id']
    const before = new Set<string>()
    for (const row of from.tables[table]) {
      const read: Record<string, unknown> = JSON.parse(row)
      for (const column of columns) {
        const id = read[column] ?? null
        if (id === null && column !== 'id' && column !== 'root_id') continue
        if (typeof id !== 'string' || !isUuid.test(id))
          throw new BadArchive('unfitting', { file: `${table}.json` })
        before.add(id)
      }
    }
    const after = Array.from(before, () => randomUUID()).sort()
    for (const [index, id] of [...before].sort().entries()) ids.set(id, after[index] ?? '')
  }
  return ids
}

/** Ids stand in columns, in the lots of a sale and in names of positions: wherever one is, it is the new one. */
export function withIds(row: string, ids: Ids): string {
  return row.replace(anyUuid, id => ids.get(id) ?? id)
}

/** Rows are about what stands in the archive and nothing else: not about anything of another family or person. */
export function refuseStrangers(from: ArchivedFamily): void {
  const known = new Map(
    tablesWithIds.map(table => [table, new Set(from.tables[table].map(row => String(JSON.parse(row).id)))]),
  )
  for (const [table, columns] of Object.entries(references))
    for (const row of from.tables[table as ArchiveTable]) {
      const read: Record<string, unknown> = JSON.parse(row)
      for (const [column, subject] of Object.entries(columns)) {
        const id = read[column] ?? null
        if (id !== null && !known.get(subject)?.has(String(id)))
          throw new BadArchive('unfitting', { file: `${table}.json` })
      }
    }
}
