import { contract } from 'virtual:contract'
import type { CallBody, Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../../lib/api/api.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { isUnderWay } from '../../../lib/api/jobs.ts'

const calls = contract.integrations

export type Coverage = Reply<typeof contract.reconciliation.coverage>
export type Gap = Coverage['data'][number]
export type Provider = Reply<typeof calls.providers>['data'][number]
export type ProposedSymbol = Reply<typeof calls.symbols>['data'][number]

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

export const providersQuery = queryOptions({
  queryKey: ['admin', 'integrations', 'providers'],
  queryFn: ({ signal }) => call(calls.providers, { signal }),
})

export function symbolsQuery(instrument: string, provider: string, q: string) {
  return queryOptions({
    queryKey: ['data-quality', 'symbols', instrument, provider, q],
    queryFn: ({ signal }) =>
      call(calls.symbols, { query: { instrument, provider, ...(q !== '' && { q }) }, signal }),
    // Each search asks the provider, so nothing is repeated by itself.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { quiet: true },
  })
}

/** Fetches all rates of the ECB and waits for them. */
async function fetchEcbRates(): Promise<void> {
  const { data: source } = await call(calls.enable, { body: { provider: 'ecb' } })
  let job = (await call(calls.run, { params: { id: source.id } })).data
  while (isUnderWay(job)) {
    await new Promise(resolve => setTimeout(resolve, pollIntervalMs))
    job = (await call(contract.jobs.read, { params: { id: job.id } })).data
  }
  if (job.status === 'failed') throw new ApiError(502, [{ code: 'bad_request', message: job.message ?? '' }])
}

export const coverageActions = {
  fetchEcbRates,
  setRate: (body: CallBody<typeof contract.rates.set>) => call(contract.rates.set, { body }),
  setPrice: ({ id, ...body }: { id: string; date: string; price: number }) =>
    call(contract.instruments.setPrice, { params: { id }, body }),
  enable: (provider: string) => call(calls.enable, { body: { provider } }),
  useSymbol: (body: CallBody<typeof calls.useSymbol>) => call(calls.useSymbol, { body }),
}

/** A fix of the market data. Every figure may depend on it, so everything is refetched. */
export function useFix<Input, Result>(
  send: (input: Input) => Promise<Result>,
  onSuccess: (result: Result, input: Input) => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: send,
    // The row shows the error.
    meta: { quiet: true },
    onSuccess: (result, input) => {
      onSuccess(result, input)
      void queryClient.invalidateQueries()
    },
  })
}
