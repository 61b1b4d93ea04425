import type { SectionRow } from './sections.ts'

/** Attributes of a security, by the names of Flex queries. */
export type Attributes = Readonly<Record<string, string>>

/** Names of asset categories, by the codes of Flex queries. */
const categories: Readonly<Record<string, string>> = {
  Stocks: 'STK',
  'Equity and Index Options': 'OPT',
  'Options On Futures': 'FOP',
  Futures: 'FUT',
  Bonds: 'BOND',
  'Corporate Bonds': 'BOND',
  'Treasury Bills': 'BILL',
  'Mutual Funds': 'FUND',
  Warrants: 'WAR',
  'Structured Products': 'IOPT',
  CFDs: 'CFD',
  Forex: 'CASH',
  Crypto: 'CRYPTO',
  Cryptocurrency: 'CRYPTO',
}

/** The code of an asset category. A custodian may be named after it: 'Stocks - Held with Interactive Brokers'. */
export const categoryCode = (name: string | undefined): string | null =>
  categories[(name ?? '').replace(/ - .*$/, '')] ?? null

/** 'AAPL 28MAR25 222.5 C': underlying, expiry, strike and right. */
const optionName = /^(\S+) (\d{2}[A-Z]{3}\d{2}) ([\d.]+) ([CP])$/

export interface Instruments {
  find(category: string | null, symbol: string | undefined): Attributes
}

/** Securities of the statement's own list, by category and any of their symbols. */
export function indexInstruments(rows: readonly SectionRow[]): Instruments {
  const known = new Map<string, Attributes>()
  for (const row of rows) {
    const category = categoryCode(row.cells['Asset Category'])
    const attributes = readInstrument(row)
    const names = [...(row.cells.Symbol ?? '').split(/, ?/), row.cells.Description ?? '']
    for (const name of new Set(names.map(spaced)).values()) {
      if (name === '') continue
      const key = `${category} ${name}`
      const before = known.get(key)
      known.set(key, before ? common(before, attributes) : attributes)
    }
  }
  return {
    find(category, symbol) {
      const name = spaced(symbol ?? '')
      const listed = known.get(`${category} ${name}`) ?? {}
      return { ...readOptionName(name), ...listed, ...(symbol === undefined ? {} : { symbol: name }) }
    },
  }
}

const spaced = (name: string): string => name.trim().replace(/\s+/g, ' ')

function readInstrument({ cells }: SectionRow): Attributes {
  const id = cells['Security ID'] ?? ''
  const right = /^(C|P|CALL|PUT)$/i.test(cells.Type ?? '') ? (cells.Type ?? '').charAt(0).toUpperCase() : ''
  return compact({
    description: cells.Description,
    conid: cells.Conid,
    isin: /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(id) ? id : undefined,
    cusip: /^[0-9A-Z]{9}$/.test(id) ? id : undefined,
    underlyingSymbol: cells.Underlying,
    listingExchange: cells['Listing Exch'],
    multiplier: cells.Multiplier,
    expiry: cells.Expiry,
    strike: cells.Strike,
    putCall: right,
    subCategory: right === '' ? cells.Type : undefined,
  })
}

/** What two listings under one symbol have in common: which of them a row is about is not stated. */
function common(a: Attributes, b: Attributes): Attributes {
  return Object.fromEntries(Object.entries(a).filter(([name, value]) => b[name] === value))
}

function readOptionName(name: string): Attributes {
  const [, underlyingSymbol, expiry, strike, putCall] = optionName.exec(name) ?? []
  if (!underlyingSymbol || !expiry || !strike || !putCall) return {}
  const day = `${expiry.slice(0, 2)}-${expiry.slice(2, 5)}-20${expiry.slice(5)}`
  return { underlyingSymbol, expiry: day, strike, putCall, description: name, multiplier: '100' }
}

export function compact(values: Readonly<Record<string, string | undefined>>): Attributes {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && value !== '') kept[name] = value
  return kept
}
