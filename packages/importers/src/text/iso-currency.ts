/** Codes of ISO 4217, with the minor units that prices are quoted in. */
const codes: ReadonlySet<string> = new Set([
  ...Intl.supportedValuesOf('currency'),
  'GBX',
  'GBp',
  'ZAc',
  'ILA',
  'CNH',
])

export const isCurrencyCode = (text: string): boolean => codes.has(text)
