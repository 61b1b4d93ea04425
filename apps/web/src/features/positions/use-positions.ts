import { contract } from 'virtual:contract'
import type { CallQuery, Filter, Position, PositionType } from '@plumbline/contract'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callForFile } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import { type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import type { PositionsPage } from '../../portfolio/queries.ts'

/** A small first page shows quickly; the others follow. */
const firstRows = 200
/** The page limit of the server. */
const maxRows = 1000

export interface PositionListParams {
  type: PositionType
  sort: Sort | null
}

/** The default order: largest open positions or last closed ones first. */
const defaultOrder = { open: '-value', closed: '-date_closed' } as const

type OrderBy = NonNullable<CallQuery<typeof contract.positions.list>>['order_by']

function toOrder({ type, sort }: PositionListParams): OrderBy {
  // The sortable columns are fields that the call can order by.
  return (toOrderBy(sort) ?? defaultOrder[type]) as OrderBy
}

function allPositionsQuery(body: Filter, list: PositionListParams) {
  return infiniteQueryOptions({
    queryKey: ['positions', 'all', body, list],
    queryFn: ({ pageParam, signal }) =>
      call(contract.positions.list, {
        query: {
          type: list.type,
          order_by: toOrder(list),
          trend: 'true',
          limit: pageParam === 0 ? firstRows : maxRows,
          offset: pageParam,
        },
        body,
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last: PositionsPage, pages: readonly PositionsPage[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.data.length, 0)
      return last.data.length > 0 && loaded < last.count ? loaded : undefined
    },
    ...keepPrevious,
  })
}

export interface PositionList extends Omit<PositionsPage, 'data' | 'next' | 'previous'> {
  rows: readonly Position[]
}

/** Loads all pages of a list, so that it can be grouped and scrolled as one. */
export function usePositions(body: Filter, list: PositionListParams) {
  const query = useInfiniteQuery(allPositionsQuery(body, list))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData, isFetchNextPageError } =
    query
  const shouldLoadMore = hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isFetchNextPageError
  useEffect(() => {
    if (shouldLoadMore) void fetchNextPage()
  }, [shouldLoadMore, fetchNextPage])
  const positions = useMemo((): PositionList | undefined => {
    const last = data?.pages.at(-1)
    if (data === undefined || last === undefined) return undefined
    const { count, total, basis } = last
    return { rows: data.pages.flatMap(page => page.data), count, total, basis }
  }, [data])
  return { query, positions }
}

/** Exports the whole list as CSV with its filter and order. */
export function exportPositions(body: Filter, list: PositionListParams) {
  return callForFile(
    contract.positions.list,
    { query: { type: list.type, order_by: toOrder(list), limit: maxRows }, body },
    { accept: 'text/csv' },
  )
}
