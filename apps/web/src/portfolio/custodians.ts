import { contract } from 'virtual:contract'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../lib/api/api.ts'

/** Marks an account that is kept by hand. */
export const manualCustodian = 'manual'

/** Every custodian by name. */
export const custodiansQuery = queryOptions({
  queryKey: ['admin', 'custodians', 'all'],
  queryFn: ({ signal }) => call(contract.instruments.listCustodians, { query: { limit: 1000 }, signal }),
  meta: { quiet: true },
})
