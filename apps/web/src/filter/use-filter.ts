import type { Filter } from '@plumbline/contract'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo } from 'react'
import { useHasRole, useSettingsData } from '../lib/session/user-settings.ts'
import { noFilters, type PortfolioFilter, resetFilter, toFilterBody, wholePeriod } from './filter.ts'
import { fromSearch, toSearch, withoutFilter } from './filter-url.ts'
import { useChoices } from './use-choices.ts'
import { validValues } from './valid-values.ts'

interface UseFilterResult {
  filter: PortfolioFilter
  /** The filter object that portfolio calls take. */
  body: Filter
  change: (next: PortfolioFilter) => void
  reset: () => void
}

/** The filter from the URL, else the saved one. Changing it changes the URL. */
export function useFilter(): UseFilterResult {
  const { lists } = useSettingsData()
  const saved = useSavedFilter()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter = useMemo(() => fromSearch(search, saved, validValues(lists)), [search, saved, lists])
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
  const body = useMemo(() => toFilterBody(filter), [filter])
  return { filter, body, change, reset }
}

/** The filter from the settings, with the last chosen family. */
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
