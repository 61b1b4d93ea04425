import { z } from 'zod'
import type { FoundSeries, Provider } from './provider.ts'
import { ProviderError } from './provider-error.ts'
import { dateFromSeconds, parseJson, toDecimal, toSeconds } from './yahoo.ts'

const range = z.object({ prices: z.array(z.tuple([z.number(), z.number()])) })

const searchReply = z.object({
  coins: z.array(z.object({ id: z.string().min(1).max(200), name: z.string(), symbol: z.string() })),
})

/** The history of the free plan. */
const daysBack = 364

/** Coin prices by CoinGecko id, in the currency of the instrument. Days end at midnight UTC. */
export const coingecko: Provider = {
  id: 'coingecko',
  name: 'CoinGecko',
  kind: 'prices',
  schedule: 'daily 00:20',
  pauseMs: 4000,
  keyHeader: 'x-cg-demo-api-key',
  async series(client, { symbol, currency, from, to }, now) {
    const first = Math.max(toSeconds(from), Math.floor(now.getTime() / 1000) - daysBack * 86_400)
    const last = Math.ceil(now.getTime() / 1000)
    const path = `/coins/${encodeURIComponent(symbol)}/market_chart/range?vs_currency=${currency.toLowerCase()}&from=${first}&to=${last}`
    const series = readRange(await client.text(path, ['json']), currency, now)
    return { ...series, closes: series.closes.filter(({ date }) => date >= from && date <= to) }
  },
  searchAddress: address => address,
  async search(client, words) {
    const path = `/search?query=${encodeURIComponent(words)}`
    const parsed = searchReply.safeParse(parseJson(await client.text(path, ['json'])))
    if (!parsed.success) throw new ProviderError('unreadable', { host: 'coingecko' })
    return parsed.data.coins.map(({ id, name, symbol }) => ({
      symbol: id,
      name: `${name} (${symbol.toUpperCase()})`,
      exchange: null,
    }))
  },
}

/** The last price up to midnight is the close of the day before. The current day has none. */
export function readRange(text: string, currency: string, now: Date): FoundSeries {
  const parsed = range.safeParse(parseJson(text))
  if (!parsed.success) throw new ProviderError('unreadable', { host: 'coingecko' })
  const today = now.toISOString().slice(0, 10)
  const closes = new Map<string, string>()
  for (const [milliseconds, price] of parsed.data.prices.toSorted((a, b) => a[0] - b[0])) {
    const date = dateFromSeconds((milliseconds - 1) / 1000)
    if (price > 0 && date < today) closes.set(date, toDecimal(price))
  }
  return { currency, closes: [...closes].map(([date, close]) => ({ date, close })), splits: [] }
}
