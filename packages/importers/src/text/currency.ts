import { RowProblem } from '../problem.ts'

/** Parses a currency code. Minor units of prices (GBp) keep their spelling; ZAC is that of ZAc in capitals. */
export function parseCurrency(text: string): string {
  const bare = text.trim()
  if (bare === 'GBp' || bare === 'ZAc') return bare
  const code = bare.toUpperCase()
  if (code === 'ZAC') return 'ZAc'
  if (!/^[A-Z]{3}$/.test(code)) throw new RowProblem('not_a_currency', { value: text })
  return code
}

const minorUnits: Readonly<Record<string, string>> = { GBX: 'GBP', GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

/** The major currency of a code: GBX is GBP. */
export function wholeCurrency(code: string): string {
  return minorUnits[code] ?? code
}

const symbols: Readonly<Record<string, string>> = {
  $: 'USD',
  '€': 'EUR',
  '£': 'GBP',
  '¥': 'JPY',
  '₣': 'CHF',
  '₹': 'INR',
  '₺': 'TRY',
  '₩': 'KRW',
  '₪': 'ILS',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
}
/** Letters beside the sign of dollars, reals and yuan. */
const countries: Readonly<Record<string, string>> = {
  US: 'USD',
  C: 'CAD',
  CA: 'CAD',
  A: 'AUD',
  AU: 'AUD',
  NZ: 'NZD',
  HK: 'HKD',
  S: 'SGD',
  SG: 'SGD',
  NT: 'TWD',
  MX: 'MXN',
  R: 'BRL',
  CN: 'CNY',
  JP: 'JPY',
}

/** A currency symbol, with the letters of its country before it ('C$12', 'CN¥12') or after it ('12 $ US'). */
export const currencySymbol =
  /(?<![A-Za-z])(US|CA?|AU?|NZ|HK|SG?|NT|MX|R)\$|(?<![A-Za-z])(CN|JP)¥|\$ ?(US|CA)(?![A-Za-z])|[$€£¥₣₹₺₩₪]|(?<=[\d\s)])(?:zł|Kč|Ft)(?![\p{L}])/u

/** The currency of a symbol in a number such as €0.24, or null. */
export function findCurrencySymbol(text: string): string | null {
  const match = currencySymbol.exec(text)
  if (!match) return null
  const country = match[1] ?? match[2] ?? match[3]
  return (country === undefined ? symbols[match[0]] : countries[country]) ?? null
}
