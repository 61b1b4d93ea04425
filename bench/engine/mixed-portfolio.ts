import {
  addMonths,
  type CouponTerms,
  denseSeries,
  type Instrument,
  type InstrumentType,
  type Transaction,
} from '../../packages/engine/src/index.ts'
import {
  bondTransactions,
  contractTransactions,
  type Draft,
  fundTransactions,
  type Holding,
  loanTransactions,
  shareTransactions,
} from './mixed-holdings.ts'
import { LAST_DAY, type Portfolio, priceWalk, randomStream, rateWalk, type Size } from './portfolio.ts'

const CURRENCIES = ['USD', 'EUR', 'CHF'] as const

/** Types of the instruments of a mixed portfolio, in turn. */
const TYPES: readonly InstrumentType[] = [
  'equity',
  'equity',
  'equity',
  'etf',
  'fund',
  'bond',
  'bond',
  'structured_product',
  'option',
  'option',
  'future',
  'fx_forward',
  'crypto',
  'commodity',
  'private_equity',
  'loan',
  'real_estate',
  'art',
  'vehicle',
  'other',
]

/** Bonds are quoted around par, forwards around a rate. */
const QUOTED_AROUND: Partial<Record<InstrumentType, number>> = {
  bond: 100,
  structured_product: 100,
  fx_forward: 1,
}
/** Lifetime of contracts. */
const LASTS_DAYS: Partial<Record<InstrumentType, number>> = { option: 90, future: 90, fx_forward: 180 }

function contractSizeFor(type: InstrumentType): number {
  if (type === 'bond' || type === 'structured_product') return 0.01
  return type === 'option' ? 100 : type === 'future' ? 10 : 1
}

function couponTerms(type: InstrumentType, from: number, draw: () => number): CouponTerms | null {
  if (type === 'loan')
    return { coupon: 0.025, perYear: 4, dayCount: '30E/360', maturity: addMonths(from, 12 * 30) }
  if (type !== 'bond' && type !== 'structured_product') return null
  const perYear = draw() < 0.5 ? 1 : 2
  const dayCount = draw() < 0.5 ? 'ACT/ACT ICMA' : '30E/360'
  const coupon = Math.floor(draw() * 24 + 4) / 400
  return { coupon, perYear, dayCount, maturity: addMonths(from, 12 * (4 + Math.floor(draw() * 20))) }
}

function makeInstrument(index: number, from: number, to: number, draw: () => number): Instrument {
  const type = TYPES[index % TYPES.length] ?? 'equity'
  const currency = CURRENCIES[index % 3] ?? 'CHF'
  const coupons = couponTerms(type, from, draw)
  return {
    id: `MIX${String(index).padStart(4, '0')}`,
    name: `mixed ${index}`,
    type,
    currency,
    sector: `sector ${index % 11}`,
    country: `country ${index % 7}`,
    contractSize: contractSizeFor(type),
    ...(coupons ? { coupons } : {}),
    ...(type in LASTS_DAYS ? { contractExpiration: to } : {}),
    ...(type === 'option' ? { underlying: 'MIX0000', strike: 100, right: 'call' as const } : {}),
    ...(type === 'fx_forward' ? { baseCurrency: CURRENCIES[(index + 1) % 3] ?? 'EUR' } : {}),
    ...(type === 'private_equity' ? { commitment: 500_000 } : {}),
  }
}

function transactionsFrom(holding: Holding): Draft[] {
  const { instrument } = holding
  if (instrument.coupons && instrument.type !== 'loan') return bondTransactions(holding, instrument.coupons)
  if (instrument.type in LASTS_DAYS) return contractTransactions(holding)
  if (instrument.type === 'loan') return loanTransactions(holding, instrument.coupons?.coupon ?? 0)
  return instrument.type === 'private_equity' ? fundTransactions(holding) : shareTransactions(holding)
}

/**
 * A synthetic portfolio with every type of instrument: a fifth of its symbols as in the other presets, the rest bonds
 * with coupons, notes, options, futures with derived margin, forwards, loans, funds and manually valued assets. The
 * number of transactions is approximate. Deterministic, as in `buildPortfolio`.
 */
export function buildMixedPortfolio(size: Size, seed = 7): Portfolio {
  const draw = randomStream(seed)
  const { symbols, days, transactions: wanted } = size
  const firstDay = LAST_DAY - days + 1
  const rates = { USD: rateWalk(draw, 0.95, days), EUR: rateWalk(draw, 1.05, days) }
  const instruments: Instrument[] = []
  const columns: Float64Array[] = []
  const drafts: Draft[] = []
  for (let index = 0; index < symbols; index += 1) {
    const type = TYPES[index % TYPES.length] ?? 'equity'
    const from = firstDay + 30 + Math.floor(draw() * days * (type in LASTS_DAYS ? 0.9 : 0.3))
    const to = Math.min(LAST_DAY - 1, from + (LASTS_DAYS[type] ?? days))
    const instrument = makeInstrument(index, from, to, draw)
    const column = priceWalk(draw, days)
    const around = QUOTED_AROUND[type]
    const first = column[0] ?? 1
    const quotes = around === undefined ? column : column.map(close => around * (close / first) ** 0.1)
    const closeOn = (day: number): number => quotes[day - firstDay] ?? 0
    const end = instrument.coupons ? Math.min(to, instrument.coupons.maturity) : to
    instruments.push(instrument)
    columns.push(quotes)
    drafts.push(
      ...transactionsFrom({ instrument, from, to: end, closeOn, draw, trades: Math.floor(wanted / symbols) }),
    )
  }
  const deposits = CURRENCIES.map(
    (currency): Draft => ({ type: 'deposit', day: firstDay, currency, amount: 20_000_000 }),
  )
  const ordered = [...deposits, ...drafts.sort((a, b) => a.day - b.day)]
  const transactions = ordered.map(
    (draft, place): Transaction => ({ ...draft, id: String(place), account: 'main', sequence: place }),
  )
  const isQuoted = ({ type }: Instrument): boolean => type !== 'loan' && type !== 'private_equity'
  return {
    ledger: {
      accounts: [{ id: 'main', custodian: 'bank', shortsAllowed: true, variationMargin: 'derived' }],
      instruments,
      transactions,
    },
    market: {
      pivot: 'CHF',
      prices: new Map(
        instruments.flatMap((instrument, index) => {
          const column = columns[index]
          return column && isQuoted(instrument) ? [[instrument.id, denseSeries(firstDay, column)]] : []
        }),
      ),
      rates: new Map([
        ['USD', { firstDay, values: rates.USD }],
        ['EUR', { firstDay, values: rates.EUR }],
      ]),
    },
    firstDay,
    prices: columns,
    rates,
  }
}
