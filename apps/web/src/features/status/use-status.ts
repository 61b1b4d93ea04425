import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

export type Status = Reply<typeof contract.integrations.status>
export type Source = Status['data'][number]

/** Sources run a few times a day: looking again every five minutes is soon enough. */
const renewAfterMs = 5 * 60_000

export function statusQuery(body: Filter) {
  return queryOptions({
    queryKey: ['status', body],
    queryFn: ({ signal }) => call(contract.integrations.status, { body, signal }),
    staleTime: renewAfterMs,
    refetchInterval: renewAfterMs,
    placeholderData: keepPreviousData,
  })
}

/** Whether something deserves a look: a source that failed or is behind, or figures that are missing. */
export function needsAttention({ data, extra }: Status): boolean {
  return data.some(({ icon }) => icon !== 1) || extra.missing.length > 0
}
