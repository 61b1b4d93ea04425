import { contract } from 'virtual:contract'
import type { Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

const maxStrategies = 200

/** The strategies that the filter's family has, to choose one. */
export function strategyNamesQuery(body: Filter) {
  return queryOptions({
    queryKey: ['strategies', 'names', body],
    queryFn: async ({ signal }) =>
      (await call(contract.strategies.list, { query: { limit: maxStrategies }, body, signal })).data,
  })
}
