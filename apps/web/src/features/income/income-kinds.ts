import { useMemo } from 'react'
import { useLanguage } from '../../lib/i18n/i18n.ts'
import type { IncomeKind } from './use-income.ts'

/** The kinds in the order of stacked bars, from the bottom, with their colours. */
export const kindColours = {
  rent: 'var(--c9)',
  interest: 'var(--c3)',
  coupon: 'var(--c2)',
  dividend: 'var(--c1)',
  other: 'var(--c10)',
} as const satisfies Record<IncomeKind, string>

// Object.keys loses the literal types, which the object above fixes.
export const stackedKinds = Object.keys(kindColours) as readonly IncomeKind[]

/** Formats months such as 2026-12, with and without the year. */
export function useMonthNames() {
  const language = useLanguage()
  return useMemo(() => {
    const long = new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const short = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    const toDate = (month: string) => new Date(`${month.slice(0, 7)}-01T00:00:00Z`)
    return {
      long: (month: string) => long.format(toDate(month)),
      short: (month: string) => short.format(toDate(month)),
    }
  }, [language])
}
