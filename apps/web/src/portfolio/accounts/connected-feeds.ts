import { contract } from 'virtual:contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

/** Files arrive by themselves. */
const pollMs = 5000

/** The feeds of a family, or of all families in view. */
export function connectedFeedsQuery(family: string | undefined) {
  return queryOptions({
    queryKey: ['sources', 'feeds', family],
    queryFn: ({ signal }) =>
      call(contract.feeds.list, { query: { limit: 200, ...(family !== undefined && { family }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
}
