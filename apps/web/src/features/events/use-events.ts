import { contract } from 'virtual:contract'
import type { EventType, Filter } from '@plumbline/contract'
import { queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import type { EventRange } from './event-range.ts'

export type EventsPage = Reply<typeof contract.events.list>
export type PortfolioEvent = EventsPage['data'][number]
export type Statistics = EventsPage['extra']['statistics']

/** The page limit of the server. The timeline shows all events at once. */
const maxRows = 1000

export interface EventSelection {
  /** Null for the default range, which ends at the last event. */
  range: EventRange | null
  types: readonly EventType[]
}

function toRequestBody(body: Filter, { range, types }: EventSelection) {
  return { ...body, event_types: [...types], ...(range && { range }) }
}

export function eventsQuery(body: Filter, selection: EventSelection) {
  return queryOptions({
    queryKey: ['events', body, selection],
    queryFn: ({ signal }) =>
      call(contract.events.list, { query: { limit: maxRows }, body: toRequestBody(body, selection), signal }),
    ...keepPrevious,
  })
}

export function exportEvents(body: Filter, selection: EventSelection) {
  return callForFile(
    contract.events.list,
    { query: { limit: maxRows }, body: toRequestBody(body, selection) },
    { accept: 'text/csv' },
  )
}
