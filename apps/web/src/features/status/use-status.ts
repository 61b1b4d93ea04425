import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

export type Status = Reply<typeof contract.integrations.status>
export type Source = Status['data'][number]

/** Sources run a few times a day, so refetching every five minutes suffices. */
const refetchIntervalMs = 5 * 60_000

export function statusQuery(body: Filter) {
  return queryOptions({
    queryKey: ['status', body],
    queryFn: ({ signal }) => call(contract.integrations.status, { body, signal }),
    staleTime: refetchIntervalMs,
    refetchInterval: refetchIntervalMs,
    placeholderData: keepPreviousData,
  })
}

/** Whether a source failed or is stale, or figures are missing. */
export function needsAttention({ data, extra }: Status): boolean {
  return data.some(({ icon }) => icon !== 1) || extra.missing.length > 0
}
