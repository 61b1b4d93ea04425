const codes =
  'EUR USD CHF GBP GBX GBp JPY CAD AUD NZD NOK SEK DKK PLN CZK HUF RON BGN RUB TRY ZAR ZAc ILS ILA HKD SGD CNY CNH TWD KRW INR IDR THB MYR PHP BRL MXN CLP ARS PEN COP AED SAR QAR KWD EGP ISK HRK UAH BTC ETH'

/** Traded by the piece, though codes stand for them like for currencies. */
export const coins: ReadonlySet<string> = new Set(['BTC', 'ETH'])

export const currencyCodes: ReadonlySet<string> = new Set(codes.split(' '))

const signs: Readonly<Record<string, string>> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  EURO: 'EUR',
  Euro: 'EUR',
  Eur: 'EUR',
  Fr: 'CHF',
  'Fr.': 'CHF',
  SFr: 'CHF',
  US$: 'USD',
  p: 'GBX',
  zł: 'PLN',
  Kč: 'CZK',
  Ft: 'HUF',
}

/** The ISO code of a currency as statements write it, or null. */
export function findCurrency(text: string): string | null {
  return currencyCodes.has(text) ? text : (signs[text] ?? null)
}
