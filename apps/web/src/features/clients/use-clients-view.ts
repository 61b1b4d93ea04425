import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import type { ListQuery } from './use-clients.ts'

type Search = Readonly<Record<string, unknown>>
export type Show = NonNullable<ListQuery['show']>
export type Grouping = NonNullable<ListQuery['group_by']>

export const shows = ['all', 'attention', 'tasks'] as const satisfies readonly Show[]
export const groupings = ['attention', 'adviser', 'currency', 'none'] as const satisfies readonly Grouping[]
/** The most urgent first. */
export const defaultSort: Sort = { id: 'attention', isDescending: true }
const defaultGrouping: Grouping = 'attention'

export interface ClientsView {
  show: Show
  groupBy: Grouping
  sort: Sort
  q: string
  offset: number
  /** Changes the view and returns to its first page. */
  change: (next: Partial<Pick<ClientsView, 'show' | 'groupBy' | 'sort' | 'q' | 'offset'>>) => void
}

const pick = <Value extends string>(values: readonly Value[], value: unknown, standard: Value): Value =>
  values.find(each => each === value) ?? standard

/** Which clients are shown, how they are grouped and sorted, kept in the URL. The server checks the order. */
export function useClientsView(): ClientsView {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const shown = useMemo(() => {
    const { offset } = search
    return {
      show: pick(shows, search.show, 'all'),
      groupBy: pick(groupings, search.group, defaultGrouping),
      sort: fromOrderBy(search.order_by) ?? defaultSort,
      q: typeof search.q === 'string' ? search.q : '',
      offset: typeof offset === 'string' && /^\d{1,9}$/.test(offset) ? Number(offset) : 0,
    }
  }, [search])
  const change = useCallback<ClientsView['change']>(
    next => {
      const { show, groupBy, sort, q, offset = 0 } = { ...shown, offset: 0, ...next }
      void navigate({
        to: '.',
        search: (previous: Search): Search => ({
          ...previous,
          show: show === 'all' ? undefined : show,
          group: groupBy === defaultGrouping ? undefined : groupBy,
          order_by: toOrderBy(sort) === toOrderBy(defaultSort) ? undefined : toOrderBy(sort),
          q: q === '' ? undefined : q,
          offset: offset === 0 ? undefined : String(offset),
        }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, shown],
  )
  return { ...shown, change }
}
