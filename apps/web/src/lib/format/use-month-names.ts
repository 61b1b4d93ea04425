import { useMemo } from 'react'
import { useLanguage } from '../i18n/i18n.ts'

/** Formats months such as 2026-12 with and without the year, both with the same abbreviation. */
export function useMonthNames() {
  const language = useLanguage()
  return useMemo(() => {
    const name = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
    const short = (month: string) => name.format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`))
    return { short, long: (month: string) => `${short(month)} ${month.slice(0, 4)}` }
  }, [language])
}
