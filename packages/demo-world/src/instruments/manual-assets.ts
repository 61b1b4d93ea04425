import type { InstrumentType, Sector } from '@plumbline/contract'
import { parseDay } from '@plumbline/engine'
import { firstClose } from '../calendar.ts'
import type { Milestone } from '../market/curve.ts'
import { type InstrumentFact, plainFact } from './instrument.ts'

interface ManualRow {
  readonly key: string
  readonly name: string
  readonly longName: string
  readonly type: InstrumentType
  readonly family: string
  readonly currency: string
  readonly country: string | null
  readonly sector: Sector
  readonly terms: Readonly<Record<string, unknown>>
  readonly listed: string
  readonly quantityDecimals?: number
  readonly expiration?: string
  /** What one unit was worth on certain dates; in between it is valued along the way. */
  readonly worth: readonly Milestone[]
}

/** A manual asset. Its values are transactions of the family's ledger, so it has no quotes. */
export interface ManualAsset {
  readonly fact: InstrumentFact
  readonly worth: readonly Milestone[]
}

function manual(row: ManualRow): ManualAsset {
  const { worth, expiration } = row
  return {
    worth,
    fact: {
      ...plainFact,
      key: row.key,
      name: row.name,
      longName: row.longName,
      type: row.type,
      currency: row.currency,
      country: row.country,
      sector: row.sector,
      priceKind: 'valuation',
      family: row.family,
      terms: row.terms,
      quantityDecimals: row.quantityDecimals ?? 0,
      priceDecimals: row.quantityDecimals === undefined ? 2 : 6,
      expiration: expiration ? parseDay(expiration) : null,
      listed: Math.max(firstClose, parseDay(row.listed)),
      path: { kind: 'none' },
    },
  }
}

