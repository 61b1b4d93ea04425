import { type Day, type TimeTick, toIsoDate } from '@plumbline/charts'
import { useMemo } from 'react'
import { formatPercent, formatTick } from '../../lib/format/format.ts'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { useLanguage, useText } from '../../lib/i18n/i18n.ts'
import type { ChartUnit, Stop } from './chart-series.ts'

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
}

export function useChartFormat(unit: ChartUnit): ChartFormat {
  const language = useLanguage()
  const format = useFormat()
  const text = useText()
  return useMemo(() => {
    const day = (value: Day) => format.date(toIsoDate(value))
    return {
      ...valueFormatters(unit, language, format),
      day,
      stop: ({ from, to }) =>
        from === to ? format.weekday(toIsoDate(from)) : text('date_range', { from: day(from), to: day(to) }),
      date: tick => formatTimeTick(tick, language, format.day),
    }
  }, [unit, language, format, text])
}

function valueFormatters(
  unit: ChartUnit,
  language: Language,
  format: Format,
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
        tick: (value, step) => percentTick(value, step, language),
        tag: value => format.percent(value, { decimals: 1 }),
        value: value => format.percent(value),
      }
    case 'price':
      return {
        tick: (value, step) => format.tick(value, step),
        tag: value => format.price(value),
        value: value => format.price(value),
      }
    case 'quote':
      return {
        tick: value => formatTick(value, language),
        tag: value => format.quote(value),
        value: value => format.quote(value),
      }
  }
}

/** Uses as many decimals as distinguish one tick from the next. */
function percentTick(value: number, step: number, language: Language): string {
  const percents = step * 100
  const decimals = percents >= 1 ? (Number.isInteger(Number(percents.toFixed(6))) ? 0 : 1) : 2
  return formatPercent(value, language, { decimals, sign: 'minus' })
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
