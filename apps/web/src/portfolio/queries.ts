import { contract } from 'virtual:contract'
import type { CallQuery, Filter, GroupKey, PnlChartType } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../lib/api/api.ts'
import { keepPrevious } from '../lib/api/keep-previous.ts'

export type Performance = Reply<typeof contract.overview.performance>['data']
/** Includes its grouping, since figures of the previous grouping stay visible while the next ones load. */
export type Grouped = Reply<typeof contract.grouped.list> & { groupBy: GroupKey }
export type Group = Grouped['data'][number]
export type PositionsPage = Reply<typeof contract.positions.list>
export type CashBalances = Reply<typeof contract.overview.cash>

export interface PerformanceOptions {
  series: PnlChartType
  /** The maximum number of points; one per day by default. */
  points?: number
}

export function performanceQuery(body: Filter, options: PerformanceOptions) {
  return queryOptions({
    queryKey: ['performance', body, options],
    queryFn: async ({ signal }) =>
      (await call(contract.overview.performance, { query: options, body, signal })).data,
    ...keepPrevious,
  })
}

export function groupedQuery(body: Filter, groupBy: GroupKey) {
  return queryOptions({
    queryKey: ['grouped', body, groupBy],
    queryFn: async ({ signal }): Promise<Grouped> => ({
      ...(await call(contract.grouped.list, { query: { group_by: groupBy }, body, signal })),
      groupBy,
    }),
    ...keepPrevious,
  })
}

type PositionsOptions = NonNullable<CallQuery<typeof contract.positions.list>>

export function positionsQuery(body: Filter, options: PositionsOptions) {
  return queryOptions({
    queryKey: ['positions', body, options],
    queryFn: ({ signal }) => call(contract.positions.list, { query: options, body, signal }),
    ...keepPrevious,
  })
}

export type GroupDetail = Reply<typeof contract.grouped.detail>
export type GroupDetailOptions = NonNullable<CallQuery<typeof contract.grouped.detail>>

/** The positions of one group and their totals. */
export function groupDetailQuery(body: Filter, options: GroupDetailOptions) {
  return queryOptions({
    queryKey: ['grouped', 'detail', body, options],
    queryFn: ({ signal }) => call(contract.grouped.detail, { query: options, body, signal }),
    ...keepPrevious,
  })
}

export function cashQuery(body: Filter) {
  return queryOptions({
    queryKey: ['cash', body],
    queryFn: ({ signal }) => call(contract.overview.cash, { body, signal }),
    ...keepPrevious,
  })
}
