import { countryCode, type InstrumentType } from '@plumbline/contract'

/** Where a value of an instrument comes from. */
export type ValueSource = 'entered' | 'imported' | 'derived'

/**
 * The country of an ISIN's prefix, which is that of the issuer's numbering agency. Prefixes of international securities,
 * such as XS and EU, name no country.
 */
export function countryFromIsin(isin: string | null | undefined): string | null {
  const prefix = isin?.slice(0, 2)
  return prefix !== undefined && countryCode.safeParse(prefix).success ? prefix : null
}

/** By the category and group of a CFI code (ISO 10962). */
const typesByCfi: readonly (readonly [RegExp, InstrumentType])[] = [
  [/^CE/, 'etf'],
  [/^C/, 'fund'],
  [/^E/, 'equity'],
  [/^D/, 'bond'],
  [/^O/, 'option'],
  [/^F/, 'future'],
]

export function typeFromCfi(cfi: string | null | undefined): InstrumentType | null {
  if (!cfi || !/^[A-Z]{6}$/.test(cfi)) return null
  return typesByCfi.find(([pattern]) => pattern.test(cfi))?.[1] ?? null
}
