import { contract } from 'virtual:contract'
import type { EventType, Filter } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import type { EventRange } from './event-range.ts'

export type EventsPage = Reply<typeof contract.events.list>
export type PortfolioEvent = EventsPage['data'][number]
export type Statistics = EventsPage['extra']['statistics']

/** As many as the server gives at once: a timeline shows all of them. */
const mostRows = 1000

export interface EventsOf {
  /** Null for the first range, which the server finds from the farthest event. */
  range: EventRange | null
  types: readonly EventType[]
}

function bodyOf(body: Filter, { range, types }: EventsOf) {
  return { ...body, event_types: [...types], ...(range && { range }) }
}

export function eventsQuery(body: Filter, of: EventsOf) {
  return queryOptions({
    queryKey: ['events', body, of],
    queryFn: ({ signal }) =>
      call(contract.events.list, { query: { limit: mostRows }, body: bodyOf(body, of), signal }),
    placeholderData: keepPreviousData,
  })
}

export function exportEvents(body: Filter, of: EventsOf) {
  return callForFile(
    contract.events.list,
    { query: { limit: mostRows }, body: bodyOf(body, of) },
    { accept: 'text/csv' },
  )
}
