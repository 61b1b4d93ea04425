import { contract } from 'virtual:contract'
import type { CallQuery, Filter, Position, PositionType } from '@plumbline/contract'
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call, callForFile } from '../../lib/api/api.ts'
import { type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import type { PositionsPage } from '../../portfolio/queries.ts'

/** Enough for the first look; the rest comes behind it. */
const firstRows = 200
/** As many as the server gives at once. */
const mostRows = 1000

export interface ListOf {
  type: PositionType
  sort: Sort | null
}

/** The usual order: the largest open ones, the last closed ones. */
const usualOrder = { open: '-value', closed: '-date_closed' } as const

type OrderBy = NonNullable<CallQuery<typeof contract.positions.list>>['order_by']

function orderOf({ type, sort }: ListOf): OrderBy {
  // Headers offer the fields of a position, which are those that the call orders by.
  return (toOrderBy(sort) ?? usualOrder[type]) as OrderBy
}

function allPositionsQuery(body: Filter, list: ListOf) {
  return infiniteQueryOptions({
    queryKey: ['positions', 'all', body, list],
    queryFn: ({ pageParam, signal }) =>
      call(contract.positions.list, {
        query: {
          type: list.type,
          order_by: orderOf(list),
          trend: 'true',
          limit: pageParam === 0 ? firstRows : mostRows,
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
    placeholderData: keepPreviousData,
  })
}

export interface PositionList extends Omit<PositionsPage, 'data' | 'next' | 'previous'> {
  rows: readonly Position[]
}

/** Every position of a list: page after page, so that it can be grouped and scrolled as one. */
export function usePositions(body: Filter, list: ListOf) {
  const query = useInfiniteQuery(allPositionsQuery(body, list))
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, isPlaceholderData, isFetchNextPageError } =
    query
  const goesOn = hasNextPage && !isFetchingNextPage && !isPlaceholderData && !isFetchNextPageError
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const positions = useMemo((): PositionList | undefined => {
    const last = data?.pages.at(-1)
    if (data === undefined || last === undefined) return undefined
    const { count, total, basis } = last
    return { rows: data.pages.flatMap(page => page.data), count, total, basis }
  }, [data])
  return { query, positions }
}

/** The whole list as CSV, filtered and ordered as it is shown. */
export function exportPositions(body: Filter, list: ListOf) {
  return callForFile(
    contract.positions.list,
    { query: { type: list.type, order_by: orderOf(list), limit: mostRows }, body },
    { accept: 'text/csv' },
  )
}
