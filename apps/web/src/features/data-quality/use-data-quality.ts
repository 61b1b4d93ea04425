import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'

const calls = contract.reconciliation

export type Health = Reply<typeof calls.findings>
export type Finding = Health['data'][number]
export type FindingKind = Finding['kind']
export type ReconciledAccount = Reply<typeof calls.list>['data'][number]
export type Reconciliation = Reply<typeof calls.read>['data']
export type StatementLine = Reconciliation['lines'][number]
export type Proposal = Reconciliation['groups'][number]['proposals'][number]
export type Tolerance = Reconciliation['tolerance']
export type TypedStatement = CallBody<typeof calls.addStatement>

type HealthQuery = NonNullable<CallQuery<typeof calls.findings>>

/** One key for all queries, as a posted transaction may change any of them. */
const key = 'data-quality'

export function healthQuery(body: Filter, query: HealthQuery) {
  return queryOptions({
    queryKey: [key, 'health', body, query],
    queryFn: ({ signal }) => call(calls.findings, { body, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function accountsQuery(body: Filter) {
  return queryOptions({
    queryKey: [key, 'accounts', body],
    queryFn: ({ signal }) => call(calls.list, { body, query: { limit: 1000 }, signal }),
    placeholderData: keepPreviousData,
  })
}

export function statementQuery(account: string, date: string | undefined) {
  return queryOptions({
    queryKey: [key, 'statement', account, date ?? null],
    queryFn: ({ signal }) =>
      call(calls.read, { params: { id: account }, query: date === undefined ? {} : { date }, signal }),
    // An account without a statement replies 404; retrying would not help.
    retry: false,
    meta: { quiet: true },
  })
}

export function previewQuery(account: string, date: string, proposal: string) {
  return queryOptions({
    queryKey: [key, 'preview', account, date, proposal],
    queryFn: ({ signal }) =>
      call(calls.preview, { params: { id: account }, body: { date, proposal }, signal }),
    // A proposal that another change made obsolete replies 409 until the statement is read again.
    retry: false,
    meta: { quiet: true },
  })
}

export const downloadFindings = (body: Filter) =>
  callForFile(calls.findings, { body }, { accept: 'text/csv' })
export const downloadStatement = (account: string, date: string) =>
  callForFile(calls.read, { params: { id: account }, query: { date } }, { accept: 'text/csv' })

export const qualityActions = {
  check: (family: string | undefined) => call(calls.check, { body: family === undefined ? {} : { family } }),
  decide: ({ id, note, isAccepted }: { id: string; note: string; isAccepted: boolean }) =>
    call(calls.decide, { params: { id }, body: { is_accepted: isAccepted, note: note.trim() || null } }),
  addStatement: ({ account, statement }: { account: string; statement: TypedStatement }) =>
    call(calls.addStatement, { params: { id: account }, body: statement }),
  addFile: ({ account, file, isConfirmed }: { account: string; file: File; isConfirmed: boolean }) =>
    call(calls.addFile, {
      params: { id: account },
      query: { name: file.name, ...(isConfirmed && { is_confirmed: 'true' as const }) },
      file,
    }),
  addSecurity: ({ account, ...security }: CallBody<typeof calls.addSecurity> & { account: string }) =>
    call(calls.addSecurity, { params: { id: account }, body: security }),
  changeTolerance: ({ account, tolerance }: { account: string; tolerance: Tolerance }) =>
    call(calls.changeTolerance, { params: { id: account }, body: tolerance }),
  post: ({ account, date, proposal }: { account: string; date: string; proposal: string }) =>
    call(calls.post, { params: { id: account }, body: { date, proposal } }),
  undo: ({ account, posting }: { account: string; posting: string }) =>
    call(calls.undo, { params: { id: account }, body: { posting } }),
}

/** A change made by one button. Refetches findings and reconciliations. */
export function useQualityChange<Input, Result>(
  send: (input: Input) => Promise<Result>,
  onSuccess?: (result: Result) => void,
) {
  const changed = useQualityChanged()
  return useMutation({ mutationFn: send, ...(onSuccess && { onSuccess }), onSettled: changed })
}

/** The preview of a proposal that was just posted is gone, not outdated. */
const isNoPreview = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[1] !== 'preview'

export function useQualityChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: [key], predicate: isNoPreview })
}

/** Refetches everything, as a transaction can change every figure. */
export function useLedgerChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ predicate: isNoPreview })
}
