import { randomUUID } from 'node:crypto'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveTable, references, tablesWithIds } from './archive-tables.ts'
import type { ArchivedFamily } from './archived-family.ts'

const anyUuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const isUuid = new RegExp(`^${anyUuid.source}$`)

export type Ids = Map<string, string>

/**
 * Assigns new ids in the order of the old ones, because ids order the transactions of a day that have no time.
 * Roots and links of transactions change too: a forged archive must not refer to a transaction of another
 * family.
 */
export function assignNewIds(from: ArchivedFamily): Ids {
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
          throw new ArchiveError('unfitting', { file: `${table}.json` })
        before.add(id)
      }
    }
    const after = Array.from(before, () => randomUUID()).sort()
    for (const [index, id] of [...before].sort().entries()) ids.set(id, after[index] ?? '')
  }
  return ids
}

/** Replaces ids wherever they occur: in columns, in the lots of a sale and in position ids. */
export function replaceIds(row: string, ids: Ids): string {
  return row.replace(anyUuid, id => ids.get(id) ?? id)
}

/** The instruments that a row names within a JSON column. */
function namedInstruments(table: ArchiveTable, row: Record<string, unknown>): unknown[] {
  const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value : [])
  if (table === 'benchmark') return list(row.components).map(component => component?.instrument)
  if (table !== 'target_allocation' || row.dimension !== 'position') return []
  return list(row.buckets)
    .map(bucket => bucket?.key)
    .filter(key => key !== 'cash')
}

/** Rejects rows that refer to anything outside of the archive. */
export function refuseForeignReferences(from: ArchivedFamily): void {
  const known = new Map(
    tablesWithIds.map(table => [table, new Set(from.tables[table].map(row => String(JSON.parse(row).id)))]),
  )
  for (const [table, columns] of Object.entries(references))
    for (const row of from.tables[table as ArchiveTable]) {
      const read: Record<string, unknown> = JSON.parse(row)
      for (const [column, subject] of Object.entries(columns)) {
        const id = read[column] ?? null
        if (id !== null && !known.get(subject)?.has(String(id)))
          throw new ArchiveError('unfitting', { file: `${table}.json` })
      }
    }
  for (const table of ['benchmark', 'target_allocation'] as const)
    for (const row of from.tables[table])
      for (const id of namedInstruments(table, JSON.parse(row)))
        if (!known.get('instrument')?.has(String(id)))
          throw new ArchiveError('unfitting', { file: `${table}.json` })
}
