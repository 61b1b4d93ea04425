import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isReset, type PortfolioFilter } from './filter.ts'
import { saysFilter, toSearch } from './filter-address.ts'
import { useDefaultTemplate } from './templates/use-default-template.ts'
import { useChoices } from './use-choices.ts'
import { useFilter, useSavedFilter } from './use-filter.ts'

/**
 * Holds address and settings together; one component of a screen calls it. The address leads: what it says
 * is saved, so that the next screen shows the same. Where it says nothing, it takes what was saved.
 */
export function useFilterSync(): void {
  const { filter, change } = useFilter()
  const saved = useSavedFilter()
  const { choose } = useChoices()
  const navigate = useNavigate()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const isSaid = saysFilter(search)
  useDefaultTemplate(isSaid, saved, change)

  useEffect(() => {
    if (!isSaid) return
    const { currency } = filter
    if (isSame(filter, saved)) return
    choose({
      period: filter.period,
      filters: filter.filters,
      group_by: filter.groupBy,
      ...(currency !== undefined && { currency }),
    })
  }, [isSaid, filter, saved, choose])

  useEffect(() => {
    if (isSaid || isReset(saved)) return
    void navigate({
      to: '.',
      search: (previous: Readonly<Record<string, unknown>>) => ({ ...previous, ...toSearch(filter) }),
      replace: true,
      resetScroll: false,
    })
  }, [isSaid, saved, filter, navigate])
}

/** Alike in what the settings keep. */
function isSame(one: PortfolioFilter, other: PortfolioFilter): boolean {
  const kept = ({ period, filters, currency, groupBy }: PortfolioFilter) =>
    JSON.stringify([period, Object.entries(filters).sort(), currency, groupBy])
  return kept(one) === kept(other)
}
