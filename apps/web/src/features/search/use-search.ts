import { contract } from 'virtual:contract'
import type { Filter, PositionType } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { wholePeriod } from '../../filter/filter.ts'
import { call } from '../../lib/api/api.ts'

/** The maximum number of open and of closed positions. */
const maxResults = 10

/**
 * Finds positions by a part of their name, symbol or ISIN, regardless of the filter. An empty search sends no
 * request.
 */
export function searchQuery({ settings, family }: Filter, type: PositionType, typed: string) {
  const q = typed.trim()
  const body: Filter = {
    // Include positions closed before the period.
    settings: type === 'closed' ? { ...settings, period: wholePeriod } : settings,
    filters: {},
    ...(family !== undefined && { family }),
  }
  return queryOptions({
    queryKey: ['positions', 'search', type, body, q],
    queryFn: ({ signal }) =>
      call(contract.positions.searchByBody, { query: { type, q, limit: maxResults }, body, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
