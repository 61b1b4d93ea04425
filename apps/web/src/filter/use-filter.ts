import type { Filter } from '@plumbline/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useHasRole, useSettingsData } from '../lib/session/user-settings.ts'
import { bodyOf, noFilters, type PortfolioFilter, resetFilter, wholePeriod } from './filter.ts'
import { fromSearch, toSearch, withoutFilter } from './filter-address.ts'
import { knownWords } from './known-words.ts'
import { useChoices } from './use-choices.ts'

interface FilterInUse {
  filter: PortfolioFilter
  /** The filter object that every call about the portfolio takes. */
  body: Filter
  change: (next: PortfolioFilter) => void
  reset: () => void
}

/** The filter of the address, else the one that was saved. Changing it changes the address. */
export function useFilter(): FilterInUse {
  const { lists } = useSettingsData()
  const saved = useSavedFilter()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = useMemo(() => fromSearch(search, saved, knownWords(lists)), [search, saved, lists])
  const change = useCallback(
    (next: PortfolioFilter) =>
      void navigate({
        to: '.',
        search: (previous: Readonly<Record<string, unknown>>) => ({
          ...withoutFilter(previous),
          ...toSearch(next),
        }),
        resetScroll: false,
      }),
    [navigate],
  )
  const reset = useCallback(() => change(resetFilter(filter)), [change, filter])
  const body = useMemo(() => bodyOf(filter), [filter])
  return { filter, body, change, reset }
}

/** As the settings have it; where the address names no family, the one chosen last. */
export function useSavedFilter(): PortfolioFilter {
  const { settings, lists } = useSettingsData()
  const { choices } = useChoices()
  const isStaff = useHasRole(['admin', 'adviser'])
  const { period = wholePeriod, filters = noFilters, currency, group_by: groupBy } = choices
  const hasSeveral = isStaff && lists.families.length > 1
  const lastChosen = settings.family?.id ?? null
  return useMemo(
    () => ({ period, filters, currency, groupBy, family: hasSeveral ? lastChosen : undefined }),
    [period, filters, currency, groupBy, hasSeveral, lastChosen],
  )
}
