import type { Sector } from '@plumbline/contract'
import { type Day, dateParts, dayFromParts, parseDay, toIsoDate } from '@plumbline/engine'
import { nthWeekday, thirdFriday, tradingDayFrom, tradingDayUntil } from '../calendar.ts'
import { type InstrumentFact, plainFact } from './instrument.ts'

/** The last close of an instrument up to a day. */
type CloseOn = (key: string, day: Day) => number

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function shortDate(day: Day): string {
  const { year, month, dayOfMonth } = dateParts(day)
  return `${dayOfMonth} ${monthNames[month - 1]} ${String(year).slice(2)}`
}

function monthKey(day: Day): string {
  return toIsoDate(day).slice(0, 7)
}

interface OptionTerms {
  readonly of: InstrumentFact
  readonly right: 'call' | 'put'
  readonly strike: number
  readonly listed: Day
  readonly expiry: Day
  readonly volatility: number
}

function option({ of, right, strike, listed, expiry, volatility }: OptionTerms): InstrumentFact {
  const letter = right === 'call' ? 'C' : 'P'
  return {
    ...plainFact,
    key: `${of.key}-${letter}-${monthKey(expiry)}`,
    name: `${of.key} ${shortDate(expiry)} ${strike} ${letter}`,
    longName: `${of.name} ${right} ${strike}, ${shortDate(expiry)}`,
    symbol: `${of.key} ${letter}${strike}`,
    type: 'option',
    currency: of.currency,
    country: of.country,
    sector: of.sector,
    contractSize: '100',
    expiration: expiry,
    underlying: of.key,
    terms: {
      option_right: right,
      strike: String(strike),
      style: of.type === 'other' ? 'european' : 'american',
    },
    path: { kind: 'option', underlying: of.key, right, strike, volatility, expiry },
    listed,
    lastQuote: expiry,
  }
}

/** Months of the years from `from` to the one of `asOf`. */
function* listMonths(
  from: Day,
  asOf: Day,
  months: readonly number[],
): Generator<[year: number, month: number]> {
  for (let { year } = dateParts(from); year <= dateParts(asOf).year; year += 1)
    for (const month of months) if (dayFromParts(year, month, 28) >= from) yield [year, month]
}

function inMonths(year: number, month: number, later: number): [year: number, month: number] {
  const total = year * 12 + month - 1 + later
  return [Math.floor(total / 12), (total % 12) + 1]
}

/** The calls that are written on Corvid Compute, quarter after quarter since its split. */
function writtenCalls(corvid: InstrumentFact, closeOn: CloseOn, asOf: Day): InstrumentFact[] {
  return [...listMonths(parseDay('2024-06-01'), asOf, [3, 6, 9, 12])].flatMap(([year, month]) => {
    const listed = tradingDayFrom(thirdFriday(year, month) + 3)
    if (listed > asOf) return []
    const strike = Math.round((closeOn(corvid.key, listed - 1) * 1.09) / 5) * 5
    const expiry = thirdFriday(...inMonths(year, month, 3))
    return [option({ of: corvid, right: 'call', strike, listed, expiry, volatility: 0.46 })]
  })
}

/** The puts that insure the American shares, for half a year each. */
function insurance(index: InstrumentFact, closeOn: CloseOn, asOf: Day): InstrumentFact[] {
  return [...listMonths(parseDay('2023-09-01'), asOf, [3, 9])].flatMap(([year, month]) => {
    const listed = tradingDayFrom(dayFromParts(year, month, 24))
    if (listed > asOf) return []
    const strike = Math.floor((closeOn(index.key, listed - 1) * 0.94) / 50) * 50
    const expiry = thirdFriday(...inMonths(year, month, 6))
    return [option({ of: index, right: 'put', strike, listed, expiry, volatility: 0.19 })]
  })
}

const singleOptions = [
  { of: 'TIDE', right: 'call', strike: 460, listed: '2021-09-13', expiry: [2022, 3], volatility: 0.6 },
  { of: 'LARK', right: 'put', strike: 150, listed: '2022-01-10', expiry: [2022, 6], volatility: 0.32 },
  { of: 'CMLT', right: 'call', strike: 280, listed: '2023-05-15', expiry: [2023, 12], volatility: 0.3 },
  { of: 'GRYH', right: 'put', strike: 190, listed: '2023-02-06', expiry: [2023, 9], volatility: 0.24 },
] as const

