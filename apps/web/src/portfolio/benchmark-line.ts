import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../lib/api/api.ts'
import { keepPrevious } from '../lib/api/keep-previous.ts'

export type BenchmarkLine = Reply<typeof contract.benchmarks.line>['data']

/** A benchmark looks the same in every chart. */
export const benchmarkColour = 'var(--c4)'

/** The benchmark of a scope or strategy, on the days of its chart of the same number of points. */
export function benchmarkLineQuery(body: Filter, options: { points?: number; strategy?: string }) {
  return queryOptions({
    queryKey: ['benchmarks', 'line', body, options],
    queryFn: async ({ signal }) =>
      (await call(contract.benchmarks.line, { query: options, body, signal })).data,
    ...keepPrevious,
  })
}

/** The benchmark's return on the days of a chart; null on days that the line does not have. */
export function alignBenchmark(
  { line }: BenchmarkLine,
  days: readonly { date: string }[],
): (number | null)[] {
  const byDate = new Map(line.map(({ date, benchmark }) => [date, benchmark]))
  return days.map(({ date }) => byDate.get(date) ?? null)
}
