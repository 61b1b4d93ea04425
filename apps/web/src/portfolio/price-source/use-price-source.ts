import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

const calls = contract.integrations

export type Provider = Reply<typeof calls.providers>['data'][number]
export type ProposedSymbol = Reply<typeof calls.symbols>['data'][number]

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

export const enableProvider = (provider: string) => call(calls.enable, { body: { provider } })
export const takeSymbol = (body: CallBody<typeof calls.useSymbol>) => call(calls.useSymbol, { body })

/** Coins have a provider of their own. */
export function choosePriceProvider(
  type: string | null,
  providers: readonly Provider[],
): Provider | undefined {
  const wanted = type === 'crypto' ? 'coingecko' : 'yahoo'
  return providers.find(({ id, may_enable: mayEnable }) => id === wanted && mayEnable)
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
