import { contract } from 'virtual:contract'
import type { CallQuery, Filter, PriceUnits } from '@plumbline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'

export type PositionDetail = Reply<typeof contract.positions.detail>['data']
export type PositionView = PositionDetail['calculated_pos']
export type TransactionsPage = Reply<typeof contract.transactions.ofPosition>
export type LinkedPositions = Reply<typeof contract.linkedPositions.list>
export type LinkedPosition = LinkedPositions['data'][number]

/** Enough points for the chart. The engine keeps the extremes when it reduces a series. */
const chartPoints = 500

export function positionQuery(body: Filter, id: string, units: PriceUnits = 'adjusted') {
  return queryOptions({
    queryKey: ['position', id, body, units],
    queryFn: async ({ signal }) =>
      (
        await call(contract.positions.detail, {
          params: { id },
          query: { points: chartPoints, price_units: units },
          body,
          signal,
        })
      ).data,
    // Keep the previous position while the next one loads, to avoid flicker.
    ...keepPrevious,
  })
}

type TransactionsOptions = NonNullable<CallQuery<typeof contract.transactions.ofPosition>>

export function positionTransactionsQuery(body: Filter, positionId: string, options: TransactionsOptions) {
  return queryOptions({
    queryKey: ['transactions', 'of', positionId, body, options],
    queryFn: ({ signal }) =>
      call(contract.transactions.ofPosition, { params: { positionId }, query: options, body, signal }),
    ...keepPrevious,
  })
}

export function exportPositionTransactions(body: Filter, positionId: string, options: TransactionsOptions) {
  return callForFile(
    contract.transactions.ofPosition,
    { params: { positionId }, query: options, body },
    { accept: 'text/csv' },
  )
}

export function linkedQuery(body: Filter, positionId: string) {
  return queryOptions({
    queryKey: ['linked-positions', positionId, body],
    queryFn: ({ signal }) =>
      call(contract.linkedPositions.list, { query: { position_id: positionId }, body, signal }),
  })
}

/** Refetches the links and the details that count them. */
function useLinksChanged() {
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all(
      ['linked-positions', 'position'].map(key => queryClient.invalidateQueries({ queryKey: [key] })),
    )
  }
}

type NewLink = NonNullable<Parameters<typeof call<typeof contract.linkedPositions.create>>[1]>['body']

export function useLink() {
  const after = useLinksChanged()
  return useMutation({
    mutationFn: (link: NewLink) => call(contract.linkedPositions.create, { body: link }),
    onSuccess: after,
    meta: { quiet: true },
  })
}

export function useUnlink() {
  const after = useLinksChanged()
  return useMutation({
    mutationFn: (id: string) => call(contract.linkedPositions.remove, { params: { id } }),
    onSuccess: after,
  })
}
