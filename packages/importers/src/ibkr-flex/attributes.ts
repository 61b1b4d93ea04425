import type { InstrumentType } from '@plumbline/engine'
import { type Identifier, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'
import { parseCurrency } from '../text/currency.ts'
import { type Moment, parseMoment } from '../text/date.ts'
import { isZero, strictDecimal } from '../text/decimal.ts'
import { parseIsin } from '../text/isin.ts'

/** An element of a Flex statement. All its data is in attributes, and a query may omit any of them. */
export interface FlexRow {
  readonly element: string
  readonly place: Place
  readonly attributes: Readonly<Record<string, string>>
}

export function textAttribute(row: FlexRow, ...names: string[]): string | null {
  for (const name of names) {
    const value = row.attributes[name]?.trim()
    if (value) return value
  }
  return null
}

export function numberAttribute(row: FlexRow, name: string): string | null {
  const value = row.attributes[name]?.trim().replaceAll(',', '')
  return value ? strictDecimal(value, name) : null
}

export function requireNumber(row: FlexRow, name: string): string {
  const value = numberAttribute(row, name)
  if (value === null) throw new RowProblem('missing_field', { field: name })
  return value
}

/** Reads date and time from the first attribute that is present. */
export function momentAttribute(row: FlexRow, ...names: string[]): Moment {
  const text = textAttribute(row, ...names)
  if (text === null) throw new RowProblem('no_date', { field: names[0] ?? 'date' })
  return parseMoment(text.replace(';', ' '), 'ymd')
}

export function dayAttribute(row: FlexRow, name: string): string | null {
  return textAttribute(row, name) === null ? null : momentAttribute(row, name).date
}

export function currencyAttribute(row: FlexRow, name = 'currency'): string {
  const text = textAttribute(row, name)
  if (text === null) throw new RowProblem('no_currency', { field: name })
  return parseCurrency(text)
}

const typesByCategory: Readonly<Record<string, InstrumentType>> = {
  STK: 'equity',
  OPT: 'option',
  FOP: 'option',
  IOPT: 'structured_product',
  WAR: 'option',
  FUT: 'future',
  BOND: 'bond',
  BILL: 'bond',
  FUND: 'fund',
  CRYPTO: 'crypto',
  CMDTY: 'commodity',
  // No money is paid for a contract for difference but its gain or loss, as for a future.
  CFD: 'future',
}

function readInstrumentType(row: FlexRow): InstrumentType | null {
  const category = row.attributes.assetCategory ?? ''
  const kind = row.attributes.subCategory ?? ''
  if (category === 'STK' && /^(ETF|ETC|ETN|ETMF)$/i.test(kind)) return 'etf'
  if (category === 'STK' && /^(CLOSED-?END FUND|MUTUAL FUND|FUND)$/i.test(kind)) return 'fund'
  return typesByCategory[category] ?? null
}

/** Cash descriptions describe the payment; those of corporate actions end in symbol, name and number. */
function readName(row: FlexRow, symbol: string | null): string | null {
  const description = textAttribute(row, 'description')
  if (row.element === 'CashTransaction') return symbol
  if (row.element !== 'CorporateAction') return description
  return /\([^(),]+, (.+), [^(),]+\)$/.exec(description ?? '')?.[1] ?? symbol
}

/** The ISIN in a description. That of a corporate action begins with the company and ends with the row's own security. */
function readDescribedIsin({ element, attributes: { description = '' } }: FlexRow): string | undefined {
  const pattern =
    element === 'CorporateAction' ? /, ([A-Z]{2}[A-Z0-9]{9}\d)\)$/ : /\(([A-Z]{2}[A-Z0-9]{9}\d)\)/
  return pattern.exec(description)?.[1]
}

/** Reads the security of a row. If the query omits the ISIN field, the description has it. */
export function flexInstrument(row: FlexRow): InstrumentHint | null {
  const symbol = textAttribute(row, 'symbol')
  const conid = textAttribute(row, 'conid')
  const isIsin = textAttribute(row, 'securityIDType')?.toUpperCase() === 'ISIN'
  const isin = parseIsin(
    textAttribute(row, 'isin') ?? (isIsin ? row.attributes.securityID : readDescribedIsin(row)) ?? '',
  )
  if (!symbol && !conid && !isin) return null
  const type = readInstrumentType(row)
  const multiplier = numberAttribute(row, 'multiplier')
  const identifiers: Identifier[] = []
  if (conid) identifiers.push({ kind: 'conid', value: conid })
  const cusip = textAttribute(row, 'cusip')
  if (cusip) identifiers.push({ kind: 'cusip', value: cusip })
  const figi = textAttribute(row, 'figi')
  if (figi) identifiers.push({ kind: 'figi', value: figi })
  const right = textAttribute(row, 'putCall', 'subCategory')
  return {
    ...noInstrument,
    isin,
    symbol: symbol?.replace(/\s+/g, ' ') ?? null,
    name: readName(row, symbol),
    currency: currencyAttribute(row),
    type,
    exchange: textAttribute(row, 'listingExchange', 'exchange')?.replace(/^--$/, '') || null,
    country: /^[A-Z]{2}$/.test(row.attributes.issuerCountryCode ?? '')
      ? (row.attributes.issuerCountryCode ?? null)
      : null,
    identifiers,
    // Bonds trade by nominal and are quoted in percent, though IBKR states a multiplier of 1.
    contractSize:
      type === 'bond'
        ? '0.01'
        : multiplier === null || isZero(multiplier) || multiplier === '1'
          ? null
          : multiplier,
    expiry: type === 'option' || type === 'future' ? dayAttribute(row, 'expiry') : null,
    strike: type === 'option' ? readStrike(row) : null,
    right:
      type !== 'option' ? null : /^C/i.test(right ?? '') ? 'call' : /^P/i.test(right ?? '') ? 'put' : null,
    underlying: type === 'option' ? readUnderlying(row) : null,
  }
}

/** 'SA 19SEP25 17 C': underlying, expiry, strike and right of an option. */
const optionName = /^(\S+) \d{2}[A-Z]{3}\d{2} ([\d.]+) [CP]$/

export function readUnderlying(row: FlexRow): string | null {
  return (
    textAttribute(row, 'underlyingSymbol') ?? optionName.exec(row.attributes.description ?? '')?.[1] ?? null
  )
}

export function readStrike(row: FlexRow): string | null {
  const named = optionName.exec(row.attributes.description ?? '')?.[2]
  return numberAttribute(row, 'strike') ?? (named ? strictDecimal(named, 'strike') : null)
}

/** Returns null instead of throwing a RowProblem, where the problem is reported elsewhere. */
export function tryRead<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof RowProblem) return null
    throw error
  }
}
