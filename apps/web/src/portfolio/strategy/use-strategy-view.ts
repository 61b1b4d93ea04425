import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

type Search = Readonly<Record<string, unknown>>

/** A division and a strategy, kept in the URL. Without a known division the first one counts. */
export function useStrategyView<By extends string>(divisions: readonly [By, ...By[]]) {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const by = divisions.find(each => each === search.by) ?? divisions[0]
  const strategy = typeof search.strategy === 'string' ? search.strategy : undefined
  const view = useMemo(() => ({ by, strategy }), [by, strategy])
  return {
    view,
    choose: (fields: { by?: By; strategy?: string | undefined }) =>
      void navigate({
        to: '.',
        search: (previous: Search): Search => ({ ...previous, ...fields }),
        replace: true,
        resetScroll: false,
      }),
  }
}
