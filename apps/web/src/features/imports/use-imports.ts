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
export type DraftState = Draft['state']
export type FileChange = CallBody<typeof imports.changeFile>
/** As it travels back: what a reply says in full may be left out. */
export type Mapping = NonNullable<FileChange['mapping']>
export type DraftChange = CallBody<typeof imports.changeDraft>
type DraftsOptions = NonNullable<CallQuery<typeof imports.drafts>>

const lookEveryMs = 700

export function importQuery(id: string) {
  return queryOptions({
    queryKey: ['imports', 'one', id],
    queryFn: async ({ signal }) => (await call(imports.read, { params: { id }, signal })).data,
  })
}

export function draftsQuery(id: string, query: DraftsOptions) {
  return queryOptions({
    queryKey: ['imports', 'drafts', id, query],
    queryFn: ({ signal }) => call(imports.drafts, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
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

/** The rows of an import as a file, all of them or those of one state. */
export function draftsAsCsv(id: string, state?: DraftState): Promise<ReplyFile> {
  const query = { order_by: 'line' as const, ...(state && { state }) }
  return callForFile(imports.drafts, { params: { id }, query }, { accept: 'text/csv' })
}

function useImportsChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['imports'] })
}

/** A transaction changes every figure: all of them are asked for again. */
function useLedgerChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries()
}

interface UploadOptions {
  id: string | undefined
  /** The account that files go into which name none that is known. */
  account: string | undefined
  /** Whose accounts the files go into; undefined for users with one family. */
  family: string | undefined
  onBegun: (id: string) => void
}

/** Sends files one after the other into an import, which the first of them begins. */
export function useUpload({ id, account, family, onBegun }: UploadOptions) {
  const text = useText()
  const queryClient = useQueryClient()
  const changed = useImportsChanged()
  const [reading, setReading] = useState<string | null>(null)
  const [refused, setRefused] = useState<readonly string[]>([])
  const begin = async (): Promise<string> => {
    const { data } = await call(imports.create, { body: family === undefined ? {} : { family } })
    // Known before its address is: the list of files does not go away in between.
    queryClient.setQueryData(importQuery(data.id).queryKey, data)
    onBegun(data.id)
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

export function useApply(onBegun: (id: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (id: string) => (await call(imports.apply, { params: { id } })).data,
    onSuccess: async (job, id) => {
      queryClient.setQueryData(['imports', 'job', job.id], job)
      await queryClient.invalidateQueries({ queryKey: ['imports', 'one', id] })
      void queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey })
      onBegun(id)
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

export function useDiscard(onGone: () => void) {
  const text = useText()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(imports.discard, { params: { id } }),
    onSuccess: (_, id) => {
      queryClient.removeQueries({ queryKey: ['imports', 'one', id] })
      void queryClient.invalidateQueries({ queryKey: ['imports', 'earlier'] })
      showToast(text('imports_discarded'), 'success')
      onGone()
    },
  })
}

/** The work that snapshots an import; when it ends, the import and every figure are asked for again. */
export function useApplying({ id, status, job_id: jobId }: ImportBatch) {
  const changed = useLedgerChanged()
  const cancel = useCancelJob()
  const { data: job } = useQuery({
    queryKey: ['imports', 'job', jobId],
    queryFn: async ({ signal }): Promise<Job> =>
      (await call(jobs.read, { params: { id: jobId ?? '' }, signal })).data,
    enabled: jobId !== null && status !== 'open',
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? lookEveryMs : false,
    meta: { quiet: true },
  })
  const hasEnded = status === 'applying' && job !== undefined && !isUnderWay(job)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each piece of work that ends.
  useEffect(() => {
    if (hasEnded) changed()
  }, [hasEnded, id])
  return { job, stop: () => jobId !== null && cancel.mutate(jobId), isStopping: cancel.isPending }
}
