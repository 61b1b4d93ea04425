import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { isUnderWay } from '../../../lib/api/jobs.ts'

const calls = contract.integrations

export type Coverage = Reply<typeof contract.reconciliation.coverage>
export type Gap = Coverage['data'][number]

const pollIntervalMs = 700

export function coverageQuery(body: Filter) {
  return queryOptions({
    queryKey: ['data-quality', 'coverage', body],
    queryFn: ({ signal }) => call(contract.reconciliation.coverage, { body, signal }),
    placeholderData: keepPreviousData,
  })
}

export const downloadCoverage = (body: Filter) =>
  callForFile(contract.reconciliation.coverage, { body }, { accept: 'text/csv' })

/** Fetches all rates of the ECB and waits for them. */
export async function fetchEcbRates(): Promise<void> {
  const { data: source } = await call(calls.enable, { body: { provider: 'ecb' } })
  let job = (await call(calls.run, { params: { id: source.id } })).data
  while (isUnderWay(job)) {
    await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    job = (await call(contract.jobs.read, { params: { id: job.id } })).data
  }
  if (job.status === 'failed') throw new ApiError(502, [{ code: 'bad_request', message: job.message ?? '' }])
}
