import { type Day, type TimeTick, toIsoDate } from '@plumbline/charts'
import { useMemo } from 'react'
import { formatCompact, formatPercent, formatTick, type NumberLocale } from '../../lib/format/format.ts'
import { useNumberLocale } from '../../lib/format/number-locale.ts'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import type { ChartUnit, Stop } from './chart-series.ts'
import { axisWidth } from './plot.ts'

type Language = ReturnType<typeof useLanguage>

/** Formats the values and days of a chart. */
export interface ChartFormat {
  tick: (value: number, step: number) => string
  /** For the tag at the end of the line. */
  tag: (value: number) => string
  /** In full, for screen readers. */
  value: (value: number | null) => string
  day: (day: Day) => string
  /** A day with its weekday, or a date range. */
  stop: (stop: Stop) => string
  date: (tick: TimeTick) => string
  /** The room beside a chart of these values for its labels. Charts of amounts have the same, so that they align. */
  axisPx: (values: readonly (number | null)[]) => number
}

/** No shortened amount is wider than this one. */
const widestAmount = -888_880

export function useChartFormat(unit: ChartUnit): ChartFormat {
  const language = useLanguage()
  const locale = useNumberLocale()
  const format = useFormat()
  const text = useText()
  const points = usePointsText()
  return useMemo(() => {
    const day = (value: Day) => format.date(toIsoDate(value))
    const formatters = valueFormatters(unit, locale, format, points)
    const widest = formatCompact(widestAmount, locale)
    return {
      ...formatters,
      axisPx: values => axisWidth([widest, ...findEnds(values).map(formatters.tag)]),
      day,
      stop: ({ from, to }) =>
        from === to ? format.weekday(toIsoDate(from)) : text('date_range', { from: day(from), to: day(to) }),
      date: tick => formatTimeTick(tick, language, format.day),
    }
  }, [unit, language, locale, format, text, points])
}

/** The least and the greatest of the known values. */
function findEnds(values: readonly (number | null)[]): number[] {
  let least = Number.POSITIVE_INFINITY
  let greatest = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  return least > greatest ? [] : [least, greatest]
}

function valueFormatters(
  unit: ChartUnit,
  locale: NumberLocale,
  format: Format,
  points: ReturnType<typeof usePointsText>,
): Pick<ChartFormat, 'tick' | 'tag' | 'value'> {
  switch (unit) {
    case 'amount':
    case 'value':
      return {
        tick: (value, step) => format.tick(value, step),
        tag: value => format.compact(value),
        value: value => format.amount(value, { sign: unit === 'amount' ? 'always' : 'minus' }),
      }
    case 'percent':
      return {
        tick: (value, step) => percentTick(value, step, locale),
        tag: value => format.percent(value, { decimals: 1 }),
        value: value => format.percent(value),
      }
    case 'points':
      return {
        tick: (value, step) => format.tick(value * 100, step * 100),
        tag: value => points(value, 1),
        value: value => (value === null ? format.number(value) : points(value)),
      }
    case 'price':
      return {
        tick: (value, step) => format.tick(value, step),
        tag: value => format.price(value),
        value: value => format.price(value),
      }
    case 'quote':
      return {
        tick: value => formatTick(value, locale),
        tag: value => format.quote(value),
        value: value => format.quote(value),
      }
  }
}

/** Uses as many decimals as distinguish one tick from the next. */
function percentTick(value: number, step: number, locale: NumberLocale): string {
  const percents = step * 100
  const decimals = percents >= 1 ? (Number.isInteger(Number(percents.toFixed(6))) ? 0 : 1) : 2
  return formatPercent(value, locale, { decimals, sign: 'minus' })
}

function formatTimeTick(
  { day, unit }: TimeTick,
  language: Language,
  dayName: (date: string) => string,
): string {
  const date = toIsoDate(day)
  if (unit === 'year') return date.slice(0, 4)
  if (unit === 'day') return dayName(date)
  return new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(new Date(date))
}
