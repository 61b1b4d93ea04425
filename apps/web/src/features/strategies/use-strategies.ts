import { contract } from 'virtual:contract'
import type { CallBody, Filter } from '@plumbline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

export type StrategyRow = Reply<typeof contract.strategies.list>['data'][number]
export type StrategyDetail = Reply<typeof contract.strategies.detail>['data']
export type Strategies = Reply<typeof contract.strategies.list>
type Fields = CallBody<typeof contract.strategies.create>

const maxRows = 1000
const chartPoints = 500

export function strategiesQuery(body: Filter, orderBy?: string) {
  return queryOptions({
    queryKey: ['strategies', 'list', body, orderBy],
    queryFn: ({ signal }) =>
      call(contract.strategies.list, {
        // The URL may contain any order; the server validates it.
        query: { limit: maxRows, ...(orderBy !== undefined && { order_by: orderBy as 'name' }) },
        body,
        signal,
      }),
    ...keepPrevious,
  })
}

export function strategyQuery(body: Filter, id: string) {
  return queryOptions({
    queryKey: ['strategies', 'detail', id, body],
    queryFn: async ({ signal }) =>
      (
        await call(contract.strategies.detail, {
          params: { id },
          query: { points: chartPoints },
          body,
          signal,
        })
      ).data,
    ...keepPrevious,
  })
}

/** Refetches strategies, and groups, which may be by strategy. */
export function useStrategiesChanged() {
  const queryClient = useQueryClient()
  return () => {
    for (const key of ['strategies', 'grouped']) void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

/** Creates a strategy, or updates the given version. The family cannot be changed. */
export async function saveStrategy(
  id: string | undefined,
  { family, ...fields }: Omit<Fields, 'family'> & { family: string },
  version: number | undefined,
) {
  const saved =
    id === undefined
      ? await call(contract.strategies.create, { body: { ...fields, ...(family !== '' && { family }) } })
      : await call(contract.strategies.change, { params: { id }, body: { ...fields, version } })
  return saved.data
}

export function useAddToStrategy() {
  const changed = useStrategiesChanged()
  return useMutation({
    mutationFn: ({ id, positionId }: { id: string; positionId: string }) =>
      call(contract.strategies.addPosition, { params: { id }, body: { position_id: positionId } }),
    onSettled: changed,
  })
}

/** Removes a position. Undo adds it again. */
export function useRemoveFromStrategy() {
  const text = useText()
  const changed = useStrategiesChanged()
  const add = useAddToStrategy()
  return useMutation({
    mutationFn: ({ id, positionId }: { id: string; positionId: string; name: string }) =>
      call(contract.strategies.removePosition, { params: { id }, body: { position_id: positionId } }),
    onSuccess: (_, { id, positionId, name }) =>
      showUndo(text('strategy_position_removed', { name }), () => add.mutate({ id, positionId })),
    onSettled: changed,
  })
}

export function useDeleteStrategy() {
  const text = useText()
  const changed = useStrategiesChanged()
  const queryClient = useQueryClient()
  /** Do not refetch the deleted strategy: the list selects another one. */
  const listChanged = () => {
    for (const queryKey of [['strategies', 'list'], ['grouped']])
      void queryClient.invalidateQueries({ queryKey })
  }
  const restore = useMutation({
    mutationFn: (id: string) => call(contract.strategies.restore, { params: { id } }),
    onSuccess: ({ data }) => showToast(text('strategy_restored', { name: data.name }), 'success'),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      call(contract.strategies.remove, { params: { id } }),
    onSuccess: (_, { id, name }) => showUndo(text('strategy_deleted', { name }), () => restore.mutate(id)),
    onSettled: listChanged,
  })
}