const rows: readonly ManualRow[] = [
  {
    key: 'LINDENHOF',
    name: 'Lindenhofweg 12',
    longName: 'Apartment, Lindenhofweg 12, Zurich',
    type: 'real_estate',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'real_estate',
    terms: { location: 'Zurich, Switzerland' },
    listed: '2018-04-03',
    worth: [
      ['2018-04-03', 4_150_000],
      ['2022-06-30', 4_720_000],
      ['2023-12-29', 4_610_000],
      ['2026-12-31', 4_960_000],
    ],
  },
  {
    key: 'CHALET',
    name: 'Chalet Les Arolles',
    longName: 'Chalet Les Arolles, Val de Bagnes',
    type: 'real_estate',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'real_estate',
    terms: { location: 'Val de Bagnes, Switzerland' },
    listed: '2021-12-01',
    worth: [
      ['2021-12-01', 2_300_000],
      ['2026-12-31', 2_740_000],
    ],
  },
  {
    key: 'MORTGAGE',
    name: 'Mortgage Lindenhofweg',
    longName: 'Mortgage on Lindenhofweg 12, fixed for ten years',
    type: 'loan',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'financials',
    terms: { side: 'borrowed', interest_rate: 0.0135, payments_per_year: 4, maturity: '2028-03-31' },
    listed: '2018-04-03',
    expiration: '2028-03-31',
    worth: [
      ['2018-04-03', 1],
      ['2028-03-31', 1],
    ],
  },
  {
    key: 'LOANMA',
    name: 'Loan to M. Aebi',
    longName: 'Private loan to M. Aebi, 2.50 %',
    type: 'loan',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'financials',
    terms: { side: 'lent', interest_rate: 0.025, payments_per_year: 4, maturity: '2029-09-30' },
    listed: '2024-10-01',
    expiration: '2029-09-30',
    worth: [
      ['2024-10-01', 1],
      ['2029-09-30', 1],
    ],
  },
  {
    key: 'HADORN',
    name: 'Blue Field No. 7',
    longName: 'I. Hadorn, Blue Field No. 7, oil on canvas, 1961',
    type: 'art',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'real_assets',
    terms: { author: 'I. Hadorn', year: 1961 },
    listed: '2019-06-14',
    worth: [
      ['2019-06-14', 410_000],
      ['2026-12-31', 525_000],
    ],
  },
  {
    key: 'OTTINI',
    name: 'Standing Figure',
    longName: 'G. Ottini, Standing Figure, bronze, 1974',
    type: 'art',
    family: 'aebi-laurent',
    currency: 'EUR',
    country: 'IT',
    sector: 'real_assets',
    terms: { author: 'G. Ottini', year: 1974 },
    listed: '2023-06-15',
    worth: [
      ['2023-06-15', 165_000],
      ['2026-12-31', 148_000],
    ],
  },
  {
    key: 'BERLINA',
    name: 'Berlina Sprint 1956',
    longName: 'Berlina Sprint coupé, 1956',
    type: 'vehicle',
    family: 'aebi-laurent',
    currency: 'EUR',
    country: 'IT',
    sector: 'real_assets',
    terms: { year: 1956 },
    listed: '2024-05-14',
    worth: [
      ['2024-05-14', 118_000],
      ['2026-12-31', 137_000],
    ],
  },
  {
    key: 'OGG4',
    name: 'Ostgate Growth IV',
    longName: 'Ostgate Growth Fund IV LP',
    type: 'private_equity',
    family: 'aebi-laurent',
    currency: 'EUR',
    country: 'LU',
    sector: 'other',
    terms: { commitment: 2_000_000, vintage: 2019 },
    listed: '2019-06-03',
    quantityDecimals: 2,
    worth: [
      ['2019-06-03', 1],
      ['2020-12-31', 0.93],
      ['2022-06-30', 1.24],
      ['2023-06-30', 1.16],
      ['2026-12-31', 1.52],
    ],
  },
  {
    key: 'ALTB2',
    name: 'Altbach Buyout II',
    longName: 'Altbach Buyout II SCSp',
    type: 'private_equity',
    family: 'aebi-laurent',
    currency: 'EUR',
    country: 'LU',
    sector: 'other',
    terms: { commitment: 1_000_000, vintage: 2024 },
    listed: '2024-03-04',
    quantityDecimals: 2,
    worth: [
      ['2024-03-04', 1],
      ['2025-03-31', 0.94],
      ['2026-12-31', 1.07],
    ],
  },
  {
    key: 'CELLAR',
    name: 'Wine cellar',
    longName: 'Wine cellar, 640 bottles',
    type: 'other',
    family: 'aebi-laurent',
    currency: 'CHF',
    country: 'CH',
    sector: 'real_assets',
    terms: {},
    listed: '2020-10-12',
    worth: [
      ['2020-10-12', 86_000],
      ['2026-12-31', 104_000],
    ],
  },
  {
    key: 'LYON',
    name: 'Maison Croix-Vieille',
    longName: 'House, montée de la Croix-Vieille, Lyon',
    type: 'real_estate',
    family: 'moreau-brandt',
    currency: 'EUR',
    country: 'FR',
    sector: 'real_estate',
    terms: { location: 'Lyon, France' },
    listed: '2019-09-02',
    worth: [
      ['2019-09-02', 1_240_000],
      ['2022-06-30', 1_420_000],
      ['2026-12-31', 1_365_000],
    ],
  },
  {
    key: 'COTTAGE',
    name: 'Pemaquid cottage',
    longName: 'Cottage on Pemaquid Neck, Maine',
    type: 'real_estate',
    family: 'hargrove-tan',
    currency: 'USD',
    country: 'US',
    sector: 'real_estate',
    terms: { location: 'Maine, United States' },
    listed: '2020-08-03',
    worth: [
      ['2020-08-03', 780_000],
      ['2022-06-30', 1_020_000],
      ['2026-12-31', 1_150_000],
    ],
  },
  {
    key: 'SLOOP',
    name: 'Sloop Kittiwake',
    longName: 'Wooden sloop Kittiwake, built 1938',
    type: 'vehicle',
    family: 'hargrove-tan',
    currency: 'USD',
    country: 'US',
    sector: 'real_assets',
    terms: { year: 1938 },
    listed: '2021-05-10',
    worth: [
      ['2021-05-10', 142_000],
      ['2026-12-31', 119_000],
    ],
  },
  {
    key: 'HARBR3',
    name: 'Harborlight Ventures III',
    longName: 'Harborlight Ventures III LP',
    type: 'private_equity',
    family: 'hargrove-tan',
    currency: 'USD',
    country: 'US',
    sector: 'information_technology',
    terms: { commitment: 1_200_000, vintage: 2021 },
    listed: '2021-03-01',
    quantityDecimals: 2,
    worth: [
      ['2021-03-01', 1],
      ['2022-12-30', 0.81],
      ['2026-12-31', 1.34],
    ],
  },
]

export const manualAssets: readonly ManualAsset[] = rows.map(manual)
