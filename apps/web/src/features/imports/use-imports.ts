import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Job } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, callForFile, type Reply, type ReplyFile } from '../../lib/api/api.ts'
import { errorText } from '../../lib/api/error-text.ts'
import { isUnderWay, jobsQuery, useCancelJob } from '../../lib/api/jobs.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

const { imports, jobs } = contract

export type ImportBatch = Reply<typeof imports.read>['data']
export type ImportFile = ImportBatch['files'][number]
export type ImportSummary = Reply<typeof imports.list>['data'][number]
export type Draft = Reply<typeof imports.drafts>['data'][number]
export type FilePage = Reply<typeof imports.page>['data']
export type DraftState = Draft['state']
export type FileChange = CallBody<typeof imports.changeFile>
/** The mapping as sent: fields that a reply always has are optional. */
export type Mapping = NonNullable<FileChange['mapping']>
export type DraftChange = CallBody<typeof imports.changeDraft>
type DraftsOptions = NonNullable<CallQuery<typeof imports.drafts>>

const pollIntervalMs = 700

export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => (await call(imports.read, { params: { id }, signal })).data,
  })
}

/** The effect on the net asset value of an import that is not applied. */
export function effectQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'effect', id],
    queryFn: async ({ signal }) => (await call(imports.effect, { params: { id }, signal })).data,
  })
}

export function draftsQuery(id: string, query: DraftsOptions) {
  return queryOptions({
    queryKey: ['imports', 'drafts', id, query],
    queryFn: ({ signal }) => call(imports.drafts, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function pageQuery(id: string, fileId: string, page: number) {
  return queryOptions({
    queryKey: ['imports', 'page', id, fileId, page],
    queryFn: async ({ signal }) =>
      (await call(imports.page, { params: { id, fileId }, query: { page }, signal })).data,
    placeholderData: keepPreviousData,
    // The text of a file never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
}

export function earlierQuery(query: NonNullable<CallQuery<typeof imports.list>>) {
  return queryOptions({
    queryKey: ['imports', 'earlier', query],
    queryFn: ({ signal }) => call(imports.list, { query, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Downloads the rows of an import as CSV, optionally of one state. */
export function downloadDrafts(id: string, state?: DraftState): Promise<ReplyFile> {
  const query = { order_by: 'line' as const, ...(state && { state }) }
  return callForFile(imports.drafts, { params: { id }, query }, { accept: 'text/csv' })
}

function useImportsChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['imports'] })
}

/** Refetches everything, as a transaction can change every figure. */
function useLedgerChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

interface UploadOptions {
  id: string | undefined
  /** The default account of files that name no known account. */
  account: string | undefined
  /** The family of the accounts. Undefined for users with one family. */
  family: string | undefined
  onStarted: (id: string) => void
}

/** Uploads files one by one. The first creates the import. */
export function useUpload({ id, account, family, onStarted }: UploadOptions) {
  const text = useText()
  const queryClient = useQueryClient()
  const changed = useImportsChanged()
  const [reading, setReading] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const begin = async (): Promise<string> => {
    const { data } = await call(imports.create, { body: family === undefined ? {} : { family } })
    // Cache the import before its id is in the URL, so that the file list does not flicker.
    queryClient.setQueryData(importQuery(data.id).queryKey, data)
    onStarted(data.id)
    return data.id
  }
  const { mutate, isPending } = useMutation({
    mutationFn: async (files: readonly File[]) => {
      setRefused([])
      const importId = id ?? (await begin())
      for (const file of files) {
        setReading(file.name)
        try {
          await sendFile(importId, file, account)
        } catch (error) {
          const words = text('imports_not_sent', { name: file.name, reason: errorText(error, text) })
          setRefused(before => [...before, words])
        }
        changed()
      }
    },
    onSettled: () => setReading(null),
  })
  return { upload: mutate, isReading: isPending, reading, refused }
}

async function sendFile(id: string, file: File, account: string | undefined): Promise<void> {
  const { data } = await call(imports.addFile, { params: { id }, query: { name: file.name }, file })
  if (account !== undefined && data.account === null && data.state !== 'unreadable')
    await call(imports.changeFile, { params: { id, fileId: data.id }, body: { account } })
}

export function useChangeFile(importId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: FileChange }) =>
      call(imports.changeFile, { params: { id: importId, fileId: id }, body: change }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

/** Gives several files the same account. */
export function usePlaceFiles(importId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ ids, change }: { ids: readonly string[]; change: FileChange }) => {
      for (const id of ids)
        await call(imports.changeFile, { params: { id: importId, fileId: id }, body: change })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

/** Gives each file an account of its own, which applying opens. */
export function useOpenSuggested(importId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (files: readonly { id: string; account: NonNullable<FileChange['new_account']> }[]) => {
      for (const { id, account } of files)
        await call(imports.changeFile, {
          params: { id: importId, fileId: id },
          body: { account: null, new_account: account },
        })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

export function useRemoveFile(importId: string) {
  const changed = useImportsChanged()
  return useMutation({
    mutationFn: (id: string) => call(imports.removeFile, { params: { id: importId, fileId: id } }),
    onSettled: changed,
  })
}

export function useChangeDraft(importId: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: { id: string; change: DraftChange }) =>
      call(imports.changeDraft, { params: { id: importId, draftId: id }, body: change }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

export function useApply(onStarted: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(imports.apply, { params: { id } })).data,
    onSuccess: async (job, id) => {
      queryClient.setQueryData(['imports', 'job', job.id], job)
      await queryClient.invalidateQueries({ queryKey: ['imports', 'one', id] })
      void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey })
      onStarted(id)
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: ['imports'] }),
  })
}

export function useUndo(onUndone: () => void) {
  const text = useText()
  const changed = useLedgerChanged()
  return useMutation({
    mutationFn: (id: string) => call(imports.undo, { params: { id } }),
    onSuccess: () => {
      showToast(text('imports_undone'), 'success')
      onUndone()
    },
    onSettled: changed,
  })
}

export function useDiscard(onDiscarded: () => void) {
  const text = useText()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(imports.discard, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: ['imports', 'one', id] })
      void queryClient.invalidateQueries({ queryKey: ['imports', 'earlier'] })
      showToast(text('imports_discarded'), 'success')
      onDiscarded()
    },
  })
}

/** The job that posts an import. Refetches everything when it ends. */
export function useApplying({ id, status, job_id: jobId }: ImportBatch) {
  const changed = useLedgerChanged()
  const cancel = useCancelJob()
  const { data: job } = useQuery({
    queryKey: ['imports', 'job', jobId],
    queryFn: async ({ signal }): Promise<Job> =>
      (await call(jobs.read, { params: { id: jobId ?? '' }, signal })).data,
    enabled: jobId !== null && status !== 'open',
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? pollIntervalMs : false,
    meta: { quiet: true },
  })
  const hasEnded = status === 'applying' && job !== undefined && !isUnderWay(job)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per finished job.
  useEffect(() => {
    if (hasEnded) changed()
  }, [hasEnded, id])
  return { job, stop: () => jobId !== null && cancel.mutate(jobId), isStopping: cancel.isPending }
}
