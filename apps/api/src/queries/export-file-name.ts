import {
  contract,
  type Endpoint,
  type Filter,
  joinFileName,
  type Period,
  viewName,
} from '@plumbline/contract'
import { toIsoDate } from '@plumbline/engine'
import type { CallerView } from './caller-view.ts'

const groupedPath = contract.grouped.list.path

/** The name of an export: family, view, period with its last day, and currency. */
export function exportFileName(
  { path }: Endpoint,
  { family, currency, asOf }: CallerView,
  { query, body }: { query: unknown; body: Filter },
): string {
  const { settings } = body
  return joinFileName(
    [
      family?.name ?? 'All families',
      viewName(path),
      describeList(query),
      describeGroup(query, path === groupedPath ? settings.group_by : undefined),
      describePeriod(ownRange(body) ?? settings.period, toIsoDate(asOf)),
      settings.currency ?? currency,
    ],
    'csv',
  )
}

/** What a call with several exports lists, unless it is the whole of its view. */
function describeList(query: unknown): string | null {
  const { list, by } = Object(query)
  if (list === 'attribution') return `attribution by ${by}`
  return list === 'cash' ? 'cash ladder' : null
}

/** A list of groups or of one group names it. */
function describeGroup(query: unknown, groupBy: string | undefined): string | null {
  const { group_by: key = groupBy, filter_key: part, filter_value: value } = Object(query)
  if (part !== undefined) return `${part} ${value}`
  return typeof key === 'string' ? `by ${key}` : null
}

/** Explanations and events have a range of their own. */
function ownRange(body: Filter): Period | null {
  const { range, start_date = null, end_date = null } = Object(body)
  if (range) return { name: null, ...range }
  return start_date === null && end_date === null ? null : { name: null, start_date, end_date }
}

function describePeriod(period: Period | undefined, asOf: string): string {
  if (!period || period.name !== null) return `${period?.name ?? 'all'} ${asOf}`
  const end = period.end_date ?? asOf
  return period.start_date === null ? `until ${end}` : `${period.start_date} to ${end}`
}
