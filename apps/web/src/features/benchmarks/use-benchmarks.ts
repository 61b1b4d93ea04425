import { contract } from 'virtual:contract'
import type { AttributionKey, Filter } from '@plumbline/contract'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'

export type Comparison = Reply<typeof contract.benchmarks.compare>['data']
export type Benchmark = NonNullable<Comparison['benchmark']>
export type Relative = Comparison['periods'][number]
export type AttributionRow = NonNullable<Comparison['attribution']>['rows'][number]

export const attributionKeys = ['instrument_type', 'sector', 'currency'] as const

export const effects = ['allocation', 'selection', 'interaction', 'currency'] as const

/** What is compared: a strategy, or what the filter names. */
export interface ComparisonOptions {
  strategy?: string | undefined
  by: AttributionKey
  points?: number
}

function query({ strategy, by, points }: ComparisonOptions) {
  return { by, ...(strategy !== undefined && { strategy }), ...(points !== undefined && { points }) }
}

export function comparisonQuery(body: Filter, options: ComparisonOptions) {
  return queryOptions({
    queryKey: ['benchmarks', 'compare', body, options],
    queryFn: async ({ signal }) =>
      (await call(contract.benchmarks.compare, { query: query(options), body, signal })).data,
    ...keepPrevious,
  })
}

/** The periods, or the attribution of the chosen one. */
export function loadComparisonCsv(body: Filter, options: ComparisonOptions, list: 'periods' | 'attribution') {
  return callForFile(
    contract.benchmarks.compare,
    { query: { ...query(options), list }, body },
    { accept: 'text/csv' },
  )
}

export function useBenchmarksChanged() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['benchmarks'] })
}

const maxResults = 20

/** Finds instruments and indices by name, symbol or ISIN. An empty search sends no request. */
export function instrumentsQuery(q: string) {
  return queryOptions({
    queryKey: ['watchlist', 'tickers', q],
    queryFn: ({ signal }) => call(contract.watchlist.tickers, { query: { q, limit: maxResults }, signal }),
    enabled: q !== '',
  })
}

export type BenchmarkValues = Pick<Benchmark, 'name' | 'rebalancing' | 'return_type' | 'weights'> & {
  components: { instrument: string; stands_for: Benchmark['components'][number]['stands_for'] }[]
}

/** Where a new benchmark applies. */
export interface BenchmarkPlace {
  family: string | null | undefined
  strategy: string | undefined
  group: Benchmark['group']
}

/** Adds a benchmark, or changes the given version. */
export async function saveBenchmark(
  existing: Benchmark | null,
  { family, strategy, group }: BenchmarkPlace,
  values: BenchmarkValues,
) {
  if (existing !== null)
    return call(contract.benchmarks.change, {
      params: { id: existing.id },
      body: { ...values, version: existing.version },
    })
  return call(contract.benchmarks.create, {
    body: { ...values, strategy: strategy ?? null, group, ...(family != null && { family }) },
  })
}

export function removeBenchmark(id: string) {
  return call(contract.benchmarks.remove, { params: { id } })
}
