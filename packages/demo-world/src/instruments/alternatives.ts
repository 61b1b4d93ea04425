import { type InstrumentFact, plainFact } from './instrument.ts'

/** Metals, digital coins and indices. */
export const metalsAndCoins: readonly InstrumentFact[] = [
  {
    ...plainFact,
    key: 'XAUKG',
    name: 'Gold bars',
    longName: 'Gold bars 1 kg, 999.9, vault in Zurich',
    symbol: 'XAU',
    type: 'commodity',
    currency: 'CHF',
    country: 'CH',
    sector: 'real_assets',
    path: { kind: 'asset', factor: 'gold', units: 32.1507, leverage: 1, start: null },
  },
  {
    ...plainFact,
    key: 'XAUOZ',
    name: 'Gold ounces',
    longName: 'Gold, ounces on account',
    symbol: 'XAUOZ',
    type: 'commodity',
    currency: 'USD',
    sector: 'real_assets',
    quantityDecimals: 3,
    isWatchable: true,
    path: { kind: 'asset', factor: 'gold', units: 1, leverage: 1, start: null },
  },
  {
    ...plainFact,
    key: 'BTC',
    name: 'Bitcoin',
    longName: 'Bitcoin',
    symbol: 'BTC',
    type: 'crypto',
    currency: 'USD',
    sector: 'other',
    quantityDecimals: 8,
    lot: 100_000,
    isWatchable: true,
    path: { kind: 'asset', factor: 'bitcoin', units: 1, leverage: 1, start: null },
  },
  {
    ...plainFact,
    key: 'ETH',
    name: 'Ether',
    longName: 'Ether',
    symbol: 'ETH',
    type: 'crypto',
    currency: 'USD',
    sector: 'other',
    quantityDecimals: 8,
    lot: 1_000_000,
    isWatchable: true,
    path: { kind: 'asset', factor: 'bitcoin', units: 1, leverage: 1.05, start: 13.2 },
  },
]

const indexRows: readonly (readonly [
  string,
  string,
  string,
  string,
  number,
  'america' | 'swiss' | 'europe',
])[] = [
  ['US500', 'US 500', 'Index of 500 large US companies', 'USD', 2161, 'america'],
  ['CH20', 'Swiss 20', 'Index of 20 large Swiss companies', 'CHF', 8190, 'swiss'],
  ['EU50', 'Euro 50', 'Index of 50 large companies of the euro area', 'EUR', 2998, 'europe'],
]

/** Indices are not held, but options and futures are written on them and they can be watched. */
export const indices: readonly InstrumentFact[] = indexRows.map(
  ([key, name, longName, currency, start, region]): InstrumentFact => ({
    ...plainFact,
    key,
    name,
    longName,
    symbol: key,
    type: 'other',
    currency,
    isWatchable: true,
    path: { kind: 'share', start, region, beta: 1, drift: 0, volatility: 0.0006, milestones: [] },
  }),
)
