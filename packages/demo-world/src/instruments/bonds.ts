import type { Sector } from '@plumbline/contract'
import { parseDay } from '@plumbline/engine'
import { firstClose } from '../calendar.ts'
import { buildIsin, type InstrumentFact, plainFact } from './instrument.ts'

/** Bonds of states and of the invented companies, and the notes that a custodian writes on them. */

type BondRow = readonly [
  key: string,
  name: string,
  country: string,
  currency: string,
  sector: Sector,
  couponPercent: number,
  perYear: 1 | 2,
  maturity: string,
  spread: number,
  issue?: string,
]

const bondRows: readonly BondRow[] = [
  ['CH22', 'Swiss government 2.00% 2022', 'CH', 'CHF', 'government', 2, 1, '2022-05-25', 0],
  ['CH32', 'Swiss government 0.50% 2032', 'CH', 'CHF', 'government', 0.5, 1, '2032-06-27', 0],
  ['US24', 'US government 2.25% 2024', 'US', 'USD', 'government', 2.25, 2, '2024-11-15', -0.002],
  [
    'US27',
    'US government 3.875% 2027',
    'US',
    'USD',
    'government',
    3.875,
    2,
    '2027-09-30',
    -0.001,
    '2022-09-30',
  ],
  ['US34', 'US government 4.25% 2034', 'US', 'USD', 'government', 4.25, 2, '2034-11-15', 0, '2024-11-15'],
  [
    'DE29',
    'German government 0.25% 2029',
    'DE',
    'EUR',
    'government',
    0.25,
    1,
    '2029-02-15',
    -0.001,
    '2019-02-15',
  ],
  ['GB31', 'UK government 0.25% 2031', 'GB', 'GBP', 'government', 0.25, 2, '2031-07-31', 0, '2020-07-29'],
  ['GLAC21', 'Grandlac Finance 0.75% 2021', 'LU', 'EUR', 'consumer_staples', 0.75, 1, '2021-11-02', 0.003],
  [
    'GLAC30',
    'Grandlac Finance 1.75% 2030',
    'LU',
    'EUR',
    'consumer_staples',
    1.75,
    1,
    '2030-11-02',
    0.005,
    '2017-11-02',
  ],
  [
    'AARW28',
    'Aarwerk Electric 1.10% 2028',
    'CH',
    'CHF',
    'industrials',
    1.1,
    1,
    '2028-03-18',
    0.006,
    '2019-03-18',
  ],
  [
    'LIMQ27',
    'Limmatquai Group 2.45% 2027',
    'CH',
    'CHF',
    'financials',
    2.45,
    1,
    '2027-04-20',
    0.009,
    '2023-04-20',
  ],
  [
    'CRVD33',
    'Corvid Compute 4.40% 2033',
    'US',
    'USD',
    'information_technology',
    4.4,
    2,
    '2033-06-15',
    0.007,
    '2023-06-15',
  ],
  [
    'RIDM29',
    'Ridgemoor Bancorp 5.10% 2029',
    'US',
    'USD',
    'financials',
    5.1,
    2,
    '2029-05-20',
    0.011,
    '2023-05-22',
  ],
  ['TIDS31', 'Tidenstrom 2.875% 2031', 'DE', 'EUR', 'utilities', 2.875, 1, '2031-09-08', 0.008, '2022-09-08'],
  ['ESTU36', 'Estuary Energy 5.25% 2036', 'GB', 'GBP', 'energy', 5.25, 2, '2036-02-12', 0.013, '2024-02-12'],
]

function bond(row: BondRow): InstrumentFact {
  const [key, name, country, currency, sector, couponPercent, perYear, maturity, spread, issue] = row
  const coupon = couponPercent / 100
  const end = parseDay(maturity)
  const listed = issue ? parseDay(issue) : firstClose
  return {
    ...plainFact,
    key,
    name,
    longName: `${name.replace(/ \d{4}$/, '')} ${maturity.split('-').reverse().join('.')}`,
    symbol: key,
    isin: buildIsin(country, key),
    type: 'bond',
    currency,
    country,
    sector,
    contractSize: '0.01',
    expiration: end,
    lot: 10_000,
    listed,
    lastQuote: end,
    terms: { coupon, coupons_per_year: perYear, day_count: '30E/360', maturity },
    path: { kind: 'bond', yieldOf: currency, coupon, spread, maturity: end },
    coupons: { rate: coupon, perYear, from: listed, maturity: end },
  }
}

type NoteRow = readonly [
  key: string,
  name: string,
  underlying: string,
  couponPercent: number,
  issue: string,
  maturity: string,
]

/** One after the other, so that there is always one that will mature. */
const noteRows: readonly NoteRow[] = [
  ['BRC21', '6.80% BRC Swiss Food', 'GLAC', 6.8, '2019-06-18', '2021-06-18'],
  ['BRC23', '7.10% BRC Swiss Electric', 'AARW', 7.1, '2021-06-21', '2023-06-20'],
  ['BRC25', '7.50% BRC Swiss Banks', 'LIMQ', 7.5, '2023-06-19', '2025-06-18'],
  ['BRC27', '8.20% BRC Swiss Pharma', 'RHTP', 8.2, '2025-06-18', '2027-06-18'],
  ['BRC29', '7.90% BRC Swiss Watches', 'SATL', 7.9, '2027-06-21', '2029-06-19'],
]

function note(row: NoteRow): InstrumentFact {
  const [key, name, underlying, couponPercent, issue, maturity] = row
  const [from, end] = [parseDay(issue), parseDay(maturity)]
  return {
    ...plainFact,
    key,
    name,
    longName: `${name.replace('BRC', 'barrier reverse convertible')}, ${maturity.split('-').reverse().join('.')}`,
    symbol: key,
    isin: buildIsin('CH', key),
    type: 'structured_product',
    currency: 'CHF',
    country: 'CH',
    sector: 'other',
    contractSize: '0.01',
    expiration: end,
    lot: 5_000,
    listed: from,
    lastQuote: end,
    underlying,
    terms: {
      coupon: couponPercent / 100,
      coupons_per_year: 4,
      day_count: '30E/360',
      maturity,
      barrier: 0.6,
    },
    path: { kind: 'note', underlying, issue: from, maturity: end },
    coupons: { rate: couponPercent / 100, perYear: 4, from, maturity: end },
  }
}

export const bonds: readonly InstrumentFact[] = bondRows.map(bond)
export const notes: readonly InstrumentFact[] = noteRows.map(note)
