import { useMemo } from 'react'
import { useLanguage } from '../../../../lib/i18n/i18n.ts'

/** Formats a month as `Feb 2026`, or as `Feb` without a year. */
export function useMonthName(): (year: number | null, month: number) => string {
  const language = useLanguage()
  return useMemo(() => {
    const names = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    return (year, month) => {
      const name = names.format(new Date(Date.UTC(2024, month - 1, 1)))
      return year === null ? name : `${name} ${year}`
    }
  }, [language])
}
