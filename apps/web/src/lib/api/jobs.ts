import { contract } from 'virtual:contract'
import type { Job } from '@plumbline/contract'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type ReplyFile } from './api.ts'
import { isUnreachable } from './api-error.ts'
import { saveFile } from './save-file.ts'

const maxShown = 50
const pollIntervalMs = 1000

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: ({ signal }) => call(contract.jobs.list, { query: { limit: maxShown }, signal }),
  // Running jobs change without the user's action.
  staleTime: 0,
  meta: { quiet: true },
})

export function isUnderWay({ status }: Job): boolean {
  return status === 'waiting' || status === 'running'
}

/** The user's jobs, newest first. Polled while one is running or about to start. */
export function useJobs(isBeginning = false): readonly Job[] {
  const query = useQuery({
    ...jobsQuery,
    refetchInterval: ({ state }) =>
      isBeginning || state.data?.data.some(isUnderWay) ? pollIntervalMs : false,
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

/** Downloads the file of a job. A failed job rejects with its error. */
function downloadFile(id: string): Promise<ReplyFile> {
  return callForFile(contract.jobs.result, { params: { id } }, { accept: 'application/pdf' })
}

/** Waits for the file of a job; null when it was cancelled. */
export async function waitForFile(started: Job): Promise<ReplyFile | null> {
  let job = started
  while (isUnderWay(job)) {
    await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    job = await readJob(job)
  }
  return job.status === 'cancelled' ? null : downloadFile(job.id)
}

async function readJob(known: Job): Promise<Job> {
  try {
    return (await call(contract.jobs.read, { params: { id: known.id } })).data
  } catch (error) {
    // The job continues on the server while the device is offline.
    if (isUnreachable(error)) return known
    throw error
  }
}

/** Downloads the file of a finished job. Shows failures as a toast. */
export function useDownload() {
  return useMutation({
    mutationFn: downloadFile,
    onSuccess: ({ blob, name }, id) => saveFile(blob, name ?? id),
  })
}
