import { contract } from 'virtual:contract'
import type { CallBody, PriceUnits } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

export type WatchedTicker = Reply<typeof contract.watchlist.list>['data'][number]
export type PriceHistory = Reply<typeof contract.watchlist.priceHistory>['data']
export type PriceTarget = WatchedTicker['price_targets'][number]
export type Ticker = Reply<typeof contract.watchlist.tickers>['data'][number]
export type TargetBody = NonNullable<CallBody<typeof contract.watchlist.add>['price_targets']>[number]

const maxRows = 1000
const chartPoints = 400
export const maxResults = 20

/** The watched tickers, with the holdings of one family, or of all if undefined. */
export function watchlistQuery(family: string | undefined, orderBy?: string) {
  return queryOptions({
    queryKey: ['watchlist', 'own', family, orderBy],
    queryFn: ({ signal }) =>
      call(contract.watchlist.list, {
        // The URL may contain any order; the server validates it.
        query: {
          limit: maxRows,
          ...(family !== undefined && { family }),
          ...(orderBy !== undefined && { order_by: orderBy as 'name' }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function watchedQuery(id: string, family: string | undefined) {
  const query = family === undefined ? {} : { family }
  return queryOptions({
    queryKey: ['watchlist', 'one', id, query],
    queryFn: async ({ signal }) =>
      (await call(contract.watchlist.read, { params: { id }, query, signal })).data,
  })
}

/** Searches tickers by name, symbol or ISIN. An empty search sends no request. */
export function tickersQuery(q: string) {
  return queryOptions({
    queryKey: ['watchlist', 'tickers', q],
    queryFn: ({ signal }) => call(contract.watchlist.tickers, { query: { q, limit: maxResults }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

export function historyQuery(tickerId: string, startDate: string | undefined, units: PriceUnits) {
  return queryOptions({
    queryKey: ['watchlist', 'prices', tickerId, startDate, units],
    queryFn: async ({ signal }) =>
      (
        await call(contract.watchlist.priceHistory, {
          params: { id: tickerId },
          query: {
            points: chartPoints,
            price_units: units,
            ...(startDate !== undefined && { start_date: startDate }),
          },
          signal,
        })
      ).data,
    placeholderData: keepPreviousData,
  })
}

export function useWatchlistChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['watchlist'] })
}

export async function saveTicker(
  id: string | undefined,
  { ticker, ...fields }: { ticker: string; price_targets: TargetBody[]; note: string | null },
  version: number | undefined,
) {
  const saved =
    id === undefined
      ? await call(contract.watchlist.add, { body: { ticker, ...fields } })
      : await call(contract.watchlist.change, { params: { id }, body: { ...fields, version } })
  return saved.data
}

export function useRemoveTicker() {
  const text = useText()
  const changed = useWatchlistChanged()
  const queryClient = useQueryClient()
  // Do not refetch the removed ticker.
  const listChanged = () => void queryClient.invalidateQueries({ queryKey: ['watchlist', 'own'] })
  const restore = useMutation({
    mutationFn: (id: string) => call(contract.watchlist.restore, { params: { id } }),
    onSuccess: ({ data }) => showToast(text('watchlist_restored', { name: data.ticker.name }), 'success'),
    onSettled: changed,
  })
  return useMutation({
    mutationFn: ({ id }: WatchedTicker) => call(contract.watchlist.remove, { params: { id } }),
    onSuccess: (_, { id, ticker }) =>
      showUndo(text('watchlist_removed', { name: ticker.name }), () => restore.mutate(id)),
    onSettled: listChanged,
  })
}

/** Deletes a target by saving the list without it. Undo saves the original list. */
export function useDeleteTarget() {
  const text = useText()
  const changed = useWatchlistChanged()
  const save = (watched: WatchedTicker, targets: readonly TargetBody[]) =>
    call(contract.watchlist.change, { params: { id: watched.id }, body: { price_targets: [...targets] } })
  const undo = useMutation({
    mutationFn: ({ watched, target }: { watched: WatchedTicker; target: PriceTarget }) => {
      const kept = watched.price_targets.filter(({ id }) => id !== target.id).map(toTargetBody)
      return save(watched, [...kept, { ...toTargetBody(target), id: null }])
    },
    onSettled: changed,
  })
  return useMutation({
    mutationFn: ({ watched, target }: { watched: WatchedTicker; target: PriceTarget }) =>
      save(watched, watched.price_targets.filter(({ id }) => id !== target.id).map(toTargetBody)),
    onSuccess: (_, variables) => showUndo(text('watchlist_target_deleted'), () => undo.mutate(variables)),
    onSettled: changed,
  })
}

/** Builds the request body of a target. */
export function toTargetBody({ id, price, direction, note, notify }: PriceTarget): TargetBody {
  return { id, price, direction, note, notify }
}
