import type { Period } from '@plumbline/contract'
import { useMemo } from 'react'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { type TextOf, useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { isPeriodName, periodNames } from '../filter.ts'

/** How a period is called. */
export function usePeriodWords() {
  const text = useText()
  const format = useFormat()
  const { lists } = useSettingsData()
  const range = lists.date_picker_range
  return useMemo(
    () => ({
      /** `YTD`, `2024`, or its dates. */
      name: (period: Period) => nameOf(period, text, format),
      /** On the button that opens the calendar: dates where some are chosen, else the years there are. */
      button: (period: Period) =>
        period.name === null || !(periodNames as readonly string[]).includes(period.name)
          ? nameOf(period, text, format)
          : (yearsOf(range) ?? text('period_dates')),
    }),
    [text, format, range],
  )
}

function nameOf({ name, start_date, end_date }: Period, text: TextOf, format: Format): string {
  const known = periodNames.find(one => one === name)
  if (known !== undefined) return text(`period_${known}`)
  if (name !== null && isPeriodName(name)) return name
  if (start_date !== null && end_date !== null) return rangeWords(start_date, end_date, text, format)
  if (start_date !== null) return text('period_from_first', { date: format.date(start_date) })
  return end_date === null
    ? text('period_dates')
    : text('period_until_first', { date: format.date(end_date) })
}

/** The year stands once where both days lie in it, unless dates begin with it. */
export function rangeWords(from: string, to: string, text: TextOf, format: Format): string {
  if (from === to) return format.date(from)
  const year = from.slice(0, 4)
  const isOneYear = to.startsWith(year) && !format.date(to).startsWith(year)
  return text('date_range', { from: isOneYear ? format.day(from) : format.date(from), to: format.date(to) })
}

function yearsOf(range: { min: string | null; max: string | null } | undefined): string | null {
  const [first, last] = [range?.min?.slice(0, 4), range?.max?.slice(0, 4)]
  if (first === undefined || last === undefined) return null
  return first === last ? first : `${first}–${last.slice(2)}`
}
