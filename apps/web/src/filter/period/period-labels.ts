import type { Period } from '@plumbline/contract'
import { useMemo } from 'react'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { type Translate, useText } from '../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'
import { isPeriodName, periodNames } from '../filter.ts'

/** Formats periods. */
export function usePeriodLabels() {
  const text = useText()
  const format = useFormat()
  const { lists } = useSettingsData()
  const range = lists.date_picker_range
  return useMemo(
    () => ({
      /** `YTD`, `2024`, or its dates. */
      name: (period: Period) => formatPeriod(period, text, format),
      /** The same where no other word says that it is a period. */
      title: (period: Period) =>
        period.name === 'all' ? text('period_all_time') : formatPeriod(period, text, format),
      /** The text of the calendar button: the chosen dates, else the available years. */
      button: (period: Period) =>
        period.name === null || !(periodNames as readonly string[]).includes(period.name)
          ? formatPeriod(period, text, format)
          : (formatYears(range) ?? text('period_dates')),
    }),
    [text, format, range],
  )
}

function formatPeriod({ name, start_date, end_date }: Period, text: Translate, format: Format): string {
  const known = periodNames.find(one => one === name)
  if (known !== undefined) return text(`period_${known}`)
  if (name !== null && isPeriodName(name)) return name
  if (start_date !== null && end_date !== null) return formatDateRange(start_date, end_date, text, format)
  if (start_date !== null) return text('period_from_first', { date: format.date(start_date) })
  return end_date === null
    ? text('period_dates')
    : text('period_until_first', { date: format.date(end_date) })
}

/** Shows the year once when both dates share it, unless the date format starts with the year. */
export function formatDateRange(from: string, to: string, text: Translate, format: Format): string {
  if (from === to) return format.date(from)
  const year = from.slice(0, 4)
  const isOneYear = to.startsWith(year) && !format.date(to).startsWith(year)
  return text('date_range', { from: isOneYear ? format.day(from) : format.date(from), to: format.date(to) })
}

function formatYears(range: { min: string | null; max: string | null } | undefined): string | null {
  const [first, last] = [range?.min?.slice(0, 4), range?.max?.slice(0, 4)]
  if (first === undefined || last === undefined) return null
  return first === last ? first : `${first}–${last.slice(2)}`
}
