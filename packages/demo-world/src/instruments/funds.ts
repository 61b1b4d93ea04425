import type { Sector } from '@plumbline/contract'
import { parseDay } from '@plumbline/engine'
import { firstClose } from '../calendar.ts'
import type { AssetFactor, Region } from '../market/factors.ts'
import {
  buildIsin,
  type DividendPolicy,
  type InstrumentFact,
  type PricePath,
  plainFact,
} from './instrument.ts'

/** Invented funds: exchange-traded ones of one house, others of the custodians' own houses. */

interface FundRow {
  readonly key: string
  readonly name: string
  readonly longName: string
  readonly type: 'etf' | 'fund'
  readonly country: string
  readonly currency: string
  readonly sector: Sector
  readonly path: PricePath
  readonly pays?: readonly [perYear: number, growth: number, months: readonly number[]]
  readonly priceDecimals?: number
  readonly listed?: string
}

function fund(row: FundRow): InstrumentFact {
  const pays = row.pays
  const dividends: DividendPolicy | null = pays
    ? { perYear: pays[0], growth: pays[1], months: pays[2], payAfterDays: 9, isAnnounced: true }
    : null
  return {
    ...plainFact,
    key: row.key,
    name: row.name,
    longName: row.longName,
    symbol: row.key,
    isin: buildIsin(row.country, row.key),
    exchange: row.type === 'fund' ? null : row.currency === 'CHF' ? 'Zurich' : 'Frankfurt',
    type: row.type,
    currency: row.currency,
    country: row.country,
    sector: row.sector,
    isWatchable: row.type === 'etf',
    quantityDecimals: row.type === 'fund' ? 3 : 0,
    priceDecimals: row.priceDecimals ?? 2,
    lot: 1,
    listed: row.listed ? parseDay(row.listed) : firstClose,
    path: row.path,
    dividends,
  }
}

/** Follows shares of a region. */
function trackShares(
  region: Region | 'world',
  start: number,
  drift = 0,
  volatility = 0.0012,
  beta = 1,
): PricePath {
  return { kind: 'share', start, region, beta, drift, volatility, milestones: [] }
}

function trackBonds(yieldOf: string, start: number, duration: number, feePerYear = 0.002): PricePath {
  return { kind: 'bondFund', start, yieldOf, duration, feePerYear }
}

function asset(factor: AssetFactor, start: number): PricePath {
  return { kind: 'asset', factor, units: 1, leverage: 1, start }
}

const exchangeTraded: readonly FundRow[] = [
  {
    key: 'TWLD',
    name: 'Trivet World',
    longName: 'Trivet World Equity UCITS ETF, accumulating, EUR',
    type: 'etf',
    country: 'IE',
    currency: 'EUR',
    sector: 'other',
    path: trackShares('world', 41.3, 0.012),
  },
  {
    key: 'TALL',
    name: 'Trivet All Countries',
    longName: 'Trivet All Countries UCITS ETF, accumulating, USD',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'other',
    path: trackShares('world', 64.9, 0.006),
  },
  {
    key: 'TSWI',
    name: 'Trivet Swiss Shares',
    longName: 'Trivet Swiss Shares ETF, distributing',
    type: 'etf',
    country: 'CH',
    currency: 'CHF',
    sector: 'other',
    path: trackShares('swiss', 92.4, 0.01),
    pays: [2.3, 0.03, [6, 12]],
  },
  {
    key: 'TUSL',
    name: 'Trivet US Large',
    longName: 'Trivet US Large Companies UCITS ETF, distributing',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'other',
    path: trackShares('america', 41.8, 0.004),
    pays: [0.62, 0.06, [3, 6, 9, 12]],
  },
  {
    key: 'TEUR',
    name: 'Trivet Europe',
    longName: 'Trivet Europe UCITS ETF, distributing',
    type: 'etf',
    country: 'LU',
    currency: 'EUR',
    sector: 'other',
    path: trackShares('europe', 56.1, 0.004),
    pays: [1.5, 0.03, [5, 11]],
  },
  {
    key: 'TASI',
    name: 'Trivet Asia',
    longName: 'Trivet Asia UCITS ETF, accumulating',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'other',
    path: trackShares('asia', 24.6, 0),
  },
  {
    key: 'TGBP',
    name: 'Trivet Britain',
    longName: 'Trivet Britain UCITS ETF, distributing',
    type: 'etf',
    country: 'IE',
    currency: 'GBP',
    sector: 'other',
    path: trackShares('britain', 6.7, 0.01),
    pays: [0.27, 0.02, [3, 6, 9, 12]],
    priceDecimals: 3,
  },
  {
    key: 'TSML',
    name: 'Trivet Small Companies',
    longName: 'Trivet World Small Companies UCITS ETF, accumulating',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'other',
    path: trackShares('world', 52.2, -0.015, 0.004, 1.1),
  },
  {
    key: 'TPWR',
    name: 'Trivet Clean Power',
    longName: 'Trivet Clean Power UCITS ETF, accumulating',
    type: 'etf',
    country: 'IE',
    currency: 'EUR',
    sector: 'utilities',
    path: {
      kind: 'share',
      start: 4.1,
      region: 'world',
      beta: 1.2,
      drift: 0,
      volatility: 0.011,
      milestones: [
        ['2021-01-08', 15.9],
        ['2025-04-08', 5.4],
        ['2026-11-10', 8.8],
      ],
    },
    priceDecimals: 3,
  },
  {
    key: 'TAGG',
    name: 'Trivet World Bonds',
    longName: 'Trivet World Bonds UCITS ETF, EUR hedged, accumulating',
    type: 'etf',
    country: 'IE',
    currency: 'EUR',
    sector: 'government',
    path: trackBonds('EUR', 4.98, 6.2),
    priceDecimals: 4,
  },
  {
    key: 'TTRS',
    name: 'Trivet US Government',
    longName: 'Trivet US Government Bonds 7 to 10 Years UCITS ETF, distributing',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'government',
    path: trackBonds('USD', 204.5, 7.4, 0.012),
    pays: [3.4, 0.02, [5, 11]],
  },
  {
    key: 'TCHB',
    name: 'Trivet Swiss Bonds',
    longName: 'Trivet Swiss Bonds ETF, distributing',
    type: 'etf',
    country: 'CH',
    currency: 'CHF',
    sector: 'government',
    path: trackBonds('CHF', 99.2, 6.8, 0.001),
    pays: [0.8, 0, [6]],
  },
  {
    key: 'TSLV',
    name: 'Trivet Silver',
    longName: 'Trivet Physical Silver ETC',
    type: 'etf',
    country: 'IE',
    currency: 'USD',
    sector: 'real_assets',
    path: asset('silver', 18.1),
  },
]

