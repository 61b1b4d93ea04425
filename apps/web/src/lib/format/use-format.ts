import type { Language } from '@plumbline/contract/texts'
import { createContext, useContext, useMemo } from 'react'
import { useLanguage } from '../i18n/i18n.ts'
import {
  amountParts,
  type DateFormat,
  dayIn,
  defaultDateFormat,
  formatAgo,
  formatAmount,
  formatCompact,
  formatCount,
  formatDate,
  formatDay,
  formatMoment,
  formatPercent,
  formatPrice,
  formatQuantity,
  formatWeekday,
  type NumberStyle,
} from './format.ts'

/** The user's date and time preferences. */
export interface DateSettings {
  format: DateFormat
  timeZone: string
}

export const deviceDateSettings: DateSettings = {
  format: defaultDateFormat,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

export const DateSettingsContext = createContext<DateSettings>(deviceDateSettings)

/** All formatters, bound to the user's language and date preferences. */
export function useFormat() {
  const language = useLanguage()
  const dates = useContext(DateSettingsContext)
  return useMemo(() => boundFormat(language, dates), [language, dates])
}

export type Format = ReturnType<typeof boundFormat>

function boundFormat(language: Language, { format, timeZone }: DateSettings) {
  return {
    amount: (value: number | null, style?: NumberStyle) => formatAmount(value, language, style),
    amountParts: (value: number, style?: NumberStyle) => amountParts(value, language, style),
    compact: (value: number | null, style?: NumberStyle) => formatCompact(value, language, style),
    count: (value: number) => formatCount(value, language),
    percent: (value: number | null, style?: NumberStyle) => formatPercent(value, language, style),
    price: (value: number | null) => formatPrice(value, language),
    quantity: (value: number | null) => formatQuantity(value, language),
    /** Takes an ISO date such as `2026-11-13`. */
    date: (date: string) => formatDate(date, format, language),
    day: (date: string) => formatDay(date, format, language),
    weekday: (date: string) => formatWeekday(date, format, language),
    /** The date of a timestamp in the user's time zone. */
    localDate: (moment: Date) => formatDate(dayIn(moment, timeZone), format, language),
    /** Date and time of a timestamp in the user's time zone. */
    moment: (moment: Date) => formatMoment(moment, new Date(), { format, language, timeZone }),
    /** 'yesterday'; the date for anything older than a week. */
    ago: (moment: Date) =>
      formatAgo(moment, new Date(), language) ?? formatDate(dayIn(moment, timeZone), format, language),
  }
}
