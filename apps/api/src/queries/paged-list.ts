import type { CallerView } from './caller-view.ts'

/** What the pages of a list share. It must not use the reused columns of the query that computed it. */
export interface PagedList {
  /** How many rows the list has on all pages. */
  count: number
}

/** The lists of one snapshot whose pages are being read, the least recently used first. */
export type PagedLists = Map<string, PagedList>

const maxLists = 8
/** Larger lists are computed for each page: a row takes up to 2 KB. */
const maxRows = 20_000

/** The parts of a call that decide about a page but not about its list. */
interface PagedCall {
  query: { limit: number; offset: number; trend?: unknown }
}

/**
 * Computes a list once for all its pages. The key is all that the list follows from on this snapshot: the accounts that
 * the caller may see and the call without its page.
 */
export function computePagedList<List extends PagedList>(
  { lists, view }: { lists: PagedLists; view: CallerView },
  path: string,
  { query, ...call }: PagedCall,
  compute: () => List,
): List {
  const { limit: _limit, offset: _offset, trend: _trend, ...wanted } = query
  const key = JSON.stringify([path, view, wanted, call])
  // A key belongs to one kind of list.
  const list = (lists.get(key) as List | undefined) ?? compute()
  lists.delete(key)
  if (list.count <= maxRows) lists.set(key, list)
  const [oldest] = lists.keys()
  if (lists.size > maxLists && oldest !== undefined) lists.delete(oldest)
  return list
}