const ofTheHouses: readonly FundRow[] = [
  {
    key: 'ROWA',
    name: 'Rochette Water',
    longName: 'Rochette Water P EUR',
    type: 'fund',
    country: 'LU',
    currency: 'EUR',
    sector: 'utilities',
    path: trackShares('world', 262.4, -0.005, 0.003, 0.95),
  },
  {
    key: 'ROSC',
    name: 'Rochette Swiss Small Companies',
    longName: 'Rochette Swiss Small Companies I CHF',
    type: 'fund',
    country: 'CH',
    currency: 'CHF',
    sector: 'industrials',
    path: trackShares('swiss', 318, 0.005, 0.004, 1.1),
    pays: [2.8, 0.02, [4]],
  },
  {
    key: 'FALV',
    name: 'Falkenau Global Value',
    longName: 'Falkenau Global Value SICAV I EUR',
    type: 'fund',
    country: 'LU',
    currency: 'EUR',
    sector: 'financials',
    path: trackShares('world', 148.2, -0.012, 0.003, 0.9),
  },
  {
    key: 'FAED',
    name: 'Falkenau Emerging Debt',
    longName: 'Falkenau Emerging Debt B USD',
    type: 'fund',
    country: 'LU',
    currency: 'USD',
    sector: 'government',
    path: { kind: 'bondFund', start: 104.6, yieldOf: 'USD', duration: 4.4, feePerYear: -0.012 },
    pays: [4.2, 0.01, [3, 9]],
  },
  {
    key: 'FAPM',
    name: 'Falkenau Private Markets',
    longName: 'Falkenau Private Markets Evergreen I EUR',
    type: 'fund',
    country: 'LU',
    currency: 'EUR',
    sector: 'other',
    path: trackShares('world', 101.5, 0.035, 0.0012, 0.45),
    listed: '2018-06-01',
  },
  {
    key: 'TABA',
    name: 'Tannwald Balanced',
    longName: 'Tannwald Balanced R EUR',
    type: 'fund',
    country: 'DE',
    currency: 'EUR',
    sector: 'other',
    path: trackShares('world', 61.2, 0, 0.0012, 0.55),
    pays: [0.9, 0.01, [11]],
  },
  {
    key: 'TADI',
    name: 'Tannwald Dividend Europe',
    longName: 'Tannwald Dividend Europe R EUR',
    type: 'fund',
    country: 'DE',
    currency: 'EUR',
    sector: 'other',
    path: trackShares('europe', 112.8, 0.002, 0.002, 0.85),
    pays: [3.4, 0.02, [2, 8]],
  },
  {
    key: 'CALI',
    name: 'Calder Income',
    longName: 'Calder Income Fund, institutional',
    type: 'fund',
    country: 'US',
    currency: 'USD',
    sector: 'government',
    path: { kind: 'bondFund', start: 10.4, yieldOf: 'USD', duration: 3.6, feePerYear: 0.004 },
    pays: [0.36, 0.02, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
  },
]

export const funds: readonly InstrumentFact[] = [...exchangeTraded, ...ofTheHouses].map(fund)
