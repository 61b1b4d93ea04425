import type { ProviderId } from '../../../platform/settings/market-data.ts'
import type { Client } from './client.ts'

/** As decimal text. */
export interface Close {
  date: string
  close: string
}

export interface FoundSplit {
  /** First day on which the price is that of the new shares. */
  date: string
  numerator: number
  denominator: number
}

export interface FoundSeries {
  /** Null if the provider does not state it. */
  currency: string | null
  /** As quoted on their day, not adjusted for later splits. */
  closes: Close[]
  splits: FoundSplit[]
}

export interface SeriesRequest {
  /** The symbol of the provider. */
  symbol: string
  currency: string
  from: string
  to: string
}

/** A symbol that a provider proposes for a security. */
export interface FoundSymbol {
  symbol: string
  name: string | null
  exchange: string | null
}

/** A rate as the provider states it: 1 base = rate quote. */
export interface FoundRate {
  base: string
  quote: string
  date: string
  rate: string
}

export interface FoundRates {
  rates: FoundRate[]
  /** Rates that the provider states and that cannot be right. */
  invalid: { currency: string; date: string }[]
}

interface ProviderInfo {
  id: ProviderId
  name: string
  /** In UTC, after the usual publication time. */
  schedule: string
  /** The provider's rate limit, with a margin. */
  pauseMs: number
  /** Carries the API key, if one is set. */
  keyHeader: string
}

export type Provider = ProviderInfo &
  (
    | {
        kind: 'rates'
        rates(client: Client, since: string | null, today: string, address: string): Promise<FoundRates>
      }
    | {
        kind: 'prices'
        series(client: Client, request: SeriesRequest, now: Date): Promise<FoundSeries>
        /** Where symbols are searched, by the address of the provider; null if that service has no search. */
        searchAddress(address: string): string | null
        search(client: Client, words: string): Promise<FoundSymbol[]>
      }
  )
