import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isReset, type PortfolioFilter } from './filter.ts'
import { hasFilter, toSearch } from './filter-url.ts'
import { useDefaultTemplate } from './templates/use-default-template.ts'
import { useChoices } from './use-choices.ts'
import { useFilter, useSavedFilter } from './use-filter.ts'

/**
 * Synchronises URL and settings; call it once per screen. A filter in the URL is saved, so that the next
 * screen shows the same; a URL without one receives the saved filter.
 */
export function useFilterSync(): void {
  const { filter, change } = useFilter()
  const saved = useSavedFilter()
  const { choose } = useChoices()
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const hasUrlFilter = hasFilter(search)
  useDefaultTemplate(hasUrlFilter, saved, change)

  useEffect(() => {
    if (!hasUrlFilter) return
    const { currency } = filter
    if (isSame(filter, saved)) return
    choose({
      period: filter.period,
      filters: filter.filters,
      group_by: filter.groupBy,
      ...(currency !== undefined && { currency }),
    })
  }, [hasUrlFilter, filter, saved, choose])

  useEffect(() => {
    if (hasUrlFilter || isReset(saved)) return
    void navigate({
      to: '.',
      search: (previous: Readonly<Record<string, unknown>>) => ({ ...previous, ...toSearch(filter) }),
      replace: true,
      resetScroll: false,
    })
  }, [hasUrlFilter, saved, filter, navigate])
}

/** Compares the fields that the settings store. */
function isSame(one: PortfolioFilter, other: PortfolioFilter): boolean {
  const kept = ({ period, filters, currency, groupBy }: PortfolioFilter) =>
    JSON.stringify([period, Object.entries(filters).sort(), currency, groupBy])
  return kept(one) === kept(other)
}
