import type { ProviderId } from '../../../platform/settings/market-data.ts'
import type { Client } from './client.ts'

/** A close as a provider tells it, as decimal text. */
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
  /** What the prices are in; null where the provider does not say. */
  currency: string | null
  /** As quoted on their day: later splits are not in them. */
  closes: Close[]
  splits: FoundSplit[]
}

export interface SeriesQuestion {
  /** How the provider calls the instrument. */
  symbol: string
  currency: string
  from: string
  to: string
}

/** What one unit of a currency is worth in the currency that rates are kept in. */
export interface FoundRate {
  currency: string
  date: string
  rate: string
}

interface Described {
  id: ProviderId
  name: string
  /** In UTC, after the provider has usually published. */
  schedule: string
  /** What it allows, with room to spare. */
  pauseMs: number
  /** A header that carries a key, where one was given. */
  keyHeader: string
}

export type Provider = Described &
  (
    | {
        kind: 'rates'
        rates(client: Client, since: string | null, today: string, address: string): Promise<FoundRate[]>
      }
    | { kind: 'prices'; series(client: Client, question: SeriesQuestion, now: Date): Promise<FoundSeries> }
  )
