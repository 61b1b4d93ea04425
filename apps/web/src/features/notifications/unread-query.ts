import { contract } from 'virtual:contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

const pollIntervalMs = 60_000

/** The number of unread notifications. Shares its key prefix with the inbox, to be refetched together. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => call(contract.notifications.list, { query: { limit: 1, unread: 'true' }, signal }),
  select: reply => reply.unread_count ?? 0,
  refetchInterval: pollIntervalMs,
  meta: { quiet: true },
})
