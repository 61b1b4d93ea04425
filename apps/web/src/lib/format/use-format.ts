import { createContext, useContext, useMemo } from 'react'
import { usePrivacy } from '../browser/privacy.ts'
import {
  amountParts,
  currencyDecimals,
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
  formatTick,
  formatWeekday,
  localeLanguage,
  type NumberLocale,
  type NumberStyle,
  noFigure,
} from './format.ts'
import { useNumberLocale } from './number-locale.ts'

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

/** The reporting currency of the filter, for the decimals of amounts that name no other currency. */
export const ReportingCurrencyContext = createContext<string | undefined>(undefined)

/** Stands for a hidden amount. */
export const hiddenAmount = '•••'

/** All formatters, bound to the user's language, number format, reporting currency, date preferences and 'hide amounts'. */
export function useFormat() {
  const locale = useNumberLocale()
  const dates = useContext(DateSettingsContext)
  const currency = useContext(ReportingCurrencyContext)
  const isPrivate = usePrivacy()
  return useMemo(() => {
    const format = boundFormat(locale, dates, currency)
    return isPrivate ? { ...format, ...hiddenFormat } : format
  }, [locale, dates, currency, isPrivate])
}

export type Format = ReturnType<typeof boundFormat>

const hide = (value: number | null) => (value === null ? noFigure : hiddenAmount)

/**
 * Everything from which an amount follows is hidden here, so that no text, label, tooltip or table contains it: amounts,
 * quantities, and prices of positions, which are amounts where a position has one unit.
 */
const hiddenFormat = {
  isPrivate: true,
  amount: hide,
  amountParts: () => ({ whole: hiddenAmount, decimals: '' }),
  compact: hide,
  tick: () => '',
  price: hide,
  quantity: hide,
}

function boundFormat(locale: NumberLocale, { format, timeZone }: DateSettings, currency: string | undefined) {
  const language = localeLanguage(locale)
  return {
    /** Whether amounts are hidden. */
    isPrivate: false,
    amount: (value: number | null, style?: NumberStyle) =>
      formatAmount(value, locale, { currency, ...style }),
    amountParts: (value: number, style?: NumberStyle) => amountParts(value, locale, { currency, ...style }),
    /** The decimals of amounts in the reporting currency. */
    decimals: currencyDecimals(currency ?? null),
    /** A number that is no amount, such as a ratio or basis points. */
    number: (value: number | null, style?: NumberStyle) => formatAmount(value, locale, style),
    /** A tick of an axis of amounts. */
    tick: (value: number, step?: number) => formatTick(value, locale, step),
    /** A public price or rate, which says nothing about a position. */
    quote: (value: number | null) => formatPrice(value, locale),
    compact: (value: number | null, style?: NumberStyle) => formatCompact(value, locale, style),
    count: (value: number) => formatCount(value, locale),
    percent: (value: number | null, style?: NumberStyle) => formatPercent(value, locale, style),
    price: (value: number | null) => formatPrice(value, locale),
    quantity: (value: number | null) => formatQuantity(value, locale),
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
