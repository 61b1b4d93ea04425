/** Minor units that prices are quoted in, with their currency and how many make one unit of it. */
export const MINOR_UNITS: Readonly<Record<string, { readonly currency: string; readonly factor: number }>> = {
  GBX: { currency: 'GBP', factor: 100 },
  GBp: { currency: 'GBP', factor: 100 },
  ZAc: { currency: 'ZAR', factor: 100 },
  ILA: { currency: 'ILS', factor: 100 },
}

/**
 * The currency behind a code and how many of the code make one unit of it.
 *
 *     amount in the currency = amount in the code / factor        243.08 GBX = 2.4308 GBP
 *
 * Any code that is not a minor unit is its own currency with factor 1.
 */
export function currencyUnit(code: string): { readonly currency: string; readonly factor: number } {
  return MINOR_UNITS[code] ?? { currency: code, factor: 1 }
}
