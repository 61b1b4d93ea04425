import { oncePerLanguage } from '@plumbline/contract'

/** Sorts names with numbers naturally: 'Bond 9' before 'Bond 10'. */
export const collatorIn = oncePerLanguage(
  (language: string) => new Intl.Collator(language, { numeric: true }),
)

/** The value to sort a field by. A reference is sorted by its name. */
function sortKey(value: unknown): string | number | null {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  return null
}

/**
 * Sorts rows by a field (`value`, `-value`), missing values last and ties by `tieBreaker`. The order is total, so that
 * pages concatenate to the list.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  orderBy: string,
  tieBreaker: (row: Row) => string,
  language: string,
): Row[] {
  const isDescending = orderBy.startsWith('-')
  const field = isDescending ? orderBy.slice(1) : orderBy
  const collator = collatorIn(language)
  const keyed = rows.map(row => ({
    row,
    // The contract restricts `orderBy` to fields of the row.
    key: sortKey((row as Record<string, unknown>)[field]),
    tie: tieBreaker(row),
  }))
  keyed.sort((a, b) => {
    if (a.key === null || b.key === null) {
      if (a.key !== b.key) return a.key === null ? 1 : -1
    } else {
      const order =
        typeof a.key === 'number' && typeof b.key === 'number'
          ? a.key - b.key
          : collator.compare(String(a.key), String(b.key))
      if (order !== 0) return isDescending ? -order : order
    }
    return a.tie < b.tie ? -1 : a.tie > b.tie ? 1 : 0
  })
  return keyed.map(({ row }) => row)
}
