import { contract } from 'virtual:contract'
import type {
  CallQuery,
  Filter,
  Transaction,
  TransactionCategory,
  TransactionType,
} from '@plumbline/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'

export type TransactionsPage = Reply<typeof contract.transactions.list>
type ListQuery = NonNullable<CallQuery<typeof contract.transactions.list>>
type Search = Readonly<Record<string, unknown>>

/** Filter and order of the list, kept in the URL. */
export interface TransactionsView {
  category: TransactionCategory | null
  types: readonly TransactionType[]
  q: string
  sort: Sort | null
  offset: number
  change: (next: Partial<Pick<TransactionsView, 'category' | 'types' | 'q' | 'sort' | 'offset'>>) => void
}

export const categories: readonly TransactionCategory[] = [
  'trade',
  'income',
  'cash_flow',
  'corporate_action',
  'transfer',
  'valuation',
]

export function useTransactionsView(): TransactionsView {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { category, types, q, order_by: orderBy, offset } = search
  const change = useCallback<TransactionsView['change']>(
    next =>
      void navigate({
        to: '.',
        search: (previous: Search): Search => ({
          ...previous,
          // A new filter or order returns to the first page.
          offset: next.offset ? String(next.offset) : undefined,
          ...(next.category !== undefined && { category: next.category ?? undefined, types: undefined }),
          ...(next.types && { types: next.types.length > 0 ? next.types.join(',') : undefined }),
          ...(next.q !== undefined && { q: next.q === '' ? undefined : next.q }),
          ...(next.sort !== undefined && { order_by: toOrderBy(next.sort) }),
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  return useMemo(
    () => ({
      category: categories.find(known => known === category) ?? null,
      // The server validates the types.
      types: (typeof types === 'string' && types !== '' ? types.split(',') : []) as TransactionType[],
      q: typeof q === 'string' ? q : '',
      sort: fromOrderBy(orderBy),
      offset: Math.max(0, Math.floor(Number(offset) || 0)),
      change,
    }),
    [category, types, q, orderBy, offset, change],
  )
}

export function buildRequest(body: Filter, { category, types, q, sort }: TransactionsView) {
  const settings = { ...body.settings, ...(types.length > 0 && { transaction_types: [...types] }) }
  const query = {
    ...(category && { category }),
    ...(q !== '' && { q }),
    // A fee is part of its trade.
    fees: 'within' as const,
    order_by: (toOrderBy(sort) ?? '-date') as ListQuery['order_by'],
  }
  return { body: { ...body, settings }, query }
}

export function useTransactions(body: Filter, view: TransactionsView) {
  const { page_size: limit } = useUserSettings()
  const request = buildRequest(body, view)
  const query = useQuery(
    queryOptions({
      queryKey: ['transactions', request, limit, view.offset],
      queryFn: ({ signal }) =>
        call(contract.transactions.list, {
          body: request.body,
          query: { ...request.query, limit, offset: view.offset },
          signal,
        }),
      ...keepPrevious,
    }),
  )
  return { query, limit }
}

/** Exports the whole list as CSV with its filter and order. */
export function exportTransactions(body: Filter, view: TransactionsView) {
  const request = buildRequest(body, view)
  return callForFile(
    contract.transactions.list,
    { query: { ...request.query, limit: 1000 }, body: request.body },
    { accept: 'text/csv' },
  )
}

export function rowId({ id }: Transaction): string {
  return id
}