interface FutureTerms {
  readonly of: InstrumentFact
  readonly label: string
  readonly country: string
  readonly sector: Sector
  readonly contractSize: string
  readonly priceDecimals: number
  /** What holding the underlying costs or brings until the end, as a fraction per year. */
  readonly carry: number
  readonly listed: Day
  readonly expiry: Day
}

function future({ of, label, listed, expiry, carry, ...terms }: FutureTerms): InstrumentFact {
  const { year, month } = dateParts(expiry)
  return {
    ...plainFact,
    ...terms,
    key: `${of.key}-F-${monthKey(expiry)}`,
    name: `${label} ${monthNames[month - 1]} ${String(year).slice(2)}`,
    longName: `${label} future, ${shortDate(expiry)}`,
    symbol: `F${of.key} ${monthKey(expiry).slice(2).replace('-', '')}`,
    type: 'future',
    currency: of.currency,
    expiration: expiry,
    underlying: of.key,
    path: { kind: 'future', underlying: of.key, expiry, carry },
    listed,
    lastQuote: expiry,
  }
}

/** Futures on the Swiss index, each for a quarter, sold as a hedge. */
function indexFutures(index: InstrumentFact, asOf: Day): InstrumentFact[] {
  const terms = {
    country: 'CH',
    sector: 'other',
    contractSize: '10',
    priceDecimals: 0,
    carry: 0.004,
  } as const
  return [...listMonths(parseDay('2025-06-01'), asOf, [3, 6, 9, 12])].flatMap(([year, month]) => {
    const listed = tradingDayFrom(thirdFriday(year, month) + 3)
    const expiry = thirdFriday(...inMonths(year, month, 3))
    return listed > asOf ? [] : [future({ ...terms, of: index, label: index.name, listed, expiry })]
  })
}

/** Futures on gold, half a year each. */
function goldFutures(gold: InstrumentFact, asOf: Day): InstrumentFact[] {
  const terms = {
    country: 'US',
    sector: 'real_assets',
    contractSize: '100',
    priceDecimals: 1,
    carry: 0.035,
  } as const
  return [...listMonths(parseDay('2025-02-01'), asOf, [2, 8])].flatMap(([year, month]) => {
    const listed = tradingDayFrom(dayFromParts(year, month, 5))
    const expiry = tradingDayUntil(dayFromParts(...inMonths(year, month, 6), 24))
    return listed > asOf ? [] : [future({ ...terms, of: gold, label: 'Gold', listed, expiry })]
  })
}

/** Dollars sold forward against francs, for half a year each. */
function dollarForwards(asOf: Day): InstrumentFact[] {
  return [...listMonths(parseDay('2024-03-01'), asOf, [3, 9])].flatMap(([year, month]) => {
    const listed = nthWeekday(year, month, 3, 3)
    const maturity = nthWeekday(...inMonths(year, month, 6), 3, 3)
    if (listed > asOf) return []
    return [
      {
        ...plainFact,
        key: `USDCHF-${monthKey(maturity)}`,
        name: `USD/CHF ${shortDate(maturity)}`,
        longName: `Forward: dollars against francs, ${shortDate(maturity)}`,
        symbol: 'USDCHF',
        type: 'fx_forward',
        currency: 'CHF',
        country: 'CH',
        sector: 'other',
        expiration: maturity,
        terms: { base_currency: 'USD', quote_currency: 'CHF', maturity: toIsoDate(maturity) },
        priceDecimals: 4,
        path: { kind: 'forward', base: 'USD', quote: 'CHF', maturity },
        listed,
        lastQuote: maturity,
      } satisfies InstrumentFact,
    ]
  })
}

/** Every option, future and forward that was opened until a day: strikes follow from the closes before. */
export function contractsUntil(
  asOf: Day,
  byKey: ReadonlyMap<string, InstrumentFact>,
  closeOn: CloseOn,
): InstrumentFact[] {
  const known = (key: string): InstrumentFact => {
    const fact = byKey.get(key)
    if (!fact) throw new Error(`there is no instrument ${key}`)
    return fact
  }
  const single = singleOptions.map(row =>
    option({
      of: known(row.of),
      right: row.right,
      strike: row.strike,
      listed: parseDay(row.listed),
      expiry: thirdFriday(row.expiry[0], row.expiry[1]),
      volatility: row.volatility,
    }),
  )
  return [
    ...single,
    ...writtenCalls(known('CRVD'), closeOn, asOf),
    ...insurance(known('US500'), closeOn, asOf),
    ...indexFutures(known('CH20'), asOf),
    ...goldFutures(known('XAUOZ'), asOf),
    ...dollarForwards(asOf),
  ]
}
