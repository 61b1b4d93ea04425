import { contract } from 'virtual:contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'

/** The custodian of manual accounts. */
export const manualCustodian = 'manual'

/** All custodians, ordered by name. */
export const custodiansQuery = queryOptions({
  queryKey: ['admin', 'custodians', 'all'],
  queryFn: ({ signal }) => call(contract.instruments.listCustodians, { query: { limit: 1000 }, signal }),
  meta: { quiet: true },
})
