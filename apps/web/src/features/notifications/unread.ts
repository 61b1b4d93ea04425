import { contract } from 'virtual:contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

const askAgainMs = 60_000

/** How many notifications are new, for the bell. Every call of the inbox begins with the same key. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: ({ signal }) => call(contract.notifications.list, { query: { limit: 1, unread: 'true' }, signal }),
  select: reply => reply.unread_count ?? 0,
  refetchInterval: askAgainMs,
  meta: { quiet: true },
})
