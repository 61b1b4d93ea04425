/** A sort order by one field. */
export interface Sort {
  id: string
  isDescending: boolean
}

/** The format of the wire and the URL: `value` or `-value`. */
export function toOrderBy(sort: Sort | null): string | undefined {
  return sort === null ? undefined : `${sort.isDescending ? '-' : ''}${sort.id}`
}

export function fromOrderBy(orderBy: unknown): Sort | null {
  if (typeof orderBy !== 'string' || orderBy === '' || orderBy === '-') return null
  const isDescending = orderBy.startsWith('-')
  return { id: isDescending ? orderBy.slice(1) : orderBy, isDescending }
}
