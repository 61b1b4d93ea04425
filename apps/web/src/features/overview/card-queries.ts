import { contract } from 'virtual:contract'
import type { CallQuery, Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'

export type BestWorst = Reply<typeof contract.positions.bestWorst>['data']
export type Months = Reply<typeof contract.overview.months>['data']
export type Month = Months['months'][number]
export type Risk = Reply<typeof contract.overview.risk>['data']
export type CurrencyMovers = Reply<typeof contract.overview.currencyMovers>['data']

type BestWorstOptions = NonNullable<CallQuery<typeof contract.positions.bestWorst>>

export function bestWorstQuery(body: Filter, options: BestWorstOptions) {
  return queryOptions({
    queryKey: ['positions', 'best-worst', body, options],
    queryFn: async ({ signal }) =>
      (await call(contract.positions.bestWorst, { query: options, body, signal })).data,
    ...keepPrevious,
  })
}

export function monthsQuery(body: Filter) {
  return queryOptions({
    queryKey: ['performance', 'months', body],
    queryFn: async ({ signal }) => (await call(contract.overview.months, { body, signal })).data,
    ...keepPrevious,
  })
}

export function riskQuery(body: Filter, points: number) {
  return queryOptions({
    queryKey: ['performance', 'risk', body, points],
    queryFn: async ({ signal }) =>
      (await call(contract.overview.risk, { query: { points }, body, signal })).data,
    ...keepPrevious,
  })
}

export function currencyMoversQuery(body: Filter) {
  return queryOptions({
    queryKey: ['performance', 'currency-movers', body],
    queryFn: async ({ signal }) => (await call(contract.overview.currencyMovers, { body, signal })).data,
    ...keepPrevious,
  })
}
