import { oncePerLanguage } from '@plumbline/contract'

/** The order in which people expect names: 'Bond 9' before 'Bond 10'. */
export const collatorIn = oncePerLanguage(
  (language: string) => new Intl.Collator(language, { numeric: true }),
)

/** The value to order a row by: of something named its name. */
function keyOf(value: unknown): string | number | null {
  if (typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name)
  return null
}

/**
 * Rows by a field (`value`, `-value`), what is missing last, and ties by `tieBreaker`: a total order, so that
 * pages concatenate to the list.
 */
export function inOrder<Row>(
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
    key: keyOf((row as Record<string, unknown>)[field]),
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
