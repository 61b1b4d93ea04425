import { z } from 'zod'
import type { FoundSeries, FoundSplit, Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'

const chart = z.object({
  chart: z.object({
    result: z
      .array(
        z.object({
          meta: z.object({
            currency: z.string().nullish(),
            gmtoffset: z.number().default(0),
            exchangeTimezoneName: z.string().optional().catch(undefined),
            currentTradingPeriod: z
              .object({ regular: z.object({ end: z.number() }).optional() })
              .optional()
              .catch(undefined),
          }),
          timestamp: z.array(z.number()).default([]),
          events: z
            .object({
              splits: z
                .record(
                  z.string(),
                  z.object({
                    date: z.number(),
                    numerator: z.number().positive(),
                    denominator: z.number().positive(),
                  }),
                )
                .default({}),
            })
            .default({ splits: {} }),
          indicators: z.object({
            quote: z.array(z.object({ close: z.array(z.number().nullable()).default([]) })).min(1),
          }),
        }),
      )
      .nullable(),
    error: z.object({ code: z.string().optional() }).nullish(),
  }),
})

const searchReply = z.object({
  quotes: z
    .array(
      z.object({
        // News and screeners are listed as well, without a symbol.
        symbol: z.string().min(1).max(60).optional(),
        longname: z.string().optional(),
        shortname: z.string().optional(),
        exchDisp: z.string().optional(),
      }),
    )
    .default([]),
})

const daySeconds = 86_400

/** Daily closes in Yahoo's chart format: session timestamps, and closes adjusted for later splits. */
export const yahoo: Provider = {
  id: 'yahoo',
  name: 'Yahoo Finance',
  kind: 'prices',
  schedule: 'daily 22:10',
  pauseMs: 500,
  keyHeader: 'x-api-key',
  async series(client, { symbol, from, to }, now) {
    // Always up to now: closes are adjusted for all splits since.
    const period = `period1=${toSeconds(from)}&period2=${Math.ceil(now.getTime() / 1000)}`
    const path = `/${encodeURIComponent(symbol)}?${period}&interval=1d&events=split`
    const series = readChart(await client.text(path, ['json']), now)
    return { ...series, closes: series.closes.filter(({ date }) => date >= from && date <= to) }
  },
  searchAddress(address) {
    const chartPath = '/v8/finance/chart'
    return address.endsWith(chartPath) ? `${address.slice(0, -chartPath.length)}/v1/finance/search` : null
  },
  async search(client, words) {
    const path = `?q=${encodeURIComponent(words)}&quotesCount=8&newsCount=0&enableFuzzyQuery=false`
    const parsed = searchReply.safeParse(parseJson(await client.text(path, ['json'])))
    if (!parsed.success) throw new ProviderError('unreadable', { host: 'yahoo' })
    return parsed.data.quotes.flatMap(({ symbol, longname, shortname, exchDisp }) =>
      symbol === undefined
        ? []
        : [{ symbol, name: longname ?? shortname ?? null, exchange: exchDisp ?? null }],
    )
  },
}

export function readChart(text: string, now: Date): FoundSeries {
  const parsed = chart.safeParse(parseJson(text))
  if (!parsed.success) throw new ProviderError('unreadable', { host: 'yahoo' })
  const result = parsed.data.chart.result?.[0]
  if (!result) throw new ProviderError('unknown_symbol', { host: 'yahoo' })
  const { meta, timestamp, indicators, events } = result
  const dayAt = exchangeDay(meta)
  const splits: FoundSplit[] = Object.values(events.splits)
    .map(({ date, numerator, denominator }) => ({ date: dayAt(date), numerator, denominator }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  const end = meta.currentTradingPeriod?.regular?.end
  const nowSeconds = now.getTime() / 1000
  // During a session the last price is not a close.
  const openDay = end !== undefined && nowSeconds < end ? dayAt(end) : null
  const closes = new Map<string, string>()
  timestamp.forEach((seconds, place) => {
    const close = indicators.quote[0]?.close[place]
    const date = dayAt(seconds)
    // A close of 0 is a missing one; negative closes are checked by the type of instrument.
    if (!close || date === openDay) return
    closes.set(date, toDecimal(undoLaterSplits(close, date, splits)))
  })
  return {
    currency: meta.currency ?? null,
    closes: [...closes].map(([date, close]) => ({ date, close })),
    splits,
  }
}

/**
 * The day of a timestamp at the exchange. Bars of currencies and funds are stamped at local midnight, so each needs the
 * offset of its own day: `gmtoffset` is that of today and would move the other half of the year by a day.
 */
function exchangeDay(meta: { gmtoffset: number; exchangeTimezoneName?: string | undefined }) {
  const format = dayFormat(meta.exchangeTimezoneName)
  return (seconds: number): string => {
    const fixed = dateFromSeconds(seconds + meta.gmtoffset)
    return format === null ? fixed : format.format(new Date(seconds * 1000))
  }
}

/** Formats days as 'YYYY-MM-DD' in a time zone; null for an unknown one. */
function dayFormat(timeZone: string | undefined): Intl.DateTimeFormat | null {
  if (timeZone === undefined) return null
  try {
    return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The close as quoted on its day: undoes the adjustment for later splits. */
function undoLaterSplits(close: number, date: string, splits: readonly FoundSplit[]): number {
  const plain = roundFloat32(close)
  const later = splits.filter(split => split.date > date)
  return later.reduce((price, { numerator, denominator }) => (price * numerator) / denominator, plain)
}

/** Prices are sent as 32-bit floats: 58.92 arrives as 58.91999816894531. Returns the shortest equal decimal. */
function roundFloat32(close: number): number {
  if (Math.fround(close) !== close) return close
  for (let digits = 1; digits <= 9; digits += 1) {
    const short = Number(close.toPrecision(digits))
    if (Math.fround(short) === close) return short
  }
  return close
}

/** Rounds away float64 noise. */
export function toDecimal(value: number): string {
  return String(Number(value.toPrecision(12)))
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function toSeconds(date: string): number {
  return Date.parse(date) / 1000
}

export function dateFromSeconds(seconds: number): string {
  const day = Math.floor(seconds / daySeconds)
  // A timestamp outside of the date range is invalid.
  if (!(Math.abs(day) < 100_000)) throw new ProviderError('unreadable', { host: 'yahoo' })
  return new Date(day * daySeconds * 1000).toISOString().slice(0, 10)
}
