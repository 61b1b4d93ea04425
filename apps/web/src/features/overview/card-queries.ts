import { contract } from 'virtual:contract'
import type { CallQuery, Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

export type BestWorst = Reply<typeof contract.positions.bestWorst>['data']
export type Months = Reply<typeof contract.overview.months>['data']
export type Month = Months['months'][number]
export type Risk = Reply<typeof contract.overview.risk>['data']
export type CurrencyMovers = Reply<typeof contract.overview.currencyMovers>['data']

/** Keeps the previous figures while a new filter loads. */
const keepPrevious = { placeholderData: keepPreviousData }

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

const maxFlows = 1000

/** Deposits and withdrawals of the period, for the markers under the balance. */
export function flowsQuery(body: Filter) {
  const asked: Filter = {
    ...body,
    settings: { ...body.settings, transaction_types: ['deposit', 'withdrawal'] },
  }
  return queryOptions({
    queryKey: ['transactions', 'flows', asked],
    queryFn: ({ signal }) =>
      call(contract.transactions.list, {
        query: { limit: maxFlows, order_by: 'date' },
        body: asked,
        signal,
      }),
    ...keepPrevious,
  })
}
