import { contract } from 'virtual:contract'
import type { Filter, PositionType } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wholePeriod } from '../../filter/filter.ts'
import { call } from '../../lib/api/api.ts'

/** Of each kind. */
export const mostFound = 10

/**
 * Finds positions by a part of their name, symbol or ISIN. What the filter narrows is searched as well:
 * whoever looks for a name wants to find it. An empty search asks for nothing.
 */
export function searchQuery({ settings, family }: Filter, type: PositionType, typed: string) {
  const q = typed.trim()
  const body: Filter = {
    // What was closed before the period is found too.
    settings: type === 'closed' ? { ...settings, period: wholePeriod } : settings,
    filters: {},
    ...(family !== undefined && { family }),
  }
  return queryOptions({
    queryKey: ['positions', 'search', type, body, q],
    queryFn: ({ signal }) =>
      call(contract.positions.searchByBody, { query: { type, q, limit: mostFound }, body, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
