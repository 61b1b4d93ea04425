import { z } from 'zod'
import { decimalOf, isoOfSeconds, jsonOf, secondsOf } from './chart.ts'
import type { FoundSeries, Provider } from './provider.ts'
import { ProviderTrouble } from './trouble.ts'

const range = z.object({ prices: z.array(z.tuple([z.number(), z.number()])) })

/** What is given away without a paid plan. */
const daysBack = 364

/** Prices of coins by their CoinGecko id, in the currency of the instrument. Their day ends at midnight UTC. */
export const coingecko: Provider = {
  id: 'coingecko',
  name: 'CoinGecko',
  kind: 'prices',
  schedule: 'daily 00:20',
  pauseMs: 4000,
  keyHeader: 'x-cg-demo-api-key',
  async series(client, { symbol, currency, from, to }, now) {
    const first = Math.max(secondsOf(from), Math.floor(now.getTime() / 1000) - daysBack * 86_400)
    const last = Math.ceil(now.getTime() / 1000)
    const path = `/coins/${encodeURIComponent(symbol)}/market_chart/range?vs_currency=${currency.toLowerCase()}&from=${first}&to=${last}`
    const series = readRange(await client.text(path, ['json']), currency, now)
    return { ...series, closes: series.closes.filter(({ date }) => date >= from && date <= to) }
  },
}

/** The last price up to each midnight is the close of the day before it. The day that goes on has none. */
export function readRange(text: string, currency: string, now: Date): FoundSeries {
  const parsed = range.safeParse(jsonOf(text))
  if (!parsed.success) throw new ProviderTrouble('unreadable', { host: 'coingecko' })
  const today = now.toISOString().slice(0, 10)
  const closes = new Map<string, string>()
  for (const [milliseconds, price] of parsed.data.prices.toSorted((a, b) => a[0] - b[0])) {
    const date = isoOfSeconds((milliseconds - 1) / 1000)
    if (price > 0 && date < today) closes.set(date, decimalOf(price))
  }
  return { currency, closes: [...closes].map(([date, close]) => ({ date, close })), splits: [] }
}
