import type { BenchmarkGroupKey, Filter } from '@plumbline/contract'

/** The group that a filter names: one value of one division. */
export function namedGroup({ filters }: Filter): { by: BenchmarkGroupKey; key: string } | null {
  const lists: [BenchmarkGroupKey, readonly string[]][] = [
    ['instrument_type', filters.filter_instrument_type ?? []],
    ['sector', filters.filter_sector ?? []],
    ['country', filters.filter_country ?? []],
    ['currency', filters.filter_currency ?? []],
  ]
  const [first, ...others] = lists.filter(([, values]) => values.length > 0)
  const [key, ...more] = first?.[1] ?? []
  if (!first || key === undefined || others.length > 0 || more.length > 0) return null
  return { by: first[0], key }
}
