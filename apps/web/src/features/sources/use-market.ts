import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

export type MarketSource = Reply<typeof contract.integrations.status>['data'][number]

/** The same query as the status in the top bar, so that it is answered from its cache. */
export function marketQuery(body: Filter) {
  return queryOptions({
    queryKey: ['status', body],
    queryFn: ({ signal }) => call(contract.integrations.status, { body, signal }),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}
