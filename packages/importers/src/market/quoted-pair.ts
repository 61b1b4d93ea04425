import { isCurrencyCode } from '../text/iso-currency.ts'

/** A currency pair: 1 `base` = rate `quote`. */
export interface Pair {
  readonly base: string
  readonly quote: string
}

/** `units` of the base are quoted: '100 JPY/CHF'. */
export interface QuotedPair extends Pair {
  readonly units: string
}

/** Banks quote 1, 100, 1000 or 10,000 units of a currency. */
const powerOfTen = /^10{0,6}$/
const pairText = /^(?:(\d{1,7})\s*)?([A-Za-z]{3})\s*[/:.\- ]?\s*([A-Za-z]{3})(?:=X)?$/

export const isUnitCount = (text: string): boolean => powerOfTen.test(text)

export function readPair(text: string): QuotedPair | null {
  const [, units = '1', first = '', second = ''] = pairText.exec(text.trim()) ?? []
  const [base, quote] = [first.toUpperCase(), second.toUpperCase()]
  const isPair = isCurrencyCode(base) && isCurrencyCode(quote) && base !== quote && isUnitCount(units)
  return isPair ? { base, quote, units } : null
}

/** A series of the ECB in the header of a column: 'US dollar/Euro (EXR.D.USD.EUR.SP00.A)'. */
const seriesKey = /\bEXR\.([A-Z])\.([A-Z]{3})\.([A-Z]{3})\.(\w+)\.(\w)(.*)$/

/** The pair of an ECB series; 'other' for averages of months, forward rates and changed values. */
export function readSeries(header: string): QuotedPair | 'other' | null {
  const match = seriesKey.exec(header)
  if (!match) return null
  const [, frequency, quote = '', base = '', type, , rest = ''] = match
  const isDailySpot = frequency === 'D' && type === 'SP00' && /^\)?\s*$/.test(rest)
  return isDailySpot && isCurrencyCode(base) && isCurrencyCode(quote) ? { base, quote, units: '1' } : 'other'
}
