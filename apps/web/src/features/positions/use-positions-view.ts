import type { PositionType } from '@plumbline/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useChoices } from '../../filter/use-choices.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { recall, remember } from '../../lib/browser/storage.ts'
import type { PositionGroupKey } from './position-groups.ts'

type Search = Readonly<Record<string, unknown>>

export interface PositionsView {
  /** Null for the default order. */
  sort: Sort | null
  setSort: (sort: Sort | null) => void
  /** Null without grouping. */
  groupBy: PositionGroupKey | null
  setGroupBy: (groupBy: PositionGroupKey | null) => void
}

const types: readonly PositionType[] = ['open', 'closed']

/** Open or closed positions: in the URL, so that a link shows the same list, else as the user last chose. */
export function usePositionType(): { type: PositionType; setType: (type: PositionType) => void } {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { choices, choose } = useChoices()
  const type = types.find(one => one === search.positions) ?? choices.position_type ?? 'open'
  const setType = (next: PositionType) => {
    choose({ position_type: next })
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({ ...previous, positions: next, order_by: undefined }),
      replace: true,
      resetScroll: false,
    })
  }
  return { type, setType }
}

/** The order is in the URL, the grouping in the filter, and whether to group at all is stored on the device. */
export function usePositionsView(type: PositionType): PositionsView {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const { filter, change } = useFilter()
  const flatKey = `plumbline_positions_flat_${type}`
  const [flat, setFlat] = useState<Readonly<Record<string, boolean>>>({})
  // By default open positions are grouped and closed ones are not.
  const isFlat = flat[flatKey] ?? (recall(flatKey) ?? (type === 'closed' ? 'yes' : 'no')) === 'yes'
  const sort = useMemo(() => fromOrderBy(search.order_by), [search.order_by])
  const setSort = useCallback(
    (next: Sort | null) =>
      void navigate({
        to: '.',
        search: (previous: Search): Search => ({ ...previous, order_by: toOrderBy(next) }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  )
  const setGroupBy = (groupBy: PositionGroupKey | null) => {
    remember(flatKey, groupBy === null ? 'yes' : 'no')
    setFlat({ ...flat, [flatKey]: groupBy === null })
    if (groupBy !== null && groupBy !== filter.groupBy) change({ ...filter, groupBy })
  }
  const groupBy = filter.groupBy ?? 'instrument_type'
  return { sort, setSort, groupBy: isFlat || groupBy === 'strategy' ? null : groupBy, setGroupBy }
}
