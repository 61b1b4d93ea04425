import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { showToast, showUndo } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

export type Version = Reply<typeof contract.transactions.history>['data'][number]
export type Transaction = Version['transaction']
export type Effect = Reply<typeof contract.transactions.preview>['data']
export type NewTransaction = CallBody<typeof contract.transactions.add>
export type Correction = CallBody<typeof contract.transactions.correct>
type PreviewBody = CallBody<typeof contract.transactions.preview>

const mostFound = 20

export function historyQuery(id: string) {
  return queryOptions({
    queryKey: ['transactions', 'history', id],
    queryFn: async ({ signal }) =>
      (await call(contract.transactions.history, { params: { id }, signal })).data,
  })
}

/** Previews the effect of a transaction; disabled while the form is incomplete. */
export function effectQuery(body: PreviewBody | null) {
  return queryOptions({
    queryKey: ['transactions', 'preview', body],
    queryFn: async ({ signal }) =>
      (await call(contract.transactions.preview, { body: body ?? { is_void: false }, signal })).data,
    enabled: body !== null,
    placeholderData: keepPreviousData,
    // Errors are shown when the form is sent; until then the preview is hidden.
    retry: false,
    staleTime: 0,
    meta: { quiet: true },
  })
}

/** The open positions of an account, which a transaction can be about. */
export function heldQuery(account: string) {
  const body = { settings: {}, filters: { filter_account: [account] }, family: null }
  return queryOptions({
    queryKey: ['positions', 'held', account],
    queryFn: async ({ signal }) =>
      (
        await call(contract.positions.list, {
          query: { type: 'open', limit: 1000, order_by: 'name' },
          body,
          signal,
        })
      ).data,
    enabled: account !== '',
  })
}

/** Instruments that transactions of a family can be about: another family's imports are not among them. */
export function catalogueQuery(q: string, family: string | undefined) {
  return queryOptions({
    queryKey: ['watchlist', 'tickers', q, family],
    queryFn: ({ signal }) =>
      call(contract.watchlist.tickers, {
        query: { q, limit: mostFound, contracts: 'true', ...(family !== undefined && { family }) },
        signal,
      }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

/**
 * A transaction can change every figure, so every query is refetched, except the preview of what was just saved: it would
 * be rejected as done already.
 */
export function useLedgerChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'preview' })
}

export async function addTransaction(body: NewTransaction) {
  return (await call(contract.transactions.add, { body })).data
}

export async function correctTransaction(id: string, body: Correction) {
  return (await call(contract.transactions.correct, { params: { id }, body })).data
}

/** Undoes a correction by another one, which the history shows too. */
export function useUndoCorrection() {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: ({ id, ...body }: Correction & { id: string }) =>
      call(contract.transactions.correct, { params: { id }, body, isConfirmed: true }),
    onSuccess: () => showToast(text('question_undone'), 'success'),
    onSettled: changed,
  })
}

export function useRestoreTransaction() {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: ({ id, revision }: { id: string; revision: number }) =>
      call(contract.transactions.restore, { params: { id }, body: { revision } }),
    onSuccess: () => showToast(text('entry_is_back'), 'success'),
    onSettled: changed,
  })
}

export function useVoidTransaction() {
  const text = useText()
  const changed = useLedgerChanged()
  const restore = useRestoreTransaction()
  return useMutation({
    mutationFn: ({ id, revision, reason }: { id: string; revision: number; reason: string }) =>
      call(contract.transactions.void, { params: { id }, body: { revision, reason } }),
    onSuccess: ({ data }) =>
      showUndo(text('entry_was_voided'), () => restore.mutate({ id: data.id, revision: data.revision })),
    onSettled: changed,
  })
}
