import { contract } from 'virtual:contract'
import type { Job } from '@plumbline/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type ReplyFile } from './api.ts'
import { isUnreachable } from './api-error.ts'
import { saveFile } from './save-file.ts'

const mostShown = 50
const lookEveryMs = 1000

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(contract.jobs.list, { query: { limit: mostShown }, signal }),
  // What is under way changes by itself.
  staleTime: 0,
  meta: { quiet: true },
})

export function isUnderWay({ status }: Job): boolean {
  return status === 'waiting' || status === 'running'
}

/** The user's long work, newest first; asked for again while some of it goes on or is about to begin. */
export function useJobs(isBeginning = false): readonly Job[] {
  const query = useQuery({
    ...jobsQuery,
    refetchInterval: ({ state }) => (isBeginning || state.data?.data.some(isUnderWay) ? lookEveryMs : false),
  })
  return query.data?.data ?? []
}

export function useCancelJob() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(contract.jobs.cancel, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: jobsQuery.queryKey }),
  })
}

/** The file that a piece of work made. One that failed is told as such by the same call. */
function fileOf(id: string): Promise<ReplyFile> {
  return callForFile(contract.jobs.result, { params: { id } }, { accept: 'application/pdf' })
}

/** Waits for the file of a piece of work; null where someone cancelled it. */
export async function waitForFile(begun: Job): Promise<ReplyFile | null> {
  let job = begun
  while (isUnderWay(job)) {
    await new Promise(resolve => setTimeout(resolve, lookEveryMs))
    job = await readJob(job)
  }
  return job.status === 'cancelled' ? null : fileOf(job.id)
}

async function readJob(known: Job): Promise<Job> {
  try {
    return (await call(contract.jobs.read, { params: { id: known.id } })).data
  } catch (error) {
    // The work goes on whether or not there is a connection to ask by.
    if (isUnreachable(error)) return known
    throw error
  }
}

/** Saves the file of finished work. A failure is told as a message. */
export function useDownload() {
  return useMutation({
    mutationFn: fileOf,
    onSuccess: ({ blob, name }, id) => saveFile(blob, name ?? id),
  })
}
