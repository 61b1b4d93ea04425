/** Minor units that quotes come in, with the currency they are a hundredth of. */
export const MINOR_UNITS: Readonly<Record<string, { readonly currency: string; readonly factor: number }>> = {
  GBX: { currency: 'GBP', factor: 100 },
  GBp: { currency: 'GBP', factor: 100 },
  ZAc: { currency: 'ZAR', factor: 100 },
  ILA: { currency: 'ILS', factor: 100 },
}

/**
 * The currency behind a code and how many of the code make one unit of it: `GBX` is 100 to one `GBP`, any
 * other code is itself. A quote of 243.08 GBX is worth 2.4308 GBP.
 */
export function currencyUnit(code: string): { readonly currency: string; readonly factor: number } {
  return MINOR_UNITS[code] ?? { currency: code, factor: 1 }
}
