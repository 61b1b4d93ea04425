import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { useCallback } from 'react'
import { call } from '../../lib/api/api.ts'
import { buildRequest, type TransactionsView } from './use-transactions.ts'

/** Opens the list at the first transaction of a date, or at the next one in its order. It must be sorted by date. */
export function useGoToDate(body: Filter, view: TransactionsView, count: number): (date: string) => void {
  return useCallback(
    date => {
      void countBefore(body, view, date).then(before =>
        view.change({ offset: Math.max(0, Math.min(before, count - 1)) }),
      )
    },
    [body, view, count],
  )
}

/** The number of transactions that the list shows before those of a date. */
async function countBefore(body: Filter, view: TransactionsView, date: string): Promise<number> {
  const isNewestFirst = view.sort === null || view.sort.isDescending
  const next = new Date(Date.parse(date) + (isNewestFirst ? 1 : -1) * 86_400_000).toISOString().slice(0, 10)
  const period = isNewestFirst
    ? { name: null, start_date: next, end_date: null }
    : { name: null, start_date: null, end_date: next }
  const request = buildRequest({ ...body, settings: { ...body.settings, period } }, view)
  try {
    const reply = await call(contract.transactions.list, {
      body: request.body,
      query: { ...request.query, limit: 1, offset: 0 },
    })
    return reply.count
  } catch {
    // No figures before or after this date, so the list starts with it.
    return 0
  }
}
