import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

const calls = contract.feeds

type FeedList = Reply<typeof calls.list>
export type Feed = FeedList['data'][number]
export type Delivery = Reply<typeof calls.deliveries>['data'][number]
type FeedChange = CallBody<typeof calls.change>

const sourcesKey = ['sources']
/** Files arrive by themselves. */
const pollMs = 5000

export function deliveriesQuery(family: string | undefined, page: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: [...sourcesKey, 'deliveries', family, page],
    queryFn: ({ signal }) =>
      call(calls.deliveries, { query: { ...page, ...(family !== undefined && { family }) }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  })
}

export const createFeed = (body: CallBody<typeof calls.create>) => call(calls.create, { body })
export const changeFeed = ({ id, ...body }: FeedChange & { id: string }) =>
  call(calls.change, { params: { id }, body })

/** Refetches feeds and deliveries, and the marks that depend on them. */
export function useSourcesChanged() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: sourcesKey })
    void queryClient.invalidateQueries({ queryKey: ['status'] })
  }
}

export function useRunFeed() {
  const changed = useSourcesChanged()
  return useMutation({
    mutationFn: (id: string) => call(calls.run, { params: { id } }),
    onSettled: changed,
  })
}

/** Runs several feeds. The ones that run already go on. */
export function useRunFeeds() {
  const changed = useSourcesChanged()
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const replies = await Promise.allSettled(ids.map(id => call(calls.run, { params: { id } })))
      const refused = replies.find(reply => reply.status === 'rejected')
      if (refused) throw refused.reason
    },
    onSettled: changed,
  })
}

export function useRemoveFeed(onRemoved: () => void) {
  const changed = useSourcesChanged()
  return useMutation({
    mutationFn: (id: string) => call(calls.remove, { params: { id } }),
    onSuccess: onRemoved,
    onSettled: changed,
  })
}
