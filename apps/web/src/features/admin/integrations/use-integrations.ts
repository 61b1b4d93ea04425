import { contract } from 'virtual:contract'
import type { CallBody } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, type Reply } from '../../../lib/api/api.ts'

const calls = contract.integrations

export type Integration = Reply<typeof calls.list>['data'][number]
type IntegrationChange = CallBody<typeof calls.change>

/** The polling interval while a job runs. */
const pollIntervalMs = 1000

export function integrationsQuery(query: { limit: number; offset: number }) {
  return queryOptions({
    queryKey: ['admin', 'integrations', query],
    queryFn: ({ signal }) => call(calls.list, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ is_running: isRunning }) => isRunning) ? pollIntervalMs : false,
  })
}

export const providersQuery = queryOptions({
  queryKey: ['admin', 'integrations', 'providers'],
  queryFn: ({ signal }) => call(calls.providers, { signal }),
})

export function runsQuery(id: string) {
  return queryOptions({
    queryKey: ['admin', 'integrations', 'runs', id],
    queryFn: ({ signal }) => call(calls.runs, { params: { id }, query: { limit: 20 }, signal }),
  })
}

export const integrationActions = {
  run: (id: string) => call(calls.run, { params: { id } }),
  change: ({ id, ...body }: IntegrationChange & { id: string }) =>
    call(calls.change, { params: { id }, body }),
  enable: (body: CallBody<typeof calls.enable>) => call(calls.enable, { body }),
}
