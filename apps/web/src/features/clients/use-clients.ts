import { contract } from 'virtual:contract'
import type { CallBody, CallQuery, Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { familyParameter } from '../../filter/filter-url.ts'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'

const { clients, families } = contract
export type ClientList = Reply<typeof families.clients>
export type Client = ClientList['data'][number]
export type ClientView = Reply<typeof clients.views>['data'][number]
export type Comparison = Reply<typeof clients.compare>['data']
export type StatementImport = Reply<typeof clients.statements>['data'][number]
export type ListQuery = NonNullable<CallQuery<typeof families.clients>>
export type ReportOrder = CallBody<typeof clients.reports>

const clientsKey = ['clients']

/** All clients, whichever of them the other screens show. */
const listBody = (body: Filter) => ({
  settings: body.settings.currency === undefined ? {} : { currency: body.settings.currency },
  family: null,
})

/** The families that the user serves. Figures in the base currency of each, totals in the reporting currency. */
export function clientsQuery(body: Filter, query: ListQuery) {
  const asked = listBody(body)
  return queryOptions({
    queryKey: [...clientsKey, 'list', asked, query],
    queryFn: ({ signal }) => call(families.clients, { body: asked, query, signal }),
    placeholderData: keepPreviousData,
  })
}

export function exportClients(body: Filter, query: ListQuery) {
  const { limit: _limit, offset: _offset, ...rest } = query
  return callForFile(families.clients, { body: listBody(body), query: rest }, { accept: 'text/csv' })
}

export const viewsQuery = queryOptions({
  queryKey: [...clientsKey, 'views'],
  queryFn: ({ signal }) => call(clients.views, { query: { limit: 100 }, signal }),
})

export function staffQuery(family: string) {
  return queryOptions({
    queryKey: [...clientsKey, 'staff', family],
    queryFn: async ({ signal }) => (await call(clients.staff, { query: { family }, signal })).data,
  })
}

/** Two clients side by side; null compares each in its own currency. */
export function comparisonQuery(pair: readonly [string, string], currency: ReportOrder['currency']) {
  return queryOptions({
    queryKey: [...clientsKey, 'compare', pair, currency],
    queryFn: async ({ signal }) =>
      (await call(clients.compare, { body: { families: [...pair], currency: currency ?? null }, signal }))
        .data,
    placeholderData: keepPreviousData,
  })
}

export function exportComparison(
  pair: readonly [string, string],
  currency: ReportOrder['currency'],
  accept: 'text/csv' | 'application/pdf',
) {
  const body = { families: [...pair], currency: currency ?? null }
  return callForFile(clients.compare, { body }, { accept })
}

function useViewsChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: viewsQuery.queryKey })
}

export function useSaveView() {
  const changed = useViewsChanged()
  return useMutation({
    mutationFn: (body: CallBody<typeof clients.saveView>) => call(clients.saveView, { body }),
    onSettled: changed,
  })
}

export function useRemoveView() {
  const changed = useViewsChanged()
  return useMutation({
    mutationFn: (id: string) => call(clients.removeView, { params: { id } }),
    onSettled: changed,
  })
}

/** Opens the overview of a client and keeps it as the chosen family. */
export function useOpenClient(): (family: string) => void {
  const navigate = useNavigate()
  const { mutate } = useMutation({
    mutationFn: (family: string) => call(families.switch, { body: { family } }),
    // The URL holds the choice, so a failed save is not reported.
    meta: { quiet: true },
  })
  return family => {
    mutate(family)
    void navigate({ to: '/overview', search: { [familyParameter]: family } })
  }
}

export function orderReports(body: ReportOrder) {
  return call(clients.reports, { body })
}

const pollIntervalMs = 1000

/** The imports of a bulk import. Polled while one is being applied. */
export function statementsQuery(batch: string, isEnabled: boolean) {
  return queryOptions({
    queryKey: [...clientsKey, 'statements', batch],
    queryFn: async ({ signal }) => (await call(clients.statements, { params: { id: batch }, signal })).data,
    enabled: isEnabled,
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'applying') ? pollIntervalMs : false,
  })
}

export async function addStatement(batch: string, file: File, family: string | undefined) {
  const query = { name: file.name, ...(family !== undefined && { family }) }
  return (await call(clients.addStatement, { params: { id: batch }, query, file })).data
}

export function applyImport(id: string) {
  return call(contract.imports.apply, { params: { id } })
}
