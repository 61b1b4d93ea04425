import { MINOR_UNITS } from '@plumbline/engine'
import { oncePerLanguage } from '../core/once-per-language.ts'

/** ISO 4217: currencies, funds and precious metals. Recently retired codes stay, because ledgers reach back. */
export const currencyCodes: readonly string[] = [
  ...['AED', 'AFN', 'ALL', 'AMD', 'ANG', 'AOA', 'ARS', 'AUD', 'AWG', 'AZN', 'BAM', 'BBD', 'BDT', 'BGN'],
  ...['BHD', 'BIF', 'BMD', 'BND', 'BOB', 'BOV', 'BRL', 'BSD', 'BTN', 'BWP', 'BYN', 'BZD', 'CAD', 'CDF'],
  ...['CHE', 'CHF', 'CHW', 'CLF', 'CLP', 'CNY', 'COP', 'COU', 'CRC', 'CUC', 'CUP', 'CVE', 'CZK', 'DJF'],
  ...['DKK', 'DOP', 'DZD', 'EGP', 'ERN', 'ETB', 'EUR', 'FJD', 'FKP', 'GBP', 'GEL', 'GHS', 'GIP', 'GMD'],
  ...['GNF', 'GTQ', 'GYD', 'HKD', 'HNL', 'HRK', 'HTG', 'HUF', 'IDR', 'ILS', 'INR', 'IQD', 'IRR', 'ISK'],
  ...['JMD', 'JOD', 'JPY', 'KES', 'KGS', 'KHR', 'KMF', 'KPW', 'KRW', 'KWD', 'KYD', 'KZT', 'LAK', 'LBP'],
  ...['LKR', 'LRD', 'LSL', 'LYD', 'MAD', 'MDL', 'MGA', 'MKD', 'MMK', 'MNT', 'MOP', 'MRU', 'MUR', 'MVR'],
  ...['MWK', 'MXN', 'MXV', 'MYR', 'MZN', 'NAD', 'NGN', 'NIO', 'NOK', 'NPR', 'NZD', 'OMR', 'PAB', 'PEN'],
  ...['PGK', 'PHP', 'PKR', 'PLN', 'PYG', 'QAR', 'RON', 'RSD', 'RUB', 'RWF', 'SAR', 'SBD', 'SCR', 'SDG'],
  ...['SEK', 'SGD', 'SHP', 'SLE', 'SLL', 'SOS', 'SRD', 'SSP', 'STN', 'SVC', 'SYP', 'SZL', 'THB', 'TJS'],
  ...['TMT', 'TND', 'TOP', 'TRY', 'TTD', 'TWD', 'TZS', 'UAH', 'UGX', 'USD', 'USN', 'UYI', 'UYU', 'UYW'],
  ...['UZS', 'VED', 'VES', 'VND', 'VUV', 'WST', 'XAF', 'XAG', 'XAU', 'XCD', 'XCG', 'XDR', 'XOF', 'XPD'],
  ...['XPF', 'XPT', 'XSU', 'XUA', 'YER', 'ZAR', 'ZMW', 'ZWG', 'ZWL'],
]

/** What prices are quoted in: currencies, and minor units such as GBp, which is a hundredth of GBP. */
export const quotationUnits: readonly string[] = [...currencyCodes, ...Object.keys(MINOR_UNITS)]

/** Minor units that are not hundredths. */
const decimalDigits: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    ['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV']
      .concat(['XAF', 'XOF', 'XPF', 'XAG', 'XAU', 'XDR', 'XPD', 'XPT', 'XSU', 'XUA'])
      .map(code => [code, 0]),
  ),
  ...Object.fromEntries(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map(code => [code, 3])),
  CLF: 4,
  UYW: 4,
}

/** The cash rounding step where it is not the smallest unit; 0 means none. */
const cashRounding: Readonly<Record<string, number>> = { CHF: 0.05 }

/** Reporting currencies for everyone; a family's own currency is added. */
export const calculationCurrencies = ['EUR', 'USD', 'CHF', 'SEK', 'JPY', 'GBP'] as const

export interface Currency {
  code: string
  name: string
  symbol: string
  decimal_digits: number
  rounding: number
}

export function isCurrencyCode(text: string): boolean {
  return currencyCodes.includes(text)
}

/** Decimal digits of amounts in a currency. */
export function currencyDigits(code: string): number {
  return decimalDigits[code] ?? 2
}

/** All currencies, named in one language. */
export const currencyList = oncePerLanguage((language: string): readonly Currency[] => {
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return currencyCodes.map(code => ({
    code,
    name: names.of(code) ?? code,
    symbol: currencySymbol(code, language),
    decimal_digits: currencyDigits(code),
    rounding: cashRounding[code] ?? 0,
  }))
})

function currencySymbol(currency: string, language: string): string {
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
  return format.formatToParts(0).find(part => part.type === 'currency')?.value ?? currency
}
