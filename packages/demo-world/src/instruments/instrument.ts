import type { InstrumentType, Sector } from '@plumbline/contract'
import { type Day, parseDay } from '@plumbline/engine'
import { firstClose } from '../calendar.ts'
import { seedFromName } from '../chance.ts'
import { inventedIsin } from '../isin.ts'
import type { Milestone } from '../market/curve.ts'
import type { AssetFactor, Region } from '../market/factors.ts'

/** How the price of an instrument is simulated. */
export type PricePath =
  | SharePath
  | { kind: 'asset'; factor: AssetFactor; units: number; leverage: number; start: number | null }
  | { kind: 'bondFund'; start: number; yieldOf: string; duration: number; feePerYear: number }
  | { kind: 'bond'; yieldOf: string; coupon: number; spread: number; maturity: Day }
  | { kind: 'note'; underlying: string; issue: Day; maturity: Day }
  | {
      kind: 'option'
      underlying: string
      right: 'call' | 'put'
      strike: number
      volatility: number
      expiry: Day
    }
  | { kind: 'future'; underlying: string; expiry: Day; carry: number }
  | { kind: 'forward'; base: string; quote: string; maturity: Day }
  | { kind: 'none' }

export interface SharePath {
  readonly kind: 'share'
  /** The first price, in today's shares: what splits did later is already in it. Null: follows from a spin-off. */
  readonly start: number | null
  readonly region: Region | 'world'
  readonly beta: number
  /** Idiosyncratic drift per year and volatility per day, beside market and sector. */
  readonly drift: number
  readonly volatility: number
  /** Fixed prices on certain dates, independent of the market. */
  readonly milestones: readonly Milestone[]
  /** On a day the price loses this share, because that part of the company now trades for itself. */
  readonly spinOff?: { readonly date: string; readonly share: number }
}

export interface DividendPolicy {
  /** Per share and year in 2017, in today's shares. */
  readonly perYear: number
  readonly growth: number
  readonly months: readonly number[]
  readonly payAfterDays: number
  /** Announced for the year ahead, or expected from the year before. */
  readonly isAnnounced: boolean
}

export interface InstrumentFact {
  /** Its name within the demo world; the symbol where it has one. */
  readonly key: string
  readonly name: string
  readonly longName: string | null
  readonly symbol: string | null
  readonly isin: string | null
  readonly exchange: string | null
  readonly type: InstrumentType
  readonly currency: string
  readonly country: string | null
  readonly sector: Sector | null
  readonly contractSize: string
  readonly expiration: Day | null
  readonly priceKind: 'traded' | 'valuation'
  /** The family that keeps it by hand, or null. */
  readonly family: string | null
  readonly underlying: string | null
  readonly terms: Readonly<Record<string, unknown>>
  readonly isWatchable: boolean
  readonly quantityDecimals: number
  readonly priceDecimals: number
  /** Orders are multiples of this many of the smallest quantities. */
  readonly lot: number
  readonly path: PricePath
  readonly listed: Day
  /** The last day with a quote, if quotes end. */
  readonly lastQuote: Day | null
  readonly dividends: DividendPolicy | null
  readonly coupons: CouponPlan | null
  readonly splits: readonly {
    readonly date: string
    readonly numerator: number
    readonly denominator: number
  }[]
}

export interface CouponPlan {
  /** A fraction of the nominal per year. */
  readonly rate: number
  readonly perYear: number
  readonly from: Day
  readonly maturity: Day
}

/** Defaults of an instrument; each kind overrides some. */
export const plainFact = {
  symbol: null,
  isin: null,
  exchange: null,
  country: null,
  sector: null,
  contractSize: '1',
  expiration: null,
  priceKind: 'traded',
  family: null,
  underlying: null,
  terms: {},
  isWatchable: false,
  quantityDecimals: 0,
  priceDecimals: 2,
  lot: 1,
  listed: firstClose,
  lastQuote: null,
  dividends: null,
  coupons: null,
  splits: [],
} as const satisfies Partial<InstrumentFact>

/** Builds a unique ISIN for a key. */
export function buildIsin(country: string, key: string): string {
  return inventedIsin(country, seedFromName(key) % 100_000)
}

const regionByCountry: Readonly<Record<string, Region>> = {
  CH: 'swiss',
  US: 'america',
  CA: 'america',
  GB: 'britain',
  JP: 'asia',
  HK: 'asia',
  TW: 'asia',
}

const exchangeByCountry: Readonly<Record<string, string>> = {
  CH: 'Zurich',
  US: 'New York',
  CA: 'Toronto',
  GB: 'London',
  JP: 'Tokyo',
  HK: 'Hong Kong',
  TW: 'New York',
  DE: 'Frankfurt',
  FR: 'Paris',
  NL: 'Amsterdam',
  BE: 'Brussels',
  IT: 'Milan',
  ES: 'Madrid',
  FI: 'Helsinki',
  DK: 'Copenhagen',
  SE: 'Stockholm',
}

export const quarterly: readonly number[] = [3, 6, 9, 12]

export interface ShareTable {
  readonly key: string
  readonly name: string
  readonly longName: string
  readonly country: string
  readonly currency: string
  readonly sector: Sector
  readonly start: number | null
  readonly beta?: number
  readonly drift?: number
  readonly volatility?: number
  readonly milestones?: readonly Milestone[]
  readonly pays?: readonly [perYear: number, growth: number, months: readonly number[], payAfterDays?: number]
  readonly splits?: InstrumentFact['splits']
  readonly spinOff?: NonNullable<SharePath['spinOff']>
  readonly listed?: string
  readonly lastQuote?: string
  readonly lot?: number
  readonly priceDecimals?: number
}

/** A listed company of the demo world. */
export function share(row: ShareTable): InstrumentFact {
  const { spinOff } = row
  return {
    ...plainFact,
    key: row.key,
    name: row.name,
    longName: row.longName,
    symbol: row.key,
    isin: buildIsin(row.country, row.key),
    exchange: exchangeByCountry[row.country] ?? null,
    type: 'equity',
    currency: row.currency,
    country: row.country,
    sector: row.sector,
    isWatchable: row.lastQuote === undefined,
    priceDecimals: row.priceDecimals ?? 2,
    lot: row.lot ?? 1,
    listed: row.listed ? parseDay(row.listed) : firstClose,
    lastQuote: row.lastQuote ? parseDay(row.lastQuote) : null,
    path: {
      kind: 'share',
      start: row.start,
      region: regionByCountry[row.country] ?? 'europe',
      beta: row.beta ?? 1,
      drift: row.drift ?? 0,
      volatility: row.volatility ?? 0.009,
      milestones: row.milestones ?? [],
      ...(spinOff ? { spinOff } : {}),
    },
    dividends: row.pays ? buildDividends(row.pays, row.country) : null,
    splits: row.splits ?? [],
  }
}

function buildDividends(pays: NonNullable<ShareTable['pays']>, country: string): DividendPolicy {
  const [perYear, growth, months, payAfterDays] = pays
  return {
    perYear,
    growth,
    months,
    payAfterDays: payAfterDays ?? (country === 'US' ? 18 : 3),
    isAnnounced: months.length < 4,
  }
}
