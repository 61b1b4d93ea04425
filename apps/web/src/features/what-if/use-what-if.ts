import { contract } from 'virtual:contract'
import type { Filter, ScenarioBody, TargetDimension, WhatIf } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'

export type Comparison = Reply<typeof contract.whatIf.compare>['data']
export type ComparedRow = WhatIf['rows'][number]

export const dimensions = [
  'instrument_type',
  'sector',
  'country',
  'currency',
  'custodian',
  'position',
] as const

export function whatIfQuery(body: Filter, scenario: ScenarioBody, dimension: TargetDimension) {
  return queryOptions({
    queryKey: ['what-if', body.family, body.settings.currency, scenario, dimension],
    queryFn: async ({ signal }) =>
      (await call(contract.whatIf.compare, { body: { ...body, scenario, dimension }, signal })).data,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

export function exportWhatIf(body: Filter, scenario: ScenarioBody, dimension: TargetDimension) {
  return callForFile(
    contract.whatIf.compare,
    { body: { ...body, scenario, dimension } },
    { accept: 'text/csv' },
  )
}

const maxResults = 20

/** Securities and contracts of a family by name, symbol or ISIN. An empty search sends no request. */
export function securitiesQuery(q: string, family: Filter['family']) {
  return queryOptions({
    queryKey: ['watchlist', 'tickers', 'contracts', q, family],
    queryFn: ({ signal }) => {
      const query = { q, limit: maxResults, contracts: 'true' as const, ...(family != null && { family }) }
      return call(contract.watchlist.tickers, { query, signal })
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
